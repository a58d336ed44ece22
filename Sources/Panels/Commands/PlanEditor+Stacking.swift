// Stacking a panel as a tab of another, and unstacking it.
extension PanelCommand {
    static let stacking: [any PanelDeed.Type] = [Stack.self, Unstack.self]

    /// Adds the panel to a stack as a tab; a leader takes its whole stack along.
    /// - Parameter isAlone: moves only the panel, not its stack.
    package static func stack(_ panel: PanelID, with mate: PanelID, isAlone: Bool = false) -> PanelCommand {
        PanelCommand(Stack(panel: panel, with: mate, alone: isAlone ? true : nil))
    }

    /// Takes only this panel out of its stack: beside the stack, to a frame, or to a side.
    package static func unstack(_ panel: PanelID, to destination: UnstackDestination = .beside) -> PanelCommand {
        var (side, index, frame, overSides): (Side?, Int?, Rectangle?, Bool?)
        switch destination {
        case .beside: break
        case .floating(let to, let isOverSides): (frame, overSides) = (to, isOverSides ? true : nil)
        case .pinned(let to, let place): (side, index) = (to, place)
        }
        return PanelCommand(
            Unstack(
                panel: panel, frame: frame, overSides: overSides, side: side, index: index.map { PanelIndex($0) }))
    }
}

struct Stack: SinglePanelDeed {
    static let word = "stack", doing = "stacking"
    let panel: PanelID
    /// The panel in whose place it becomes a tab.
    let with: PanelID
    /// Leaves its own stack behind.
    let alone: Bool?

    func title(_ name: String) -> String { "Make \(name) a tab" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.stack(panel, with: with, isAlone: alone == true)
    }
}

package enum UnstackDestination: Hashable, Sendable {
    /// In front of the stack, offset by a step.
    case beside
    case floating(Rectangle, isOverSides: Bool)
    case pinned(Side, index: Int?)
}

struct Unstack: SinglePanelDeed {
    static let word = "unstack", doing = "taking out of its stack"
    let panel: PanelID
    /// Where it floats, …
    let frame: Rectangle?
    let overSides: Bool?
    /// … or the side to which it is pinned.
    let side: Side?
    let index: PanelIndex?

    static let ways: [[FieldUse]] = [
        [], [.needs("frame"), .may("overSides")], [.needs("side"), .may("index")],
    ]

    private var destination: UnstackDestination {
        if let side { return .pinned(side, index: index?.value) }
        return frame.map { .floating($0, isOverSides: overSides == true) } ?? .beside
    }

    func title(_ name: String) -> String { "Take \(name) out of its stack" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.unstack(panel, to: destination)
    }
}

extension PlanEditor {
    mutating func stack(_ id: PanelID, with mate: PanelID, isAlone: Bool) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let other = try specification(of: mate)
        try refuseInCompact(id)
        if let refusal = refusal(ofStacking: panel, with: other, isAlone: isAlone) { throw refusal }
        let name = isAlone ? panel.title : name(of: panel)
        if isAlone { plan.part(id) }
        plan.stack(id, with: carrier(of: mate))
        let leader = plan.leader(of: id)
        let members = plan.members(of: leader)
        let rank = Words.rank(members.firstIndex(of: id) ?? 0, of: members.count)
        return "\(name) is a tab of \(catalogue[leader]?.title ?? leader.text)\(rank)."
    }

    mutating func unstack(_ id: PanelID, to destination: UnstackDestination) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        try refuseOutsideStack(panel)
        let frame = frame(ofStackOf: id)
        plan.part(id)
        switch destination {
        case .pinned(let side, let index): return try pin(id, to: side, index: index)
        case .floating(let frame, let isOverSides): return try float(id, frame: frame, isOverSides: isOverSides)
        case .beside: return try float(id, beside: frame)
        }
    }

    /// Refuses a panel that is in no stack, or only a tab for lack of room.
    func refuseOutsideStack(_ panel: PanelSpecification) throws(Refusal) {
        guard plan.members(of: plan.leader(of: panel.id)).count < 2 else { return }
        let isTab = currentPlace(of: panel) == .stacked
        throw Refusal(
            isTab ? Words.tabForLackOfRoom(panel.title) : "\(panel.title) is in no stack.",
            instead: isTab ? .float(panel.id) : nil)
    }

    /// Why the panel cannot become a tab of `mate`'s stack, with an alternative; nil if it can.
    func refusal(ofStacking panel: PanelSpecification, with mate: PanelSpecification, isAlone: Bool) -> Refusal? {
        let leader = carrier(of: mate.id)
        guard panel.id != mate.id else { return Refusal("\(panel.title) cannot be a tab of itself.") }
        guard plan.leader(of: leader) != plan.leader(of: panel.id) else {
            return Refusal("\(panel.title) and \(mate.title) are in one stack already.")
        }
        switch currentPlace(of: mate) {
        case .meta, .closed: return Refusal(Words.notOpen(mate.title), instead: .open(mate.id))
        case .left(_, let reason): return Refusal(reason, instead: .takeOut(mate.id))
        case .sheet, .waiting: return Refusal("\(mate.title) is a sheet, and has no tabs.")
        case .floating, .pinned, .stacked: break
        }
        var trial = plan
        if isAlone { trial.part(panel.id) }
        trial.stack(panel.id, with: leader)
        guard case .pinned = trial.place(of: leader) else { return nil }
        let fit = Fit(trial, in: container.room.size, of: catalogue)
        return fit.leaving.first { $0.panel == leader }.map { Refusal($0.reason) }
    }

    /// The panel in whose frame this one is shown; the panel itself if it is not a tab.
    func carrier(of panel: PanelID) -> PanelID {
        let leader = plan.leader(of: panel)
        guard case .pinned(let side) = plan.place(of: leader) else { return leader }
        let fit = layout.fit
        let isSharing = fit.sharing[side].contains { $0.panel == leader }
        return isSharing ? fit.staying[side].last?.panel ?? leader : leader
    }

    /// The stack in which the panel is shown, as a tab too; nil if it is shown alone.
    func stack(of panel: PanelID) -> ShownStack? { layout.stack(ledBy: carrier(of: panel), plan) }

    /// The panel to move or resize instead of this one: the leader of its stack.
    func moved(_ panel: PanelID) throws(Refusal) -> PanelSpecification {
        let found = try specification(of: panel)
        return isCompact ? found : try specification(of: carrier(of: panel))
    }

    /// The name in sentences: a stack is named by its leader.
    func name(of panel: PanelSpecification) -> String {
        plan.tabs[panel.id].isEmpty ? panel.title : "The stack of \(panel.title)"
    }

    /// Brings a tab to the front of its stack, and the stack to the front of the floating panels.
    mutating func bringForward(_ panel: PanelSpecification) throws(Refusal) -> String {
        let leader = carrier(of: panel.id)
        let isTop = plan.place(of: leader) != .floating || plan.stack.last == leader
        guard stack(of: panel.id)?.selected != panel.id || !isTop else {
            throw Refusal("\(panel.title) is in front already.")
        }
        plan.setFront(panel.id, of: leader)
        plan.raise(leader)
        return "\(panel.title) is in front."
    }

    /// Restores a panel from Meta to its stack's place, and to the front of the stack.
    mutating func reopen(_ panel: PanelSpecification, orFloat: Bool) throws(Refusal) -> String {
        let leader = plan.leader(of: panel.id)
        guard leader != panel.id, let first = plan.specification(of: leader, in: catalogue) else {
            return try reopenAlone(panel, orFloat: orFloat)
        }
        let sentence = try reopenAlone(first, orFloat: orFloat)
        plan.setFront(panel.id, of: leader)
        return sentence
    }

    /// Returns a tab to the stack that it was closed in or collapsed from.
    mutating func rejoin(_ panel: PanelSpecification) -> String? {
        guard case .stacked(let mate)? = plan.record(of: panel.id).home, let other = try? specification(of: mate)
        else { return nil }
        return try? stack(panel.id, with: other.id, isAlone: false)
    }

    func frame(ofStackOf id: PanelID) -> Rectangle? {
        guard let leader = plan.specification(of: carrier(of: id), in: catalogue) else { return nil }
        switch currentPlace(of: leader) {
        case .floating(_, let frame), .pinned(_, _, let frame): return frame
        case .stacked, .left, .sheet, .waiting, .meta, .closed: return nil
        }
    }

    /// Floats a panel that has just left its stack: near the stack, otherwise where it last floated.
    mutating func float(_ id: PanelID, beside frame: Rectangle?) throws(Refusal) -> String {
        let panel = try specification(of: id)
        guard let frame else { return try float(id, frame: nil, isOverSides: false) }
        let size = floatingSize(of: panel)
        let beside = Rectangle(Point(x: frame.x + Self.step, y: frame.y + Self.step), size)
        plan.float(id, at: wanted(beside, panel, size: size, isOverSides: false))
        return "\(panel.title) floats."
    }
}

extension Layout {
    /// The tabs shown in the frame of `leader`: its stack, and panels that share its place for lack of room.
    /// - Returns: nil if that is only one panel.
    func stack(ledBy leader: PanelID, _ plan: ClassPlan) -> ShownStack? {
        var panels = plan.members(of: leader)
        if case .pinned(let side) = plan.place(of: leader), fit.staying[side].last?.panel == leader {
            panels += fit.sharing[side].flatMap { plan.members(of: $0.panel) }
        }
        panels.removeAll { catalogue[$0] == nil }
        guard panels.count > 1 else { return nil }
        let front = plan.tabs.fronts[leader] ?? leader
        return ShownStack(panels: panels, selected: panels.contains(front) ? front : leader)
    }
}
