// The order of the tabs in a stack.
extension PanelCommand {
    static let tabOrder: [any PanelDeed.Type] = [PlaceTab.self]

    /// Moves a tab; a missing index or one beyond an end means the end.
    package static func tab(_ panel: PanelID, at index: Int? = nil) -> PanelCommand {
        PanelCommand(PlaceTab(panel: panel, index: index.map { PanelIndex($0) }))
    }
}

/// Moves a tab within its stack. At the first place it becomes the leader.
struct PlaceTab: SinglePanelDeed {
    static let word = "tab", doing = "ordering tabs"
    let panel: PanelID
    let index: PanelIndex?

    var subject: PanelID? { nil }
    func title(_ name: String) -> String { "Move the tab" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.placeTab(panel, at: index?.value)
    }
}

extension PlanEditor {
    mutating func placeTab(_ id: PanelID, at index: Int?) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        let leader = plan.leader(of: id)
        var tabs = plan.members(of: leader)
        try refuseOutsideStack(panel)
        // The order of tabs belongs to the stack, so the stack's locks hold it.
        if let lock = plan.lock(of: leader) ?? plan.lock(of: id) { throw refusal(for: lock) }
        tabs.removeAll { $0 == id }
        tabs.insert(id, at: min(max(index ?? tabs.count, 0), tabs.count))
        guard tabs != plan.members(of: leader) else { throw Refusal("The tab \(panel.title) is there already.") }
        plan.order(tabs, ofStackLedBy: leader)
        return "\(panel.title) is a tab\(Words.rank(tabs.firstIndex(of: id) ?? 0, of: tabs.count))."
    }
}
