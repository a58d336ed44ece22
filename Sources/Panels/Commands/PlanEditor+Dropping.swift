// Dropping a panel at a frame, for clients without a pointer: the frame's edges decide. With a pointer, the page sends
// the command that it has previewed.
extension PanelCommand {
    static let dropping: [any PanelDeed.Type] = [Drop.self]

    /// Pins the panel to the side whose edge the frame is near, at the nearest index; otherwise floats it there.
    package static func drop(_ panel: PanelID, at frame: Rectangle) -> PanelCommand {
        PanelCommand(Drop(panel: panel, frame: frame))
    }
}

struct Drop: PanelDeed {
    static let word = "drop", doing = "moving"
    let panel: PanelID
    let frame: Rectangle

    var subject: PanelID? { panel }
    func title(_ name: String) -> String { "Drop \(name) there" }
    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        try editor.drop(panel, at: frame)
    }
}

extension PlanEditor {
    mutating func drop(_ id: PanelID, at frame: Rectangle) throws(Refusal) -> (String, PanelID?) {
        let panel = try moved(id)
        try refuseInCompact(id)
        guard let frame = Measure.rectangle(frame) else { throw Refusal(Words.notANumber) }
        let others = plan.withdrawing(panel.id)
        let body = Layout(others, in: container, of: catalogue).body
        let side = Side.allCases.first { frame.isNear($0, of: body) && objection(to: panel, on: $0) == nil }
        guard let side else { return (try float(panel.id, frame: frame, isOverSides: false), panel.id) }
        let slots = slots(for: panel.id, on: side, beside: others, from: plan)
        return (try pin(panel.id, to: side, index: side.index(nearestTo: frame.center, in: slots)), panel.id)
    }
}

extension Rectangle {
    /// A frame that fills `bounds` from edge to edge is near both edges and means neither.
    fileprivate func isNear(_ side: Side, of bounds: Rectangle) -> Bool {
        let zone = DragHints.zone
        let (left, right) = (x <= bounds.x + zone, maxX >= bounds.maxX - zone)
        let (top, bottom) = (y <= bounds.y + zone, maxY >= bounds.maxY - zone)
        return switch side {
        case .right: right && !left
        case .left: left && !right
        case .top: top && !bottom
        case .bottom: bottom && !top
        }
    }
}

extension Side {
    /// The slot whose centre is nearest to the point; on a border between two, the later one.
    fileprivate func index(nearestTo point: Point, in slots: [Rectangle]) -> Int {
        func distance(_ slot: Rectangle) -> Double {
            isColumn ? abs(slot.center.y - point.y) : abs(slot.center.x - point.x)
        }
        var best = 0
        for (index, slot) in slots.enumerated() where distance(slot) <= distance(slots[best]) { best = index }
        return best
    }
}
