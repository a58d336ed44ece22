@testable import Panels

// Clamp, float, pin, unpin, resize, close.
extension VectorChecks {
    func clamp(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let frame = try given.frame("frame")
        let insets = try given.insets(given.has("insets") ? "insets" : "dragInsets")
        var scene = Scene(try given.size("container"), insets: insets)
        scene.specifications = [
            PanelSpecification(
                id: "panel", title: "Panel", preferred: frame.size, minimum: try given.optionalSize("minimum"))
        ]
        for pinned in try given.list("pinned") {
            try pin(pinned, in: &scene)
        }
        let delta = try given.point("delta") ?? .zero
        let moved = Rectangle(
            x: frame.x + delta.x, y: frame.y + delta.y, width: frame.width, height: frame.height)
        var dropped = scene
        try dropped.apply(.float("panel", frame: moved))
        try expected.expect(dropped.frame(of: "panel").frame, "frame", "the panel let go there")
        // The same in steps: from a start inside, a move ends at the same place. A move that cannot go further is refused.
        try scene.apply(.float("panel", frame: frame))
        guard try scene.frame(of: "panel").frame == frame else { return }
        _ = try? scene.apply(.move("panel", dx: delta.x, dy: delta.y))
        try expected.expect(scene.frame(of: "panel").frame, "frame", "the moved panel")
    }

    func float(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let action: String = try given.get("action")
        if action == "toggleFloatStatus" { return try toggle(given, expected) }
        var scene = Scene(try given.size("container"))
        let panel = try given.part("panel")
        try scene.know(panel)
        let id = try panel.panel("id")
        switch action {
        case "toggle float from closed": try scene.apply(.float(id))
        case "float from popover at rect": try scene.apply(.float(id, frame: try given.frame("rect")))
        case "float at frame": try scene.apply(.float(id, frame: try given.frame("frame")))
        case let other: throw RowError("unknown action “\(other)”")
        }
        try scene.expectShown(expected)
        if expected.has("isFloating") { try expected.expect(scene.frame(of: id).place == .floating, "isFloating") }
    }

    /// A press on the panel's button: an open panel closes, one that is closed or in Meta floats.
    private func toggle(_ given: Fields, _ expected: Fields) throws {
        var scene = Scene(Size(width: 1024, height: 768))
        scene.know("panel")
        switch try given.get("state", as: String.self) {
        case "floating": try scene.apply(.float("panel"))
        case "pinned": try scene.apply(.pin("panel", .right))
        case "closed": break
        case "popover":
            try scene.apply(.float("panel"))
            try scene.apply(.collapse("panel"))
        case let other: throw RowError("unknown state “\(other)”")
        }
        switch try scene.frame(of: "panel").place {
        case .floating, .pinned, .sheet, .stacked, .strip, .popover, .away, .open:
            try scene.apply(.close("panel"))
        case .meta, .inside: try scene.apply(.takeOut("panel"))
        case .closed: try scene.apply(.float("panel"))
        }
        try expected.expect(try scene.frame(of: "panel").place.rawValue, "state")
    }

    func pin(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let (scene, outcome, dragged) = try pinned(given)
        try scene.expectShown(expected)
        if let result: String = try expected.optional("result") { try expect(outcome, is: result) }
        let all = scene.shown.panels.filter { $0.place == .pinned }
        if expected.has("numberPinned") { try expected.expect(all.count, "numberPinned") }
        if expected.has("isPinned") { try expected.expect(scene.shown.panels.map { $0.place == .pinned }, "isPinned") }
        if expected.has("index") { try expected.expect(all.first?.index ?? -1, "index") }
        if expected.has("frame") { try expected.expect(all.first?.frame, "frame", "the pinned panel") }
        if expected.has("floatingSize") {
            let size = dragged.flatMap { scene.present.wide.record(of: $0).float?.size }
            try expected.expectNumbers([size?.width ?? 0, size?.height ?? 0], "floatingSize")
        }
        if let thickness: String = try expected.optional("thickness") { try expect(scene, thickness: thickness) }
    }

    /// Carries out a row of `pin`.
    /// - Returns: also whether the last command was applied, and the dragged panel.
    private func pinned(_ given: Fields) throws -> (Scene, Outcome, PanelID?) {
        var scene = Scene(try given.size("container"), insets: try given.insets("dragInsets"))
        scene.pinningWiderThan = 800  // PanelKit's own value
        scene.maximumPinned = try given.optional("maximumPinnedPerSide") ?? 1
        if given.has("panel") { try scene.know(try given.part("panel")) }
        if given.value("panels") is [Any] {
            for panel in try given.list("panels") { try scene.know(panel) }
        } else if let panels = try given.optionalPart("panels") {
            for name in panels.keys { try scene.know(try panels.part(name), id: PanelID(name)) }
        }
        for pinned in try given.list("pinned") { try pin(pinned, in: &scene) }
        if let floating = try given.optionalPart("floating") {
            scene.know(try floating.panel("id"))
            try scene.apply(.float(try floating.panel("id"), frame: try floating.frame("frame")))
        }
        var outcome = Outcome.none
        let single = try given.value("action") == nil ? [] : [given.part("action")]
        for action in try single + given.list("actions") {
            let panel = try action.panel("pin")
            scene.know(panel)
            let command = PanelCommand.pin(
                panel, try action.side("side"), index: try action.optional("index"))
            do {
                scene.present = try scene.present.applying(command, in: scene.container, of: scene.catalogue)
                    .arrangement
                outcome = .pinned(try scene.frame(of: panel))
            } catch let refusal as Refusal { outcome = .refused(refusal) }
        }
        guard let drag = try given.optionalPart("dragEnd") else { return (scene, outcome, nil) }
        let panel = try drag.panel("id")
        let end = try drag.frame("frame")
        scene.know(panel)
        try scene.apply(.float(panel, frame: Rectangle(Point(x: 40, y: 40), end.size)))
        try scene.apply(.drop(panel, at: end))
        return (scene, .pinned(try scene.frame(of: panel)), panel)
    }

    private enum Outcome {
        case none
        case pinned(PanelFrame)
        case refused(Refusal)
    }

    private func expect(_ outcome: Outcome, is result: String) throws {
        switch outcome {
        case .none: throw RowError("nothing was done, the row says \(result)")
        case .pinned(let panel) where result == "floating":
            guard panel.place == .floating else { throw RowError("it is \(panel.place), the row says \(result)") }
        case .pinned(let panel):
            let place = "pinned:\(panel.side?.rawValue ?? "none"):\(panel.index ?? -1)"
            guard panel.place == .pinned, result == "pinned" || result == place else {
                throw RowError("the panel is \(panel.place) \(place), the row says \(result)")
            }
        case .refused(let refusal):
            let reasons = [
                "refused:pinning-not-allowed": "Pinning needs a window wider than", "refused:side-full": "side is full",
            ]
            guard let words = reasons[result], refusal.reason.contains(words) else {
                throw RowError("refused (\(refusal.reason)), the row says \(result)")
            }
        }
    }

    /// "max of the preferred of the side, or the user-set thickness of the side".
    private func expect(_ scene: Scene, thickness: String) throws {
        guard thickness == "max of the preferred of the side, or the user-set thickness of the side" else {
            throw RowError("unknown rule “\(thickness)”")
        }
        for separator in scene.shown.separators {
            guard case .thickness(let side) = separator.id else { continue }
            let wishes = scene.shown.panels.filter { $0.side == side }
                .compactMap { scene.catalogue[$0.id].map { side.thickness(of: $0.pinned) } }
            guard separator.value == wishes.max() else {
                throw RowError("\(side) is \(separator.value) thick, its panels want \(wishes)")
            }
            var changed = scene
            try changed.apply(.thickness(side, separator.value + 10))
            let value = changed.shown.separators.first { $0.id == separator.id }?.value
            guard value == separator.value + 10 else { throw RowError("\(side) does not stay as the user set it") }
        }
    }

    func unpin(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var (scene, panel) = try pinnedScene(given, expected)
        let touch = try given.point("touch")
        guard let frame = try scene.frame(of: panel).frame else { throw RowError("\(panel) is not shown") }
        let pointer = touch ?? Point(x: frame.x + 1, y: frame.y + 1)
        let hints = try scene.begin(.move(panel), at: pointer)
        guard let freed = hints.freed else { throw RowError("nothing comes free") }
        // Pulled inward and dropped with pinning suppressed: it floats where it came off.
        var floated = scene
        try scene.apply(.float(panel, frame: freed, overSides: !hints.bounds.contains(freed)))
        try scene.expectShown(expected)
        if expected.has("isPinned") { try expected.expect(scene.frame(of: panel).place == .pinned, "isPinned") }
        guard touch == nil else { return }
        // Without a pointer, the command “float” has the same result.
        try floated.apply(.float(panel))
        try floated.expectShown(expected)
    }

    /// A window with a pinned panel that is about to come off.
    private func pinnedScene(_ given: Fields, _ expected: Fields) throws -> (Scene, PanelID) {
        if let before: String = try given.optional("before") {
            let row = try (rows + VectorFile.shipped().rows).first { $0.id == before }
            guard let row else { throw RowError("there is no row \(before)") }
            _ = given.value("container")
            return (try pinned(row.given).0, try given.part("action").panel("unpin"))
        }
        var scene = Scene(try given.size("container"))
        scene.maximumPinned = try given.optional("maximumPinnedPerSide") ?? 1
        let action: String = try given.get("action")
        if given.has("pinnedRight") {
            for panel in try given.panels("pinnedRight") {
                scene.know(panel)
                try scene.apply(.pin(panel, .right))
            }
            let words = action.split(separator: " ")
            guard words.count == 3, words[0] == "drag", words[2] == "free" else {
                throw RowError("unknown action “\(action)”")
            }
            return (scene, PanelID(String(words[1])))
        }
        guard action == "drag free" else { throw RowError("unknown action “\(action)”") }
        let description = try given.part("panel")
        let named = expected.keys(in: "frames").first.map { PanelID($0) }
        try scene.know(description, id: named)
        let panel = scene.specifications[0].id
        if let size = try given.optionalSize("floatingSize") {
            try scene.apply(.float(panel, frame: Rectangle(.zero, size)))
        }
        try scene.apply(.pin(panel, try given.side("pinned")))
        return (scene, panel)
    }

    func resize(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(try given.optionalSize("container") ?? Size(width: 1024, height: 768))
        if given.has("state") { return try resizable(given, expected, in: &scene) }
        let panel = try given.part("panel")
        try scene.know(panel)
        let id = try panel.panel("id")
        if let width: Double = try given.optional("pinnedRight") {
            scene.know("column", preferred: Size(width: width, height: 500))
            try scene.apply(.pin("column", .right))
        }
        try scene.apply(.float(id, frame: try given.frame("frame"), overSides: true))
        let delta = try given.size("delta")
        if delta != Size(width: 0, height: 0) { try scene.apply(.resize(id, dw: delta.width, dh: delta.height)) }
        try expected.expect(scene.frame(of: id).frame, "frame", "the panel")
        let size = scene.present.wide.record(of: id).float?.size
        try expected.expectNumbers([size?.width ?? 0, size?.height ?? 0], "floatingSize")
    }

    private func resizable(_ given: Fields, _ expected: Fields, in scene: inout Scene) throws {
        try scene.know(given, id: "panel")
        switch try given.get("state", as: String.self) {
        case "floating": try scene.apply(.float("panel"))
        case "pinned": try scene.apply(.pin("panel", .right))
        case let other: throw RowError("unknown state “\(other)”")
        }
        try expected.expect(try !scene.frame(of: "panel").resize.isEmpty, "resizable")
    }

    func close(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(try given.optionalSize("container") ?? Size(width: 1366, height: 1024))
        let isGiven = given.has("pinned")
        if isGiven {
            for pinned in try given.list("pinned") { try pin(pinned, in: &scene) }
        } else {
            for panel: PanelID in ["left", "right", "one", "two"] { scene.know(panel) }
            try scene.apply(.pin("left", .left))
            try scene.apply(.pin("right", .right))
            try scene.apply(.float("one"))
            try scene.apply(.float("two"))
        }
        switch try given.get("action", as: String.self) {
        case "close floating": try scene.apply(.close("one"))
        case "close pinned": try scene.apply(.close("right"))
        case "closeAllFloating": try scene.apply(.closeAllFloating)
        case "closeAllPinned": try scene.apply(.closeAllPinned)
        case let other: throw RowError("unknown action “\(other)”")
        }
        try scene.expectShown(expected)
        guard let result: String = try expected.optional("result") else { return }
        let closed = Set(scene.shown.panels.filter { $0.place == .closed }.map(\.id.text))
        let wanted: [String: Set<String>] = [
            "closed": ["one"], "closed and unpinned": ["right"], "all floating closed, pinned stay": ["one", "two"],
            "all pinned closed and unpinned, floating stay": ["left", "right"],
        ]
        guard closed == wanted[result] else { throw RowError("closed are \(closed.sorted()), the row says \(result)") }
    }

    /// Pins a panel that a row describes by its side and, optionally, id, index and thickness.
    func pin(_ pinned: Fields, in scene: inout Scene) throws {
        let side = try pinned.side("side")
        let id = pinned.has("id") ? try pinned.panel("id") : PanelID("pinned \(side)")
        let thickness: Double? =
            try pinned.optional("thickness") ?? pinned.optional("width") ?? pinned.optional("height")
        scene.know(id, preferred: thickness.map { Size(width: $0, height: $0) } ?? Size(width: 320, height: 500))
        let command = PanelCommand.pin(id, side, index: try pinned.optional("index"))
        scene.maximumPinned = max(scene.maximumPinned, scene.shown.panels.count { $0.side == side } + 1)
        try scene.apply(command)
    }
}
