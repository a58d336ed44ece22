import JSONTree

@testable import Panels

// What depends on the window, and what a window shows for a while.
extension Reading {
    /// A wide window, in which all panels are pinned one after the other, becomes narrow.
    func responsiveCollapse() throws -> [Claim] {
        var play = try scene(given, usual: Size(width: 10_000, height: 1000))
        play.program["bodyMinimum"] = .pair(try given.bodyMinimum, 0)
        play.makeRoom(for: 10)
        play.resize(to: Size(width: try given.containerWidth, height: 1000))
        return [
            try play.claim([
                "pinned": try wanted.stays, "leftForMeta": try wanted.toMeta, "bodyWidth": try wanted.bodyWidth,
            ])
        ]
    }

    func containerResize() throws -> [Claim] {
        var play = try scene(given)
        play.makeRoom(for: try (given.pinnedRight as [PanelID]?)?.count ?? 1)
        if let frame: Rectangle = try given.wanted ?? given.frame {
            let minimum: Size = try given.minimum
            play.float("panel", at: frame, ["minimum": .pair(minimum.width, minimum.height)])
        }
        let first = try play.told()
        if let size: Size = try given.newContainer { play.resize(to: size) }
        for action in try given.actions ?? [String]() {
            if ["enter expose", "exit expose"].contains(action) {
                play.add("expose")
            } else {
                let numbers = action.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
                guard action.hasPrefix("resize to ["), numbers.count == 2 else { throw unknown(action) }
                play.resize(to: Size(width: numbers[0], height: numbers[1]))
            }
        }
        var expected = wanted.all()
        expected["frame"] = expected["frame"] ?? expected.removeValue(forKey: "effective")
        var claims: [Claim] = []
        if let isUnchanged = expected.removeValue(forKey: "wantedUnchanged") {
            var back = play
            back.resize(to: try given.container)
            claims = [
                Claim(
                    told: ["wantedUnchanged": .bool(try back.told() == first)],
                    expected: ["wantedUnchanged": isUnchanged])
            ]
        }
        return try [play.claim(expected)] + claims
    }

    func expose() throws -> [Claim] {
        if given.has("frames") { return try exposedFrames() }
        if let count: Int = try given.panelsShown {
            guard (0...20).contains(count) else { throw RowError("there cannot be \(count) panels") }
            let isExposed = try exposed(after: [given.action], of: (0..<count).map { PanelID("panel \($0)") })
            return answer(["isInExpose": isExposed, "events": isExposed == true ? ["willEnterExpose"] : []])
        }
        guard let floating: [PanelID] = try given.floating else { return try tapExposed() }
        let actions: [String] = try given.actions
        return answer([
            "inExposeAfterEach": .list(try actions.indices.map { try exposed(after: actions[...$0], of: floating) })
        ])
    }

    /// The product has one command for both directions, so it is given only if the view is to change.
    private func exposed(after actions: ArraySlice<String>, of floating: [PanelID]) throws -> JSON {
        var play = floating.reduce(Play(Size(width: 1024, height: 768))) { $0.then("float", $1) }
        var isExposed: JSON = false
        for action in actions {
            guard ["enter", "exit", "toggle"].contains(action) else { throw unknown(action) }
            guard action == "toggle" || isExposed != .bool(action == "enter") else { continue }
            play.add("expose", nil, ["mayBeRefused": true])
            isExposed = try play.told()["isExposed?"] ?? .null
        }
        return isExposed
    }

    private func tapExposed() throws -> [Claim] {
        let taps: [String: PanelID?] = [
            "tap a pinned panel": "pinned", "tap a floating panel": "floating", "tap the overlay": nil,
        ]
        guard let tapped = taps[try given.action] else { throw RowError("unknown action") }
        var play = Play(Size(width: 1024, height: 768)).then("float", "floating").then("float", "other")
            .then("pin", "pinned", ["side": "right"])
        if try given.inExpose { play.add("expose") }
        let told = try play.then("expose", tapped).told()
        let effects = (told["follows?"] == .null ? [] : ["raise"]) + (told["isExposed?"] == true ? [] : ["exit"])
        let wanted: [String] = try wanted.effects
        return [Claim(told: ["effects": .texts(effects.sorted())], expected: ["effects": .texts(wanted.sorted())])]
    }

    private func exposedFrames() throws -> [Claim] {
        let (part, order): (Given, [PanelID]) = (try given.part("frames"), try given.order)
        let frames: [Rectangle] = try order.map { try part.get($0.text) }
        let exposure = Exposure(of: frames, width: try given.wrapperWidth, body: try given.content)
        // PanelKit scales about the middle; the page about the corner, at the same place.
        let laid = zip(exposure.visible, frames).map { seen, frame in
            Rectangle(Point(x: seen.center.x - frame.width / 2, y: seen.center.y - frame.height / 2), frame.size)
        }
        return answer([
            "scale": .number(exposure.scale), "union": exposure.union.row,
            "visible": .object(of: zip(order.map(\.text), exposure.visible.map(\.row))),
            "frames": .object(of: zip(order.map(\.text), laid.map(\.row))),
        ])
    }

    func offscreen() throws -> [Claim] {
        guard try given.action == "move off, then on" else { throw RowError("unknown action") }
        var play = try scene(given)
        play.float("panel", at: try given.frame)
        play.add("zen")
        let off = try play.stage()
        guard let frame = off.shown.panels.first?.frame else { throw RowError("the panel is not shown") }
        let size = off.container.size
        let meets = frame.x < size.width && frame.maxX > 0 && frame.y < size.height && frame.maxY > 0
        return answer([
            "frameOff": frame.row, "centerOff": .pair(frame.center.x, frame.center.y),
            "intersectsContainer": .bool(meets), "frameOn": try play.then("zen").told()["frame?"] ?? .null,
        ])
    }

    /// After the on-screen keyboard has gone everything is as before.
    func keyboard() throws -> [Claim] {
        if given.has("key") { return try splitterKey() }
        var play = try scene(given)
        play.float("panel", at: try given.frame, ["adjustsForKeyboard": .bool(try given.shouldAdjustForKeyboard)])
        play.window["insets"] = ["top": .number(try given.dragInsetTop ?? 0)]
        let without = play.window
        play.steps.append([
            "window": .object(without.merging(["keyboard": (try given.keyboard as Rectangle).row]) { $1 })
        ])
        var after = play
        after.steps.append(["window": .object(without)])
        return try [play.claim(["frame": try wanted.frame]), after.claim(["frame": try given.frame])]
    }
}
