import FoundationEssentials
import GRDB
import Posts

/// One transaction under way: what the steps of a change need. It does not outlive the transaction.
struct Change {
    let db: Database
    let now: Instant
    let boot: BootID

    /// Appends to the event log what this change means to others.
    func announce(_ kind: LogEvent.Kind, _ subject: String) throws {
        try db.run(
            "INSERT INTO event (at, kind, subject) VALUES (?, ?, ?)", [now.microseconds, kind.rawValue, subject])
    }

    /// Tells the windows of one user that their panels were arranged.
    /// - Parameter subject: the arrangement's name, or the id of the window whose own it is.
    func announce(_ change: ArrangementChange, of subject: String, to owner: UserID) throws {
        let sql = """
            INSERT INTO event (at, kind, subject, owner, revision, origin, announcement) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.run(
            sql,
            [
                now.microseconds, LogEvent.Kind.arrangementChanged.rawValue, subject, owner.number,
                change.revision?.number, change.origin, change.announcement,
            ])
    }
}

extension Database {
    /// Runs a statement that is kept prepared for the next time. Its text must be one of few.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    func integer(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func text(_ sql: String, _ arguments: StatementArguments = []) throws -> String? {
        try String.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Row {
    func instant(_ index: Int) -> Instant? { (self[index] as Int64?).map { Instant(microseconds: $0) } }
}

extension Row {
    /// A BLOB that is never NULL.
    func bytes(_ index: Int) -> [UInt8] { Array(self[index] as Data) }
}
