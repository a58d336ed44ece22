extension PanelCatalogue {
    /// The composer's panels, most important first. Sizes and sides of the first follow the posting app that PanelKit was
    /// presented with. The Date panel may become narrower than there, because ours reflows, and lower, because it folds
    /// to one line. At first none is open: one sees a title and a text, and the date and the tags stand in the document.
    package static let composer = PanelCatalogue(
        panels: [
            panel(
                "title", "Title", (400, 150), from: (250, 100), to: (1000, 500), pinned: (400, 150), home: .top,
                adjustsForKeyboard: true, fitsContent: true),
            panel(
                "date", "Date", (400, 400), from: (280, 90), to: (600, 600), pinned: (400, 300), home: .right,
                adjustsForKeyboard: true, fitsContent: true),
            panel(
                "tags", "Tags", (300, 300), from: (200, 150), to: (600, 600), pinned: (300, 200), home: .right,
                adjustsForKeyboard: true, fitsContent: true),
            panel(
                "preview", "Preview", (420, 600), from: (280, 200), to: (1200, 1200), pinned: (420, 300), home: .left),
            panel(
                "targets", "Targets", (360, 480), from: (280, 200), to: (800, 1000), pinned: (360, 300), home: .right,
                adjustsForKeyboard: true),
            panel("queue", "Queue", (400, 480), from: (280, 200), to: (900, 1200), pinned: (400, 280), home: .right),
            panel(
                "posts", "Posts", (340, 600), from: (260, 240), to: (1200, 1400), pinned: (320, 300), home: .left,
                adjustsForKeyboard: true, index: IndexRule(fraction: 0.6, splitFrom: 560), isForChoosing: true),
            panel(
                "media", "Media", (380, 600), from: (280, 220), to: (900, 1400), pinned: (340, 300), home: .right,
                adjustsForKeyboard: true),
            panel(
                "outline", "Outline", (300, 480), from: (220, 160), to: (700, 1400), pinned: (280, 240), home: .right,
                isForChoosing: true),
            panel(
                "history", "History", (420, 600), from: (280, 240), to: (1200, 1400), pinned: (400, 320), home: .right,
                isForChoosing: true),
            panel(
                "notes", "Notes", (320, 360), from: (220, 160), to: (900, 1400), pinned: (300, 240), home: .right,
                adjustsForKeyboard: true),
            panel(
                "details", "Details", (380, 280), from: (280, 200), to: (800, 900), pinned: (340, 300), home: .right,
                adjustsForKeyboard: true, fitsContent: true),
            panel(
                "settings", "Settings", (340, 480), from: (260, 200), to: (700, 900), pinned: (320, 300), home: .right,
                fitsContent: true, isForChoosing: true),
            panel(
                "meta", "Meta", (320, 420), from: (240, 160), to: (1000, 1000), pinned: (320, 260),
                index: IndexRule(fraction: 0.6, splitFrom: 640)),
        ],
        maximumPinned: [.right: 3, .left: 1, .top: 2, .bottom: 2],
        offered: OfferedArrangement(
            name: "With panels",
            places: [
                .wide: [
                    DefaultPlace("preview", .pinned(.left)), DefaultPlace("date", .pinned(.right)),
                    DefaultPlace("tags", .pinned(.right)),
                ],
                .medium: [DefaultPlace("preview", .pinned(.right))],
            ]),
        meta: "meta", floatMargin: 24)

    private static func panel(
        _ id: PanelID, _ title: String, _ preferred: (Double, Double), from minimum: (Double, Double),
        to maximum: (Double, Double), pinned: (Double, Double), home: Side? = nil,
        adjustsForKeyboard: Bool = false, index: IndexRule? = nil, fitsContent: Bool = false,
        isForChoosing: Bool = false
    ) -> PanelSpecification {
        PanelSpecification(
            id: id, title: title, preferred: size(preferred), minimum: size(minimum), maximum: size(maximum),
            pinned: size(pinned), home: home, adjustsForKeyboard: adjustsForKeyboard, index: index,
            fitsContent: fitsContent, isForChoosing: isForChoosing)
    }

    private static func size(_ pair: (Double, Double)) -> Size { Size(width: pair.0, height: pair.1) }
}
