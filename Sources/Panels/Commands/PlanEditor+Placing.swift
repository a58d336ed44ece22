// Floating, pinning, raising.
extension PanelCommand {
    static let placing: [any PanelDeed.Type] = [LetFloat.self, Pin.self, Raise.self]

    /// Floats the panel at `frame`. Without a frame: where it last floated; a pinned panel in front of its place;
    /// otherwise near the top left.
    /// - Parameter overSides: whether the user put it over pinned panels on purpose; otherwise it stays in front of the
    ///   body.
    package static func float(
        _ panel: PanelID, frame: Rectangle? = nil, overSides: Bool = false
    ) -> PanelCommand { PanelCommand(LetFloat(panel: panel, frame: frame, overSides: overSides ? true : nil)) }

    /// An index beyond an end means that end.
    package static func pin(_ panel: PanelID, _ side: Side, index: Int? = nil) -> PanelCommand {
        PanelCommand(Pin(panel: panel, side: side, index: index.map { PanelIndex($0) }))
    }

    package static func raise(_ panel: PanelID) -> PanelCommand { PanelCommand(Raise(panel: panel)) }
}

struct LetFloat: SinglePanelDeed {
    static let word = "float", doing = "floating"
    let panel: PanelID
    let frame: Rectangle?
    let overSides: Bool?

    func title(_ name: String) -> String { "Let \(name) float" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.float(panel, frame: frame, isOverSides: overSides == true)
    }
}

struct Pin: SinglePanelDeed {
    static let word = "pin", doing = "pinning"
    let panel: PanelID
    let side: Side
    let index: PanelIndex?

    func title(_ name: String) -> String { "Pin \(name) \(side.rawValue)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.pin(panel, to: side, index: index?.value)
    }
}

struct Raise: PlainDeed {
    static let word = "raise", doing = "raising"
    let panel: PanelID

    func title(_ name: String) -> String { "Bring \(name) to the front" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String { try editor.raise(panel) }

    /// The focus raises its panel. If that panel or its stack fills the window, the view stays.
    func viewAfter(_ view: ViewState, of plan: ClassPlan) -> ViewState {
        plan.leader(of: panel) == view.maximised ? view : view.uncovered
    }
}

extension PlanEditor {
    mutating func float(_ id: PanelID, frame: Rectangle?, isOverSides: Bool) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        guard let frame else { return try floatBySelf(panel) }
        guard let frame = Measure.rectangle(frame) else { throw Refusal(Words.notANumber) }
        let before = plan
        // Stored as requested even if it is shown elsewhere, because the obstacle may disappear.
        let asked = Rectangle(frame.origin, frame.size.bounded(.titleStrip, frame.size))
        let size = keptSize(of: panel, at: asked.size)
        plan.float(id, at: Wanted(frame: asked, size: size, seenIn: container.size, isOverSides: isOverSides))
        guard plan != before else { throw Refusal("\(panel.title) is there already.") }
        return "\(name(of: panel)) floats."
    }

    mutating func pin(_ id: PanelID, to side: Side, index: Int?) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if !isCompact, plan.sides[side].isLocked { throw refusal(for: .side(side)) }
        if let reason = objection(to: panel, on: side) {
            throw Refusal(reason, instead: alternative(toPinning: panel, on: side))
        }
        let before = plan
        let shared = plan.index(of: id, on: side).map { plan.sides[side].slots[$0].share }
        plan.pin(id, to: side, index: index, share: shared)
        let shown = layout.fit.staying[side]
        guard plan != before else {
            throw Refusal(
                "\(panel.title) is \(Words.pinned(side)) already.", instead: alternative(toPinning: panel, on: side))
        }
        guard let rank = shown.firstIndex(where: { $0.panel == id }) else {
            return "\(name(of: panel)) \(Words.pinned(side)), as a tab: there is no room for it alone."
        }
        return "\(name(of: panel)) \(Words.pinned(side))\(Words.rank(rank, of: shown.count))."
    }

    mutating func raise(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        if currentPlace(of: panel).isShown, stack(of: id) != nil { return try bringForward(panel) }
        switch currentPlace(of: panel) {
        case .waiting: return try raiseWaiting(panel)
        case .sheet: break
        case .floating, .stacked, .pinned, .left, .meta, .closed: _ = try floating(panel)
        }
        guard plan.stack.last != id, plan.sheets.last != id else {
            throw Refusal("\(panel.title) is in front already.")
        }
        plan.raise(id)
        return "\(panel.title) is in front."
    }

    /// The wish that shows the panel at `frame`, or as near as there is room.
    /// - Parameter size: the wanted size, which may exceed that of `frame`.
    func wanted(_ frame: Rectangle, _ panel: PanelSpecification, size: Size, isOverSides: Bool) -> Wanted {
        let area = layout(without: panel.id).area(isOverSides: isOverSides)
        let placed = frame.placed(in: area, minimum: Layout.minimum(of: frame.size, panel))
        return Wanted(frame: placed, size: size, seenIn: container.size, isOverSides: isOverSides)
    }

    /// The size in which it last floated.
    func floatingSize(of panel: PanelSpecification) -> Size {
        plan.record(of: panel.id).float?.size ?? panel.preferred
    }

    /// The layout once the panel has left, with its stack: its own side shrinks then.
    func layout(without panel: PanelID) -> Layout {
        Layout(plan.withdrawing(panel), in: container, of: catalogue)
    }

    /// The frame of a pinned panel after it is freed: in its floating size, and under the pointer. Its inner edge stays
    /// where the panel's own thickness puts it; a larger panel moves inward, so that its outer edge stays. It covers the
    /// panels that stay on its side, but none of another side (PanelKit; `reference/panels.md` 6.8 and 6.11; golden rows
    /// `pk.unpin.*`).
    /// - Parameter margin: the distance to keep from the edges of that area.
    func freed(
        _ panel: PanelSpecification, from side: Side, _ frame: Rectangle, pointer: Point? = nil, margin: Double = 0
    ) -> Rectangle {
        let size = floatingSize(of: panel)
        var freed = Rectangle(frame.origin, size)
        if side == .right { freed.x = frame.maxX - max(size.width, min(panel.pinned.width, frame.width)) }
        if side == .bottom { freed.y = frame.maxY - max(size.height, min(panel.pinned.height, frame.height)) }
        if let pointer, side.isColumn, pointer.y < freed.y || pointer.y > freed.maxY {
            freed.y += pointer.y - freed.maxY
        }
        if let pointer, !side.isColumn, pointer.x < freed.x || pointer.x > freed.maxX {
            freed.x += pointer.x - freed.maxX
        }
        let area = layout(without: panel.id).area(freedFrom: side).inset(by: margin)
        return freed.placed(in: area, minimum: Layout.minimum(of: size, panel))
    }

    /// If a panel is shown smaller than wanted and is moved at that size, it keeps its wanted size.
    private func keptSize(of panel: PanelSpecification, at size: Size) -> Size? {
        let wanted: Size
        let shown: Size
        switch currentPlace(of: panel) {
        case .floating(let wish, let frame): (wanted, shown) = (wish.size, frame.size)
        case .pinned(let side, _, let frame):
            wanted = floatingSize(of: panel)
            shown = freed(panel, from: side, frame).size
        case .stacked, .left, .sheet, .waiting, .meta, .closed: return nil
        }
        return size == shown ? wanted : nil
    }

    /// Floats a panel without a frame: a pinned one is freed in place, away from the border; others float where they
    /// last did.
    private mutating func floatBySelf(_ panel: PanelSpecification) throws(Refusal) -> String {
        switch currentPlace(of: panel) {
        case .floating:
            throw Refusal("\(panel.title) floats already.", instead: .raise(panel.id))
        case .pinned(let side, _, let frame):
            let freed = self.freed(panel, from: side, frame, margin: catalogue.floatMargin)
            let isOverSides = !layout(without: panel.id).body.contains(freed)
            let size = floatingSize(of: panel)
            plan.float(
                panel.id, at: Wanted(frame: freed, size: size, seenIn: container.size, isOverSides: isOverSides))
        case .stacked: return try float(panel.id, beside: frame(ofStackOf: panel.id))
        case .left, .sheet, .waiting, .meta, .closed:
            plan.float(panel.id, at: plan.record(of: panel.id).float ?? fresh(panel, in: layout.body))
        }
        return "\(name(of: panel)) floats."
    }

    /// Near the top of the body where reading starts, with an offset for each panel that appeared there before.
    private func fresh(_ panel: PanelSpecification, in body: Rectangle) -> Wanted {
        let isMirrored = container.isMirrored
        let from = catalogue.floatOrigin
        var origin = Point(
            x: isMirrored ? body.maxX - from.x - panel.preferred.width : body.x + from.x, y: body.y + from.y)
        let taken = Set(plan.stack.compactMap { plan.record(of: $0).float?.frame(in: container.size).origin })
        for _ in 0..<8 where taken.contains(origin) {
            origin = Point(x: origin.x + (isMirrored ? -Self.step : Self.step), y: origin.y + Self.step)
        }
        let frame = Rectangle(origin, panel.preferred)
        return wanted(frame, panel, size: panel.preferred, isOverSides: false)
    }

    /// The step of a floating panel in CSS pixels.
    static let step = 24.0
}
