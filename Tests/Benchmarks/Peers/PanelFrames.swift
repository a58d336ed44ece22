import Panels

/// The one measurement without a bare peer, because there is no other arranging of panels. It compares itself with more
/// panels.
enum PanelFrames {
    static func run(panels: Int, count: Int) {
        let (catalogue, container) = (catalogue(of: panels), Container(size: Size(width: 2560, height: 1440)))
        let arrangement = Arrangement.standard(of: catalogue)
        var shown = 0
        for _ in 0..<max(1, count / 10) { shown = frames(of: arrangement, in: container, catalogue: catalogue).shown }
        let start = Time.computed
        for _ in 0..<count { shown = frames(of: arrangement, in: container, catalogue: catalogue).shown }
        report(#"{"cpu": \#(Time.computed - start), "shown": \#(shown)}"#)
    }

    /// A quarter pinned right, a quarter on top, a quarter floating, the rest in Meta; all of them have room.
    private static func catalogue(of count: Int) -> PanelCatalogue {
        let places: [Place] = [.pinned(.right), .pinned(.top), .floating, .meta]
        let panels = (0..<count).map { number in
            PanelSpecification(
                id: PanelID("panel-\(number)"), title: "Panel \(number)", preferred: Size(width: 300, height: 200),
                minimum: Size(width: 24, height: 24), maximum: Size(width: 900, height: 900),
                pinned: Size(width: 200, height: 100))
        }
        let defaults = panels.enumerated().map { DefaultPlace($1.id, places[$0 % places.count]) }
        return PanelCatalogue(
            panels: panels, maximumPinned: [.right: count, .top: count], defaults: [.wide: defaults])
    }
}

extension Frames {
    fileprivate var shown: Int { panels.count { $0.frame != nil } }
}
