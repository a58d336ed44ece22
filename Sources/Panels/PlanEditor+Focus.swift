// Next and previous panel, reset.
extension PlanEditor {
    /// The panel after `current` in reading order: left, top, right, bottom, then what floats; the text comes after the
    /// last. A floating one comes to the front.
    mutating func step(from current: PanelID?, isForward: Bool) throws(Refusal) -> (String, PanelID?) {
        let ring = isCompact ? compactRing : ring
        guard !ring.isEmpty else { throw Refusal(isCompact ? "There is no panel to open." : "No panel is open.") }
        let from = isCompact ? plan.open : current
        let index = from.flatMap { ring.firstIndex(of: $0) }
        let next = index.map { $0 + (isForward ? 1 : -1) } ?? (isForward ? 0 : ring.count - 1)
        let panel = ring.indices.contains(next) ? ring[next] : nil
        if isCompact { plan.open = panel }
        guard let panel, let title = catalogue[panel]?.title else { return ("The text.", nil) }
        plan.raise(panel)
        return ("\(title)\(Words.rank(next, of: ring.count)).", panel)
    }

    mutating func reset(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let before = plan
        if case .pinned(let side) = catalogue.defaultPlace(of: id, in: container.sizeClass) {
            let others = plan.sides[side].slots.count { $0.panel != id }
            guard others < catalogue.maximum(on: side) else {
                throw Refusal(Words.full(side, of: catalogue), instead: .reset(.sizeClass))
            }
        }
        plan.forget(id)
        plan.addDefaults(for: [id], container.sizeClass, of: catalogue)
        guard plan != before else { throw Refusal("\(panel.title) is at its default place already.") }
        return "\(panel.title) is at its default place."
    }

    mutating func resetAll() throws(Refusal) -> String {
        let standard = ClassPlan.standard(container.sizeClass, of: catalogue)
        guard plan != standard else { throw Refusal("Everything is at its default place already.") }
        plan = standard
        return "Everything is at its default place."
    }

    private var ring: [PanelID] {
        let layout = layout
        let pinned = [Side.left, .top, .right, .bottom].flatMap { layout.fit.staying[$0].map(\.panel) }
        // Not by depth: raising one would reorder the ring under the reader's feet.
        let floating = Set(plan.stack)
        return pinned + catalogue.panels.map(\.id).filter(floating.contains)
    }

    private var compactRing: [PanelID] {
        catalogue.panels.map(\.id).filter { plan.place(of: $0) == .meta || plan.open == $0 }
    }
}
