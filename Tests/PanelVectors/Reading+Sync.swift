import JSONTree

@testable import Panels

// Several windows and one arrangement: writes that are based on an older revision.
extension Reading {
    /// Changes by another window have moved the stored arrangement on from the base; now this window writes.
    func sync() throws -> [Claim] {
        let (stored, base) = (try count("storedRevision"), try count("baseRevision"))
        let (mine, theirs): ([PanelID], [PanelID]) = (try given.changed ?? ["date"], try given.remoteChanged ?? [])
        var play = Play(Size(width: 2000, height: 2000))
        for panel in Set(mine + theirs).union(["another"]).sorted() { play.know(panel, ["preferred": [320, 500]]) }
        var (own, remote) = (try play.stage(), try play.stage())
        var book = ArrangementBook(revision: base, present: own.book.present)
        var remaining = theirs.isEmpty ? ["another"] : theirs
        for number in 0..<max(0, stored - base) {
            // One panel after the other; the last revision changes all that remain.
            for panel in number == stored - base - 1 ? remaining : [remaining[0]] {
                try remote.take(float(panel, at: 100 + Double(number)))
            }
            if remaining.count > 1 { remaining.removeFirst() }
            // In quick succession, so that many moves of one panel are one undo step.
            book = book.writing(remote.book.present, base: book.revision, by: "w2", at: Int64(number) * 100).book
        }
        for panel in mine { try own.take(float(panel, at: 700)) }
        let write = book.writing(own.book.present, base: base, by: "w1", at: 100_000)
        for panel in Set(mine + theirs) {
            let wanted = (mine.contains(panel) ? own : remote).book.present.wide.record(of: panel)
            guard write.book.present.wide.record(of: panel) == wanted else {
                throw RowError("\(panel) is not as written")
            }
        }
        guard write.book.past.last?.arrangement == book.present else {
            throw RowError("the older value is not in the history")
        }
        return answer([
            "revision": .number(write.book.revision),
            "result": .text(try result(write, conflicts: mine.filter(theirs.contains).sorted())),
        ])
    }

    private func result(_ write: BookWrite, conflicts both: [PanelID]) throws -> String {
        guard case .merged(let conflicts) = write.outcome else { return "saved" }
        guard conflicts == both else { throw RowError("the conflicts are \(conflicts), not \(both)") }
        let names = conflicts.map(\.text).joined(separator: ", ")
        return names.isEmpty ? "merged" : "last writer wins for \(names), older value kept in history"
    }

    private func float(_ panel: PanelID, at x: Double) -> JSON {
        let frame = Rectangle(x: x, y: x, width: 320, height: 500).document
        return ["command": "float", "panel": .text(panel.text), "frame": frame]
    }

    /// A revision of at most 1000, because each one below it is carried out.
    private func count(_ key: String) throws -> Int {
        let count: Int = try given.get(key)
        guard (0...1000).contains(count) else { throw RowError("“\(key)” is \(count), not from 0 to 1000") }
        return count
    }
}
