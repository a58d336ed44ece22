@testable import Panels

// Rules that depend on the window: its size, its class, its permissions.
extension VectorChecks {
    func sizeClass(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let breakpoints: [Double] = try given.get("breakpoints")
        guard breakpoints.count == 2 else { throw RowError("there are two breakpoints") }
        let rule = SizeClassRule(
            mediumFrom: breakpoints[0], wideFrom: breakpoints[1], hysteresis: try given.get("hysteresis"))
        var classes: [SizeClass] = []
        for width in try given.get("widths", as: [Double].self) {
            classes.append(SizeClass.of(width: width, after: classes.last, rule: rule))
        }
        try expected.expect(classes.map(\.rawValue), "classes")
    }

    func responsiveCollapse(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        // A wide window, in which all panels are pinned one after the other, becomes narrow.
        var scene = Scene(Size(width: 10_000, height: 1000))
        scene.bodyMinimum = Size(width: try given.get("bodyMinimum"), height: 0)
        scene.maximumPinned = 10
        var order: [PanelID] = []
        for pinned in try given.list("pinned") {
            order.append(try pinned.panel("id"))
            try pin(pinned, in: &scene)
        }
        scene.resize(to: Size(width: try given.get("containerWidth"), height: 1000))
        let places = try order.map { (id: $0, frame: try scene.frame(of: $0)) }
        try expected.expect(places.filter { $0.frame.place == .pinned }.map(\.id.text), "stays")
        let left = places.filter { $0.frame.place == .meta && $0.frame.isWanted && $0.frame.reason != nil }
        try expected.expect(left.map(\.id.text), "toMeta")
        try expected.expectNumber(scene.shown.body.width, "bodyWidth")
    }

    func containerResize(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(try given.size("container"))
        let key = given.has("wanted") ? "wanted" : "frame"
        if given.has(key) {
            let frame = try given.frame(key)
            scene.specifications = [
                PanelSpecification(
                    id: "panel", title: "Panel", preferred: frame.size, minimum: try given.size("minimum"))
            ]
            try scene.apply(.float("panel", frame: frame))
        } else {
            let pinned = try given.panels("pinnedRight")
            scene.maximumPinned = pinned.count
            for panel in pinned {
                scene.know(panel)
                try scene.apply(.pin(panel, .right))
            }
        }
        let before = scene
        if given.has("newContainer") { scene.resize(to: try given.size("newContainer")) }
        for action in try given.optional("actions", as: [String].self) ?? [] { try act(action, in: &scene) }
        try scene.expectShown(expected)
        let panel = scene.shown.panels.first
        if expected.has("frame") { try expected.expect(panel?.frame, "frame", "the panel") }
        if expected.has("effective") { try expected.expect(panel?.frame, "effective", "the panel") }
        if expected.has("corner") {
            guard case .corner(let corner, _)? = scene.present.wide.record(of: "panel").float?.anchor else {
                throw RowError("the panel has no corner")
            }
            try expected.expect(
                [corner.isRight ? "right" : "left", corner.isBottom ? "bottom" : "top"], "corner")
        }
        if expected.has("wantedUnchanged") {
            scene.container = before.container
            try expected.expect(scene.shown == before.shown && scene.present == before.present, "wantedUnchanged")
        }
    }

    /// Exposé is a state of the window and not part of an arrangement, so it leaves no trace.
    private func act(_ action: String, in scene: inout Scene) throws {
        if action == "enter expose" || action == "exit expose" { return }
        let numbers = action.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
        guard action.hasPrefix("resize to ["), numbers.count == 2 else {
            throw RowError("unknown action “\(action)”")
        }
        scene.resize(to: Size(width: numbers[0], height: numbers[1]))
    }

    func permission(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        if given.has("widths") {
            let allowed = try given.get("widths", as: [Double].self).map { width in
                let container = Container(size: Size(width: width, height: 1024), sizeClass: .medium)
                let closed = try Arrangement.standard(of: .composer)
                    .applying(.closeAllPinned, in: container, of: .composer).arrangement
                return (try? closed.applying(.pin("title", .top), in: container, of: .composer)) != nil
            }
            return try expected.expect(allowed, "allowPinning")
        }
        var scene = Scene(Size(width: 1366, height: 1024))
        scene.know("panel")
        var command = PanelCommand.float("panel")
        switch try given.get("state", as: String.self) {
        // A popover shows a panel that is closed in the arrangement.
        case "closed", "popover": break
        case "pinned": try scene.apply(.pin("panel", .right))
        case "floating":
            try scene.apply(.float("panel"))
            command = .float("panel", frame: Rectangle(x: 40, y: 40, width: 320, height: 500))
        case "modal":
            // PanelKit presents a panel as modal in a window too narrow for the others.
            scene.container = Container(size: Size(width: 375, height: 667))
            try scene.apply(.open("panel"))
        case let other: throw RowError("unknown state “\(other)”")
        }
        scene.specifications = [
            PanelSpecification(
                id: "panel", title: "Panel", preferred: Size(width: 320, height: 500),
                canFloat: try given.get("allowFloating"))
        ]
        let change = try? scene.present.applying(command, in: scene.container, of: scene.catalogue)
        try expected.expect(change != nil, "canFloat")
    }

    func zOrder(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(Size(width: 1366, height: 1024))
        let entries: [String] = try given.get("order")
        scene.maximumPinned = max(entries.count, 1)
        for entry in entries {
            let words = entry.split(separator: " ")
            guard words.count == 2, words[1] == "floating" || words[1] == "pinned" else {
                throw RowError("unknown: “\(entry)”")
            }
            let panel = PanelID(String(words[0]))
            scene.know(panel)
            try scene.apply(words[1] == "floating" ? .float(panel) : .pin(panel, .right))
        }
        let action = try? given.part("action")
        if let action {
            let isPinning = action.has("pin")
            let panel = try action.panel(isPinning ? "pin" : "unpin")
            try scene.apply(isPinning ? .pin(panel, .right) : .float(panel))
        } else {
            let words = try given.get("action", as: String.self).split(separator: " ")
            guard words.count == 3, words[0] == "begin", words[1] == "drag" else { throw RowError("unknown action") }
            let panel = PanelID(String(words[2]))
            // A page raises the pressed panel unless it is in front, and then requests the drag's hints.
            if scene.shown.panels.max(by: { ($0.z ?? 0) < ($1.z ?? 0) })?.id != panel {
                try scene.apply(.raise(panel))
            }
            _ = try scene.begin(.move(panel), at: .zero)
        }
        let order = scene.shown.panels.sorted { ($0.z ?? 0) < ($1.z ?? 0) }
        try expected.expect(order.map { action == nil ? "\($0.id)" : "\($0.id) \($0.place)" }, "order")
    }

    func defaults(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let scene = Scene(Size(width: 1024, height: 768))
        let panel = PanelSpecification(id: "panel", title: "Panel", preferred: try given.size("preferred"))
        try expected.expect([panel.minimum.width, panel.minimum.height], "minimum")
        try expected.expect([panel.maximum.width, panel.maximum.height], "maximum")
        try expected.expect(panel.pinned.width, "pinnedWidth")
        try expected.expect(panel.pinned.height, "pinnedHeight")
        try expected.expect(panel.isResizable, "resizable")
        try expected.expect(scene.maximumPinned, "maximumPinnedPerSide")
        let insets = scene.container.insets
        try expected.expect([insets.top, insets.left, insets.bottom, insets.right], "dragInsets")
        // The page owns labels, and the on-screen keyboard comes with the whole engine.
        for key in ["shouldAdjustForKeyboard", "closeTitle", "popTitle", "modalCloseTitle"] { _ = expected.value(key) }
    }
}
