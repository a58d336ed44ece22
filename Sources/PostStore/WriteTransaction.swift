import FoundationEssentials
import GRDB
import Posts

/// One transaction under way: what the steps of a change need. It does not outlive the transaction.
struct WriteTransaction {
    let db: Database
    let now: Instant
    let boot: BootID
    let news: News

    /// Which kinds of events were announced so far; one for all changes of a transaction. It stays with the writer.
    final class News {
        var kinds: Set<LogEvent.Kind> = []
    }

    /// Appends to the event log what this change means to others. What happens to a post is told to those who reach it.
    func announce(_ kind: LogEvent.Kind, _ subject: String) throws {
        news.kinds.insert(kind)
        let sql = "INSERT INTO event (at, kind, subject, owner) VALUES (?1, ?2, ?3, \(kind.owner))"
        try db.run(sql, [now.microseconds, kind.rawValue, subject])
    }

    /// The same for what concerns one user, whom the caller knows.
    func announce(_ kind: LogEvent.Kind, _ subject: String, to owner: UserID) throws {
        news.kinds.insert(kind)
        let sql = "INSERT INTO event (at, kind, subject, owner) VALUES (?, ?, ?, ?)"
        try db.run(sql, [now.microseconds, kind.rawValue, subject, owner.number])
    }

    /// The same for a step of a delivery, whose post the caller knows.
    func announceStep(of delivery: DeliveryID, _ post: PostID) throws {
        news.kinds.insert(.deliveryChanged)
        let sql = """
            INSERT INTO event (at, kind, subject, owner) VALUES (?, ?, ?, (SELECT owner FROM post WHERE id = ?))
            """
        let kind = LogEvent.Kind.deliveryChanged.rawValue
        try db.run(sql, [now.microseconds, kind, "\(delivery.number)", post.text])
    }

    /// Tells the windows of one user that their panels were arranged.
    /// - Parameter subject: the arrangement's name, or the id of the window whose own it is.
    func announce(_ change: ArrangementChange, of subject: String, to owner: UserID) throws {
        let sql = """
            INSERT INTO event (at, kind, subject, owner, revision, origin, announcement) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        news.kinds.insert(.arrangementChanged)
        try db.run(
            sql,
            [
                now.microseconds, LogEvent.Kind.arrangementChanged.rawValue, subject, owner.number,
                change.revision?.number, change.origin, change.announcement,
            ])
    }
}

extension LogEvent.Kind {
    /// Whom it concerns, as SQL that knows the subject as `?3`; NULL for everybody.
    fileprivate var owner: String {
        switch self {
        case .postCreated, .postChanged, .postScheduled, .postUnpublished, .postDeleted, .postUndeleted:
            "(SELECT owner FROM post WHERE id = ?3)"
        case .deliveryChanged:
            "(SELECT owner FROM delivery JOIN post ON post.id = delivery.postId WHERE delivery.id = ?3)"
        case .rehearsalArrived: "(SELECT owner FROM rehearsalArrival WHERE id = ?3)"
        // Arrangements and pictures have several users' own under one subject: who announces them says whose it is.
        case .targetChanged, .checkWanted, .arrangementChanged, .mediaChanged, .storeRestored, .notificationChanged:
            "NULL"
        }
    }
}

extension Database {
    /// Runs a statement that is kept prepared for the next time. Its text must be one of few.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// A copy of the first row: dearer than `first`.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Copies of the rows: dearer than `all`.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What `read` makes of the first row.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (Columns) throws -> Value
    ) throws -> Value? {
        let rows = try Columns.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // With the cursor, the statement goes back to its beginning.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    /// What `read` makes of each row. It must not run the same statement.
    func all<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (Columns) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let rows = try Columns.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }

    /// One page of a list.
    /// - Parameters:
    ///   - arguments: the last of the statement's, its `LIMIT`, comes from here: one more than there is room for.
    ///   - weight: of a row, in bytes, roughly.
    func page<Value: Sendable>(
        _ sql: String, _ arguments: StatementArguments, _ room: PageRoom, weighing weight: (Value) -> Int,
        _ read: (Columns) throws -> Value, cursor: (Value) -> Cursor
    ) throws -> Page<Value> {
        let found = try all(sql, arguments + [room.rows + 1], bytes: room.bytes, weighing: weight, read)
        return Page(found, room, cursor: cursor)
    }

    /// The same of rows that are read together with others.
    func page<Value: Sendable>(
        _ sql: String, _ arguments: StatementArguments, _ room: PageRoom, weighing weight: (Value) -> Int,
        row read: (Row) throws -> Value, cursor: (Value) -> Cursor
    ) throws -> Page<Value> {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments + [room.rows + 1])
        let found = try Database.all(upTo: room.bytes, weighing: weight) { try rows.next().map(read) }
        return Page(found, room, cursor: cursor)
    }

    /// Ends after the row with which they come to more than `bytes`.
    /// - Returns: at least two rows if there are as many; whether there may be more than were read.
    func all<Value>(
        _ sql: String, _ arguments: StatementArguments, bytes: Int, weighing weight: (Value) -> Int,
        _ read: (Columns) throws -> Value
    ) throws -> (values: [Value], isCut: Bool) {
        let rows = try Columns.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try Database.all(upTo: bytes, weighing: weight) { try rows.next().map(read) }
    }

    private static func all<Value>(
        upTo bytesMax: Int, weighing weight: (Value) -> Int, _ next: () throws -> Value?
    ) throws -> (values: [Value], isCut: Bool) {
        var (values, bytes) = ([Value](), 0)
        while let value = try next() {
            values.append(value)
            bytes += weight(value)
            if bytes > bytesMax, values.count > 1 { return (values, true) }
        }
        return (values, false)
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
