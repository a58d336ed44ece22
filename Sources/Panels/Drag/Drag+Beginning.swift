extension Arrangement {
    /// The data that the page needs to draw the drag. It changes nothing, so a cancelled drag leaves no trace.
    /// - Parameter guest: a peeked panel or popover, which can be dragged although it is closed.
    package func beginning(
        _ subject: DragSubject, at pointer: Point, in container: Container, of catalogue: PanelCatalogue,
        guest: PanelID? = nil
    ) throws(Refusal) -> DragHints {
        guard let x = Measure.coordinate(pointer.x), let y = Measure.coordinate(pointer.y) else {
            throw Refusal(Words.notANumber)
        }
        let editor = editor(in: container, of: catalogue)
        let point = Point(x: x, y: y)
        do {
            return switch subject {
            case .move(let panel): try editor.beginMove(of: panel, at: point, isGuest: panel == guest)
            case .tab(let panel): try editor.beginTab(panel, at: point)
            case .resize(let panel, let handle): try editor.beginResize(of: panel, by: handle, at: point)
            }
        } catch { throw checking(error, in: container, of: catalogue) }
    }
}

extension PlanEditor {
    fileprivate func beginMove(of id: PanelID, at pointer: Point, isGuest: Bool) throws(Refusal) -> DragHints {
        if strip(of: id) != nil { return try beginName(id, at: pointer) }
        let panel = try moved(id)
        let id = panel.id
        try refuseInCompact(id)
        if let lock = plan.lock(of: id) { throw refusal(for: lock) }
        let (frame, freed) = try grip(panel, pointer, isGuest: isGuest)
        let others = plan.withdrawing(id)
        let free = Layout(others, in: container, of: catalogue)
        var hints = DragHints(
            subject: .move(id), pointer: pointer, frame: frame, freed: freed, bounds: free.body, room: free.room,
            minimum: panel.minimum, maximum: panel.maximum)
        addSlots(for: panel, beside: others, from: plan, to: &hints)
        hints.targets = targets(for: panel, isAlone: false)
        hints.snaps = snaps(for: id, in: free.body)
        hints.origin = metaFrame(listing: id)
        hints.home = side(at: pointer)
        return hints
    }

    /// The side whose panels or strip the pointer is on.
    private func side(at pointer: Point) -> Side? {
        frames.panels.first { $0.place == .pinned && $0.frame?.contains(pointer) == true }?.side
            ?? layout.strips(of: plan).first { $0.frame.contains(pointer) }?.side
    }

    /// The frame of Meta or of its stack; nil if Meta does not list the panel.
    private func metaFrame(listing panel: PanelID) -> Rectangle? {
        let shown = frames
        guard let meta = catalogue.meta, shown[panel]?.place == .meta else { return nil }
        return shown[carrier(of: meta)]?.frame
    }

    /// A tab is dragged as if it had already left its stack.
    fileprivate func beginTab(_ id: PanelID, at pointer: Point) throws(Refusal) -> DragHints {
        let leader = try moved(id)
        guard let panel = catalogue[id], let stack = layout.stack(ledBy: leader.id, plan), stack.panels.contains(id),
            let frame = frames[leader.id]?.frame
        else { throw Refusal("\(leader.title) is not a tab.") }
        var hints = leaving(panel, at: pointer, from: frame, of: leader.id)
        hints.origin = Rectangle(x: frame.x, y: frame.y, width: frame.width, height: Frames.titleBar)
        let tabs = plan.members(of: plan.leader(of: id))
        if tabs.count > 1, tabs == Array(stack.panels.prefix(tabs.count)) {
            hints.tabPlaces = tabs.count
        }
        return hints
    }

    /// A name is dragged out of its strip as if its panel alone had already left the side.
    private func beginName(_ id: PanelID, at pointer: Point) throws(Refusal) -> DragHints {
        guard let panel = catalogue[id] else { throw Refusal("There is no panel “\(id.text.prefix(60))”.") }
        if let lock = plan.lock(of: id) ?? plan.lock(of: plan.leader(of: id)) { throw refusal(for: lock) }
        let frame = hanging(panel, at: pointer)
        var hints = leaving(panel, at: pointer, from: frame, of: id)
        hints.origin = layout.strips(of: plan).first { $0.panels.contains(id) }?.frame ?? metaFrame(listing: id)
        hints.hangs = true
        return hints
    }

    /// - Parameter frame: its present frame; the edges of `shown` do not attract it.
    private func leaving(
        _ panel: PanelSpecification, at pointer: Point, from frame: Rectangle, of shown: PanelID
    ) -> DragHints {
        let id = panel.id
        var apart = self
        apart.plan.part(id)
        let free = apart.layout
        var hints = DragHints(
            subject: .tab(id), pointer: pointer, frame: frame, freed: hanging(panel, at: pointer),
            bounds: free.body, room: free.room, minimum: panel.minimum, maximum: panel.maximum)
        hints.home = side(at: pointer)
        hints.isUnstacking = plan.members(of: plan.leader(of: id)).count > 1
        apart.addSlots(for: panel, beside: apart.plan, from: hints.isUnstacking ? apart.plan : plan, to: &hints)
        hints.targets = targets(for: panel, isAlone: true)
        hints.snaps = snaps(for: shown, in: free.body)
        return hints
    }

    /// - Parameter start: the plan that the drop will change.
    private func addSlots(
        for panel: PanelSpecification, beside others: ClassPlan, from start: ClassPlan, to hints: inout DragHints
    ) {
        for side in Side.allCases {
            if let reason = objection(to: panel, on: side) {
                hints.reasons[side] = reason
            } else {
                let frames = slots(for: panel.id, on: side, beside: others, from: start)
                let borders = Layout(others, in: container, of: catalogue).frames(on: side).map(side.middle(of:))
                hints.slots.append(DragHints.Slots(side: side, frames: frames, borders: borders))
            }
        }
    }

    /// The other panels on screen, front first.
    private func targets(for panel: PanelSpecification, isAlone: Bool) -> [DragHints.Target] {
        let own = carrier(of: panel.id)
        let shown = frames.onScreen.filter { $0.id != own }
        return shown.sorted { ($0.z ?? 0) > ($1.z ?? 0) }.compactMap { target in
            guard let frame = target.frame, let mate = catalogue[target.id] else { return nil }
            let isTaken = refusal(ofStacking: panel, with: mate, isAlone: isAlone) != nil
            let isMeta = (target.stack?.selected ?? target.id) == catalogue.meta
            return DragHints.Target(
                panel: target.id, frame: frame, title: isTaken ? nil : DragHints.Target.title(of: frame),
                room: isMeta && canCollapse(panel.id, isAlone: isAlone) ? DragHints.Target.room(of: frame) : nil)
        }
    }

    private func canCollapse(_ panel: PanelID, isAlone: Bool) -> Bool {
        var trial = self
        return (try? trial.collapse(panel, isAlone: isAlone)) != nil
    }

    fileprivate func beginResize(
        of id: PanelID, by handle: ResizeHandle, at pointer: Point
    ) throws(Refusal) -> DragHints {
        let panel = try moved(id)
        let id = panel.id
        if !isCompact, let lock = plan.lock(of: id) { throw refusal(for: lock) }
        guard let shown = frames[id], let frame = shown.frame, shown.resize.contains(handle) else {
            throw Refusal("\(panel.title) cannot be resized there.")
        }
        var hints = DragHints(
            subject: .resize(id, handle), pointer: pointer, frame: frame, bounds: layout.body, room: container.room,
            minimum: Layout.minimum(of: frame.size, panel), maximum: panel.maximum)
        hints.snaps = snaps(for: id, in: layout.body)
        return hints
    }

    /// The frame of the dragged panel, and its frame once it is freed.
    private func grip(
        _ panel: PanelSpecification, _ pointer: Point, isGuest: Bool
    ) throws(Refusal) -> (Rectangle, Rectangle?) {
        switch currentPlace(of: panel) {
        case .floating(_, let frame): return (frame, nil)
        case .pinned(let side, _, let frame):
            return (frame, freed(panel, from: side, frame, pointer: pointer))
        case .left, .meta,
            .closed where isGuest:
            let frame = hanging(panel, at: pointer)
            return (frame, frame)
        case .stacked, .sheet, .waiting, .closed: return (try floating(panel).1, nil)
        }
    }

    /// A frame under the pointer, which holds the middle of its title bar.
    private func hanging(_ panel: PanelSpecification, at pointer: Point) -> Rectangle {
        let size = floatingSize(of: panel)
        let frame = Rectangle(Point(x: pointer.x - size.width / 2, y: pointer.y - Frames.titleBar / 2), size)
        return frame.placed(in: container.room, minimum: Layout.minimum(of: size, panel))
    }

    /// The frames for each index, computed by the engine itself, so that the preview always matches the drop.
    func slots(for panel: PanelID, on side: Side, beside others: ClassPlan, from start: ClassPlan) -> [Rectangle] {
        // A panel that moves along its side keeps its turn.
        let turn = start.place(of: panel) == .pinned(side) ? start.turns.firstIndex(of: panel) : nil
        return (0...others.sides[side].slots.count).compactMap { index in
            var trial = others
            trial.pin(panel, to: side, index: index, turn: turn)
            return Layout(trial, in: container, of: catalogue).frame(of: panel, on: side)
        }
    }
}
