import CSQLite

/// A connection to an SQLite file.
package final class SQLiteDatabase: Database {
    package enum Access: Sendable { case readOnly, readAndWrite }

    package var engine: SQLEngine { .sqlite }
    private let path: String
    private(set) var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    /// A statement is one of some five hundred; those with lists of any length must not fill the memory.
    private static let statementsMax = 1000
    /// How long a statement waits for another program's lock, in milliseconds.
    private static let patience: Int32 = 5000

    /// - Parameter path: of a file, which is created if it is missing and may be written; “:memory:” for a database without
    ///   a file.
    /// - Throws: `SQLError`; `damaged` when the file is not one of SQLite.
    package init(_ path: String, _ access: Access = .readAndWrite) throws {
        self.path = path
        let ways = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, ways | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        try check(code)
        try check(galley_sqlite_refuse_quoted_texts(handle))
        try check(sqlite3_busy_timeout(handle, SQLiteDatabase.patience))
        try script("PRAGMA foreign_keys = ON")
        // Opens all files: SQLite would do so later, and what has their names may be other files by then.
        try tell("SELECT count(*) FROM sqlite_schema", [])
    }

    deinit { close() }

    /// Closes the file. Later calls fail.
    package func close() {
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    @discardableResult
    package func run(
        _ sql: String, _ arguments: [any SQLArgument], _ read: (any Row) throws -> Bool
    ) throws -> Int {
        let statement = try prepared(sql)
        defer { statement.reset() }
        // SQLite would take one that is missing for NULL.
        guard arguments.count == statement.argumentCount else {
            throw SQLError(
                .other, "\(statement.argumentCount) arguments were expected. Found \(arguments.count): \(sql)")
        }
        for (index, argument) in zip(Int32(1)..., arguments) { try check(statement.bind(argument.stored, at: index)) }
        while true {
            switch statement.step() {
            case SQLITE_ROW: if try !read(statement) { return statement.rowsChanged }
            case SQLITE_DONE: return statement.rowsChanged
            case let code: throw error(code)
            }
        }
    }

    package func tell(_ sql: String, _ arguments: [any SQLArgument]) throws { try run(sql, arguments) { _ in true } }

    package func settle() {}

    package func script(_ sql: String) throws { try check(sqlite3_exec(open(), sql, nil, nil, nil)) }

    /// A statement that is at work, because a row of it is being read, gets a second one.
    private func prepared(_ sql: String) throws -> SQLiteStatement {
        if let known = statements[sql], !known.isAtWork { return known }
        var statement: OpaquePointer?
        var rest: UnsafePointer<CChar>?
        try sql.withCString { text in
            try check(sqlite3_prepare_v3(open(), text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest))
            guard let rest, String(cString: rest).allSatisfy(\.isWhitespace) else {
                sqlite3_finalize(statement)
                throw SQLError(.other, "One statement was expected. Found several: \(sql)")
            }
        }
        guard let statement else { throw SQLError(.other, "A statement was expected. Found nothing.") }
        let new = SQLiteStatement(statement)
        if statements.count >= SQLiteDatabase.statementsMax { statements = statements.filter(\.value.isAtWork) }
        if statements[sql] == nil { statements[sql] = new }
        return new
    }

    private func open() throws -> OpaquePointer {
        guard let handle else { throw SQLError(.ended, "\(path) is closed.") }
        return handle
    }

    private func check(_ code: Int32) throws { if code != SQLITE_OK { throw error(code) } }

    private func error(_ code: Int32) -> SQLError {
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "SQLite gives no reason"
        return SQLError(SQLError.Kind(code), message, code, handle.map { sqlite3_system_errno($0) } ?? 0)
    }
}

extension SQLiteDatabase {
    package var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

    /// Runs `work` in a transaction. All reading in it sees one state.
    package func transaction<Value>(_ kind: String = "IMMEDIATE", _ work: () throws -> Value) throws -> Value {
        try tell("BEGIN \(kind)", [])
        // SQLite has rolled back already where a disk fails.
        defer { if isInTransaction { try? tell("ROLLBACK", []) } }
        let value = try work()
        try tell("COMMIT", [])
        return value
    }

    /// Runs `work`.
    /// - Returns: also how many rows it changed, those that triggers changed included.
    package func counting<Value>(_ work: () throws -> Value) throws -> (value: Value, rows: Int) {
        let before = sqlite3_total_changes64(try open())
        let value = try work()
        return (value, Int(sqlite3_total_changes64(try open()) - before))
    }

    /// Ends a statement that another thread runs on this connection, which stays open meanwhile.
    func interrupt() { if let handle { sqlite3_interrupt(handle) } }

    /// Copies the whole database, from one state if this connection is in a transaction.
    /// - Parameter report: gets how many of all pages are done, every 16 MB.
    package func copy(to other: SQLiteDatabase, _ report: (_ done: Int, _ all: Int) -> Void) throws {
        guard let backup = try sqlite3_backup_init(other.open(), "main", open(), "main") else {
            throw other.error(sqlite3_extended_errcode(other.handle))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, 4096)
            let all = Int(sqlite3_backup_pagecount(backup))
            report(all - Int(sqlite3_backup_remaining(backup)), all)
        }
        // It tells the error of the last step, too.
        try other.check(sqlite3_backup_finish(backup))
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// Lets statements call `function` by this name.
    /// - Parameter function: gets the texts that are its arguments; has the same result for the same ones.
    package func add(_ name: String, arguments count: Int32, _ function: @escaping ([String?]) -> String) throws {
        let kept = Unmanaged.passRetained(SQLFunction(run: function))
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            guard let kept = sqlite3_user_data($0) else { return }
            let texts = UnsafeBufferPointer(start: $2, count: Int($1)).map { value in
                sqlite3_value_text(value).map { text in
                    String(
                        decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))),
                        as: UTF8.self)
                }
            }
            let text = Unmanaged<SQLFunction>.fromOpaque(kept).takeUnretainedValue().run(texts)
            let utf8 = Array(text.utf8)
            galley_sqlite_result_text($0, utf8, UInt64(utf8.count))
        }
        // SQLite releases it when this fails, too.
        try check(
            sqlite3_create_function_v2(open(), name, count, flags, kept.toOpaque(), call, nil, nil) { kept in
                if let kept { Unmanaged<SQLFunction>.fromOpaque(kept).release() }
            })
    }
}

private final class SQLFunction {
    let run: ([String?]) -> String
    init(run: @escaping ([String?]) -> String) { self.run = run }
}
