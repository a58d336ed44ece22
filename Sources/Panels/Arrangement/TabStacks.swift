/// Which panels stand behind others as tabs, in windows of one class. A stack stands where its first panel, the leader,
/// stands: it floats, is pinned or lies in Meta as that panel does.
struct TabStacks: Hashable, Sendable {
    /// By the leader: the other panels, in the order of the tabs. Never an empty list.
    private(set) var others: [PanelID: [PanelID]] = [:]
    /// By the leader: the panel in front, when it is another one. It may be one that only lacks room of its own at the
    /// moment, and so is shown behind the leader.
    private(set) var fronts: [PanelID: PanelID] = [:]

    subscript(leader: PanelID) -> [PanelID] { others[leader] ?? [] }

    mutating func add(_ panel: PanelID, to leader: PanelID) { others[leader, default: []].append(panel) }

    /// Takes a panel that does not lead out of its stack. When it was in front, its neighbour is now.
    mutating func remove(_ panel: PanelID, from leader: PanelID) {
        guard let index = others[leader]?.firstIndex(of: panel) else { return }
        others[leader]?.remove(at: index)
        let left = self[leader]
        if left.isEmpty { others[leader] = nil }
        if fronts[leader] == panel { setFront(left.isEmpty ? nil : left[min(index, left.count - 1)], of: leader) }
    }

    /// The next panel leads in place of the leader, which is in no stack any more.
    /// - Returns: nil when nothing was behind it.
    mutating func handOver(from leader: PanelID) -> PanelID? {
        let front = fronts.removeValue(forKey: leader)
        guard let rest = others.removeValue(forKey: leader), let next = rest.first else { return nil }
        if rest.count > 1 { others[next] = Array(rest.dropFirst()) }
        if let front, front != next { fronts[next] = front }
        return next
    }

    /// - Parameter panel: nil or the leader itself: the leader is in front.
    mutating func setFront(_ panel: PanelID?, of leader: PanelID) { fronts[leader] = panel == leader ? nil : panel }

    /// The stack is no more.
    mutating func dissolve(_ leader: PanelID) {
        others[leader] = nil
        fronts[leader] = nil
    }
}

/// A stack as it is shown: every panel in the order of its tabs, and the one in front.
package struct ShownStack: Hashable, Sendable {
    /// The leader first. Its frame is the stack's.
    package let panels: [PanelID]
    package let selected: PanelID
}

extension ClassPlan {
    /// The panel whose place this one shares; itself when it is not a tab of another.
    func leader(of panel: PanelID) -> PanelID {
        if case .stacked(let leader) = place(of: panel) { leader } else { panel }
    }

    /// All panels of the stack that `leader` leads, itself first.
    func members(of leader: PanelID) -> [PanelID] { [leader] + tabs[leader] }

    /// A panel that leads a stack asks for what all of its tabs need, so that each is usable when it is in front.
    func specification(of panel: PanelID, in catalogue: PanelCatalogue) -> PanelSpecification? {
        guard let own = catalogue[panel] else { return nil }
        return tabs[panel].compactMap { catalogue[$0] }.reduce(own) { $0.joined(by: $1) }
    }
}

extension Layout {
    /// Says of every panel of a stack what its stack is, and of the tabs where they stand.
    func addStacks(of plan: ClassPlan, to shown: inout [PanelFrame]) {
        let withoutTabs: Set<ShownPlace> = [.closed, .stacked, .strip]
        for place in shown.indices where !withoutTabs.contains(shown[place].place) {
            let leader = shown[place].id
            guard plan.leader(of: leader) == leader, let stack = stack(ledBy: leader, plan) else { continue }
            shown[place].stack = stack
            for tab in stack.panels.dropFirst() {
                guard let index = catalogue.index(of: tab) else { continue }
                shown[index] = PanelFrame(tabOf: shown[place], catalogue.panels[index], stack)
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
    /// It is seen, or a press of its tab away from it, in the frame of its stack.
    var isTabOnScreen: Bool { place == .stacked && isWanted }

    /// A tab has no frame of its own, and stands as its stack stands.
    fileprivate init(tabOf leader: PanelFrame, _ panel: PanelSpecification, _ stack: ShownStack) {
        self.init(
            id: panel.id, title: panel.title, place: .stacked, side: leader.side, index: leader.index, frame: nil,
            z: nil, resize: [], isWanted: leader.isWanted, reason: leader.reason, stack: stack)
    }
}

extension PanelCatalogue {
    /// The same, with every leader of a stack asking for what its whole stack needs.
    func stacking(_ plan: ClassPlan) -> PanelCatalogue {
        guard !plan.tabs.others.isEmpty else { return self }
        return replacing { plan.specification(of: $0.id, in: self) ?? $0 }
    }
}

extension PanelSpecification {
    /// A row stays as high as the leader asks for; everything else is the larger need.
    fileprivate func joined(by other: PanelSpecification) -> PanelSpecification {
        let minimum = minimum.bounded(other.minimum, Size(width: .infinity, height: .infinity))
        let maximum = maximum.bounded(other.maximum, Size(width: .infinity, height: .infinity))
        var joined = PanelSpecification(
            id: id, title: title, preferred: preferred.bounded(minimum, maximum), minimum: minimum, maximum: maximum,
            pinned: Size(width: max(pinned.width, other.pinned.width), height: pinned.height),
            canFloat: canFloat && other.canFloat, allowedSides: allowedSides.intersection(other.allowedSides),
            home: home, adjustsForKeyboard: adjustsForKeyboard || other.adjustsForKeyboard)
        joined.natural = [natural, other.natural].compactMap(\.self).max()
        return joined
    }
}
