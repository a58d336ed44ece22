extension Arrangement {
    /// What the page must know to draw the drag. Changes nothing, so that a cancelled drag leaves no trace.
    package func beginning(
        _ subject: DragSubject, at pointer: Point, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> DragHints {
        guard let x = Measure.coordinate(pointer.x), let y = Measure.coordinate(pointer.y) else {
            throw Refusal(Words.notANumber)
        }
        let editor = PlanEditor(plan: self[container.sizeClass], container: container, catalogue: catalogue)
        let point = Point(x: x, y: y)
        switch subject {
        case .move(let panel): return try editor.beginMove(of: panel, at: point)
        case .resize(let panel, let handle): return try editor.beginResize(of: panel, by: handle, at: point)
        case .splitter(let id): return try editor.beginSplitter(id, at: point)
        }
    }
}

extension PlanEditor {
    fileprivate func beginMove(of id: PanelID, at pointer: Point) throws(Refusal) -> DragHints {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        let (frame, freed) = try grip(panel, pointer)
        var others = plan
        others.close(id)
        let free = Layout(others, in: container, of: catalogue)
        var hints = DragHints(
            subject: .move(id), pointer: pointer, frame: frame, freed: freed, bounds: free.body, room: free.room,
            minimum: panel.minimum, maximum: panel.maximum)
        for side in Side.allCases {
            if let reason = objection(to: panel, on: side) {
                hints.reasons[side] = reason
            } else {
                hints.slots.append(DragHints.Slots(side: side, frames: slots(for: id, on: side, beside: others)))
            }
        }
        return hints
    }

    fileprivate func beginResize(
        of id: PanelID, by handle: ResizeHandle, at pointer: Point
    ) throws(Refusal) -> DragHints {
        let panel = try specification(of: id)
        let shown = Frames(plan, in: container, of: catalogue)
        guard let place = catalogue.index(of: id), let frame = shown.panels[place].frame,
            shown.panels[place].resize.contains(handle)
        else { throw Refusal("\(panel.title) cannot be resized there.") }
        let room = container.room
        let limit = Size(width: room.width, height: Frames.compactHeight(.infinity, in: room.height, of: catalogue))
        return DragHints(
            subject: .resize(id, handle), pointer: pointer, frame: frame, bounds: isCompact ? room : layout.body,
            room: room,
            minimum: isCompact
                ? Size(width: room.width, height: Frames.compactHeight(0, in: room.height, of: catalogue))
                : Layout.minimum(of: frame.size, panel), maximum: isCompact ? limit : panel.maximum)
    }

    fileprivate func beginSplitter(_ id: SeparatorID, at pointer: Point) throws(Refusal) -> DragHints {
        let shown = Frames(plan, in: container, of: catalogue)
        guard let separator = shown.separators.first(where: { $0.id == id }) else {
            throw Refusal("There is no splitter “\(id)” at the moment.")
        }
        let controls: PanelID? =
            switch id {
            case .thickness: nil
            case .border: separator.controls
            }
        return DragHints(
            subject: .splitter(id), pointer: pointer, frame: separator.frame, bounds: container.room,
            room: container.room, minimum: separator.frame.size, maximum: separator.frame.size,
            value: separator.value, range: separator.minimum...separator.maximum, controls: controls)
    }

    /// What is taken hold of: the panel where it is, and where it appears once it is free.
    private func grip(_ panel: PanelSpecification, _ pointer: Point) throws(Refusal) -> (Rectangle, Rectangle?) {
        switch standing(of: panel, layout) {
        case .floating(_, let frame): return (frame, nil)
        case .pinned(let side, _, let frame):
            guard panel.canFloat else { throw Refusal("\(panel.title) cannot float.") }
            return (frame, freed(panel, from: side, frame, pointer: pointer))
        case .left(_, let reason): throw Refusal(reason, instead: panel.canFloat ? .takeOut(panel.id) : nil)
        case .meta, .closed: throw Refusal("\(panel.title) is not open.", instead: .open(panel.id))
        }
    }

    /// As the engine would show it, index by index; so the preview of a drop cannot lie.
    private func slots(for panel: PanelID, on side: Side, beside others: ClassPlan) -> [Rectangle] {
        (0...others.sides[side].slots.count).compactMap { index in
            var trial = others
            trial.pin(panel, to: side, index: index)
            return Layout(trial, in: container, of: catalogue).frame(of: panel, on: side)
        }
    }
}
