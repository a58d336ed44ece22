// Sheets: showing, moving and hiding them.
extension PanelCommand {
    static let sheets: [any PanelDeed.Type] = [MakeSheet.self, ChangeDetent.self]

    /// Shows the panel as a sheet from that edge, in front of all others. Without a state it gets its last state from
    /// that edge, or the layout's initial one.
    /// - Parameter isModal: whether everything else is blocked until it is closed; nil to keep the last value.
    package static func sheet(
        _ panel: PanelID, _ edge: Side, state: String? = nil, isModal: Bool? = nil
    ) -> PanelCommand {
        PanelCommand(
            MakeSheet(panel: panel, edge: edge, state: state.map { SheetStateName(rawValue: $0) }, isModal: isModal))
    }

    package static func detent(_ panel: PanelID, _ wish: DetentRequest) -> PanelCommand {
        PanelCommand(ChangeDetent(panel: panel, state: wish))
    }
}

/// How far a sheet is to come out.
package enum DetentRequest: RawRepresentable, DeedField, Hashable, Sendable {
    /// A state by name; `hidden` closes the sheet.
    case state(String)
    /// One step further out or in.
    case more, less

    static let form = CommandForm.Value.name(["tip", "half", "full", "hidden", "more", "less"])
    static let sample = DetentRequest.more

    package init(rawValue text: String) {
        switch text {
        case "more": self = .more
        case "less": self = .less
        default: self = .state(String(text.prefix(60)))
        }
    }

    package var rawValue: String {
        switch self {
        case .state(let name): name
        case .more: "more"
        case .less: "less"
        }
    }
}

struct MakeSheet: SinglePanelDeed {
    static let word = "sheet", doing = "making a sheet of"
    let panel: PanelID
    let edge: Side
    let state: SheetStateName?
    let isModal: Bool?

    func title(_ name: String) -> String { "Make \(name) a sheet" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.sheet(panel, on: edge, state: state?.rawValue, isModal: isModal)
    }
}

struct ChangeDetent: SinglePanelDeed {
    static let word = "detent", doing = "resizing"
    let panel: PanelID
    let state: DetentRequest

    func title(_ name: String) -> String { "Resize \(name)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.detent(panel, state) }
}

extension PlanEditor {
    /// The sheets of a window that is not compact.
    var sheetFit: SheetFit { layout.sheets(of: plan) }

    mutating func sheet(_ id: PanelID, on edge: Side, state: String?, isModal: Bool?) throws(Refusal) -> String {
        let panel = try specification(of: id)
        guard !isCompact || edge == .bottom else {
            throw Refusal(
                "In a window this narrow a sheet comes from the bottom.",
                instead: .sheet(id, .bottom, state: state, isModal: isModal))
        }
        let record = plan.record(of: id)
        let kept = record.sheet?.edge == edge ? record.sheet?.state : nil
        let wish = SheetWish(edge: edge, state: state ?? kept, isModal: isModal ?? record.sheet?.isModal ?? false)
        if let state { try refuseUnknown(state, track(of: panel, wish)) }
        let before = plan
        if isCompact {
            plan.open = id
            plan.update(id) { $0.sheet = wish }
        } else {
            plan.sheet(id, wish)
        }
        let sheet = try shown(panel, asked: state, isComing: true)
        guard plan != before else { throw Refusal("\(panel.title) is a sheet \(Words.at(edge)) already.") }
        return Words.sheet(panel, sheet)
    }

    mutating func detent(_ id: PanelID, _ wish: DetentRequest) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let isOut = isCompact ? plan.open == id : plan.sheets.contains(id)
        if !isOut { return try detentOfHidden(panel, wish) }
        let record = plan.record(of: id).sheet ?? SheetWish(edge: .bottom)
        let track = track(of: panel, record)
        let present = (try? shown(panel, asked: nil, isComing: false).state) ?? track.state(named: record.state)
        let state: SheetState
        switch wish {
        case .more: state = track.ladder.more(than: present)
        case .less: state = track.ladder.less(than: present)
        case .state(SheetState.hidden.name): return hide(panel)
        case .state(let name):
            try refuseUnknown(name, track)
            state = track.state(named: name)
        }
        var next = record
        next.state = state.name
        guard state != present else {
            throw Refusal("\(panel.title) is at \(Words.extent(present, on: track.edge)) already.")
        }
        plan.update(id) { $0.sheet = next }
        plan.raise(id)
        let sheet = try shown(panel, asked: state.name, isComing: false)
        return "\(panel.title), \(Words.extent(sheet.state, on: sheet.edge))."
    }

    /// Moves the sheet by one step along its axis.
    mutating func moveSheet(_ panel: PanelSpecification, toward direction: Direction) throws(Refusal) -> String {
        guard case .sheet(let edge) = plan.place(of: panel.id), !direction.isAlong(edge) else {
            throw Refusal(
                "\(panel.title) is a sheet. It moves out and in.", instead: .float(panel.id))
        }
        return try detent(panel.id, direction.isInward(from: edge) ? .more : .less)
    }

    /// Moves to the state nearest to that size; a small change still moves by one step.
    mutating func resizeSheet(
        _ panel: PanelSpecification, _ sheet: SheetShown, by change: Double
    ) throws(Refusal) -> String {
        guard change != 0 else { throw Refusal(Words.oneAxis(panel, sheet.edge)) }
        let moved = sheet.location + (sheet.edge.isFar ? -change : change)
        let nearest = sheet.track.nearest(to: moved)?.state ?? sheet.state
        let isThere = nearest == sheet.state || (nearest.order > sheet.state.order) != (change > 0)
        return try detent(panel.id, isThere ? (change > 0 ? .more : .less) : .state(nearest.name))
    }

    /// In the compact window's open panel, the height that the user sets becomes that of the half state.
    mutating func resizeCompact(_ panel: PanelSpecification, by dh: Double) throws(Refusal) -> String {
        guard plan.open == panel.id else { throw Refusal(Words.notOpen(panel.title), instead: .open(panel.id)) }
        guard let dh = Measure.coordinate(dh) else { throw Refusal(Words.notANumber) }
        let now = SheetShown(compact: plan, panel, in: container, of: catalogue)
        let height = Frames.compactHeight(now.visible.height + dh, in: container.room.height, of: catalogue)
        let before = plan
        var wish = plan.record(of: panel.id).sheet ?? SheetWish(edge: .bottom)
        wish.state = SheetState.half.name
        plan.update(panel.id) { ($0.height, $0.sheet) = (height, wish) }
        var next = SheetShown(compact: plan, panel, in: container, of: catalogue)
        if next.visible.height != height {
            // The height is too near to another state to count as a separate one.
            plan = before
            let track = now.track
            let nearest = track.nearest(to: container.room.maxY - height)?.state ?? now.state
            wish.state = nearest.name
            plan.update(panel.id) { $0.sheet = wish }
            next = SheetShown(compact: plan, panel, in: container, of: catalogue)
        }
        guard next.visible != now.visible else { throw Refusal(Words.asFarAsItGoes(panel)) }
        return "\(panel.title) is \(Words.pixels(next.visible.height)) high."
    }

    /// Shows a sheet from Meta, or reopens it, where it was, or in the requested state.
    mutating func reopenAsSheet(_ panel: PanelSpecification, state: String? = nil) throws(Refusal) -> String {
        var wish = plan.record(of: panel.id).sheet ?? SheetWish(edge: .bottom)
        if let state {
            try refuseUnknown(state, track(of: panel, wish))
            wish.state = state
        }
        if state == nil, let sentence = comeOut(panel, on: wish.edge) ?? comeOut(panel, on: wish.edge.opposite) {
            return sentence
        }
        plan.sheet(panel.id, wish)
        return Words.sheet(panel, try shown(panel, asked: state, isComing: true))
    }

    /// Shows more of the panel than its tip, as a sheet from that edge; nil where there is no room for it.
    mutating func comeOut(_ panel: PanelSpecification, on edge: Side) -> String? {
        let before = plan
        forgetTip(of: panel)
        if let sentence = try? sheet(panel.id, on: edge, state: nil, isModal: nil),
            sheetFit.shown.contains(where: { $0.panel == panel.id && $0.sheet.state != .tip })
        {
            return sentence
        }
        plan = before
        return nil
    }

    /// Brings a waiting sheet to the front; reports if there is no room.
    mutating func raiseWaiting(_ panel: PanelSpecification) throws(Refusal) -> String {
        plan.raise(panel.id)
        return Words.sheet(panel, try shown(panel, asked: nil, isComing: true))
    }

    /// A sheet that was closed as a tip would hardly be visible when it reopens, so it forgets that state.
    mutating func forgetTip(of panel: PanelSpecification) {
        guard var wish = plan.record(of: panel.id).sheet, wish.state == SheetState.tip.name else { return }
        wish.state = nil
        plan.update(panel.id) { $0.sheet = wish }
    }

    private mutating func hide(_ panel: PanelSpecification) -> String {
        if isCompact { plan.open = nil } else { plan.close(panel.id) }
        return "\(panel.title) hidden."
    }

    private mutating func detentOfHidden(_ panel: PanelSpecification, _ wish: DetentRequest) throws(Refusal) -> String {
        let isHidden = plan.place(of: panel.id) == .closed || plan.place(of: panel.id) == .meta
        guard !isCompact, isHidden, plan.record(of: panel.id).home == .sheet else {
            if isCompact || isHidden {
                throw Refusal(Words.notOpen(panel.title), instead: .open(panel.id))
            }
            throw Refusal("\(panel.title) is not a sheet.", instead: .sheet(panel.id, .bottom))
        }
        switch wish {
        case .state(SheetState.hidden.name), .less: throw Refusal("\(panel.title) is hidden already.")
        case .more: return try reopenAsSheet(panel)
        case .state(let name): return try reopenAsSheet(panel, state: name)
        }
    }

    private func track(of panel: PanelSpecification, _ wish: SheetWish) -> SheetTrack {
        if isCompact {
            return SheetTrack(
                compact: panel, height: plan.record(of: panel.id).height, isModal: wish.isModal, in: container,
                of: catalogue)
        }
        let layout = catalogue.sheetLayout(
            of: panel, on: wish.edge, in: container, beside: self.layout.body, isModal: wish.isModal)
        return SheetTrack(layout, in: container.sheetSpace)
    }

    private func refuseUnknown(_ name: String, _ track: SheetTrack) throws(Refusal) {
        let isKnown = name != SheetState.hidden.name && track.ladder.states.contains { $0.name == name }
        guard isKnown else { throw Refusal(Words.noState(name, track)) }
    }

    /// The sheet as now shown. Refuses a requested state that has no room.
    private func shown(_ panel: PanelSpecification, asked: String?, isComing: Bool) throws(Refusal) -> SheetShown {
        if isCompact { return SheetShown(compact: plan, panel, in: container, of: catalogue) }
        let fit = sheetFit
        guard let sheet = fit.shown.first(where: { $0.panel == panel.id })?.sheet else {
            let reason = fit.waiting.first { $0.panel == panel.id }?.reason ?? Words.noRoomForSheet(catalogue)
            throw Refusal(reason, instead: .float(panel.id))
        }
        guard let asked, sheet.state.name != asked else { return sheet }
        throw Refusal(
            Words.noRoomForSheet(catalogue),
            instead: isComing
                ? .sheet(panel.id, sheet.edge, state: sheet.state.name) : .detent(panel.id, .state(sheet.state.name)))
    }
}
