/// Where the user wants each panel in windows of one class. Every panel of the catalogue is in exactly one place.
struct ClassPlan: Hashable, Sendable {
    private(set) var records: [PanelID: PanelRecord] = [:]
    private(set) var sides = BySide { _ in SidePlan() }
    /// The pinned panels in the order in which they were pinned: when room is short, the last leaves first.
    private(set) var turns: [PanelID] = []
    /// The floating panels, lowest first.
    private(set) var stack: [PanelID] = []
    /// The collapsed panels, in Meta's order.
    private(set) var meta: [PanelID] = []
    /// The one panel that a compact window shows.
    var open: PanelID?
}

/// What is known of one panel: its place, and what it remembers of others.
struct PanelRecord: Hashable, Sendable {
    var place: Place = .closed
    /// Where it floats, or floated last.
    var float: Wanted?
    /// Where it comes back to from Meta or when it is opened again.
    var home: Home?
    /// How high the user made it in a compact window.
    var height: Double?

    enum Home: Hashable {
        case pinned(Side, index: Int)
        case floating
    }
}

/// Where the user wants a panel.
package enum Place: Hashable, Sendable {
    case floating
    case pinned(Side)
    case meta
    case closed
}

/// The panels of one side, from the top or from the left.
struct SidePlan: Hashable, Sendable {
    /// As the user set it; nil: as thick as its panels want.
    var thickness: Double?
    var slots: [Slot] = []

    struct Slot: Hashable, Sendable {
        let panel: PanelID
        /// Its part of the side's length, in proportion to the others'.
        var share: Double
    }
}

extension ClassPlan {
    /// A panel nobody has heard of is closed.
    func record(of panel: PanelID) -> PanelRecord { records[panel] ?? PanelRecord() }
    func place(of panel: PanelID) -> Place { record(of: panel).place }
    func index(of panel: PanelID, on side: Side) -> Int? { sides[side].slots.firstIndex { $0.panel == panel } }

    /// Puts the panel onto the side, before the panel that has this index now; it takes an average share.
    /// - Parameter turn: its place in the order of pinning; nil is the last.
    mutating func pin(_ panel: PanelID, to side: Side, index: Int? = nil, share: Double? = nil, turn: Int? = nil) {
        let keptTurn = place(of: panel) == .pinned(side) ? turns.firstIndex(of: panel) : nil
        leave(panel)
        let slots = sides[side].slots
        let average = slots.isEmpty ? 1 : slots.reduce(0) { $0 + $1.share } / Double(slots.count)
        let slot = SidePlan.Slot(panel: panel, share: share ?? average)
        sides[side].slots.insert(slot, at: min(max(index ?? slots.count, 0), slots.count))
        turns.insert(panel, at: min(max(turn ?? keptTurn ?? turns.count, 0), turns.count))
        records[panel, default: PanelRecord()].place = .pinned(side)
    }

    /// Puts the panel in front of all others.
    mutating func float(_ panel: PanelID, at wanted: Wanted) {
        leave(panel)
        stack.append(panel)
        records[panel, default: PanelRecord()].place = .floating
        records[panel, default: PanelRecord()].float = wanted
    }

    mutating func collapse(_ panel: PanelID) {
        remember(panel)
        leave(panel)
        meta.append(panel)
        records[panel, default: PanelRecord()].place = .meta
    }

    mutating func close(_ panel: PanelID) {
        remember(panel)
        leave(panel)
        records[panel, default: PanelRecord()].place = .closed
    }

    mutating func closeAllPinned() {
        for panel in turns { remember(panel) }
        for panel in turns { records[panel]?.place = .closed }
        turns = []
        for side in Side.allCases { sides[side].slots = [] }
    }

    mutating func closeAllFloating() {
        for panel in stack {
            remember(panel)
            records[panel]?.place = .closed
        }
        stack = []
    }

    mutating func raise(_ panel: PanelID) {
        guard let index = stack.firstIndex(of: panel) else { return }
        stack.append(stack.remove(at: index))
    }

    mutating func setThickness(_ thickness: Double?, of side: Side) { sides[side].thickness = thickness }

    mutating func setShares(_ shares: [Double], of side: Side) {
        for index in sides[side].slots.indices where index < shares.count {
            sides[side].slots[index].share = shares[index]
        }
    }

    mutating func setHeight(_ height: Double?, of panel: PanelID) {
        records[panel, default: PanelRecord()].height = height
    }

    /// Gives the panel what a document remembers of it, its place apart.
    mutating func remember(_ panel: PanelID, float: Wanted?, home: PanelRecord.Home?, height: Double?) {
        let place = place(of: panel)
        records[panel] = PanelRecord(place: place, float: float, home: home, height: height)
    }

    mutating func forget(_ panel: PanelID) {
        leave(panel)
        records[panel] = PanelRecord()
        if open == panel { open = nil }
    }

    /// Orders the pinned panels' turns as in `order`; panels that are not pinned are passed over.
    mutating func reorderTurns(_ order: [PanelID]) {
        let pinned = Set(turns)
        let known = Set(order)
        turns = order.filter(pinned.contains) + turns.filter { !known.contains($0) }
    }

    /// Orders the floating panels as in `order`; those it does not name stay in front in the order they have.
    mutating func restack(like order: [PanelID]) {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = stack.enumerated().sorted { one, other in
            let (first, second) = (ranks[one.element] ?? Int.max, ranks[other.element] ?? Int.max)
            return (first, one.offset) < (second, other.offset)
        }
        stack = sorted.map(\.element)
    }

    /// Where the panel stands now is where it comes back to.
    private mutating func remember(_ panel: PanelID) {
        switch place(of: panel) {
        case .pinned(let side):
            let index = index(of: panel, on: side) ?? 0
            records[panel]?.home = .pinned(side, index: index)
        case .floating: records[panel]?.home = .floating
        case .meta, .closed: break
        }
    }

    /// Takes the panel off the list it is on.
    private mutating func leave(_ panel: PanelID) {
        switch place(of: panel) {
        case .pinned(let side):
            sides[side].slots.removeAll { $0.panel == panel }
            turns.removeAll { $0 == panel }
        case .floating: stack.removeAll { $0 == panel }
        case .meta: meta.removeAll { $0 == panel }
        case .closed: break
        }
    }
}
