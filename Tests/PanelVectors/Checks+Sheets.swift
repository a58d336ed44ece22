@testable import Panels

// Where a sheet rests, and where it goes on release.
extension VectorChecks {
    func anchorLocation(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        guard given.has("anchor") else {
            let track = try given.track()
            for state in expected.keys { try expected.expectNumber(track.location(of: .named(state)), state) }
            return
        }
        let edge = try given.side("position")
        let space = try given.space()
        let part = try given.part("anchor")
        let anchor = try part.anchor(content: try given.optional("contentLength") ?? 0)
        try expected.expectNumber(anchor.location(for: edge, in: space), "coordinate")
        // Only the coordinate is rounded to the display's pixels.
        let place = anchor.location(for: edge, in: SheetSpace(bounds: space.bounds, safeArea: space.safeArea))
        if expected.has("movingEdge") { try expected.expect(edge.opposite.rawValue, "movingEdge") }
        switch anchor {
        case .inset(_, let from, let guide):
            let (near, far) = space.span(of: guide, for: edge)
            let distance = from.isFar ? far - place : place - near
            try expected.expectNumberIfGiven(distance, "distanceFromReferenceEdge")
            try expected.expectNumberIfGiven(far - near, "referenceLength")
            // A fraction of zero is written as one of the whole.
            let fraction = distance == 0 ? 1 : distance / (far - near)
            try expected.expectNumberIfGiven(fraction, "multiplier")
        case .intrinsic(_, _, let guide), .adaptive(_, _, let guide, _):
            let (near, far) = space.span(of: guide, for: edge)
            try expected.expectNumberIfGiven(place - (edge.isFar ? far : near), "constant")
        }
    }

    func stateOrder(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let orders = try given.optionalPart("order")
        let names: [String] = try given.optional("anchoredStates") ?? given.get("states")
        let states = try names.map { name in
            SheetState(name: name, order: try orders?.optional(name) ?? SheetState.named(name).order)
        }
        let ladder = SheetLadder(states)
        guard given.has("step") else {
            try expected.expectState(ladder.mostExpanded, "mostExpanded")
            return try expected.expectState(ladder.leastExpanded, "leastExpanded")
        }
        let name: String = try given.get("state")
        guard let state = states.first(where: { $0.name == name }) else { throw RowError("there is no \(name)") }
        switch try given.get("step", as: String.self) {
        case "pre": try expected.expectState(ladder.more(than: state), "state")
        case "next": try expected.expectState(ladder.less(than: state), "state")
        case let other: throw RowError("unknown step “\(other)”")
        }
    }

    func segment(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let found = try given.track().segment(at: try given.get("location"), isForward: try given.get("forward"))
        try expected.expectState(found.lower?.state, "lower")
        try expected.expectState(found.upper?.state, "upper")
    }

    func dragLocation(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let track = try given.track()
        let found = track.dragged(
            from: track.location(of: try given.state("startState")), by: try given.get("diff"),
            isScrolling: try given.get("scrollingContent"))
        try expected.expectNumber(found, "location")
    }

    func rubberBand(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        guard given.has("excess") else { return try dragLocation(row, given, expected) }
        let found = SheetMotion.stretched(
            try given.get("excess"), over: try given.get("dimension"), stiffness: try given.get("constant"))
        try expected.expectNumber(found, "displayedExcess")
    }

    func projection(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let found = SheetMotion.projection(of: try given.get("velocity"), rate: try given.get("rate"))
        try expected.expectNumber(found, "distance")
    }

    func targetState(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let target = try given.track().target(
            from: try given.state(), at: try given.get("location"), velocity: try given.get("velocity"))
        try expected.expectState(target, "target")
    }

    func removal(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var layout = try given.layout()
        layout.isRemovable = try given.get("removalEnabled")
        layout.removalThreshold = try given.get("threshold")
        let track = SheetTrack(layout, in: try given.space())
        let location: Double = try given.get("location")
        let velocity: Double = try given.get("velocity")
        try expected.expect(track.isRemoved(at: location, velocity: velocity), "removed")
        let needed = track.removalVelocity(at: location)
        try expected.expectNumberIfGiven(needed, "velocityNeeded")
        try expected.expectNumberIfGiven(velocity / needed * layout.removalThreshold, "normalisedVelocity")
    }

    func contentMode(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let track = try given.track()
        let surface = track.surface(at: track.location(of: try given.state()))
        try expected.expectNumberIfGiven(surface.height, "surfaceHeight")
        try expected.expectNumberIfGiven(surface.width, "surfaceWidth")
    }

    func surfaceFrame(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let track = try given.track()
        let location = track.location(of: try given.state())
        let surface = track.surface(at: location)
        try expected.expect(surface, "surface", "the surface")
        // The backing, in the surface's coordinates, extends further at the far end of the sheet.
        var under = Rectangle(.zero, surface.size)
        if track.edge.isColumn { under.width += track.overflow } else { under.height += track.overflow }
        if track.edge == .top { under.y -= track.overflow }
        if track.edge == .left { under.x -= track.overflow }
        try expected.expect(under, "container", "what lies under it")
        try expected.expectNumber(location, "interactionConstant")
    }

    func rounding(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let grid = PixelGrid(scale: try given.get("displayScale", as: Double.self))
        guard given.has("a") else {
            return try expected.expectNumber(grid.rounded(try given.get("value")), "rounded")
        }
        let (one, other): (Double, Double) = (try given.get("a"), try given.get("b"))
        try expected.expect(grid.isEqual(one, other), "equalAtScale")
        try expected.expect(one == other, "exactlyEqual")
    }
}
