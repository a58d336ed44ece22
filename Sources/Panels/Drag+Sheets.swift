extension PlanEditor {
    func beginSheet(of id: PanelID, at pointer: Point) throws(Refusal) -> DragHints {
        let panel = try specification(of: id)
        let shown = Frames(plan, in: container, of: catalogue)
        guard let place = catalogue.index(of: id), let frame = shown.panels[place].frame else {
            throw Refusal("\(panel.title) is not open.", instead: .open(id))
        }
        guard let sheet = shown.panels[place].sheet else {
            throw Refusal("\(panel.title) is not a sheet.", instead: .sheet(id, .bottom))
        }
        var hints = DragHints(
            subject: .sheet(id), pointer: pointer, frame: frame, bounds: container.room, room: container.room,
            minimum: frame.size, maximum: frame.size)
        hints.sheet = sheet
        return hints
    }
}

extension DragEnd.Fling {
    /// What letting go means; nil when the sheet stays in its state. Removal is looked for after the target is found,
    /// as FloatingPanel does.
    func command(for panel: PanelID, _ sheet: SheetShown) -> PanelCommand? {
        guard let asked = Measure.coordinate(location), let velocity = Measure.coordinate(velocity) else { return nil }
        let track = sheet.track
        let place = track.dragged(
            from: sheet.location, by: asked - sheet.location, isScrolling: isScrolling)
        if velocity == 0, track.space.grid.isEqual(place, sheet.location) { return nil }
        let target = track.target(from: sheet.state, at: place, velocity: velocity)
        if track.isRemoved(at: place, velocity: velocity) { return .close(panel) }
        return target == sheet.state ? nil : .detent(panel, .state(target.name))
    }
}
