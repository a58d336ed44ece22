import JSONTree

// What a window measures of its contents: only a browser knows how high a text is in its fonts.
extension ViewState {
    static let measuring: [any ViewDeed.Type] = [NaturalSize.self]
}

extension ViewCommand {
    /// - Parameter size: of the content alone, as high as it wants to be at the width it has.
    package static func naturalSize(_ panel: PanelID, _ size: Size) -> ViewCommand {
        ViewCommand(NaturalSize(panel: panel, size: size))
    }
}

struct NaturalSize: ViewDeed {
    static let word = "naturalSize"
    static let fields: [CommandField] = [.panel, .number("width"), .number("height")]
    let panel: PanelID
    let size: Size

    func look(_ view: ViewState, at scene: ViewScene) throws(Refusal) -> ViewChange {
        let panel = try scene.specification(of: panel)
        guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height >= 0 else {
            throw Refusal(Words.notANumber)
        }
        var next = view
        next.natural[panel.id] = Size(
            width: Measure.length(size.width), height: Measure.length(size.height).rounded(.up))
        // A panel that follows its text says nothing about it: the writer is writing.
        return ViewChange(view: next, announcement: "", panel: nil)
    }
}

extension NaturalSize {
    init(_ fields: CommandFields) throws(CommandError) {
        self.init(
            panel: try fields.panel(),
            size: Size(width: try fields.required("width"), height: try fields.required("height")))
    }

    var document: [String: JSON] {
        ["panel": .text(panel.text), "width": .number(size.width), "height": .number(size.height)]
    }
}

extension PanelCatalogue {
    /// With the heights that a window's contents ask for, where a panel follows its content. The width is never the
    /// content's to say, and the height never changes the width: so measuring comes to an end.
    package func fitting(_ natural: [PanelID: Size]) -> PanelCatalogue {
        guard panels.contains(where: { $0.fitsContent && natural[$0.id] != nil }) else { return self }
        return replacing { panel in
            guard panel.fitsContent, let size = natural[panel.id] else { return panel }
            return panel.asHigh(as: size.height + Frames.titleBar)
        }
    }
}

extension PanelSpecification {
    /// Within what the user may make of it: a content that is small for once makes no panel smaller than it may be.
    fileprivate func asHigh(as height: Double) -> PanelSpecification {
        var fitting = self
        let height = min(max(height, minimum.height), maximum.height)
        fitting.preferred.height = height
        fitting.pinned.height = height
        fitting.natural = height
        return fitting
    }
}
