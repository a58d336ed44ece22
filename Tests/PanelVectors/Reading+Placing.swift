import JSONTree

@testable import Panels

// Panels in a window.
extension Reading {
    /// What rows say about a window before anything happens in it.
    /// - Parameter usual: of a row that does not say how large its window is.
    func scene(_ given: Given, usual: Size? = nil) throws -> Play {
        guard let size = try given.container ?? usual else { throw RowError("the container is missing") }
        var play = Play(size, insets: try given.insets ?? given.dragInsets)
        play.program["maximumPinned"] = try given.maximumPinnedPerSide
        if let panel: [String: JSON] = try given.panel { play.know(nil, panel) }
        switch try given.panels as JSON {
        case .object(let panels):
            for name in panels.keys.sorted() { play.know(PanelID(name), panels[name]?.fields ?? [:]) }
        case let panels: for panel in panels.elements ?? [] { play.know(nil, panel.fields ?? [:]) }
        }
        switch try given.pinned as JSON {
        case .list: try play.pin(given.list("pinned"))
        case .object: try play.pin([given.part("pinned")])
        default: break
        }
        switch try given.pinnedRight as JSON {
        case .number(let width):
            play.know("column", ["preferred": .pair(width, 500)])
            play.add("pin", "column", ["side": "right"])
        case .list:
            for panel in try given.pinnedRight as [PanelID] { play.add("pin", panel, ["side": "right"]) }
        case .null: break
        default: throw RowError("“pinnedRight” is neither a width nor panels")
        }
        if given.has("floating") {
            let floating = try given.part("floating")
            play.add("float", try floating.id, ["frame": (try floating.frame as Rectangle).document])
        }
        return play
    }

    /// The panel that the row describes.
    private var panel: PanelID? {
        get throws { try (given.panel as JSON)["id"].map { try PanelID(row: $0) } }
    }

    /// A panel let go at the new place; and, from a start inside, the same in one move, which may not go further.
    func clamp() throws -> [Claim] {
        let (frame, delta): (Rectangle, Size) = (try given.frame, try given.delta ?? Size(width: 0, height: 0))
        var play = try scene(given)
        play.about = "panel"
        let moved = Rectangle(Point(x: frame.x + delta.width, y: frame.y + delta.height), frame.size)
        let wanted = ["frame": try wanted.frame as JSON]
        var start = play
        start.float("panel", at: frame, given.all("minimum"))
        play.program["panels"] = start.program["panels"]
        let move = start.then(
            "move", "panel", ["dx": .number(delta.width), "dy": .number(delta.height), "mayBeRefused": true])
        let isInside = try start.told()["frame?"] == frame.row
        return try [play.then("float", "panel", ["frame": moved.document]).claim(wanted)]
            + (isInside ? [move.claim(wanted)] : [])
    }

    func float() throws -> [Claim] {
        let action: String = try given.action
        if action == "toggleFloatStatus" { return try toggle() }
        let frames = ["float from popover at rect": "rect", "float at frame": "frame"]
        guard action == "toggle float from closed" || frames[action] != nil else { throw unknown(action) }
        let frame = try frames[action].map { (try given.get($0) as Rectangle).document }
        var expected = wanted.all()
        if let floats = expected.removeValue(forKey: "isFloating") {
            expected["place"] = floats == true ? "floating" : "no"
        }
        return [try scene(given).then("float", panel, ["frame": frame]).claim(expected)]
    }

    /// A press on the panel's button: an open panel closes, one that is closed or in Meta floats.
    private func toggle() throws -> [Claim] {
        let words = [
            "floating": ["float", "close"], "pinned": ["pin", "close"], "closed": ["float"],
            "popover": ["float", "collapse", "takeOut"],
        ]
        guard let words = words[try given.state] else { throw unknown("state") }
        let play = try words.reduce(scene(given, usual: .window)) {
            $0.then($1, "panel", ["side": $1 == "pin" ? "right" : nil])
        }
        return [try play.claim(["place": try wanted.state])]
    }

    func pin() throws -> [Claim] {
        let play = try pinned(given)
        var expected = wanted.all()
        expected["arePinned"] = expected.removeValue(forKey: "isPinned")
        if let result = expected.removeValue(forKey: "result")?.text {
            guard !play.steps.isEmpty else { throw RowError("nothing was done, the row says \(result)") }
            let reasons: [String: JSON] = [
                "refused:pinning-not-allowed": "Pinning needs a window wider than…",
                "refused:side-full": "…side is full…",
            ]
            expected["refused"] = reasons[result] ?? .null
            if reasons[result] == nil { expected["result"] = .text(result == "pinned" ? "pinned:…" : result) }
        }
        guard let thickness = expected.removeValue(forKey: "thickness") else { return [try play.claim(expected)] }
        guard thickness == "max of the preferred of the side, or the user-set thickness of the side" else {
            throw RowError("unknown rule “\(thickness)”")
        }
        return try [play.claim(expected)] + thicknesses(play)
    }

    /// A side is as thick as its thickest panel wants, until the user sets it.
    private func thicknesses(_ play: Play) throws -> [Claim] {
        let stage = try play.stage()
        let sides = Dictionary(grouping: stage.shown.panels.filter { $0.place == .pinned }) { $0.side }
        return try sides.flatMap { side, panels in
            guard let side else { throw RowError("a pinned panel has no side") }
            let wish = panels.compactMap { stage.catalogue[$0.id] }.map { side.thickness(of: $0.pinned) }.max() ?? 0
            let set = play.then("thickness", nil, ["side": .text(side.rawValue), "value": .number(wish + 10)])
            return try [play.claim(["separators": [side.rawValue: .number(wish)]])]
                + [set.claim(["separators": [side.rawValue: .number(wish + 10)]])]
        }
    }

    /// What a row of `pin` does.
    private func pinned(_ given: Given) throws -> Play {
        var play = try scene(given)
        play.program["pinningWiderThan"] = 800  // PanelKit's own value
        for action in try (given.has("action") ? [given.part("action")] : []) + given.list("actions") {
            play.add("pin", try action.pin, ["side": try action.side, "index": try action.index, "mayBeRefused": true])
        }
        if given.has("dragEnd") {
            let drag = try given.part("dragEnd")
            let (panel, end): (PanelID, Rectangle) = (try drag.id, try drag.frame)
            play.add("float", panel, ["frame": Rectangle(Point(x: 40, y: 40), end.size).document])
            play.add("drop", panel, ["frame": end.document])
        }
        return play
    }

    /// Pulled inward and dropped with pinning suppressed, a panel floats where it came off. The command “float” has the
    /// same result, if the pointer was nowhere special.
    func unpin() throws -> [Claim] {
        var (play, panel) = try pinnedPanel()
        play.about = panel
        var expected = wanted.all()
        if let isPinned = expected.removeValue(forKey: "isPinned") {
            expected["place"] = isPinned == false ? "floating" : "pinned"
        }
        let floated = play.then("float", panel)
        let touch: Size? = try given.touch
        let point = touch.map { ["x": JSON.number($0.width), "y": .number($0.height)] } ?? [:]
        play.steps.append(["drag": .object(point.merging(["panel": .text(panel.text)]) { $1 })])
        return try [play.claim(expected)] + (touch == nil ? [floated.claim(expected)] : [])
    }

    /// A window with a pinned panel that is about to come off.
    private func pinnedPanel() throws -> (Play, PanelID) {
        if let before: String = try given.before {
            guard let row = rows.first(where: { $0.id == before }) else { throw unknown(before) }
            _ = given.all("container")
            return (try pinned(Given(row.input, "input of \(before)")), try given.part("action").unpin)
        }
        var play = try scene(given)
        let words = try (given.action as String).split(separator: " ")
        guard words.first == "drag", words.last == "free", words.count == (given.has("pinnedRight") ? 3 : 2) else {
            throw RowError("unknown action")
        }
        if words.count == 3 { return (play, PanelID(String(words[1]))) }
        let named = try (wanted.frames as [String: JSON]?)?.keys.min()
        let panel = try panel ?? PanelID(named ?? "panel")
        play.program["panels"] = nil
        play.know(panel, try given.panel)
        if let size: Size = try given.floatingSize {
            play.add("float", panel, ["frame": Rectangle(.zero, size).document])
        }
        return (play.then("pin", panel, ["side": try given.pinned]), panel)
    }

    func resize() throws -> [Claim] {
        var play = try scene(given, usual: .window)
        if given.has("state") {
            play.know("panel", given.all("preferred", "minimum", "maximum", "pinnedWidth", "pinnedHeight"))
            return [try play.opened("panel", as: given.state).claim(["isResizable": try wanted.resizable])]
        }
        let (frame, delta): (Rectangle, Size) = (try given.frame, try given.delta)
        play.about = try panel
        play.add("float", play.about, ["frame": frame.document, "overSides": true])
        if delta != Size(width: 0, height: 0) {
            play.add("resize", play.about, ["dw": .number(delta.width), "dh": .number(delta.height)])
        }
        return [try play.claim(["frame": try wanted.frame, "floatingSize": try wanted.floatingSize])]
    }

    func close() throws -> [Claim] {
        var play = try scene(given, usual: .window)
        if !given.has("pinned") {
            play = play.then("pin", "left", ["side": "left"]).then("pin", "right", ["side": "right"])
                .then("float", "one").then("float", "two")
        }
        switch try given.action as String {
        case "close floating": play.add("close", "one")
        case "close pinned": play.add("close", "right")
        case let action where ["closeAllFloating", "closeAllPinned"].contains(action): play.add(action)
        case let action: throw unknown(action)
        }
        var expected = wanted.all()
        if let result = expected.removeValue(forKey: "result")?.text {
            let closed: [String: JSON] = [
                "closed": ["one"], "closed and unpinned": ["right"],
                "all floating closed, pinned stay": ["one", "two"],
                "all pinned closed and unpinned, floating stay": ["left", "right"],
            ]
            expected["closed"] = closed[result] ?? .text(result)
        }
        return [try play.claim(expected)]
    }

    func zOrder() throws -> [Claim] {
        var play = try scene(given, usual: .window)
        let entries: [String] = try given.order
        play.makeRoom(for: entries.count)
        for entry in entries {
            let words = entry.split(separator: " ").map(String.init)
            guard words.count == 2 else { throw unknown(entry) }
            play = try play.opened(PanelID(words[0]), as: words[1])
        }
        if let words = try (given.action as JSON).text?.split(separator: " ").map(String.init) {
            guard words.count == 3, words[0] == "begin", words[1] == "drag" else { throw RowError("unknown action") }
            play.steps.append(["drag": ["panel": .text(words[2])]])
            return [try play.claim(["order": try wanted.order])]
        }
        let action = try given.part("action")
        let isPin = action.has("pin")
        play.add(isPin ? "pin" : "float", try isPin ? action.pin : action.unpin, ["side": isPin ? "right" : nil])
        return [try play.claim(["orderAndPlaces": try wanted.order])]
    }

    /// Whether a panel may be pinned in windows of some widths, and whether it may float.
    func permission() throws -> [Claim] {
        guard let widths: [Double] = try given.widths else { return try floatPermission() }
        let allowed = try widths.map { width in
            var play = Play(composerIn: Size(width: width, height: 1024))
            play.window["class"] = "medium"
            let pinned = play.then("pin", "title", ["side": "top", "mayBeRefused": true])
            return JSON.bool(try pinned.told()["refused?"] == .null)
        }
        return answer(["allowPinning": .list(allowed)])
    }

    private func floatPermission() throws -> [Claim] {
        var play = try scene(given, usual: .window)
        let state: String = try given.state
        if state == "modal" {
            // PanelKit presents a panel as modal in a window too narrow for the others.
            play.window = ["container": [375, 667], "class": "compact"]
            play.add("open", "panel")
        } else if state != "closed" && state != "popover" {  // A popover's panel is closed in the arrangement.
            play = try play.opened("panel", as: state)
        }
        // No panel is forbidden to float: rows about one that is are listed in `panel-kinds.json`.
        guard try given.allowFloating else { throw RowError("every panel may float") }
        let frame = Rectangle(x: 40, y: 40, width: 320, height: 500).document
        play.add("float", "panel", ["frame": state == "floating" ? frame : nil, "mayBeRefused": true])
        return answer(["canFloat": .bool(try play.told()["refused?"] == .null)])
    }
}

extension Play {
    /// With the panel floating, or pinned on the right.
    fileprivate func opened(_ panel: PanelID, as state: String) throws -> Play {
        switch state {
        case "floating": then("float", panel)
        case "pinned": then("pin", panel, ["side": "right"])
        default: throw RowError("unknown state “\(state)”")
        }
    }
}

extension Size {
    /// Of a window with room for all panels of a row.
    static let window = Size(width: 1366, height: 1024)
}
