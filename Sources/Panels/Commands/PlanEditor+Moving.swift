// Moving: by a step, by a distance, past a neighbour.
extension PanelCommand {
    static let moving: [any PanelDeed.Type] = [Move.self]

    package static func move(_ panel: PanelID, dx: Double, dy: Double) -> PanelCommand {
        PanelCommand(Move(panel: panel, direction: nil, dx: dx, dy: dy))
    }

    /// Moves a floating panel by 24 px, and a pinned one past its neighbour or off its side toward the body.
    package static func moveToward(_ panel: PanelID, _ direction: Direction) -> PanelCommand {
        PanelCommand(Move(panel: panel, direction: direction, dx: nil, dy: nil))
    }
}

struct Move: SinglePanelDeed {
    static let word = "move", doing = "moving"
    let panel: PanelID
    /// A step, …
    let direction: Direction?
    /// … or a distance.
    let dx, dy: Double?

    static let ways: [[FieldUse]] = [[.may("direction")], [.may("dx"), .may("dy")]]

    func title(_ name: String) -> String { "Move \(name)" }

    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        if let direction { return try editor.move(panel, toward: direction) }
        return try editor.move(panel, dx: dx ?? 0, dy: dy ?? 0)
    }
}

extension PlanEditor {
    mutating func move(_ id: PanelID, dx: Double, dy: Double) throws(Refusal) -> String {
        let panel = try moved(id)
        let (wanted, frame) = try floating(panel)
        guard let dx = Measure.coordinate(dx), let dy = Measure.coordinate(dy) else { throw Refusal(Words.notANumber) }
        let moved = Rectangle(
            x: frame.x + dx, y: frame.y + dy, width: frame.width, height: frame.height)
        let next = self.wanted(moved, panel, size: wanted.size, isOverSides: wanted.isOverSides)
        let shown = layout.frame(of: next, panel)
        guard shown != frame else { throw Refusal("\(panel.title) cannot go further: it is at the edge.") }
        plan.float(panel.id, at: next)
        return "\(name(of: panel)) moved \(Words.distance(shown.x - frame.x, shown.y - frame.y))."
    }

    /// Moves a floating panel by a step. A pinned panel swaps with its neighbour, or leaves its side toward the body.
    mutating func move(_ id: PanelID, toward direction: Direction) throws(Refusal) -> String {
        let panel = try moved(id)
        let id = panel.id
        try refuseInCompact(id)
        if case .sheet = plan.place(of: id) { return try moveSheet(panel, toward: direction) }
        guard case .pinned(let side, let index, _) = currentPlace(of: panel) else {
            let (dx, dy) = direction.vector
            return try move(id, dx: dx * Self.step, dy: dy * Self.step)
        }
        if direction.isAlong(side) {
            let shown = layout.fit.staying[side]
            let next = index + (direction.isForward ? 1 : -1)
            guard shown.indices.contains(next) else {
                throw Refusal("\(panel.title) is the \(next < 0 ? "first" : "last") \(Words.at(side)) already.")
            }
            return try pin(id, to: side, index: plan.index(of: shown[next].panel, on: side))
        }
        guard direction.isInward(from: side) else {
            throw Refusal("\(panel.title) cannot go further: it is at the edge.")
        }
        return try float(id, frame: nil, isOverSides: false)
    }

    /// The frame of a floating panel. Only floating panels can be moved and resized; for others, the refusal says what
    /// to do first.
    func floating(_ panel: PanelSpecification) throws(Refusal) -> (Wanted, Rectangle) {
        try refuseInCompact(panel.id)
        switch currentPlace(of: panel) {
        case .floating(let wanted, let frame): return (wanted, frame)
        case .pinned: throw Refusal("\(panel.title) is pinned.", instead: .float(panel.id))
        case .left(_, let reason): throw Refusal(reason, instead: .takeOut(panel.id))
        case .stacked: throw Refusal("\(panel.title) is a tab.", instead: .float(panel.id))
        case .sheet, .waiting:
            throw Refusal("\(panel.title) is a sheet.", instead: .float(panel.id))
        case .meta, .closed: throw Refusal(Words.notOpen(panel.title), instead: .open(panel.id))
        }
    }
}

extension Direction {
    var vector: (Double, Double) {
        switch self {
        case .left: (-1, 0)
        case .right: (1, 0)
        case .up: (0, -1)
        case .down: (0, 1)
        }
    }

    var isForward: Bool { self == .right || self == .down }

    func isAlong(_ side: Side) -> Bool { side.isColumn == (self == .up || self == .down) }

    func isInward(from side: Side) -> Bool {
        switch side {
        case .right: self == .left
        case .left: self == .right
        case .top: self == .down
        case .bottom: self == .up
        }
    }
}
