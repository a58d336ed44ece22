/// How far out a sheet is: a name, and an order in which larger means further.
package struct SheetState: Hashable, Sendable {
    package let name: String
    package let order: Int

    package static let full = SheetState(name: "full", order: 1000)
    package static let half = SheetState(name: "half", order: 500)
    package static let tip = SheetState(name: "tip", order: 100)
    package static let hidden = SheetState(name: "hidden", order: 0)

    /// The standard states, by name.
    package static func standard(_ name: String) -> SheetState? {
        [full, half, tip, hidden].first { $0.name == name }
    }
}

/// The states of a layout, the most expanded first. Equal orders sort by name.
package struct SheetLadder: Hashable, Sendable {
    package let states: [SheetState]

    package init(_ states: [SheetState]) {
        self.states = states.sorted { ($0.order, $1.name) > ($1.order, $0.name) }
    }

    var mostExpanded: SheetState { states.first ?? .hidden }

    /// With only one resting state, the other end is the hidden state.
    var leastExpanded: SheetState { states.count > 1 ? states[states.count - 1] : .hidden }

    /// One step further out; at the end the same state.
    package func more(than state: SheetState) -> SheetState { step(from: state, by: -1) }

    /// One step further in; at the end the same state.
    package func less(than state: SheetState) -> SheetState { step(from: state, by: 1) }

    private func step(from state: SheetState, by step: Int) -> SheetState {
        guard let index = states.firstIndex(of: state) else { return state }
        return states.indices.contains(index + step) ? states[index + step] : state
    }
}
