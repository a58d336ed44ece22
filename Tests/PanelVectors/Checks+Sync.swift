@testable import Panels

// Several windows and one arrangement.
extension VectorChecks {
    func sync(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        guard let event = try given.optionalPart("event") else { return try write(given, expected) }
        let revision: Int = try given.get("revision", from: event)
        // A window that made the stored revision itself has seen the previous one.
        let seen = try given.optional("seenRevision") ?? given.count("storedRevision") - 1
        let verdict = EventGuard.of(
            revision: revision, origin: try event.get("origin"), seen: seen,
            window: try given.optional("window") ?? "this window")
        let words: [EventGuard: String] = [.ignore: "ignored", .fetchWhole: "fetch whole state", .apply: "applied"]
        try expected.expect(words[verdict] ?? "nothing", "result")
    }

    /// Changes by another window have moved the stored arrangement on from the base; now this window writes.
    private func write(_ given: Fields, _ expected: Fields) throws {
        let (stored, base) = (try given.count("storedRevision"), try given.count("baseRevision"))
        let mine = try given.optional("changed", as: [String].self) ?? ["date"]
        let theirs = try given.optional("remoteChanged", as: [String].self) ?? []
        var scene = Scene(Size(width: 2000, height: 2000))
        for panel in Set(mine + theirs).union(["another"]).sorted() { scene.know(PanelID(panel)) }
        var book = ArrangementBook(revision: base, present: scene.present)
        var remaining = theirs.isEmpty ? ["another"] : theirs
        for number in 0..<max(0, stored - base) {
            var other = scene
            other.present = book.present
            // One panel after the other; the last revision changes all that remain.
            let isLast = number == stored - base - 1
            for panel in isLast ? remaining : [remaining[0]] {
                try other.apply(.float(PanelID(panel), frame: frame(at: 100 + Double(number))))
            }
            if remaining.count > 1 { remaining.removeFirst() }
            // In quick succession, so that many moves of one panel are one undo step.
            book = book.writing(other.present, base: book.revision, by: "w2", at: Int64(number) * 100).book
        }
        let remote = book.present
        for panel in mine { try scene.apply(.float(PanelID(panel), frame: frame(at: 700))) }
        let write = book.writing(scene.present, base: base, by: "w1", at: 100_000)
        try expected.expect(write.book.revision, "revision")
        let both = mine.filter(theirs.contains).sorted()
        switch write.outcome {
        case .saved: try expected.expect("saved", "result")
        case .merged(let conflicts) where conflicts.isEmpty: try expected.expect("merged", "result")
        case .merged(let conflicts):
            let names = conflicts.map(\.text).joined(separator: ", ")
            try expected.expect("last writer wins for \(names), older value kept in history", "result")
            guard conflicts.map(\.text) == both else { throw RowError("conflicts are \(names)") }
        }
        for panel in mine { try expectSame(panel, write.book.present, scene.present) }
        for panel in theirs where !both.contains(panel) { try expectSame(panel, write.book.present, remote) }
        guard write.book.past.last?.arrangement == remote else {
            throw RowError("the older value is not in the history")
        }
    }

    private func expectSame(_ panel: String, _ one: Arrangement, _ other: Arrangement) throws {
        guard one.wide.record(of: PanelID(panel)) == other.wide.record(of: PanelID(panel)) else {
            throw RowError("\(panel) is not as it should be")
        }
    }

    private func frame(at x: Double) -> Rectangle { Rectangle(x: x, y: x, width: 320, height: 500) }

    /// A window follows an arrangement by revision. In these rows the arrangement is one word; an external word that
    /// equals the last external one is the same revision again, unless the row says that it is a new command.
    func staleEcho(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var state: String = try given.get("initialState")
        var seen = 0
        var latest = (revision: 0, word: String?.none)
        var moves: [Int?] = []
        for step in try given.list("steps") {
            let from: String = try step.get("from")
            guard let word: String = try step.optional("state") else {
                moves.append(0)
                continue
            }
            guard from != "local" else {
                state = word
                moves.append(nil)
                continue
            }
            guard from.hasPrefix("external") else { throw RowError("unknown: “\(from)”") }
            if latest.word != word || from.contains("new command") { latest = (latest.revision + 1, word) }
            let verdict = EventGuard.of(revision: latest.revision, origin: "elsewhere", seen: seen, window: "here")
            moves.append(verdict == .ignore || word == state ? 0 : 1)
            if verdict != .ignore {
                seen = latest.revision
                state = word
            }
        }
        let wanted = try expected.get("movesPerStep", as: [Any].self).map { $0 as? Int }
        guard moves == wanted else { throw RowError("the moves are \(moves), the row says \(wanted)") }
        try expected.expect(state, "finalState")
        if let how: String = try expected.optional("how"), how != "compare revisions, not values" {
            throw RowError("unknown way “\(how)”")
        }
    }
}

extension Fields {
    /// A number in a part of these fields.
    fileprivate func get(_ key: String, from part: Fields) throws -> Int { try part.get(key) }

    /// A revision of at most 1000, because each one below it is carried out.
    fileprivate func count(_ key: String) throws -> Int {
        let count: Int = try get(key)
        guard (0...1000).contains(count) else { throw RowError("“\(key)” is \(count), not from 0 to 1000") }
        return count
    }
}
