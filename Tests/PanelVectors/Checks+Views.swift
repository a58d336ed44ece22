@testable import Panels

// Exposé, zen, the on-screen keyboard, a splitter's keys.
extension VectorChecks {
    func expose(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        if given.has("frames") { return try exposedFrames(given, expected) }
        if given.has("panelsShown") { return try exposeOnce(given, expected) }
        if given.has("floating") { return try exposeCycle(given, expected) }
        try tapExposed(given, expected)
    }

    private func exposedFrames(_ given: Fields, _ expected: Fields) throws {
        let part = try given.part("frames")
        let order = try given.panels("order")
        let exposure = Exposure(
            of: try order.map { try part.frame($0.text) }, width: try given.get("wrapperWidth"),
            body: try given.frame("content"))
        try expected.expectNumber(exposure.scale, "scale")
        try expected.expect(exposure.union, "union", "all panels")
        let (visible, frames) = (try expected.part("visible"), try expected.part("frames"))
        for (panel, seen) in zip(order, exposure.visible) {
            try visible.expect(seen, panel.text, "panel \(panel)")
            // PanelKit scales about the middle; the page about the corner, at the same place.
            let size = try part.frame(panel.text).size
            let laid = Rectangle(
                Point(x: seen.center.x - size.width / 2, y: seen.center.y - size.height / 2), size)
            try frames.expect(laid, panel.text, "panel \(panel)")
        }
    }

    private func exposeOnce(_ given: Fields, _ expected: Fields) throws {
        let count: Int = try given.get("panelsShown")
        guard (0...20).contains(count) else { throw RowError("there cannot be \(count) panels") }
        let panels = (0..<count).map { PanelID("panel \($0)") }
        let view = try expose(given.get("action"), .plain, in: scene(of: panels))
        try expected.expect(view.isExposed, "isInExpose")
        try expected.expect(view.isExposed ? ["willEnterExpose"] : [], "events")
    }

    /// The product has one command for both directions, so it is carried out only if the view is to change. A refused
    /// command leaves the view.
    private func expose(_ action: String, _ view: ViewState, in scene: Scene) throws -> ViewState {
        guard ["enter", "exit", "toggle"].contains(action) else { throw RowError("unknown action \(action)") }
        guard action == "toggle" || view.isExposed != (action == "enter") else { return view }
        return (try? look(.expose(nil), view, in: scene)) ?? view
    }

    private func exposeCycle(_ given: Fields, _ expected: Fields) throws {
        let scene = try scene(of: given.panels("floating"))
        var view = ViewState.plain
        let found: [Bool] = try given.get("actions", as: [String].self).map { action in
            view = try expose(action, view, in: scene)
            return view.shown(in: scene.shown).isExposed
        }
        try expected.expect(found, "inExposeAfterEach")
    }

    private func tapExposed(_ given: Fields, _ expected: Fields) throws {
        let isIn: Bool = try given.get("inExpose")
        let action: String = try given.get("action")
        var scene = try scene(of: ["floating", "other"])
        scene.know("pinned")
        try scene.apply(.pin("pinned", .right))
        var view = ViewState.plain
        view.isExposed = isIn
        let tapped: PanelID?
        switch action {
        case "tap a pinned panel": tapped = "pinned"
        case "tap a floating panel": tapped = "floating"
        case "tap the overlay": tapped = nil
        default: throw RowError("unknown action \(action)")
        }
        let change = try view.applying(.expose(tapped), to: scene.present, in: scene.container, of: scene.catalogue)
        let raised = change.follows == nil ? [] : ["raise"]
        let effects: [String] = try expected.get("effects")
        let found = raised + (change.view.isExposed ? [] : ["exit"])
        guard effects.sorted() == found.sorted() else { throw RowError("the effects are \(found), not \(effects)") }
    }

    private func scene(of floating: [PanelID]) throws -> Scene {
        var scene = Scene(Size(width: 1024, height: 768))
        for panel in floating { scene.know(panel) }
        for panel in floating { try scene.apply(.float(panel)) }
        return scene
    }

    private func look(_ command: ViewCommand, _ view: ViewState, in scene: Scene) throws -> ViewState {
        do {
            return try view.applying(command, to: scene.present, in: scene.container, of: scene.catalogue).view
        } catch { throw RowError("\(command) was refused: \(error.reason)") }
    }

    func offscreen(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let action: String = try given.get("action")
        guard action == "move off, then on" else { throw RowError("unknown action \(action)") }
        var scene = try floating(given)
        let away = try look(.zen, .plain, in: scene)
        scene.view = away
        let off = try scene.frame(of: "panel").frame
        try expected.expect(off, "frameOff", "off the screen")
        guard let off else { throw RowError("the panel is not shown") }
        try expected.expectNumbers([off.center.x, off.center.y], "centerOff")
        let size = scene.container.size
        let meets = off.x < size.width && off.maxX > 0 && off.y < size.height && off.maxY > 0
        try expected.expect(meets, "intersectsContainer")
        scene.view = try look(.zen, away, in: scene)
        try expected.expect(scene.frame(of: "panel").frame, "frameOn", "back on the screen")
    }

    func keyboard(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        if given.has("key") { return try splitterKey(given, expected) }
        let isWanted: Bool = try given.get("shouldAdjustForKeyboard")
        var scene = try floating(given, adjustsForKeyboard: isWanted)
        let insets = Insets(top: try given.optional("dragInsetTop") ?? 0)
        scene.container = Container(
            size: scene.container.size, insets: insets, sizeClass: .wide,
            screen: Screen(keyboard: try given.frame("keyboard")))
        try expected.expect(scene.frame(of: "panel").frame, "frame", "beside the keyboard")
        // After the keyboard has gone everything is as before.
        scene.container = Container(size: scene.container.size, insets: insets, sizeClass: .wide)
        try given.expect(scene.frame(of: "panel").frame, "frame", "without the keyboard")
    }

    private func floating(_ given: Fields, adjustsForKeyboard: Bool = false) throws -> Scene {
        let frame = try given.frame("frame")
        var scene = Scene(try given.size("container"))
        scene.specifications = [
            PanelSpecification(
                id: "panel", title: "Panel", preferred: frame.size, adjustsForKeyboard: adjustsForKeyboard)
        ]
        try scene.apply(.float("panel", frame: frame))
        return scene
    }

    private func splitterKey(_ given: Fields, _ expected: Fields) throws {
        let key: String = try given.get("key")
        let orientation: String = try given.get("orientation")
        guard orientation == "vertical" || orientation == "horizontal" else {
            throw RowError("there is no \(orientation) splitter")
        }
        let (low, high): (Double, Double) = (try given.get("valueMin"), try given.get("valueMax"))
        guard low <= high else { throw RowError("valueMax \(high) is below valueMin \(low)") }
        let (value, step): (Double, Double) = (try given.get("ariaValueNow"), try given.get("step"))
        let remembered: Double? = try given.optional("remembered")
        let (back, forth) = orientation == "vertical" ? ("ArrowLeft", "ArrowRight") : ("ArrowUp", "ArrowDown")
        let moves: [String: SplitterMove] = [
            back: .less, forth: .more, "Home": .least, "End": .most, "Enter": .toggle,
        ]
        // Any other key leaves the splitter.
        let next = moves[key]?.value(after: value, in: low...high, step: step, remembered: remembered)
        try expected.expectNumber(next ?? value, "ariaValueNow")
    }
}
