import Glibc

/// Writes an arrangement repeatedly, as Galley's store does when a panel moves: the document, the time of the undo step
/// that it joins, and the event.
enum ArrangementWriter {
    static func run(_ path: String, document: [UInt8], count: Int) throws {
        let database = try Database(path)
        let begin = try database.statement("BEGIN IMMEDIATE")
        let commit = try database.statement("COMMIT")
        let arrangement = try database.statement(
            "UPDATE arrangement SET revision = revision + 1, document = ?, updatedAt = ? WHERE name = 'desk'")
        let step = try database.statement(
            """
            UPDATE arrangementStep SET milliseconds = ?
            WHERE (arrangement, position) = (SELECT number, position - 1 FROM arrangement WHERE name = 'desk')
            """)
        let event = try database.statement(
            """
            INSERT INTO event (at, kind, subject, owner, revision, announcement)
            VALUES (?, 'arrangement-changed', 'desk', 1, ?, 'Date floats.')
            """)
        let text = String(decoding: document, as: UTF8.self)
        let start = Time.passed
        for number in 0..<count {
            let now = Int64(Time.passed * 1e6)
            try begin.run()
            try arrangement.run(.text(text), .integer(now))
            try step.run(.integer(now / 1000))
            try event.run(.integer(now), .integer(Int64(number)))
            try commit.run()
        }
        report(#"{"seconds": \#(Time.passed - start), "count": \#(count)}"#)
    }
}
