/// The tab stacks in windows of one class. A stack is in the place of its first panel, the leader: it floats, is pinned
/// or is in Meta as that panel is.
struct TabStacks: Hashable, Sendable {
    /// For each leader, the other panels in tab order; never empty.
    private(set) var others: [PanelID: [PanelID]] = [:]
    /// For each leader, the front panel if it is another one. That may be a panel that is behind the leader only for
    /// lack of room.
    private(set) var fronts: [PanelID: PanelID] = [:]

    subscript(leader: PanelID) -> [PanelID] { others[leader] ?? [] }

    mutating func add(_ panel: PanelID, to leader: PanelID) { others[leader, default: []].append(panel) }

    /// Takes a panel other than the leader out of its stack. If it was in front, its neighbour comes to the front.
    mutating func remove(_ panel: PanelID, from leader: PanelID) {
        guard let index = others[leader]?.firstIndex(of: panel) else { return }
        others[leader]?.remove(at: index)
        let left = self[leader]
        if left.isEmpty { others[leader] = nil }
        if fronts[leader] == panel { setFront(left.isEmpty ? nil : left[min(index, left.count - 1)], of: leader) }
    }

    /// Makes the next panel the leader; the old leader leaves the stack.
    /// - Returns: nil if there was no other panel.
    mutating func handOver(from leader: PanelID) -> PanelID? {
        let front = fronts.removeValue(forKey: leader)
        guard let rest = others.removeValue(forKey: leader), let next = rest.first else { return nil }
        if rest.count > 1 { others[next] = Array(rest.dropFirst()) }
        if let front, front != next { fronts[next] = front }
        return next
    }

    /// - Parameter panel: nil or the leader itself to show the leader.
    mutating func setFront(_ panel: PanelID?, of leader: PanelID) { fronts[leader] = panel == leader ? nil : panel }

    /// Removes the stack.
    mutating func dissolve(_ leader: PanelID) {
        others[leader] = nil
        fronts[leader] = nil
    }
}

/// A stack as shown: all panels in tab order, and the front one.
package struct ShownStack: Hashable, Sendable {
    /// The leader first; its frame is the stack's.
    package let panels: [PanelID]
    package let selected: PanelID
}

extension ClassPlan {
    /// The leader of the panel's stack; the panel itself if it is not another panel's tab.
    func leader(of panel: PanelID) -> PanelID {
        if case .stacked(let leader) = place(of: panel) { leader } else { panel }
    }

    /// All panels of the stack that `leader` leads, the leader first.
    func members(of leader: PanelID) -> [PanelID] { [leader] + tabs[leader] }

    /// A leader asks for what all of its tabs need, so that each is usable when it is in front.
    func specification(of panel: PanelID, in catalogue: PanelCatalogue) -> PanelSpecification? {
        guard let own = catalogue[panel] else { return nil }
        return tabs[panel].compactMap { catalogue[$0] }.reduce(own) { $0.joined(by: $1) }
    }
}

extension Layout {
    /// Sets the stack of every panel that is in one, and the place of its tabs.
    func addStacks(of plan: ClassPlan, to shown: inout [PanelFrame]) {
        let withoutTabs: Set<ShownPlace> = [.closed, .stacked, .strip]
        for index in shown.indices where !withoutTabs.contains(shown[index].place) {
            let leader = shown[index].id
            guard plan.leader(of: leader) == leader, let stack = stack(ledBy: leader, plan) else { continue }
            shown[index].stack = stack
            for tab in stack.panels.dropFirst().compactMap(catalogue.index) {
                shown[tab] = PanelFrame(tabOf: shown[index], catalogue.panels[tab], stack)
            }
        }
        for side in Side.allCases {
            for slot in fit.sharing[side] {
                guard let index = catalogue.index(of: slot.panel) else { continue }
                shown[index].reason = Words.sharing(side)
            }
        }
    }
}

extension PanelFrame {
    /// Whether its stack is on screen, so that it shows or can be shown with one press.
    var isTabOnScreen: Bool { place == .stacked && isWanted }

    /// A tab has no frame; its place is that of its stack.
    fileprivate init(tabOf leader: PanelFrame, _ panel: PanelSpecification, _ stack: ShownStack) {
        self.init(
            id: panel.id, title: panel.title, place: .stacked, side: leader.side, index: leader.index, frame: nil,
            z: nil, resize: [], isWanted: leader.isWanted, reason: leader.reason, stack: stack)
    }
}

extension PanelCatalogue {
    /// Returns the catalogue in which every leader asks for what its whole stack needs.
    func stacking(_ plan: ClassPlan) -> PanelCatalogue {
        guard !plan.tabs.others.isEmpty else { return self }
        return replacing { plan.specification(of: $0.id, in: self) ?? $0 }
    }
}

extension PanelSpecification {
    /// A row keeps the height that the leader asks for; in everything else the larger need counts.
    fileprivate func joined(by other: PanelSpecification) -> PanelSpecification {
        var joined = self
        joined.minimum = minimum.bounded(other.minimum, Size(width: .infinity, height: .infinity))
        joined.maximum = maximum.bounded(other.maximum, Size(width: .infinity, height: .infinity))
        joined.preferred = preferred.bounded(joined.minimum, joined.maximum)
        joined.pinned.width = max(pinned.width, other.pinned.width)
        joined.adjustsForKeyboard = adjustsForKeyboard || other.adjustsForKeyboard
        joined.natural = [natural, other.natural].compactMap(\.self).max()
        return joined
    }
}
