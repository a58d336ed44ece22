// A window's measurements of its contents: only a browser knows the height of a text in its fonts.
extension ViewState {
    static let measuring: [any ViewDeed.Type] = [NaturalSize.self]
}

extension ViewCommand {
    /// - Parameter size: of the content alone: its full height at its present width.
    package static func naturalSize(_ panel: PanelID, _ size: Size) -> ViewCommand {
        ViewCommand(NaturalSize(panel: panel, width: size.width, height: size.height))
    }
}

struct NaturalSize: ViewDeed {
    static let word = "naturalSize"
    let panel: PanelID
    let width, height: Double

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let panel = try scene.specification(of: panel)
        guard width.isFinite, height.isFinite, width > 0, height >= 0 else {
            throw Refusal(Words.notANumber)
        }
        var next = view
        next.natural[panel.id] = Size(
            width: Measure.length(width), height: Measure.length(height).rounded(.up))
        // No announcement: the panel follows the text while the author types.
        return ViewChange(view: next, announcement: "", panel: nil)
    }
}

extension PanelCatalogue {
    /// Returns the catalogue with the measured heights of panels that follow their content. Content never sets the
    /// width, and the height never changes the width, so measuring terminates.
    package func fitting(_ natural: [PanelID: Size]) -> PanelCatalogue {
        guard panels.contains(where: { $0.fitsContent && natural[$0.id] != nil }) else { return self }
        return replacing { panel in
            guard panel.fitsContent, let size = natural[panel.id] else { return panel }
            return panel.asHigh(as: size.height + Frames.titleBar)
        }
    }
}

extension PanelSpecification {
    /// Within the limits for the user: small content never makes a panel smaller than its minimum.
    fileprivate func asHigh(as height: Double) -> PanelSpecification {
        var fitting = self
        let height = min(max(height, minimum.height), maximum.height)
        fitting.preferred.height = height
        fitting.pinned.height = height
        fitting.natural = height
        return fitting
    }
}
