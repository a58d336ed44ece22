package typealias SQLitePool = ConnectionPool<SQLiteDatabase>

extension SQLiteDatabase: ReadingDatabase {
    package func reading<Value>(_ work: () throws -> Value) throws -> Value { try transaction("DEFERRED", work) }
}

extension Connection<SQLiteDatabase> {
    package convenience init(_ path: String, _ access: SQLiteDatabase.Access = .readAndWrite, label: String) throws {
        self.init(try SQLiteDatabase(path, access), label: label)
    }
}

extension ConnectionPool<SQLiteDatabase> {
    /// Opens all connections to a file, which gets a write-ahead log, so that none opens what has the name of the file later.
    /// - Parameters:
    ///   - label: of the queues, for debuggers.
    ///   - prepare: is called with the writing connection before the others are opened.
    package convenience init(
        _ path: String, label: String, readers count: Int, prepare: (SQLiteDatabase) throws -> Void,
        prepareReader: (SQLiteDatabase) throws -> Void
    ) throws {
        let writer = try Connection<SQLiteDatabase>(path, label: "\(label).writer")
        try writer.wait { database in
            var mode: SQLValue?
            try database.run("PRAGMA journal_mode = WAL", []) { row in
                mode = row.first
                return false
            }
            guard mode == .text("wal") else { throw SQLError(.other, "\(path) cannot have a write-ahead log.") }
            try prepare(database)
        }
        let readers = try (1...count).map { number in
            let reader = try Connection<SQLiteDatabase>(path, .readOnly, label: "\(label).reader.\(number)")
            try reader.wait(prepareReader)
            return reader
        }
        self.init(writer, readers: readers)
    }
}
