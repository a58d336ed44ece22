@testable import Panels

// Sheets in an arrangement: the effect of commands and drags.
extension VectorChecks {
    func controller(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        if given.has("cases") { return try sizeToLayout(given, expected) }
        if given.has("from") { return try switchLayout(given, expected) }
        if given.has("layoutPosition") { return try initialPosition(given, expected) }
        if expected.has("didMoveCount") { return try moveCount(given, expected) }
        if expected.has("offsetFromMostExpanded") {
            let track = try given.track()
            return try expected.expectNumber(
                track.offset(of: track.location(of: try given.state())), "offsetFromMostExpanded")
        }
        var scene = try SheetScene(given)
        if expected.has("nearbyState") {
            let action: String = try given.get("action")
            if action != "show" { try scene.do("show") }
            try scene.do(action)
            return try expected.expectState(scene.track.nearest(to: scene.location)?.state, "nearbyState")
        }
        var states: [String] = []
        var locations: [Double] = []
        for step in try given.get("sequence", as: [String].self) {
            try scene.do(step)
            states.append(scene.state)
            locations.append(scene.location)
        }
        try expected.expect(states, "states")
        // The state is part of the arrangement, so it is set as soon as the command is carried out.
        _ = try expected.optional("note", as: String.self)
        if expected.has("surfaceAtAnchor") {
            let isThere = scene.location == scene.track.location(of: .named(scene.state))
            try expected.expect(isThere, "surfaceAtAnchor")
        }
        if expected.has("locations") { try expected.expectNumbers(locations, "locations") }
    }

    func events(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = try SheetScene(given)
        try scene.do("show")
        guard let moves: [String] = try given.optional("moves") else {
            try scene.do("move \(try given.get("state", as: String.self))")
            let target = scene.track.location(of: try given.state("endAtAnchorOf"))
            try scene.letGo(at: target)
            try expected.expect(scene.state, "state")
            try expected.expect(!scene.track.space.grid.isEqual(target, scene.location), "willAttract")
            // The command's answer contains the new state, and nothing is sent before it.
            try expected.expect("the event fires AFTER the state changed", "note")
            return
        }
        var events = [scene.state]
        for move in moves {
            try scene.do("move \(move)")
            events.append(scene.state)
        }
        try expected.expect(events, "events")
    }

    /// A move is one change, regardless of its animation.
    private func moveCount(_ given: Fields, _ expected: Fields) throws {
        guard let state = try given.get("action", as: String.self).split(separator: ",").first else {
            throw RowError("there is no action")
        }
        var scene = try SheetScene(given)
        try scene.do("show")
        try scene.do(String(state))
        try expected.expect(scene.changes - 1, "didMoveCount")
    }

    private func switchLayout(_ given: Fields, _ expected: Fields) throws {
        var scene = try SheetScene(given, layout: try given.layout("from"))
        try scene.do("show")
        try scene.do("move \(try given.get("state", as: String.self))")
        scene.use(try given.layout("to", initial: try given.get("toInitial")))
        try expected.expect(scene.state, "state")
        try expected.expectNumber(scene.location, "location")
    }

    private func initialPosition(_ given: Fields, _ expected: Fields) throws {
        var scene = try SheetScene(given)
        try scene.do("show")
        try expected.expect(scene.shown?.edge.rawValue ?? "nowhere", "surfacePosition")
    }

    /// The widths of the composer's sheets in windows like these.
    private func sizeToLayout(_ given: Fields, _ expected: Fields) throws {
        let containers = [
            "phone portrait": Container(size: Size(width: 390, height: 844)),
            "phone landscape": Container(size: Size(width: 844, height: 390), insets: Insets(left: 47, right: 47)),
            "pad": Container(size: Size(width: 820, height: 1180)),
        ]
        let found = try given.get("cases", as: [String].self).map { name in
            guard let container = containers[name] else { throw RowError("unknown case “\(name)”") }
            let start = Arrangement.standard(of: .composer)
            let bare = try? start.applying(.closeAllPinned, in: container, of: .composer).arrangement
            guard
                let there = try? (bare ?? start).applying(.sheet("date", .bottom), in: container, of: .composer)
                    .arrangement,
                let frame = frames(of: there, in: container, catalogue: .composer).panels.first(where: {
                    $0.sheet != nil
                })?.frame
            else { throw RowError("there is no sheet in the case “\(name)”") }
            if frame.width == container.size.width { return "full" }
            let inset = container.insets.left > 0 ? " + safe area" : ""
            return "\(Int(frame.width)) at leading \(Int(frame.x - container.insets.left))\(inset)"
        }
        try expected.expect(found, "width")
    }
}

/// A window whose only panel is a sheet.
private struct SheetScene {
    private var scene: Scene
    private let space: SheetSpace
    private(set) var changes = 0

    init(_ given: Fields, layout: SheetLayout? = nil) throws {
        // Panels stay in the safe area, but a hidden sheet is beyond the container's edge.
        space = try given.space()
        scene = Scene(space.bounds.size)
        scene.container = Container(
            size: space.bounds.size, insets: space.safeArea, sizeClass: .wide, screen: Screen(scale: space.grid.scale))
        scene.bodyMinimum = Size(width: 0, height: 0)
        let initial: String = try given.optional("initialState") ?? "half"
        let hasAnchors = given.has("anchors")
        if let name: String = try given.optional("layout"), name != "default" {
            throw RowError("unknown layout “\(name)”")
        }
        use(try layout ?? (hasAnchors ? given.layout(initial: initial) : .floatingPanel(initial: initial)))
    }

    mutating func use(_ layout: SheetLayout) {
        scene.specifications = [
            PanelSpecification(
                id: "panel", title: "Panel", preferred: Size(width: 320, height: 500), sheets: [.wide: layout])
        ]
    }

    var track: SheetTrack {
        let panel = scene.specifications[0]
        let layout = scene.catalogue.sheetLayout(
            of: panel, on: panel.sheets[.wide]?.edge ?? .bottom, in: scene.container)
        return SheetTrack(layout, in: space)
    }

    var shown: SheetShown? { scene.shown.panels[0].sheet }
    var state: String { shown?.state.name ?? SheetState.hidden.name }
    var location: Double { shown?.location ?? track.location(of: .hidden) }

    mutating func `do`(_ action: String) throws {
        let words = action.split(separator: " ").map(String.init)
        switch words.first {
        case "show", "add": try apply(.sheet("panel", track.edge))
        case "hide": try move(to: SheetState.hidden.name)
        case "move": try move(to: words.dropFirst().first { $0 != "to" } ?? "")
        default: throw RowError("unknown action “\(action)”")
        }
    }

    private mutating func move(to state: String) throws {
        if state != self.state { try apply(.detent("panel", .state(state))) }
    }

    mutating func letGo(at location: Double) throws {
        try apply(.fling("panel", to: location, velocity: 0))
    }

    private mutating func apply(_ command: PanelCommand) throws {
        let before = scene.present
        try scene.apply(command)
        if scene.present != before { changes += 1 }
    }
}

extension SheetLayout {
    /// FloatingPanel's default layout.
    fileprivate static func floatingPanel(initial: String) -> SheetLayout {
        var layout = SheetLayout(
            edge: .bottom, initial: initial,
            detents: [
                SheetDetent(.full, .inset(.absolute(18), from: .top, of: .safeArea), backdrop: 0.3),
                SheetDetent(.half, .inset(.fractional(0.5), from: .bottom, of: .safeArea)),
                SheetDetent(.tip, .inset(.absolute(69), from: .bottom, of: .safeArea)),
            ])
        layout.isModal = true
        return layout
    }
}
