// Collapsing into Meta and restoring.
extension PanelCommand {
    static let collapsing: [any PanelDeed.Type] = [Collapse.self, Restore.self, TakeOut.self]

    /// Collapses the panel; a leader takes its whole stack along.
    /// - Parameter isAlone: collapses only the panel, not its stack.
    package static func collapse(_ panel: PanelID, isAlone: Bool = false) -> PanelCommand {
        PanelCommand(Collapse(panel: panel, alone: isAlone ? true : nil))
    }
    package static func restore(_ panel: PanelID) -> PanelCommand { PanelCommand(Restore(panel: panel)) }
    package static func takeOut(_ panel: PanelID) -> PanelCommand { PanelCommand(TakeOut(panel: panel)) }
}

/// Moves a panel into Meta and remembers its place.
struct Collapse: SinglePanelDeed {
    static let word = "collapse", doing = "collapsing"
    let panel: PanelID
    /// Leaves its own stack behind.
    let alone: Bool?

    func title(_ name: String) -> String { "Collapse \(name) into Meta" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.collapse(panel, isAlone: alone == true)
    }
}

/// Moves a panel from Meta back to its former place.
struct Restore: PlainDeed {
    static let word = "restore", doing = "restoring"
    let panel: PanelID

    func title(_ name: String) -> String { "Take \(name) out of Meta" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.restore(panel) }
}

/// Moves a panel out of Meta and floats it.
struct TakeOut: PlainDeed {
    static let word = "takeOut", doing = "taking out"
    let panel: PanelID

    func title(_ name: String) -> String { "Take \(name) out of Meta" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.takeOut(panel) }
}

extension PlanEditor {
    mutating func collapse(_ id: PanelID, isAlone: Bool) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if isCompact { return try closeCompact(panel) }
        guard id != catalogue.meta else {
            let isClosed = plan.place(of: id) == .closed
            throw Refusal("\(panel.title) cannot be put into itself.", instead: isClosed ? .open(id) : .close(id))
        }
        if !isAlone, let meta = catalogue.meta, let title = catalogue[meta]?.title, plan.tabs[id].contains(meta) {
            throw Refusal("\(title) is a tab of this stack. It cannot be put into itself.", instead: .unstack(meta))
        }
        switch plan.place(of: id) {
        case .stacked where currentPlace(of: panel) == .meta:
            throw Refusal("\(panel.title) is in Meta already.", instead: .open(id))
        case .closed: throw Refusal(Words.notOpen(panel.title), instead: .open(id))
        case .meta: throw Refusal("\(panel.title) is in Meta already.", instead: .open(id))
        case .floating, .pinned, .sheet, .stacked: break
        }
        let name = isAlone ? panel.title : name(of: panel)
        plan.collapse(id, isAlone: isAlone)
        return "\(name) is in Meta."
    }

    mutating func restore(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if isCompact { return try openCompact(panel) }
        if let side = strip(of: id) { return try expand(side, for: id) }
        switch currentPlace(of: panel) {
        case .floating, .pinned, .sheet, .stacked: throw Refusal("\(panel.title) is open already.")
        case .waiting: return try raiseWaiting(panel)
        case .left(_, let reason): throw Refusal(reason, instead: .takeOut(id))
        case .closed: throw Refusal("\(panel.title) is closed.", instead: .open(id))
        case .meta: return try reopen(panel, orFloat: false)
        }
    }

    mutating func takeOut(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        switch currentPlace(of: panel) {
        case .floating, .pinned, .sheet, .stacked: throw Refusal("\(panel.title) is not in Meta.")
        case .closed: throw Refusal("\(panel.title) is closed.", instead: .open(id))
        case .left, .waiting, .meta: return try float(id, frame: nil, isOverSides: false)
        }
    }
}
