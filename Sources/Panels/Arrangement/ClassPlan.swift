/// Where the user wants each panel in windows of one class. Every panel of the catalogue has exactly one place.
struct ClassPlan: Hashable, Sendable {
    private(set) var records: [PanelID: PanelRecord] = [:]
    private(set) var sides = BySide { _ in SidePlan() }
    /// The pinned panels in pinning order. If room is short, the last one leaves first.
    private(set) var turns: [PanelID] = []
    /// The floating panels, lowest first.
    private(set) var stack: [PanelID] = []
    /// The sheets, the front one last.
    private(set) var sheets: [PanelID] = []
    /// The collapsed panels, in Meta's order.
    private(set) var meta: [PanelID] = []
    /// The tab stacks.
    private(set) var tabs = TabStacks()
    /// The panel that a compact window shows.
    var open: PanelID?
    /// Whether the whole plan is locked against changes.
    var isLocked = false
    /// Whether the plan is mirrored for a right-to-left window.
    private(set) var isMirrored = false
}

/// The place of one panel, and what it remembers of other places.
struct PanelRecord: Hashable, Sendable {
    var place: Place = .closed
    /// Where it floats, or last floated.
    var float: Wanted?
    /// Where it returns from Meta or when it is reopened.
    var home: Home?
    /// The height that the user set in a compact window.
    var height: Double?
    /// Its current or last settings as a sheet.
    var sheet: SheetWish?
    /// Whether it is locked in its place.
    var isLocked = false

    enum Home: Hashable {
        case pinned(Side, index: Int)
        case floating
        /// A tab in the stack of this panel.
        case stacked(with: PanelID)
        case sheet
    }
}

/// The user's settings for a panel as a sheet.
struct SheetWish: Hashable, Sendable {
    var edge: Side
    /// The name of its state; nil, or a name that its layout does not have, means the layout's initial state.
    var state: String?
    /// Whether it covers everything else until it is closed.
    var isModal = false
}

/// Where the user wants a panel.
package enum Place: Hashable, Sendable {
    case floating
    case pinned(Side)
    /// A tab in the stack that this panel leads. The stack is in its leader's place.
    case stacked(PanelID)
    /// A sheet from that edge.
    case sheet(Side)
    case meta
    case closed
}

/// The panels of one side, from the top or the left.
struct SidePlan: Hashable, Sendable {
    /// The thickness that the user set; nil for the one that its panels want.
    var thickness: Double?
    var slots: [Slot] = []
    /// Whether only the names of its panels are shown.
    var isCollapsed = false
    /// Whether its panels and sizes are locked.
    var isLocked = false

    struct Slot: Hashable, Sendable {
        let panel: PanelID
        /// Its part of the side's length, relative to the others'.
        var share: Double
    }
}

extension ClassPlan {
    /// An unknown panel is closed.
    func record(of panel: PanelID) -> PanelRecord { records[panel] ?? PanelRecord() }
    func place(of panel: PanelID) -> Place { record(of: panel).place }
    func index(of panel: PanelID, on side: Side) -> Int? { sides[side].slots.firstIndex { $0.panel == panel } }

    // An operation on the leader of a stack applies to the whole stack; an operation on another tab takes that tab out.
    // Only `close`, `unstack` and a `collapse` alone take out just the leader; then the next tab leads in its place.

    /// Pins the panel to the side, before the panel that now has this index, with an average share.
    /// - Parameter turn: its place in the pinning order; nil is the last.
    mutating func pin(_ panel: PanelID, to side: Side, index: Int? = nil, share: Double? = nil, turn: Int? = nil) {
        let keptTurn = place(of: panel) == .pinned(side) ? turns.firstIndex(of: panel) : nil
        leave(panel)
        let slots = sides[side].slots
        let average = slots.isEmpty ? 1 : slots.reduce(0) { $0 + $1.share } / Double(slots.count)
        let slot = SidePlan.Slot(panel: panel, share: share ?? average)
        sides[side].slots.insert(slot, at: min(max(index ?? slots.count, 0), slots.count))
        // Pinning a panel expands its side, so that the panel is visible.
        sides[side].isCollapsed = false
        turns.insert(panel, at: min(max(turn ?? keptTurn ?? turns.count, 0), turns.count))
        records[panel, default: PanelRecord()].place = .pinned(side)
    }

    /// Floats the panel in front of all others.
    mutating func float(_ panel: PanelID, at wanted: Wanted) {
        leave(panel)
        stack.append(panel)
        records[panel, default: PanelRecord()].place = .floating
        records[panel, default: PanelRecord()].float = wanted
    }

    /// Makes the panel the front sheet and takes it out of its stack: a sheet has no tabs.
    mutating func sheet(_ panel: PanelID, _ wish: SheetWish) {
        if tabs[panel].isEmpty { leave(panel) } else { part(panel) }
        sheets.append(panel)
        records[panel, default: PanelRecord()].place = .sheet(wish.edge)
        records[panel, default: PanelRecord()].sheet = wish
    }

    /// - Parameter isAlone: whether the other tabs of its stack stay; then the next of them leads.
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

    /// Takes the panel out of its stack and off its list, and closes it.
    /// - Returns: the tab that now leads the stack in its place.
    @discardableResult mutating func part(_ panel: PanelID) -> PanelID? {
        let record = record(of: panel)
        let next = tabs.handOver(from: panel)
        if let next { replace(panel, by: next, record) } else { leave(panel) }
        records[panel, default: PanelRecord()].place = .closed
        return next
    }

    /// The plan without the panel and its tabs, to compute the room that they leave. It must not be saved.
    func withdrawing(_ panel: PanelID) -> ClassPlan {
        var others = self
        others.leave(panel)
        others.records[panel, default: PanelRecord()].place = .closed
        return others
    }

    /// Adds the panel with all its tabs at the end of `mate`'s stack, and shows it in front.
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

    /// Shows a tab of the leader's stack in front.
    mutating func setFront(_ panel: PanelID?, of leader: PanelID) { tabs.setFront(panel, of: leader) }

    /// - Parameter order: all tabs of the leader's stack. The first becomes the leader, in the leader's place.
    mutating func order(_ order: [PanelID], ofStackLedBy leader: PanelID) {
        guard let first = order.first else { return }
        let front = tabs.fronts[leader] ?? leader
        let record = record(of: leader)
        tabs.dissolve(leader)
        for panel in order.dropFirst() { tabs.add(panel, to: first) }
        if first != leader { replace(leader, by: first, record) }
        tabs.setFront(front, of: first)
    }

    mutating func closeAllPinned() {
        closeStacks(led: turns)
    }

    mutating func closeAllFloating() {
        closeStacks(led: stack)
    }

    /// - Parameter kept: the leader of the stack that stays.
    /// - Returns: how many panels it closed.
    mutating func closeAll(but kept: PanelID) -> Int {
        let leaders = (turns + stack + sheets).filter { $0 != kept }
        let count = leaders.flatMap(members(of:)).count
        closeStacks(led: leaders)
        return count
    }

    private mutating func closeStacks(led leaders: [PanelID]) {
        let panels = leaders.flatMap(members(of:))
        for panel in panels { remember(panel) }
        for leader in leaders { leave(leader) }
        for panel in panels { records[panel]?.place = .closed }
        for leader in leaders { tabs.dissolve(leader) }
    }

    mutating func raise(_ panel: PanelID) {
        if let index = sheets.firstIndex(of: panel) { sheets.append(sheets.remove(at: index)) }
        guard let index = stack.firstIndex(of: panel) else { return }
        stack.append(stack.remove(at: index))
    }

    mutating func setShares(_ shares: [Double], of side: Side) {
        for index in sides[side].slots.indices where index < shares.count {
            sides[side].slots[index].share = shares[index]
        }
    }

    /// Changes everything about the panel but its place.
    mutating func update(_ panel: PanelID, _ change: (inout PanelRecord) -> Void) {
        let place = place(of: panel)
        change(&records[panel, default: PanelRecord()])
        records[panel]?.place = place
    }

    /// Changes everything about the side but its panels.
    mutating func update(_ side: Side, _ change: (inout SidePlan) -> Void) {
        let slots = sides[side].slots
        change(&sides[side])
        sides[side].slots = slots
    }

    /// Swaps left and right, and reverses the rows.
    mutating func mirror() {
        isMirrored.toggle()
        records = records.mapValues(\.mirrored)
        (sides.left, sides.right) = (sides.right, sides.left)
        sides.top.slots.reverse()
        sides.bottom.slots.reverse()
    }

    /// The index on the side for a panel that is to have `index` others before it in reading order.
    func index(afterReading index: Int, on side: Side) -> Int {
        isMirrored && !side.isColumn ? sides[side].slots.count - index : index
    }

    mutating func forget(_ panel: PanelID) {
        part(panel)
        records[panel] = PanelRecord()
        if open == panel { open = nil }
    }

    // Sort one of the lists as in `order`; panels that are not in it stay last, in their present order.

    mutating func reorderTurns(like order: [PanelID]) { turns = Self.sorted(turns, like: order) }
    mutating func restack(like order: [PanelID]) { stack = Self.sorted(stack, like: order) }
    mutating func reorderSheets(like order: [PanelID]) { sheets = Self.sorted(sheets, like: order) }

    private static func sorted(_ panels: [PanelID], like order: [PanelID]) -> [PanelID] {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = panels.enumerated().sorted { one, other in
            let (first, second) = (ranks[one.element] ?? Int.max, ranks[other.element] ?? Int.max)
            return (first, one.offset) < (second, other.offset)
        }
        return sorted.map(\.element)
    }

    /// Remembers the panel's present place as the one it returns to.
    private mutating func remember(_ panel: PanelID) {
        switch place(of: panel) {
        case .pinned(let side):
            let index = index(of: panel, on: side) ?? 0
            // Counted in reading order.
            let last = max(sides[side].slots.count - 1, 0)
            records[panel]?.home = .pinned(side, index: isMirrored && !side.isColumn ? last - index : index)
        case .floating: records[panel]?.home = .floating
        case .stacked(let leader): records[panel]?.home = .stacked(with: leader)
        case .sheet: records[panel]?.home = .sheet
        case .meta, .closed: break
        }
    }

    /// Puts a tab in the place of its former leader, which is already off its list.
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

    /// Takes the panel off its list, together with its tabs.
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
