extension DragHints {
    /// What the drag means; nil when it came too short to mean anything.
    package func command(for end: DragEnd) -> PanelCommand? {
        switch subject {
        case .move(let panel), .tab(let panel): drop(panel, end)
        case .resize(let panel, let handle): size(panel, handle, end)
        case .sheet(let panel): sheet.flatMap { sheet in end.fling.flatMap { $0.command(for: panel, sheet) } }
        case .splitter(.thickness(let side)): end.value.flatMap { $0 == value ? nil : .thickness(side, $0) }
        case .splitter(.border):
            end.value.flatMap { length in
                controls.flatMap { length == value ? nil : .share($0, length) }
            }
        }
    }

    private func drop(_ panel: PanelID, _ end: DragEnd) -> PanelCommand? {
        let way = max(abs(end.pointer.x - pointer.x), abs(end.pointer.y - pointer.y))
        guard way >= (freed == nil ? Self.start : Self.unpin) else { return nil }
        if !end.suppressPin, origin?.contains(end.pointer) == true { return ordering(panel, end) }
        guard let dropped = end.frame.flatMap(Measure.rectangle) else { return nil }
        if end.suppressPin { return floating(panel, dropped, isOverSides: !bounds.contains(dropped)) }
        if let target = targets.first(where: { $0.frame.contains(end.pointer) }) {
            if target.attracts(end.pointer) { return .stack(panel, with: target.panel, isAlone: isUnstacking) }
            if target.room?.contains(end.pointer) == true { return .collapse(panel, isAlone: isUnstacking) }
        }
        guard let slots = slots.first(where: { attracts($0.side, dropped, end.pointer) }) else {
            return floating(panel, dropped, isOverSides: false)
        }
        let index = index(of: dropped, in: slots)
        return isUnstacking
            ? .unstack(panel, to: .pinned(slots.side, index: index)) : .pin(panel, slots.side, index: index)
    }

    /// Along its stack's bar a tab goes to another place.
    private func ordering(_ panel: PanelID, _ end: DragEnd) -> PanelCommand? {
        guard let index = end.tab, (0..<tabPlaces).contains(index), index != tabIndex else { return nil }
        return .tab(panel, at: index)
    }

    private func floating(_ panel: PanelID, _ dropped: Rectangle, isOverSides: Bool) -> PanelCommand? {
        if isUnstacking { return .unstack(panel, to: .floating(dropped, isOverSides: isOverSides)) }
        // What is as large as its room cannot be moved in it, only out of it.
        let isThere = dropped == frame && freed != frame
        return isThere ? nil : .float(panel, frame: dropped, overSides: isOverSides)
    }

    /// The part of a title bar that attracts. Near its ends an edge of the room may be meant.
    static func title(of frame: Rectangle) -> Rectangle {
        let margin = min(zone, frame.width / 4)
        return Rectangle(
            x: frame.x + margin, y: frame.y, width: frame.width - 2 * margin,
            height: min(Frames.titleBar, frame.height))
    }

    /// The part of Meta that takes a panel in. Near its borders the edge of the room beside it may be meant.
    static func room(of frame: Rectangle) -> Rectangle {
        let margin = min(zone, frame.width / 4)
        return Rectangle(
            x: frame.x + margin, y: frame.y + Frames.titleBar, width: frame.width - 2 * margin,
            height: max(frame.height - Frames.titleBar - margin, 0))
    }

    /// An edge attracts what comes within the zone. A panel that fills the bounds from edge to edge is near both; then
    /// the pointer decides, else a large panel could never be let go of.
    private func attracts(_ side: Side, _ dropped: Rectangle, _ pointer: Point) -> Bool {
        let right = dropped.maxX >= bounds.maxX - Self.zone
        let left = dropped.x <= bounds.x + Self.zone
        let top = dropped.y <= bounds.y + Self.zone
        let bottom = dropped.maxY >= bounds.maxY - Self.zone
        return switch side {
        case .right: right && (!left || pointer.x >= bounds.maxX - Self.zone)
        case .left: left && (!right || pointer.x <= bounds.x + Self.zone)
        case .top: top && (!bottom || pointer.y <= bounds.y + Self.zone)
        case .bottom: bottom && (!top || pointer.y >= bounds.maxY - Self.zone)
        }
    }

    /// The slot whose middle is nearest to the panel's; on a border between two, the later one.
    private func index(of dropped: Rectangle, in slots: Slots) -> Int {
        func distance(_ slot: Rectangle) -> Double {
            slots.side.isColumn
                ? abs(slot.center.y - dropped.center.y) : abs(slot.center.x - dropped.center.x)
        }
        var best = 0
        for (index, slot) in slots.frames.enumerated() where distance(slot) <= distance(slots.frames[best]) {
            best = index
        }
        return best
    }

    private func size(_ panel: PanelID, _ handle: ResizeHandle, _ end: DragEnd) -> PanelCommand? {
        guard let dropped = end.frame.flatMap(Measure.rectangle) else { return nil }
        let width = handle.changesWidth && dropped.width != frame.width ? dropped.width : nil
        let height = handle.changesHeight && dropped.height != frame.height ? dropped.height : nil
        guard width != nil || height != nil else { return nil }
        return .resizeTo(panel, width: width, height: height, edge: handle)
    }
}

extension DragHints.Target {
    fileprivate func attracts(_ pointer: Point) -> Bool { title?.contains(pointer) == true }
}
