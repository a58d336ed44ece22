// Releasing a sheet: its location and velocity decide where it rests.
extension PanelCommand {
    static let flinging: [any PanelDeed.Type] = [Fling.self]

    /// - Parameters:
    ///   - location: of the moving edge, as the pointer moved it, without the rubber band.
    ///   - velocity: in px/s, toward larger coordinates.
    ///   - isScrolling: whether the finger moved the sheet by its content.
    package static func fling(
        _ panel: PanelID, to location: Double, velocity: Double, isScrolling: Bool = false
    ) -> PanelCommand {
        PanelCommand(
            Fling(panel: panel, location: location, velocity: velocity, isScrolling: isScrolling ? true : nil))
    }
}

struct Fling: SinglePanelDeed {
    static let word = "fling", doing = "resizing"
    let panel: PanelID
    /// Of the sheet's moving edge under the pointer, without the rubber band.
    let location: Double
    /// In px/s, toward larger coordinates; absent for 0.
    let velocity: Double?
    /// Whether the finger moved the sheet by its content.
    let isScrolling: Bool?

    func title(_ name: String) -> String { "Let go of \(name)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.fling(self) }
}

extension PlanEditor {
    /// Checks for removal after finding the target, as FloatingPanel does.
    mutating func fling(_ fling: Fling) throws(Refusal) -> String {
        let (panel, sheet) = try shownSheet(fling.panel)
        guard let asked = Measure.coordinate(fling.location), let velocity = Measure.coordinate(fling.velocity ?? 0)
        else {
            throw Refusal(Words.notANumber)
        }
        let track = sheet.track
        let location = track.dragged(
            from: sheet.location, by: asked - sheet.location, isScrolling: fling.isScrolling == true)
        let target = track.target(from: sheet.state, at: location, velocity: velocity)
        if track.isRemoved(at: location, velocity: velocity) { return try close(panel.id) }
        let isStill = velocity == 0 && track.space.grid.isEqual(location, sheet.location)
        guard target != sheet.state, !isStill else {
            return "\(panel.title) stays at \(Words.extent(sheet.state, on: sheet.edge))."
        }
        return try detent(panel.id, .state(target.name))
    }

    private func shownSheet(_ id: PanelID) throws(Refusal) -> (PanelSpecification, SheetShown) {
        let panel = try specification(of: id)
        guard let shown = frames[id], shown.frame != nil else {
            throw Refusal(Words.notOpen(panel.title), instead: .open(id))
        }
        guard let sheet = shown.sheet else {
            throw Refusal("\(panel.title) is not a sheet.", instead: .sheet(id, .bottom))
        }
        return (panel, sheet)
    }
}
