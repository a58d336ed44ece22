import CSQLite
import Glibc

/// SQLite without any layer above it.
final class Database {
    private let raw: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else { throw PeerError("\(path) cannot be opened: \(code)") }
        raw = opened
        for pragma in ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"] {
            try statement("PRAGMA \(pragma)").run()
        }
    }

    deinit { sqlite3_close_v2(raw) }

    func statement(_ sql: String) throws -> Statement {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
            let prepared
        else { throw PeerError("\(String(cString: sqlite3_errmsg(raw))) in \(sql)") }
        return Statement(prepared)
    }

    var lastRow: Int64 { sqlite3_last_insert_rowid(raw) }
}

final class Statement {
    enum Value {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
        case null
    }
    private let raw: OpaquePointer
    /// SQLite copies the value.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ raw: OpaquePointer) { self.raw = raw }
    deinit { sqlite3_finalize(raw) }

    /// - Returns: the first column of the first row, if there is a row.
    @discardableResult
    func run(_ values: Value...) throws -> Int64? {
        defer { sqlite3_reset(raw) }
        for (index, value) in values.enumerated() { bind(value, Int32(index + 1)) }
        var first: Int64?
        while true {
            switch sqlite3_step(raw) {
            case SQLITE_ROW: first = first ?? sqlite3_column_int64(raw, 0)
            case SQLITE_DONE: return first
            default: throw PeerError(String(cString: sqlite3_errmsg(sqlite3_db_handle(raw))))
            }
        }
    }

    /// Copies every column of every row, as text.
    /// - Returns: the number of rows.
    func readAll() throws -> Int {
        defer { sqlite3_reset(raw) }
        var rows = 0
        while true {
            switch sqlite3_step(raw) {
            case SQLITE_ROW:
                rows += 1
                for column in 0..<sqlite3_column_count(raw) {
                    _ = sqlite3_column_text(raw, column)
                    _ = sqlite3_column_bytes(raw, column)
                }
            case SQLITE_DONE: return rows
            default: throw PeerError(String(cString: sqlite3_errmsg(sqlite3_db_handle(raw))))
            }
        }
    }

    private func bind(_ value: Value, _ place: Int32) {
        switch value {
        case .integer(let number): sqlite3_bind_int64(raw, place, number)
        case .text(let text): sqlite3_bind_text(raw, place, text, -1, Statement.copied)
        case .bytes(let bytes): sqlite3_bind_blob(raw, place, bytes, Int32(bytes.count), Statement.copied)
        case .null: sqlite3_bind_null(raw, place)
        }
    }
}
