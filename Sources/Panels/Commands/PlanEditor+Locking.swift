// Locks of a panel, a side or the whole plan. Commands cannot change locked parts until the user unlocks them.
extension PanelCommand {
    static let locking: [any PanelDeed.Type] = [Lock.self, Unlock.self]

    package static func lock(_ scope: LockScope) -> PanelCommand {
        PanelCommand(Lock(panel: scope.panel, side: scope.side))
    }
    package static func unlock(_ scope: LockScope) -> PanelCommand {
        PanelCommand(Unlock(panel: scope.panel, side: scope.side))
    }
}

package enum LockScope: Hashable, Sendable {
    case panel(PanelID)
    case side(Side)
    /// The plan for windows of one class.
    case all

    fileprivate var panel: PanelID? { if case .panel(let panel) = self { panel } else { nil } }
    fileprivate var side: Side? { if case .side(let side) = self { side } else { nil } }
}

protocol LockDeed: PanelDeed {
    static var isLock: Bool { get }
    var panel: PanelID? { get }
    var side: Side? { get }
}

extension LockDeed {
    static var verb: String { isLock ? "Lock" : "Unlock" }
    static var doing: String { isLock ? "locking" : "unlocking" }
    var subject: PanelID? { panel }
    private var scope: LockScope { panel.map { .panel($0) } ?? side.map { .side($0) } ?? .all }

    static var ways: [[FieldUse]] { [[.may("panel")], [.may("side")]] }

    func title(_ name: String) -> String {
        switch scope {
        case .panel: "\(Self.verb) \(name)"
        case .side(let side): "\(Self.verb) the \(side.rawValue) side"
        case .all: "\(Self.verb) the panels"
        }
    }

    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        (try editor.setLock(scope, Self.isLock), panel)
    }

    func viewAfter(_ view: ViewState, of plan: ClassPlan) -> ViewState { view }
}

struct Lock: LockDeed {
    static let word = "lock", isLock = true
    let panel: PanelID?
    let side: Side?
}

struct Unlock: LockDeed {
    static let word = "unlock", isLock = false
    let panel: PanelID?
    let side: Side?
}

extension PlanEditor {
    mutating func setLock(_ scope: LockScope, _ isLock: Bool) throws(Refusal) -> String {
        try refuseInCompact(nil)
        switch scope {
        case .panel(let id): return try setLock(ofPanel: id, isLock)
        case .side(let side): return try setLock(of: side, isLock)
        case .all:
            if !isLock, !plan.isLocked, plan.hasLocks { return unlockEach() }
            guard plan.isLocked != isLock else {
                throw Refusal("The panels are \(isLock ? "locked already" : "not locked").")
            }
            plan.isLocked = isLock
            return isLock ? "The panels are locked. They stay where they are." : "The panels are unlocked."
        }
    }

    private mutating func unlockEach() -> String {
        for side in Side.allCases { plan.update(side) { $0.isLocked = false } }
        for panel in plan.records.keys { plan.update(panel) { $0.isLocked = false } }
        return "Each panel and each side is unlocked."
    }

    private mutating func setLock(ofPanel id: PanelID, _ isLock: Bool) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let record = plan.record(of: id)
        guard record.isLocked != isLock else {
            let other: LockScope? = isLock ? nil : plan.lock(of: id)
            throw Refusal(
                isLock ? "\(panel.title) is locked already." : "\(panel.title) itself is not locked.",
                instead: other.map { .unlock($0) })
        }
        if isLock, record.place == .meta || record.place == .closed {
            throw Refusal(Words.notOpen(panel.title), instead: .open(id))
        }
        plan.update(id) { $0.isLocked = isLock }
        return isLock ? "\(panel.title) is locked. It stays where it is." : "\(panel.title) is unlocked."
    }

    private mutating func setLock(of side: Side, _ isLock: Bool) throws(Refusal) -> String {
        guard plan.sides[side].isLocked != isLock else {
            throw Refusal("The \(side.rawValue) side is \(isLock ? "locked already" : "not locked").")
        }
        plan.update(side) { $0.isLocked = isLock }
        return "The \(side.rawValue) side is \(isLock ? "locked" : "unlocked")."
    }

    /// Refuses a command that has changed a locked part.
    /// - Parameter before: the plan before the command.
    func refuseIfLocked(since before: ClassPlan) throws(Refusal) {
        guard before.hasLocks, plan != before, let scope = before.lockBroken(by: plan, catalogue) else { return }
        throw refusal(for: scope)
    }

    func refusal(for scope: LockScope) -> Refusal {
        Refusal(Words.locked(scope, of: catalogue), instead: .unlock(scope))
    }
}

extension ClassPlan {
    fileprivate var hasLocks: Bool {
        isLocked || Side.allCases.contains { sides[$0].isLocked } || records.contains { $0.value.isLocked }
    }

    /// The widest lock that holds the panel in its place; nil if it is free.
    func lock(of panel: PanelID) -> LockScope? {
        if isLocked { return .all }
        if case .pinned(let side) = place(of: leader(of: panel)), sides[side].isLocked { return .side(side) }
        return record(of: panel).isLocked ? .panel(panel) : nil
    }

    /// The lock that holds the side, or the border between two of its panels.
    func lock(of side: Side, between panels: [PanelID]) -> LockScope? {
        if isLocked { return .all }
        if sides[side].isLocked { return .side(side) }
        return panels.first { record(of: $0).isLocked }.map { .panel($0) }
    }

    fileprivate func lockBroken(by next: ClassPlan, _ catalogue: PanelCatalogue) -> LockScope? {
        if isLocked, arranged != next.arranged { return .all }
        for side in Side.allCases where sides[side].isLocked {
            if sides[side] != next.sides[side] { return .side(side) }
        }
        for panel in catalogue.panels.map(\.id) where record(of: panel).isLocked {
            if held(of: panel) != next.held(of: panel)
                || rank(of: panel, beside: next) != next.rank(of: panel, beside: self)
            {
                return .panel(panel)
            }
        }
        return nil
    }

    /// Its rank among the panels of its side that the other plan has too.
    private func rank(of panel: PanelID, beside other: ClassPlan) -> Int? {
        guard case .pinned(let side) = place(of: panel) else { return nil }
        let stays = Set(other.sides[side].slots.map(\.panel))
        return sides[side].slots.map(\.panel).filter(stays.contains).firstIndex(of: panel)
    }

    /// The plan without the order of floating panels and the front tabs, which locks do not hold.
    private var arranged: ClassPlan {
        var plan = self
        plan.restack(like: plan.stack.sorted())
        for leader in plan.tabs.fronts.keys { plan.setFront(nil, of: leader) }
        return plan
    }

    /// Everything that a lock holds of the panel.
    private func held(of panel: PanelID) -> (Place, Wanted?, share: Double?, thickness: Double?, isLocked: Bool) {
        let record = record(of: panel)
        guard case .pinned(let side) = record.place else {
            return (record.place, record.float, nil, nil, record.isLocked)
        }
        let share = sides[side].slots.first { $0.panel == panel }?.share
        return (record.place, nil, share, sides[side].thickness, record.isLocked)
    }
}

extension Frames {
    /// Removes the handles of locked parts.
    func locked(by plan: ClassPlan) -> Frames {
        guard plan.hasLocks else { return self }
        var next = self
        next.isLocked = plan.isLocked
        next.lockedSides = Side.allCases.filter { plan.sides[$0].isLocked }
        for index in panels.indices where panels[index].frame != nil && plan.lock(of: panels[index].id) != nil {
            next.panels[index].isLocked = true
            next.panels[index].resize = []
        }
        for index in separators.indices where lock(of: separators[index], plan) != nil {
            next.separators[index].isLocked = true
        }
        return next
    }

    /// The lock that holds what the bar moves.
    func lock(of separator: Separator, _ plan: ClassPlan) -> LockScope? {
        let shown = panels.filter { $0.place == .pinned && $0.side == separator.side }
        let panels =
            switch separator.id {
            case .thickness: shown
            case .border(_, let index): shown.filter { $0.index == index || $0.index == index - 1 }
            }
        return plan.lock(of: separator.side, between: panels.map(\.id))
    }
}
