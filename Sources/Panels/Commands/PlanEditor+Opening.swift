// Opening and closing.
extension PanelCommand {
    static let opening: [any PanelDeed.Type] = [
        Open.self, Close.self, CloseOthers.self, CloseAllPinned.self, CloseAllFloating.self,
    ]

    package static func open(_ panel: PanelID) -> PanelCommand { PanelCommand(Open(panel: panel)) }
    package static func close(_ panel: PanelID) -> PanelCommand { PanelCommand(Close(panel: panel)) }
    package static func closeOthers(_ panel: PanelID) -> PanelCommand { PanelCommand(CloseOthers(panel: panel)) }
    package static let closeAllPinned = PanelCommand(CloseAllPinned())
    package static let closeAllFloating = PanelCommand(CloseAllFloating())
}

/// Opens a panel at its last place, otherwise at its home. If that side has no room it comes out of it, or of the opposite
/// one, as a sheet that covers what is pinned there and not the text; otherwise it floats.
struct Open: PlainDeed {
    static let word = "open", doing = "opening"
    let panel: PanelID

    func title(_ name: String) -> String { "Open \(name)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.open(panel) }
}

struct Close: PlainDeed {
    static let word = "close", doing = "closing"
    let panel: PanelID

    func title(_ name: String) -> String { "Close \(name)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.close(panel) }
}

/// Closes all panels but this one and the tabs beside it. Those in Meta stay there.
struct CloseOthers: PlainDeed {
    static let word = "closeOthers", doing = "closing all panels but", isInMenus = true
    let panel: PanelID

    var subject: PanelID? { nil }
    func title(_ name: String) -> String { "Close all other panels" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.closeOthers(panel) }
}

/// A deed with only a word.
protocol WordDeed: PanelDeed {
    init()
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String
}

extension WordDeed {
    static var isInMenus: Bool { true }
    var subject: PanelID? { nil }

    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        (try sentence(with: &editor), nil)
    }
}

struct CloseAllPinned: WordDeed {
    static let word = "closeAllPinned", doing = "closing all pinned panels"

    func title(_ name: String) -> String { "Close all pinned panels" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.closeAllPinned() }
}

struct CloseAllFloating: WordDeed {
    static let word = "closeAllFloating", doing = "closing all floating panels"

    func title(_ name: String) -> String { "Close all floating panels" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.closeAllFloating() }
}

extension PlanEditor {
    mutating func open(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if isCompact { return try openCompact(panel) }
        if let side = strip(of: id) { return try expand(side, for: id) }
        if currentPlace(of: panel).isShown, let stack = stack(of: id), stack.selected != id {
            return try bringForward(panel)
        }
        switch currentPlace(of: panel) {
        case .floating, .pinned, .stacked:
            throw Refusal(
                "\(panel.title) is open already.",
                instead: plan.stack.contains(id) && plan.stack.last != id ? .raise(id) : nil)
        case .sheet:
            throw Refusal("\(panel.title) is open already.", instead: .raise(id))
        case .waiting: return try raiseWaiting(panel)
        case .left(_, let reason): throw Refusal(reason, instead: .takeOut(id))
        case .meta, .closed: return try reopen(panel, orFloat: true)
        }
    }

    mutating func close(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if isCompact { return try closeCompact(panel) }
        guard plan.place(of: id) != .closed else {
            throw Refusal("\(panel.title) is closed already.", instead: .open(id))
        }
        plan.close(id)
        return "\(panel.title) closed."
    }

    mutating func closeOthers(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        guard !isCompact else { throw Refusal(Words.oneAtATime) }
        let leader = plan.leader(of: id)
        guard ![.closed, .meta].contains(plan.place(of: leader)) else {
            throw Refusal(Words.notOpen(panel.title), instead: .open(id))
        }
        let count = plan.closeAll(but: leader)
        guard count > 0 else { throw Refusal("No other panel is open.") }
        return count == 1 ? "One other panel closed." : "\(Words.capital(Words.count(count))) other panels closed."
    }

    mutating func closeAllPinned() throws(Refusal) -> String {
        guard !isCompact, !plan.turns.isEmpty else { throw Refusal("Nothing is pinned.") }
        let count = plan.turns.count
        plan.closeAllPinned()
        return count == 1 ? "One pinned panel closed." : "All \(Words.count(count)) pinned panels closed."
    }

    mutating func closeAllFloating() throws(Refusal) -> String {
        guard !isCompact, !plan.stack.isEmpty else { throw Refusal("Nothing floats.") }
        let count = plan.stack.count
        plan.closeAllFloating()
        return count == 1 ? "One floating panel closed." : "All \(Words.count(count)) floating panels closed."
    }

    mutating func reopenAlone(_ panel: PanelSpecification, orFloat: Bool) throws(Refusal) -> String {
        if plan.record(of: panel.id).home == .sheet { return try reopenAsSheet(panel) }
        if let sentence = rejoin(panel) { return sentence }
        guard let home = home(of: panel) else { return try float(panel.id, frame: nil, isOverSides: false) }
        do {
            return try pin(panel.id, to: home.side, index: home.index)
        } catch {
            guard orFloat else { throw Refusal(error.reason, instead: .takeOut(panel.id)) }
            for edge in [home.side, home.side.opposite] {
                if let sentence = comeOut(panel, on: edge) { return sentence }
            }
            return try float(panel.id, frame: nil, isOverSides: false)
        }
    }

    /// Its former side, otherwise its default side, otherwise the catalogue's home; nil to float.
    private func home(of panel: PanelSpecification) -> (side: Side, index: Int?)? {
        switch plan.record(of: panel.id).home {
        case .pinned(let side, let index): return (side, plan.index(afterReading: index, on: side))
        case .floating, .sheet: return nil
        case .stacked, nil: break
        }
        switch catalogue.defaultPlace(of: panel.id, in: container.sizeClass) {
        case .pinned(let side): return (side, nil)
        case .floating, .sheet: return nil
        case .stacked, .meta, .closed: return panel.home.map { ($0, nil) }
        }
    }

    mutating func openCompact(_ panel: PanelSpecification) throws(Refusal) -> String {
        guard plan.open != panel.id else { throw Refusal("\(panel.title) is open already.") }
        plan.open = panel.id
        forgetTip(of: panel)
        return "\(panel.title) opened."
    }

    mutating func closeCompact(_ panel: PanelSpecification) throws(Refusal) -> String {
        guard plan.open == panel.id else { throw Refusal(Words.notOpen(panel.title), instead: .open(panel.id)) }
        plan.open = nil
        return "\(panel.title) closed."
    }
}
