// Move, resize, thickness, share: within one place.
extension PlanEditor {
    mutating func move(_ id: PanelID, dx: Double, dy: Double) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let (wanted, frame) = try floating(panel)
        guard let dx = Measure.coordinate(dx), let dy = Measure.coordinate(dy) else { throw Refusal(Words.notANumber) }
        let moved = Rectangle(
            x: frame.x + dx, y: frame.y + dy, width: frame.width, height: frame.height)
        let next = self.wanted(moved, panel, size: wanted.size, isOverSides: wanted.isOverSides)
        let shown = layout.frame(of: next, panel)
        guard shown != frame else { throw Refusal("\(panel.title) cannot go further: it is at the edge.") }
        plan.float(id, at: next)
        return "\(panel.title) moved \(Words.distance(shown.x - frame.x, shown.y - frame.y))."
    }

    /// A floating panel goes a step. A pinned one changes places with its neighbour, or comes free toward the body.
    mutating func move(_ id: PanelID, toward direction: Direction) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        guard case .pinned(let side, let index, _) = standing(of: panel, layout) else {
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

    mutating func resize(
        _ id: PanelID, dw: Double, dh: Double, edge: ResizeHandle
    ) throws(Refusal) -> String {
        let panel = try specification(of: id)
        guard let dw = Measure.coordinate(dw), let dh = Measure.coordinate(dh) else { throw Refusal(Words.notANumber) }
        if isCompact { return try resizeCompact(panel, by: dh) }
        let (wanted, frame) = try floating(panel)
        let next = resized(frame, panel, dw: dw, dh: dh, edge: edge)
        guard next != frame else {
            throw Refusal(panel.isResizable ? Words.asFarAsItGoes(panel) : "\(panel.title) has one size only.")
        }
        // What it wants on the axis that was left alone stays wanted, though it may be shown smaller now.
        let size = Size(
            width: next.width == frame.width ? wanted.size.width : next.width,
            height: next.height == frame.height ? wanted.size.height : next.height)
        plan.float(id, at: Wanted(frame: next, size: size, seenIn: container.size, isOverSides: wanted.isOverSides))
        return "\(panel.title) is \(Words.pixels(next.width)) by \(Words.pixels(next.height))."
    }

    mutating func resize(
        _ id: PanelID, width: Double?, height: Double?, edge: ResizeHandle
    ) throws(Refusal) -> String {
        let panel = try specification(of: id)
        if isCompact {
            let now = Frames(plan, in: container, of: catalogue).panels.first { $0.id == id }?.frame?.height
            return try resizeCompact(panel, by: (height ?? now ?? 0) - (now ?? 0))
        }
        let (_, frame) = try floating(panel)
        return try resize(
            id, dw: (width ?? frame.width) - frame.width, dh: (height ?? frame.height) - frame.height, edge: edge)
    }

    /// - Returns: also the panel by which the side is told from others.
    mutating func setThickness(of side: Side, to value: Double?) throws(Refusal) -> (String, PanelID) {
        try refuseInCompact(nil)
        let layout = layout
        guard let first = layout.fit.staying[side].first?.panel else {
            throw Refusal("Nothing is \(Words.pinned(side)).")
        }
        guard let value else { return (try forgetThickness(of: side), first) }
        guard let value = Measure.coordinate(value) else { throw Refusal(Words.notANumber) }
        let range = layout.thicknessRange(of: side)
        let next = min(max(value, range.lowerBound), range.upperBound)
        guard next != layout.fit.thickness[side] else {
            throw Refusal(Words.sameThickness(side, value, next))
        }
        plan.setThickness(next, of: side)
        return ("\(Words.capital(side)) side is \(Words.thickness(next, side)).", first)
    }

    mutating func share(_ id: PanelID, length: Double) throws(Refusal) -> String {
        let panel = try specification(of: id)
        try refuseInCompact(id)
        let layout = layout
        guard case .pinned(let side, let index, let frame) = standing(of: panel, layout) else {
            throw Refusal("\(panel.title) is not pinned.", instead: sideFor(panel).map { .pin(id, $0) })
        }
        guard let length = Measure.coordinate(length) else { throw Refusal(Words.notANumber) }
        let shown = Array(layout.panels(on: side))
        guard shown.count > 1 else { throw Refusal("\(panel.title) has the whole side.") }
        let neighbour = index + 1 < shown.count ? index + 1 : index - 1
        let range = layout.lengthRange(of: shown[index], beside: shown[neighbour], on: side)
        let value = side.length(of: frame.size)
        let next = min(max(length, range.lowerBound), range.upperBound)
        guard next != value else {
            throw Refusal(
                "\(panel.title) cannot be \(length < value ? "shorter" : "longer"): its neighbour needs the rest.")
        }
        var lengths = shown.map { side.length(of: $0.1.size) }
        lengths[index] = next
        lengths[neighbour] += value - next
        setShares(to: lengths, of: shown.map(\.0), on: side)
        return "\(panel.title) is \(Words.pixels(next)) \(side.isColumn ? "high" : "wide")."
    }

    /// Shares become pixels; those of panels without room at the moment keep their proportion to the others.
    private mutating func setShares(to lengths: [Double], of shown: [SidePlan.Slot], on side: Side) {
        let sum = max(shown.reduce(0) { $0 + $1.share }, .leastNormalMagnitude)
        let factor = lengths.reduce(0, +) / sum
        let byPanel = Dictionary(zip(shown.map(\.panel), lengths), uniquingKeysWith: { first, _ in first })
        plan.setShares(plan.sides[side].slots.map { byPanel[$0.panel] ?? $0.share * factor }, of: side)
    }

    private mutating func forgetThickness(of side: Side) throws(Refusal) -> String {
        guard plan.sides[side].thickness != nil else {
            throw Refusal(
                "The \(Words.name(side)) side is as \(side.isColumn ? "wide" : "high") as its panels ask for.")
        }
        plan.setThickness(nil, of: side)
        return "\(Words.capital(side)) side is \(Words.thickness(layout.fit.thickness[side], side))."
    }

    /// Grows up to its maximum and to the end of the room, and shrinks to its minimum; the room counts more than the
    /// minimum, but a title strip stays (golden rows `pk.resize.*`).
    private func resized(
        _ frame: Rectangle, _ panel: PanelSpecification, dw: Double, dh: Double, edge: ResizeHandle
    ) -> Rectangle {
        let layout = layout
        var next = frame
        if edge.changesWidth, dw != 0 {
            let room =
                edge.isLeft
                ? frame.maxX - (frame.maxX > layout.body.x ? layout.body.x : layout.room.x)
                : (frame.x < layout.body.maxX ? layout.body.maxX : layout.room.maxX) - frame.x
            next.width = limited(
                frame.width + dw, room, panel.minimum.width, panel.maximum.width, strip: Size.titleStrip.width)
            if edge.isLeft { next.x = frame.maxX - next.width }
        }
        if edge.changesHeight, dh != 0 {
            let room =
                edge.isTop
                ? frame.maxY - (frame.maxY > layout.body.y ? layout.body.y : layout.room.y)
                : (frame.y < layout.body.maxY ? layout.body.maxY : layout.room.maxY) - frame.y
            next.height = limited(
                frame.height + dh, room, panel.minimum.height, panel.maximum.height, strip: Size.titleStrip.height)
            if edge.isTop { next.y = frame.maxY - next.height }
        }
        return next
    }

    private func limited(
        _ value: Double, _ room: Double, _ minimum: Double, _ maximum: Double, strip: Double
    ) -> Double {
        let most = max(min(maximum, room), strip)
        return min(max(value, min(minimum, most)), most)
    }

    private mutating func resizeCompact(_ panel: PanelSpecification, by dh: Double) throws(Refusal) -> String {
        guard plan.open == panel.id else { throw Refusal("\(panel.title) is not open.", instead: .open(panel.id)) }
        guard let dh = Measure.coordinate(dh) else { throw Refusal(Words.notANumber) }
        let room = container.room.height
        let wanted = plan.record(of: panel.id).height ?? panel.preferred.height
        let now = Frames.compactHeight(wanted, in: room, of: catalogue)
        let next = Frames.compactHeight(now + dh, in: room, of: catalogue)
        guard next != now else { throw Refusal(Words.asFarAsItGoes(panel)) }
        plan.setHeight(next, of: panel.id)
        return "\(panel.title) is \(Words.pixels(next)) high."
    }

    /// What floats can be moved and resized; for everything else the refusal says what to do first.
    private func floating(_ panel: PanelSpecification) throws(Refusal) -> (Wanted, Rectangle) {
        try refuseInCompact(panel.id)
        switch standing(of: panel, layout) {
        case .floating(let wanted, let frame): return (wanted, frame)
        case .pinned: throw Refusal("\(panel.title) is pinned.", instead: panel.canFloat ? .float(panel.id) : nil)
        case .left(_, let reason): throw Refusal(reason, instead: panel.canFloat ? .takeOut(panel.id) : nil)
        case .meta, .closed: throw Refusal("\(panel.title) is not open.", instead: .open(panel.id))
        }
    }

    private func sideFor(_ panel: PanelSpecification) -> Side? {
        switch plan.place(of: panel.id) {
        case .pinned: nil
        case .floating, .meta, .closed: Side.allCases.first { objection(to: panel, on: $0) == nil }
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
