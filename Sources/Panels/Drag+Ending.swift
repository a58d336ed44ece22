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

    /// Why the side that a drop means does not take the panel, which floats instead; nil when there is nothing to say.
    package func refusal(for end: DragEnd) -> String? {
        guard case .dropped(let dropped) = landing(end), let side = side(meantBy: end, dropped) else { return nil }
        return slots.contains { $0.side == side } ? nil : reasons[side]
    }

    private func drop(_ panel: PanelID, _ end: DragEnd) -> PanelCommand? {
        switch landing(end) {
        case .none: return nil
        case .origin: return ordering(panel, end)
        case .loose(let dropped): return floating(panel, dropped, isOverSides: !bounds.contains(dropped))
        case .title(let target): return .stack(panel, with: target, isAlone: isUnstacking)
        case .meta: return .collapse(panel, isAlone: isUnstacking)
        case .dropped(let dropped):
            let meant = side(meantBy: end, dropped)
            guard let slots = slots.first(where: { $0.side == meant }) else {
                return floating(panel, dropped, isOverSides: false)
            }
            let index = index(of: end.pointer ?? dropped.center, in: slots)
            return isUnstacking
                ? .unstack(panel, to: .pinned(slots.side, index: index)) : .pin(panel, slots.side, index: index)
        }
    }

    /// What something was let go of over.
    private enum Landing {
        /// Nothing: the pointer has hardly moved, or the frame is none.
        case none
        case origin
        /// With pinning suppressed.
        case loose(Rectangle)
        case title(PanelID)
        case meta
        /// The body, or the sides around it.
        case dropped(Rectangle)
    }

    private func landing(_ end: DragEnd) -> Landing {
        if let to = end.pointer {
            let way = max(abs(to.x - pointer.x), abs(to.y - pointer.y))
            guard way >= (freed == nil ? Self.start : Self.unpin) else { return .none }
            if !end.suppressPin, origin?.contains(to) == true { return .origin }
        }
        guard let dropped = end.frame.flatMap(Measure.rectangle) else { return .none }
        if end.suppressPin { return .loose(dropped) }
        if let to = end.pointer, let target = targets.first(where: { $0.frame.contains(to) }) {
            if target.attracts(to) { return .title(target.panel) }
            if target.room?.contains(to) == true { return .meta }
        }
        return .dropped(dropped)
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

    /// The side that the pointer is over, or whose edge it has come near; without a pointer, the one that the panel's own
    /// edge has come near.
    private func side(meantBy end: DragEnd, _ dropped: Rectangle) -> Side? {
        guard let pointer = end.pointer else { return slots.first { attracts($0.side, dropped) }?.side }
        let meant = Side.allCases.filter { attracts($0, pointer) }
        // Within the body the nearer edge is meant.
        return side(under: pointer, among: meant)
            ?? meant.max { depth(of: pointer, beyond: $0) < depth(of: pointer, beyond: $1) }
    }

    /// The side over whose panels a point lies. Columns are as high as the room, rows lie between them.
    private func side(under point: Point, among sides: [Side]) -> Side? {
        let over = sides.filter { depth(of: point, beyond: $0) > 0 }
        return over.first(where: \.isColumn) ?? over.first
    }

    /// An edge attracts a pointer within the zone or beyond it that has come nearer: what is moved along an edge is not
    /// meant to be pinned there. What was taken from a side may go back to it, and to its own place among others there.
    private func attracts(_ side: Side, _ end: Point) -> Bool {
        let (from, to) = (depth(of: pointer, beyond: side), depth(of: end, beyond: side))
        guard side == home else { return to >= -Self.zone && to - from >= Self.start }
        let corners = [room.origin, Point(x: room.maxX, y: room.maxY)]
        let hasOthers = corners.contains { depth(of: $0, beyond: side) > 0 }
        // The frame of a name that leaves its strip hangs from the pointer, and is no place of its own.
        return to >= -Self.zone || (hasOthers && frame != freed && frame.contains(end))
    }

    /// How far beyond an edge of the bounds a point lies; less than 0 inside.
    private func depth(of point: Point, beyond side: Side) -> Double {
        switch side {
        case .left: bounds.x - point.x
        case .right: point.x - bounds.maxX
        case .top: bounds.y - point.y
        case .bottom: point.y - bounds.maxY
        }
    }

    /// A panel that fills the bounds from edge to edge is near both, and means neither.
    private func attracts(_ side: Side, _ dropped: Rectangle) -> Bool {
        let right = dropped.maxX >= bounds.maxX - Self.zone
        let left = dropped.x <= bounds.x + Self.zone
        let top = dropped.y <= bounds.y + Self.zone
        let bottom = dropped.maxY >= bounds.maxY - Self.zone
        return switch side {
        case .right: right && !left
        case .left: left && !right
        case .top: top && !bottom
        case .bottom: bottom && !top
        }
    }

    /// The slot whose middle is nearest to the pointer; on a border between two, the later one.
    private func index(of point: Point, in slots: Slots) -> Int {
        func distance(_ slot: Rectangle) -> Double {
            slots.side.isColumn ? abs(slot.center.y - point.y) : abs(slot.center.x - point.x)
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
