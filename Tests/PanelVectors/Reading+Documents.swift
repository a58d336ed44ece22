import JSONTree

@testable import Panels

// Saving and reading documents.
extension Reading {
    /// PanelKit saves an origin as a fraction of the container; our document has corner, distance and container instead.
    func stateEncode() throws -> [Claim] {
        let plan = try scene(given).stage().book.present.wide
        let states = plan.records.compactMap { panel, record -> (String, JSON)? in
            if case .pinned(let side) = record.place {
                let number = ["left", "right", "top", "bottom"].firstIndex(of: side.rawValue) ?? -1
                let index = plan.index(of: panel, on: side) ?? -1
                return (panel.text, ["pinnedMetadata": ["side": .number(number), "index": .number(index)]])
            }
            guard record.place == .floating, let wanted = record.float else { return nil }
            let (origin, room) = (wanted.frame(in: wanted.seenIn).origin, wanted.seenIn)
            let place = JSON.pair(origin.x / room.width, origin.y / room.height)
            return (panel.text, ["floatingState": ["relativePosition": place]])
        }
        return answer(["states": .object(of: states.map { ($0 + "?", $1) })])
    }

    /// PanelKit's own document, which is version 1 of ours.
    func stateRestore() throws -> [Claim] {
        var play = try scene(given)
        let states: [String: JSON] = try given.states
        let known = try (given.panels ?? [JSON]()).compactMap { $0["id"]?.identifier }
        for name in states.keys.sorted() where !known.contains(name) {
            play.know(PanelID(name), ["preferred": [320, 500]])
        }
        play.document = ["version": 1, "panels": .object(states)]
        var expected = wanted.all()
        let result = expected.removeValue(forKey: "result")?.text ?? ""
        if result.hasPrefix("[") { expected["frame"] = try JSON(reading: [UInt8](result.utf8)) }
        let clauses = result.hasPrefix("[") ? [] : result.split(separator: ";")
        return try [play.claim(expected)] + clauses.map { try clause(String($0), states.keys.sorted(), play) }
    }

    private func clause(_ clause: String, _ names: [String], _ play: Play) throws -> Claim {
        func all(_ value: JSON) -> JSON { .object(of: names.map { ($0, value) }) }
        let words = clause.split(separator: " ").map(String.init)
        switch words.joined(separator: " ") {
        case "string ids are normal": return try play.claim(["diagnostics": 0, "isShown": all(true)])
        case "both restored", "ties by id":
            return try play.claim(["diagnostics": 0, "places": all("floating"), "order": .texts(names)])
        case "panel closed, default size": return try play.claim(["entries": all(["place": "closed"])])
        case "thickness is saved for the side": return try thicknessClaim(play)
        default: break
        }
        guard words.count >= 3 else { throw unknown(clause) }
        let panel = words[1]
        switch ([words[0]] + words[2...]).joined(separator: " ") {
        case "panel restored": return try play.claim(["isShown": [panel: true]])
        case "panel to its default place with a diagnostic":
            return try play.claim(["wanted": [panel: "closed"], "diagnosis": .text("…The \(panel) panel…")])
        case let rest where rest.hasPrefix("panel floats or stacks with") && rest.hasSuffix("with a diagnostic"):
            let isTab = try play.told()["places?"]?[panel + "?"] == "stacked"
            return try play.claim(["places": [panel: isTab ? "stacked" : "floating"], "diagnostics": 1])
        case let rest where rest.hasPrefix("pinned index "):
            guard let index = words.last.flatMap(Int.init) else { throw unknown(clause) }
            return try play.claim(["index": .number(index), "side": .text(panel)])
        default: throw unknown(clause)
        }
    }

    /// The side has the saved thickness, whichever panel is first on it.
    private func thicknessClaim(_ play: Play) throws -> Claim {
        let shown = try play.stage().shown
        guard let separator = shown.separators.first, case .thickness(let side) = separator.id,
            let first = shown.panels.first(where: { $0.side == side && $0.index == 0 })
        else { throw RowError("nothing is pinned") }
        let thickness = JSON.number(separator.value + 30)
        var next = play
        next.document = try play.document(with: ["sides": [side.rawValue: ["thickness": thickness]]])
        return try next.then("pin", first.id, ["side": .text(side.rawValue), "index": 1])
            .claim(["separators": [side.rawValue: thickness]])
    }

    func restore() throws -> [Claim] {
        var play = Play(composerIn: Size(width: 1366, height: 1024))
        let standard = Arrangement.standard(of: .composer).document
        if let version: Double = try given.version {
            // The row counts from another version: only the distance of the document's version matters.
            let ahead = version - (try given.current as Double)
            let now = JSON.number(Double(Arrangement.documentVersion) + ahead)
            play.document = ["version": now, "classes": "of another world"]
            try expectResult("default shown, stored document not overwritten")
            return try [play.claim(["diagnostics": wanted.diagnostics, "isNewer": true, "document": standard])]
        }
        if let frame: [JSON] = try given.frame {
            guard frame.count == 4 else { throw RowError("a frame has four numbers") }
            let float: JSON = [
                "corner": "top-left", "distance": .list(Array(frame[..<2])), "size": .list(Array(frame[2...])),
            ]
            play.document = try changed(["date": ["place": "floating", "float": float]])
            try expectResult("default place")
            return try [play.claim(["diagnostics": wanted.diagnostics, "wanted": ["date": "closed"]])]
        }
        if given.has("everything") {
            guard try given.everything == "hidden" else { throw RowError("“everything” is not hidden") }
            // No field of a document can hide the body.
            let isVisible = JSON.bool(try given.bodyVisible)
            let closed = PanelCatalogue.composer.panels.map { ($0.id.text, JSON.object(["place": "closed"])) }
            let document = try changed(Dictionary(uniqueKeysWithValues: closed)).fields ?? [:]
            play.document = .object(document.merging(["bodyVisible": isVisible]) { $1 })
            return [try play.claim(["bodyVisible": try wanted.bodyVisible])]
        }
        if given.has("saved") { return try newPanel() }
        if given.has("rightIndices") { return try indices() }
        return try entries(&play, standard)
    }

    /// A panel that the document does not have is not forced open.
    private func newPanel() throws -> [Claim] {
        let (saved, known): ([String], [String]) = (try given.saved, try given.known)
        var play = pinned(right: saved.enumerated().map { ($1, $0) }, of: known)
        play.program["defaults"] = .object(of: saved.map { ($0, "right") })
        return try known.filter { !saved.contains($0) }.map { panel in
            guard try wanted.get(panel) == "its default place; not forced open if closed by default" else {
                throw RowError("unknown place of \(panel)")
            }
            return try play.claim(["diagnostics": 0, "wanted": [panel: "closed"]])
        }
    }

    private func indices() throws -> [Claim] {
        let entries = try (given.rightIndices as [Int]).enumerated().map { ("panel \($0)", $1) }
        return [try pinned(right: entries, of: entries.map(\.0)).claim(["indices": try wanted.rightIndices])]
    }

    /// A document with panels on the right, at these indices.
    private func pinned(right entries: [(String, Int)], of known: [String]) -> Play {
        var play = Play(Size(width: 1366, height: 1024))
        play.makeRoom(for: entries.count)
        for name in known { play.know(PanelID(name), ["preferred": [320, 500]]) }
        let panels = entries.map { ($0, JSON.object(["place": "pinned", "side": "right", "index": .number($1)])) }
        play.document = ["classes": ["wide": ["panels": .object(of: panels)]]]
        return play
    }

    /// Entries of panels, of which “ok” is unchanged. Panels that have none are not in the document.
    private func entries(_ play: inout Play, _ standard: JSON) throws -> [Claim] {
        let entries: [String: JSON] = try given.panels
        let gone = PanelCatalogue.composer.panels.map(\.id.text).filter { entries[$0] == nil }
        play.document = try changed(entries.filter { $0.value != "ok" }.merging(gone.map { ($0, .null) }) { $1 })
        let (before, first) = (try Self.composer.told()["wanted?"], try Play(composerIn: .sample).told()["wanted?"])
        var expected: [String: JSON] = ["diagnostics": try wanted.diagnostics]
        if wanted.has("result") {
            try expectResult("default arrangement")
            expected["document"] = standard
        }
        let (restored, kept): ([String], [String]) = (try wanted.restored ?? [], try wanted.keptUnknown ?? [])
        let defaulted: [String] = try wanted.defaulted ?? []
        expected["entries"] = .object(of: kept.map { ($0, entries[$0] ?? .null) })
        expected["wanted"] = .object(
            of: restored.map { ($0, before?[$0 + "?"] ?? .null) } + defaulted.map { ($0, first?[$0 + "?"] ?? .null) })
        return try [play.claim(expected)]
            + defaulted.map {
                let title = PanelCatalogue.composer[PanelID($0)]?.title ?? $0
                return try play.claim(["diagnosis": .text("…The \(title) panel…")])
            }
    }

    private func expectResult(_ words: String) throws {
        guard try wanted.result == words else { throw RowError("the result is “\(words)”") }
    }

    /// The document of `composer` with other entries in the plan for wide windows; null removes one.
    private func changed(_ entries: [String: JSON]) throws -> JSON {
        let present = try Self.composer.told()["document?"]?.at("classes", "wide", "panels")?.fields ?? [:]
        let all = present.merging(entries) { $1 }.filter { $0.value != .null }
        return try Self.composer.document(with: ["panels": .object(all)])
    }

    /// The composer's own arrangement, with places other than the defaults.
    private static let composer = Play(composerIn: Size(width: 1366, height: 1024))
        .then("pin", "title", ["side": "bottom"]).then("float", "date").then("pin", "tags", ["side": "top"])
}

extension Play {
    /// The document after the play, with other fields of the plan for wide windows.
    fileprivate func document(with fields: [String: JSON]) throws -> JSON {
        let document = try told()["document?"]?.fields ?? [:]
        let classes = document["classes"]?.fields ?? [:]
        let wide = JSON.object((classes["wide"]?.fields ?? [:]).merging(fields) { $1 })
        return .object(document.merging(["classes": .object(classes.merging(["wide": wide]) { $1 })]) { $1 })
    }
}
