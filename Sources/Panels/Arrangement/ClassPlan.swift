/// Where the user wants each panel in windows of one class. Every panel of the catalogue is in exactly one place.
struct ClassPlan: Hashable, Sendable {
    private(set) var records: [PanelID: PanelRecord] = [:]
    private(set) var sides = BySide { _ in SidePlan() }
    /// The pinned panels in the order in which they were pinned: when room is short, the last leaves first.
    private(set) var turns: [PanelID] = []
    /// The floating panels, lowest first.
    private(set) var stack: [PanelID] = []
    /// The panels that stand as sheets, the front one last.
    private(set) var sheets: [PanelID] = []
    /// The collapsed panels, in Meta's order.
    private(set) var meta: [PanelID] = []
    /// What stands behind others as tabs.
    private(set) var tabs = TabStacks()
    /// The one panel that a compact window shows.
    var open: PanelID?
    /// Nothing is arranged until it is unlocked.
    var isLocked = false
    /// It is seen in a mirror, by people who read from the right.
    private(set) var isMirrored = false
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
    /// How it stands as a sheet, or stood last.
    var sheet: SheetWish?
    /// It stays where it is until it is unlocked.
    var isLocked = false

    enum Home: Hashable {
        case pinned(Side, index: Int)
        case floating
        /// A tab of the stack that this panel is in.
        case stacked(with: PanelID)
        case sheet
    }
}

/// How the user wants a panel as a sheet.
struct SheetWish: Hashable, Sendable {
    var edge: Side
    /// By name; nil, and one that its layout does not have: the state in which the layout begins.
    var state: String?
    /// Over everything else, which waits until it is gone.
    var isModal = false
}

/// Where the user wants a panel.
package enum Place: Hashable, Sendable {
    case floating
    case pinned(Side)
    /// A tab behind or beside this panel, which leads the stack; the stack stands where its leader stands.
    case stacked(PanelID)
    /// A sheet that comes from that edge.
    case sheet(Side)
    case meta
    case closed
}

/// The panels of one side, from the top or from the left.
struct SidePlan: Hashable, Sendable {
    /// As the user set it; nil: as thick as its panels want.
    var thickness: Double?
    var slots: [Slot] = []
    /// Only the names of its panels are shown.
    var isCollapsed = false
    /// Nothing comes, goes or gets another size until it is unlocked.
    var isLocked = false

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

    // What is done to the leader of a stack is done to the stack; what is done to another tab takes it out. Closing, parting
    // and collapsing alone take the leader out by itself: then the next tab leads where it stood.

    /// Puts the panel onto the side, before the panel that has this index now; it takes an average share.
    /// - Parameter turn: its place in the order of pinning; nil is the last.
    mutating func pin(_ panel: PanelID, to side: Side, index: Int? = nil, share: Double? = nil, turn: Int? = nil) {
        let keptTurn = place(of: panel) == .pinned(side) ? turns.firstIndex(of: panel) : nil
        leave(panel)
        let slots = sides[side].slots
        let average = slots.isEmpty ? 1 : slots.reduce(0) { $0 + $1.share } / Double(slots.count)
        let slot = SidePlan.Slot(panel: panel, share: share ?? average)
        sides[side].slots.insert(slot, at: min(max(index ?? slots.count, 0), slots.count))
        // What is pinned is meant to be seen.
        sides[side].isCollapsed = false
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

    /// Puts the panel in front of all other sheets, out of its stack: a sheet has no tabs.
    mutating func sheet(_ panel: PanelID, _ wish: SheetWish) {
        if tabs[panel].isEmpty { leave(panel) } else { part(panel) }
        sheets.append(panel)
        records[panel, default: PanelRecord()].place = .sheet(wish.edge)
        records[panel, default: PanelRecord()].sheet = wish
    }

    /// How it stands, or would stand, as a sheet; its place stays.
    mutating func setSheet(_ wish: SheetWish, of panel: PanelID) {
        records[panel, default: PanelRecord()].sheet = wish
    }

    /// - Parameter isAlone: the tabs that it leads stay, and the next of them leads.
    mutating func collapse(_ panel: PanelID, isAlone: Bool = false) {
        remember(panel)
        if !isAlone {
            leave(panel)
        } else if let next = part(panel) {
            records[panel]?.home = .stacked(with: next)
        }
        meta.append(panel)
        records[panel, default: PanelRecord()].place = .meta
    }

    mutating func close(_ panel: PanelID) {
        remember(panel)
        if let next = part(panel) { records[panel]?.home = .stacked(with: next) }
    }

    /// Takes the panel out of its stack, and off whatever list it is on: it is closed.
    /// - Returns: the tab that leads the stack now in its place.
    @discardableResult mutating func part(_ panel: PanelID) -> PanelID? {
        let record = record(of: panel)
        let next = tabs.handOver(from: panel)
        if let next { replace(panel, by: next, record) } else { leave(panel) }
        records[panel, default: PanelRecord()].place = .closed
        return next
    }

    /// Takes the panel off its list with all its tabs, for a look at what is left; such a plan is not for keeping.
    mutating func withdraw(_ panel: PanelID) {
        leave(panel)
        records[panel, default: PanelRecord()].place = .closed
    }

    /// Makes the panel, with all its tabs, the last of the stack that `mate` is in, and the one in front.
    mutating func stack(_ panel: PanelID, with mate: PanelID) {
        let leader = leader(of: mate)
        guard leader != self.leader(of: panel) else { return }
        let front = tabs.fronts[panel] ?? panel
        let joining = members(of: panel)
        leave(panel)
        tabs.dissolve(panel)
        for member in joining {
            tabs.add(member, to: leader)
            records[member, default: PanelRecord()].place = .stacked(leader)
        }
        tabs.setFront(front, of: leader)
    }

    /// Brings a tab of the leader's stack to the front of it.
    mutating func setFront(_ panel: PanelID?, of leader: PanelID) { tabs.setFront(panel, of: leader) }

    /// - Parameter order: all tabs of the leader's stack. The first of them leads from now on, where the leader stood.
    mutating func order(_ order: [PanelID], ofStackLedBy leader: PanelID) {
        guard let first = order.first else { return }
        let front = tabs.fronts[leader] ?? leader
        let record = record(of: leader)
        tabs.dissolve(leader)
        for panel in order.dropFirst() { tabs.add(panel, to: first) }
        if first == leader {
            tabs.setFront(front, of: first)
            return
        }
        replace(leader, by: first, record)
        tabs.setFront(front, of: first)
    }

    mutating func closeAllPinned() {
        closeStacks(led: turns)
        turns = []
        for side in Side.allCases { sides[side].slots = [] }
    }

    mutating func closeAllFloating() {
        closeStacks(led: stack)
        stack = []
    }

    private mutating func closeStacks(led leaders: [PanelID]) {
        for panel in leaders.flatMap(members(of:)) { remember(panel) }
        for panel in leaders.flatMap(members(of:)) { records[panel]?.place = .closed }
        for leader in leaders { tabs.dissolve(leader) }
    }

    mutating func raise(_ panel: PanelID) {
        if let index = sheets.firstIndex(of: panel) { sheets.append(sheets.remove(at: index)) }
        guard let index = stack.firstIndex(of: panel) else { return }
        stack.append(stack.remove(at: index))
    }

    mutating func setThickness(_ thickness: Double?, of side: Side) { sides[side].thickness = thickness }

    mutating func setCollapsed(_ isCollapsed: Bool, _ side: Side) { sides[side].isCollapsed = isCollapsed }

    mutating func setShares(_ shares: [Double], of side: Side) {
        for index in sides[side].slots.indices where index < shares.count {
            sides[side].slots[index].share = shares[index]
        }
    }

    mutating func setHeight(_ height: Double?, of panel: PanelID) {
        records[panel, default: PanelRecord()].height = height
    }

    /// Gives the panel what a document remembers of it, its place apart.
    mutating func remember(
        _ panel: PanelID, float: Wanted?, home: PanelRecord.Home?, height: Double?, sheet: SheetWish? = nil
    ) {
        var record = record(of: panel)
        (record.float, record.home, record.height, record.sheet) = (float, home, height, sheet)
        records[panel] = record
    }

    /// Left becomes right; rows turn round.
    mutating func mirror() {
        isMirrored.toggle()
        records = records.mapValues(\.mirrored)
        (sides.left, sides.right) = (sides.right, sides.left)
        sides.top.slots.reverse()
        sides.bottom.slots.reverse()
    }

    /// Where a panel is to be put onto the side that has `index` others before it, as one reads.
    func place(afterReading index: Int, on side: Side) -> Int {
        isMirrored && !side.isColumn ? sides[side].slots.count - index : index
    }

    mutating func setLock(of panel: PanelID, _ isLocked: Bool) {
        records[panel, default: PanelRecord()].isLocked = isLocked
    }

    mutating func setLock(of side: Side, _ isLocked: Bool) { sides[side].isLocked = isLocked }

    mutating func forget(_ panel: PanelID) {
        part(panel)
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
    mutating func restack(like order: [PanelID]) { stack = Self.sorted(stack, like: order) }

    /// The same for the sheets.
    mutating func reorderSheets(like order: [PanelID]) { sheets = Self.sorted(sheets, like: order) }

    private static func sorted(_ panels: [PanelID], like order: [PanelID]) -> [PanelID] {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = panels.enumerated().sorted { one, other in
            let (first, second) = (ranks[one.element] ?? Int.max, ranks[other.element] ?? Int.max)
            return (first, one.offset) < (second, other.offset)
        }
        return sorted.map(\.element)
    }

    /// Where the panel stands now is where it comes back to.
    private mutating func remember(_ panel: PanelID) {
        switch place(of: panel) {
        case .pinned(let side):
            let index = index(of: panel, on: side) ?? 0
            // Counted from where one begins to read.
            let last = max(sides[side].slots.count - 1, 0)
            records[panel]?.home = .pinned(side, index: isMirrored && !side.isColumn ? last - index : index)
        case .floating: records[panel]?.home = .floating
        case .stacked(let leader): records[panel]?.home = .stacked(with: leader)
        case .sheet: records[panel]?.home = .sheet
        case .meta, .closed: break
        }
    }

    /// Puts a tab where its leader stood, which is on no list any more.
    private mutating func replace(_ panel: PanelID, by next: PanelID, _ record: PanelRecord) {
        switch record.place {
        case .pinned(let side):
            sides[side].slots = sides[side].slots.map { $0.panel == panel ? .init(panel: next, share: $0.share) : $0 }
            turns = turns.map { $0 == panel ? next : $0 }
        case .floating:
            stack = stack.map { $0 == panel ? next : $0 }
            records[next]?.float = record.float
        case .meta: meta = meta.map { $0 == panel ? next : $0 }
        case .sheet, .stacked, .closed: break
        }
        records[next]?.place = record.place
        for tab in tabs[next] { records[tab]?.place = .stacked(next) }
    }

    /// Takes the panel off the list it is on; what it leads stays with it.
    private mutating func leave(_ panel: PanelID) {
        switch place(of: panel) {
        case .pinned(let side):
            sides[side].slots.removeAll { $0.panel == panel }
            turns.removeAll { $0 == panel }
        case .floating: stack.removeAll { $0 == panel }
        case .stacked(let leader): tabs.remove(panel, from: leader)
        case .sheet: sheets.removeAll { $0 == panel }
        case .meta: meta.removeAll { $0 == panel }
        case .closed: break
        }
    }
}
