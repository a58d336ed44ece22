import SQL

/// What statements give, in the forms that the store needs.
extension Database {
    /// - Returns: how many rows it changed.
    func run(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Int {
        try run(sql, arguments) { _ in true }
    }

    func tell(_ sql: String) throws { try tell(sql, []) }

    /// Lets the next row get a higher number than those that were written with theirs. SQLite does so by itself.
    func continueNumbers(of table: String, _ column: String) throws {
        guard engine == .postgres else { return }
        let sql = """
            SELECT setval(pg_get_serial_sequence('\(table)', '\(column.lowercased())'), coalesce(max(\(column)), 0) + 1, FALSE)
            FROM \(table)
            """
        try run(sql, []) { _ in true }
    }

    /// What `read` makes of the first row. It must not keep the row.
    func first<Value>(
        _ sql: String, _ arguments: [any SQLArgument] = [], _ read: (any Row) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try run(sql, arguments) { row in
            value = try read(row)
            return false
        }
        return value
    }

    /// What `read` makes of the row that a statement with RETURNING has written.
    func written<Value>(_ sql: String, _ arguments: [any SQLArgument], _ read: (any Row) throws -> Value) throws
        -> Value
    {
        // `first` would leave the statement before its end.
        guard let value = try all(sql, arguments, read).first else {
            throw StoreError.damaged("A row that was just written is not there.")
        }
        return value
    }

    /// What `read` makes of each row. It must not keep the row.
    func all<Value>(
        _ sql: String, _ arguments: [any SQLArgument] = [], _ read: (any Row) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try run(sql, arguments) { row in
            values.append(try read(row))
            return true
        }
        return values
    }

    /// One page of a list.
    /// - Parameters:
    ///   - arguments: all but the last of the statement, its `LIMIT`.
    ///   - spoiled: gets the rows that cannot be read, which the page leaves out; nil to throw then.
    ///   - weight: of a row, in bytes, roughly.
    func page<Value: Sendable>(
        _ sql: String, _ arguments: [any SQLArgument], _ room: PageRoom, leavingOut spoiled: SpoiledRows? = nil,
        weighing weight: (Value) -> Int, _ read: (any Row) throws -> Value, cursor: (Value) -> Cursor
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
        _ sql: String, _ arguments: [any SQLArgument], limit: Int = .max, bytes bytesMax: Int,
        leavingOut spoiled: SpoiledRows? = nil, weighing weight: (Value) -> Int, _ read: (any Row) throws -> Value
    ) throws -> (values: [Value], isCut: Bool) {
        var (values, bytes) = ([Value](), 0)
        var isFull: Bool { bytes > bytesMax && values.count > 1 }
        guard limit > 0 else { return ([], false) }
        try run(sql, arguments) { row in
            do {
                let value = try read(row)
                values.append(value)
                bytes += weight(value)
            } catch let error as BadValue {
                guard let spoiled else { throw error }
                spoiled.add(row, error)
            }
            return values.count < limit && !isFull
        }
        return (values, isFull)
    }

    /// One column of the first row; nil without a row.
    func value<Value: StoredValue>(
        _ column: String, of table: String, _ sql: String, _ arguments: [any SQLArgument] = []
    ) throws -> Value? {
        try first(sql, arguments) { row -> Value in try row.columns(of: table)[column] }
    }

    /// Whether there is a row.
    func has(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Bool {
        try first(sql, arguments) { _ in true } ?? false
    }

    /// What the database computes: the first column of each row. Columns of tables are read by `Columns`.
    func computed<Value: StoredValue>(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> [Value?] {
        try all(sql, arguments) { row in
            if case .null = row.first { return nil }
            if let value = try Value(stored: row.first) { return value }
            throw BadValue(table: "a query", column: "the result", found: row.first)
        }
    }

    /// A number that the database computes; nil without a row, and for NULL.
    func integer(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Int64? {
        let found: [Int64?] = try computed(sql, arguments)
        return found.first ?? nil
    }

    /// What `SELECT count(*)` finds.
    func count(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Int {
        Int(try integer(sql, arguments) ?? 0)
    }
}
