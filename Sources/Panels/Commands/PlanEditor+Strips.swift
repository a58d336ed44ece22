// Collapses a side to a strip of its panels' names, and expands it again unchanged.
extension PanelCommand {
    static let strips: [any PanelDeed.Type] = [CollapseSide.self, ExpandSide.self]

    package static func collapseSide(_ side: Side) -> PanelCommand { PanelCommand(CollapseSide(side: side)) }
    package static func expandSide(_ side: Side) -> PanelCommand { PanelCommand(ExpandSide(side: side)) }
}

/// A deed with only a word and a side.
private protocol SideDeed: PanelDeed {
    var side: Side { get }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String
}

extension SideDeed {
    var subject: PanelID? { nil }

    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        (try sentence(with: &editor), editor.plan.sides[side].slots.first?.panel)
    }
}

struct CollapseSide: SideDeed {
    static let word = "collapseSide", doing = "collapsing the side of"
    let side: Side

    func title(_ name: String) -> String { "Collapse the \(side.rawValue) side" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.collapse(side) }
}

struct ExpandSide: SideDeed {
    static let word = "expandSide", doing = "expanding the side of"
    let side: Side

    func title(_ name: String) -> String { "Expand the \(side.rawValue) side" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.expand(side) }
}

extension PlanEditor {
    mutating func collapse(_ side: Side) throws(Refusal) -> String {
        try refuseInCompact(nil)
        guard !plan.sides[side].slots.isEmpty else { throw Refusal("Nothing is \(Words.pinned(side)).") }
        guard !plan.sides[side].isCollapsed else {
            throw Refusal(Words.collapsed(side), instead: .expandSide(side))
        }
        plan.update(side) { $0.isCollapsed = true }
        return "\(Words.capital(side.rawValue)) side collapsed to a strip."
    }

    mutating func expand(_ side: Side) throws(Refusal) -> String {
        try refuseInCompact(nil)
        guard plan.sides[side].isCollapsed, !plan.sides[side].slots.isEmpty else {
            throw Refusal("The \(side.rawValue) side is not collapsed.", instead: .collapseSide(side))
        }
        plan.update(side) { $0.isCollapsed = false }
        return "\(Words.capital(side.rawValue)) side expanded."
    }

    /// The collapsed side of the panel or its stack.
    func strip(of panel: PanelID) -> Side? {
        guard !isCompact, case .pinned(let side) = plan.place(of: plan.leader(of: panel)) else { return nil }
        return plan.sides[side].isCollapsed ? side : nil
    }

    /// Opening a panel expands its whole side and brings the panel to the front of its stack.
    mutating func expand(_ side: Side, for panel: PanelID) throws(Refusal) -> String {
        let sentence = try expand(side)
        plan.setFront(panel, of: plan.leader(of: panel))
        return sentence
    }
}
