import GRDB

/// Running statements. Each is kept prepared for the next time, so its text must be one of few.
extension Database {
    /// - Returns: how many rows it changed. It means nothing for a statement that writes no rows.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// What `read` makes of the first row. It must not run the same statement, and must not keep the row.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The cursor resets the statement when it ends.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    /// What `read` makes of the row that a statement with RETURNING has written.
    func written<Value>(_ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Value) throws -> Value {
        // `first` would leave the statement before its end.
        guard let value = try all(sql, arguments, read).first else {
            throw StoreError.damaged("A row that was just written is not there.")
        }
        return value
    }

    /// What `read` makes of each row. It must not run the same statement, and must not keep the row.
    func all<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }

    /// One page of a list.
    /// - Parameters:
    ///   - arguments: all but the last of the statement, its `LIMIT`.
    ///   - spoiled: gets the rows that cannot be read, which the page leaves out; nil to throw then.
    ///   - weight: of a row, in bytes, roughly.
    func page<Value: Sendable>(
        _ sql: String, _ arguments: StatementArguments, _ room: PageRoom, leavingOut spoiled: SpoiledRows? = nil,
        weighing weight: (Value) -> Int, _ read: (Row) throws -> Value, cursor: (Value) -> Cursor
    ) throws -> Page<Value> {
        // One more shows whether there is another page.
        let limit = room.rows + 1
        let found = try all(
            sql, arguments + [limit + (spoiled == nil ? 0 : PageRoom.spoiledMax)], limit: limit, bytes: room.bytes,
            leavingOut: spoiled, weighing: weight, read)
        let items = Array(found.values.prefix(found.isCut ? found.values.count - 1 : room.rows))
        return Page(items: items, next: found.values.count > items.count ? items.last.map(cursor) : nil)
    }

    /// Ends after the row with which the values come to more than `bytes`.
    /// - Returns: up to `limit` values, and at least two if there are two rows; whether they were too many bytes.
    func all<Value>(
        _ sql: String, _ arguments: StatementArguments, limit: Int = .max, bytes bytesMax: Int,
        leavingOut spoiled: SpoiledRows? = nil, weighing weight: (Value) -> Int, _ read: (Row) throws -> Value
    ) throws -> (values: [Value], isCut: Bool) {
        var (values, bytes) = ([Value](), 0)
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while values.count < limit, let row = try rows.next() {
            let value: Value
            do {
                value = try read(row)
            } catch let error as BadValue {
                guard let spoiled else { throw error }
                spoiled.add(row, error)
                continue
            }
            values.append(value)
            bytes += weight(value)
            if bytes > bytesMax, values.count > 1 { return (values, true) }
        }
        return (values, false)
    }

    /// One column of the first row; nil without a row.
    func value<Value: StoredValue>(
        _ column: String, of table: String, _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try first(sql, arguments) { row -> Value in try row.columns(of: table)[column] }
    }

    /// Whether there is a row.
    func has(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try first(sql, arguments) { _ in true } ?? false
    }

    /// What SQLite computes: the number in the first column of the first row; nil without a row, and for NULL.
    func integer(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What `SELECT count(*)` finds.
    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
    }

    /// A “?” for each of these columns, which commas separate.
    static func marks(for columns: String) -> String {
        columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    }
}
