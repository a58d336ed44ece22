import JSONTree

@testable import Panels

// Where a sheet rests, and what commands do to it.
extension Reading {
    /// The layout of a sheet and its window, in the form of most FloatingPanel rows.
    private func track() throws -> SheetTrack { SheetTrack(try given.layout(), in: try space()) }

    private func space() throws -> SheetSpace {
        SheetSpace(
            bounds: Rectangle(.zero, try given.container ?? Size(width: 375, height: 667)),
            safeArea: try given.safeArea ?? .zero, grid: PixelGrid(scale: try given.displayScale))
    }

    func anchorLocation() throws -> [Claim] {
        guard given.has("anchor") else {
            let track = try track()
            return answer(
                Dictionary(uniqueKeysWithValues: wanted.keys.map { ($0, .number(track.location(of: .named($0)))) }))
        }
        let (edge, space): (Side, SheetSpace) = (try given.position, try space())
        let anchor = try given.part("anchor").anchor(content: given.contentLength ?? 0)
        // Only the coordinate is rounded to the display's pixels.
        let place = anchor.location(for: edge, in: SheetSpace(bounds: space.bounds, safeArea: space.safeArea))
        var told: [String: JSON] = [
            "coordinate": .number(anchor.location(for: edge, in: space)), "movingEdge?": .text(edge.opposite.rawValue),
        ]
        switch anchor {
        case .inset(_, let from, let guide):
            let (near, far) = space.span(of: guide, for: edge)
            let distance = from.isFar ? far - place : place - near
            told["distanceFromReferenceEdge?"] = .number(distance)
            told["referenceLength?"] = .number(far - near)
            // A fraction of zero is written as one of the whole.
            told["multiplier?"] = .number(distance == 0 ? 1 : distance / (far - near))
        case .intrinsic(_, _, let guide), .adaptive(_, _, let guide, _):
            let (near, far) = space.span(of: guide, for: edge)
            told["constant?"] = .number(place - (edge.isFar ? far : near))
        }
        return answer(told)
    }

    func stateOrder() throws -> [Claim] {
        let orders = given.has("order") ? try given.part("order") : nil
        let names: [String] = try given.anchoredStates ?? given.states
        let states = try names.map { SheetState(name: $0, order: try orders?.get($0) ?? SheetState.named($0).order) }
        let ladder = SheetLadder(states)
        guard let step: String = try given.step else {
            return answer([
                "mostExpanded": .text(ladder.mostExpanded.name), "leastExpanded": .text(ladder.leastExpanded.name),
            ])
        }
        let name: String = try given.state
        guard let state = states.first(where: { $0.name == name }), ["pre", "next"].contains(step) else {
            throw unknown(step)
        }
        return answer(["state": .text((step == "pre" ? ladder.more(than: state) : ladder.less(than: state)).name)])
    }

    func contentMode() throws -> [Claim] {
        let track = try track()
        let surface = track.surface(at: track.location(of: .named(try given.state)))
        return answer(["surfaceHeight?": .number(surface.height), "surfaceWidth?": .number(surface.width)])
    }

    func surfaceFrame() throws -> [Claim] {
        let track = try track()
        let location = track.location(of: .named(try given.state))
        // The backing, in the surface's coordinates, extends further at the far end of the sheet.
        var under = Rectangle(.zero, track.surface(at: location).size)
        if track.edge.isColumn { under.width += track.overflow } else { under.height += track.overflow }
        if track.edge == .top { under.y -= track.overflow }
        if track.edge == .left { under.x -= track.overflow }
        return answer([
            "surface": track.surface(at: location).row, "container": under.row,
            "interactionConstant": .number(location),
        ])
    }

    func controller() throws -> [Claim] {
        if given.has("cases") { return try sizeToLayout() }
        if wanted.has("didMoveCount") { return try changes() }
        if given.has("from") { return try switchedLayout() }
        let track = try track()
        if wanted.has("surfacePosition") { return answer(["surfacePosition": .text(track.edge.rawValue)]) }
        if let action: String = try given.action {
            return answer(["nearbyState": .text(track.nearest(to: try track.state(after: action)).name)])
        }
        guard let sequence: [String] = try given.sequence else {
            let offset = track.offset(of: track.location(of: .named(try given.state)))
            return answer(["offsetFromMostExpanded": .number(offset)])
        }
        let states = try sequence.map(track.state(after:))
        // The state is part of the arrangement, so it is set as soon as the command is carried out.
        return answer([
            "states": .texts(states.map(\.name)), "note?": try wanted.note,
            "locations?": .list(states.map { .number(track.location(of: $0)) }),
            "surfaceAtAnchor?": .bool(states.last.map { track.nearest(to: $0) == $0 } ?? false),
        ])
    }

    /// The state in a layout without it is that layout's initial one.
    private func switchedLayout() throws -> [Claim] {
        let (from, to) = (
            SheetTrack(try given.layout("from"), in: try space()),
            SheetTrack(try given.layout("to", initial: "toInitial"), in: try space())
        )
        let state = to.state(named: from.state(named: try given.state).name)
        return answer(["state": .text(state.name), "location": .number(to.location(of: state))])
    }

    /// How often a move changes the arrangement: once, regardless of its animation.
    private func changes() throws -> [Claim] {
        let words = (try given.action as String).prefix { $0 != "," }.split(separator: " ")
        guard words.count == 2, words[0] == "move" else { throw unknown(try given.action) }
        let shown = Play(composerIn: .window).then("sheet", "date", ["edge": "bottom", "state": "half"])
        let moved = shown.then("detent", "date", ["state": .text(String(words[1]))])
        guard let before = try shown.told()["changes?"]?.number, let after = try moved.told()["changes?"]?.number else {
            throw RowError("a play does not count changes")
        }
        return answer(["didMoveCount": .number(after - before)])
    }

    /// The widths of the composer's sheets in windows like these.
    private func sizeToLayout() throws -> [Claim] {
        let windows: [String: (size: Size, inset: Double)] = [
            "phone portrait": (Size(width: 390, height: 844), 0), "pad": (Size(width: 820, height: 1180), 0),
            "phone landscape": (Size(width: 844, height: 390), 47),
        ]
        let widths = try (given.cases as [String]).map { name in
            guard let (size, inset) = windows[name] else { throw unknown(name) }
            var play = Play(composerIn: size)
            play.window["insets"] = ["left": .number(inset), "right": .number(inset)]
            play.window["class"] = .text(SizeClass.of(width: size.width).rawValue)
            play.add("closeAllPinned", nil, ["mayBeRefused": true])
            play.add("sheet", "date", ["edge": "bottom"])
            let frame = try play.stage().shown.panels.first { $0.sheet != nil }?.frame ?? Rectangle(.zero, .sample)
            if frame.width == size.width { return "full" }
            return "\(Int(frame.width)) at leading \(Int(frame.x - inset))" + (inset > 0 ? " + safe area" : "")
        }
        return answer(["width": .texts(widths)])
    }
}

extension SheetTrack {
    /// “show”, “hide”, “move to tip”, “move half animated”.
    fileprivate func state(after action: String) throws -> SheetState {
        let words = action.split(separator: " ").map(String.init)
        let name = words.dropFirst().first { $0 != "to" } ?? ""
        switch words.first {
        case "show", "add": return state(named: nil)
        case "hide": return .hidden
        case "move" where name == SheetState.hidden.name: return .hidden
        case "move" where state(named: name).name == name: return state(named: name)
        default: throw RowError("unknown action “\(action)”")
        }
    }

    /// The stop that is nearest to where the sheet is in that state.
    fileprivate func nearest(to state: SheetState) -> SheetState {
        nearest(to: location(of: state))?.state ?? .hidden
    }
}

extension Given {
    /// FloatingPanel's default layout.
    private static let standardAnchors: [String: JSON] = [
        "full": ["kind": "inset", "value": 18, "unit": "abs", "edge": "top", "guide": "safeArea"],
        "half": ["kind": "inset", "value": 0.5, "unit": "frac", "edge": "bottom", "guide": "safeArea"],
        "tip": ["kind": "inset", "value": 69, "unit": "abs", "edge": "bottom", "guide": "safeArea"],
    ]

    /// A sheet's layout, among the fields of a row.
    func layout(_ name: String = "anchors", initial: String = "initialState") throws -> SheetLayout {
        guard try get("layout") ?? "default" == "default" else { throw RowError("unknown layout") }
        let anchors = has(name) ? try part(name) : Given(Self.standardAnchors, name)
        var layout = SheetLayout(
            edge: try get("position") ?? get("layoutPosition") ?? .bottom, initial: try get(initial) ?? "half",
            detents: try anchors.keys.map {
                SheetDetent(.named($0), try anchors.part($0).anchor(content: get("contentLength") ?? 0))
            })
        layout.contentMode = try get("contentMode") ?? layout.contentMode
        return layout
    }

    func anchor(content: Double) throws -> SheetAnchor {
        let kind: String = try get("kind")
        let value: Double = try get(kind == "inset" ? "value" : "offset")
        let length = try get("unit") == "frac" ? SheetLength.fractional(value) : .absolute(value)
        switch kind {
        case "inset": return .inset(length, from: try get("edge"), of: try guide("guide"))
        case "intrinsic": return .intrinsic(content: content, offset: length, of: try guide("guide"))
        case "adaptive":
            let isBounded = try get("bounding") ?? "none" != "none"
            return .adaptive(
                content: content, offset: length, of: try guide("guide"),
                within: isBounded ? try guide("bounding") : nil)
        default: throw RowError("unknown anchor “\(kind)”")
        }
    }

    private func guide(_ key: String) throws -> SheetGuide {
        let guides: [String: SheetGuide] = ["superview": .container, "container": .container, "safeArea": .safeArea]
        guard let guide = guides[try get(key)] else { throw RowError("unknown guide") }
        return guide
    }
}

extension SheetState {
    /// A row's own state lies between half and full.
    static func named(_ name: String) -> SheetState { standard(name) ?? SheetState(name: name, order: 750) }
}
