/// A plan in a container while a command changes it. Every method either changes the plan and returns a sentence about
/// it, or throws a refusal. After a refusal the editor is discarded, so the arrangement does not change.
struct PlanEditor {
    var plan: ClassPlan
    let container: Container
    let catalogue: PanelCatalogue

    /// The present place of a panel, as the user sees it.
    enum CurrentPlace: Equatable {
        case floating(Wanted, Rectangle)
        case pinned(Side, index: Int, Rectangle)
        /// A tab behind another panel, or one without room for a place alone.
        case stacked
        /// Pinned, but without room.
        case left(Side, reason: String)
        case sheet(SheetShown)
        /// A sheet that is behind another one or has no room.
        case waiting(reason: String)
        case meta
        case closed

        var isShown: Bool {
            switch self {
            case .floating, .pinned, .sheet, .stacked: true
            case .left, .waiting, .meta, .closed: false
            }
        }
    }

    var isCompact: Bool { container.sizeClass == .compact }
    var layout: Layout { Layout(plan, in: container, of: catalogue) }
    var frames: Frames { Frames(plan, in: container, of: catalogue) }

    func specification(of panel: PanelID) throws(Refusal) -> PanelSpecification {
        if let found = plan.specification(of: panel, in: catalogue) { return found }
        throw Refusal(Words.noPanel(panel, among: catalogue.panels.map(\.id)))
    }

    func currentPlace(of panel: PanelSpecification) -> CurrentPlace {
        let record = plan.record(of: panel.id)
        switch record.place {
        case .stacked(let leader): return currentPlace(ofTabOf: leader)
        case .meta: return .meta
        case .closed: return .closed
        case .sheet:
            let fit = sheetFit
            if let sheet = fit.shown.first(where: { $0.panel == panel.id })?.sheet { return .sheet(sheet) }
            return .waiting(reason: fit.waiting.first { $0.panel == panel.id }?.reason ?? "There is no room for it.")
        case .floating:
            guard let wanted = record.float else { return .closed }
            return .floating(wanted, layout.frame(of: wanted, panel))
        case .pinned(let side) where plan.sides[side].isCollapsed: return .left(side, reason: Words.collapsed(side))
        case .pinned(let side):
            let layout = layout
            let shown = layout.fit.staying[side].firstIndex { $0.panel == panel.id }
            guard let shown else {
                if layout.fit.sharing[side].contains(where: { $0.panel == panel.id }) { return .stacked }
                let reason = layout.fit.leaving.first { $0.panel == panel.id }?.reason
                return .left(side, reason: reason ?? "There is no room for it.")
            }
            return .pinned(side, index: shown, layout.frames(on: side)[shown])
        }
    }

    /// A tab has the state of its leader.
    private func currentPlace(ofTabOf leader: PanelID) -> CurrentPlace {
        guard let leader = plan.specification(of: leader, in: catalogue) else { return .closed }
        return switch currentPlace(of: leader) {
        case .floating, .pinned, .stacked: .stacked
        case .left(let side, let reason): .left(side, reason: reason)
        case .meta: .meta
        // A sheet leads no stack.
        case .sheet, .waiting, .closed: .closed
        }
    }

    /// Why the panel cannot be pinned there; nil if it can.
    func objection(to panel: PanelSpecification, on side: Side) -> String? {
        if isCompact { return Words.oneAtATime }
        guard container.size.width > catalogue.pinningWiderThan else {
            return "Pinning needs a window wider than \(Words.pixels(catalogue.pinningWiderThan)) px."
        }
        if plan.sides[side].isLocked { return Words.locked(.side(side), of: catalogue) }
        let others = plan.sides[side].slots.count { $0.panel != panel.id }
        guard others < catalogue.maximum(on: side) else { return Words.full(side, of: catalogue) }
        var trial = plan
        trial.pin(panel.id, to: side)
        return Fit(trial, in: container.room.size, of: catalogue).leaving.first { $0.panel == panel.id }?.reason
    }

    /// The nearest alternative if the panel cannot be pinned there: another side, otherwise floating.
    func alternative(toPinning panel: PanelSpecification, on side: Side) -> PanelCommand? {
        if isCompact { return .open(panel.id) }
        for other in Side.allCases where other != side && plan.place(of: panel.id) != .pinned(other) {
            if objection(to: panel, on: other) == nil { return .pin(panel.id, other) }
        }
        return plan.place(of: panel.id) != .floating ? .float(panel.id) : nil
    }

    /// The first side that takes the panel; nil if it is pinned already.
    func sideFor(_ panel: PanelSpecification) -> Side? {
        if case .pinned = plan.place(of: panel.id) { return nil }
        return Side.allCases.first { objection(to: panel, on: $0) == nil }
    }

    /// Compact windows have no sides and no floating panels.
    func refuseInCompact(_ panel: PanelID?) throws(Refusal) {
        if isCompact { throw Refusal(Words.oneAtATime, instead: panel.map { .open($0) }) }
    }
}

extension Refusal {
    /// - Parameter instead: need not be possible: ``Arrangement/checking(_:in:of:)`` tries it before it is offered.
    init(_ reason: String, instead: PanelCommand? = nil) {
        self.init(reason: reason, alternative: instead.map { .arrange($0) })
    }
}
