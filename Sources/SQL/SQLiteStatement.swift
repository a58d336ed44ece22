import CSQLite

/// A prepared statement, and the row at which it stands.
final class SQLiteStatement: Row {
    private let statement: OpaquePointer
    private var columns: [String: Int32] = [:]
    private(set) var isAtWork = false

    /// Owns `statement`.
    init(_ statement: OpaquePointer) { self.statement = statement }

    deinit { sqlite3_finalize(statement) }

    var argumentCount: Int { Int(sqlite3_bind_parameter_count(statement)) }

    /// - Parameter index: from 1.
    /// - Returns: a code of SQLite.
    func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .double(let number): return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { galley_sqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
        case .bytes(let bytes):
            return bytes.withUnsafeBytes {
                galley_sqlite_bind_bytes(statement, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    /// - Returns: a code of SQLite.
    func step() -> Int32 {
        isAtWork = true
        return sqlite3_step(statement)
    }

    /// Makes it ready for the next time, and forgets the arguments, which may be large.
    func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        isAtWork = false
    }

    /// SQLite keeps the number of an earlier statement for one that changes nothing.
    var rowsChanged: Int {
        sqlite3_stmt_readonly(statement) == 0 ? Int(sqlite3_changes64(sqlite3_db_handle(statement))) : 0
    }

    subscript(column: String) -> SQLValue? {
        if columns.isEmpty { nameColumns() }
        return columns[column].map { SQLValue(column: $0, of: statement) }
    }

    var first: SQLValue { SQLValue(column: 0, of: statement) }

    private func nameColumns() {
        for index in 0..<sqlite3_column_count(statement) {
            guard let name = sqlite3_column_name(statement, index).map({ String(cString: $0) }) else { continue }
            if columns[name] == nil { columns[name] = index }
        }
    }
}

extension SQLValue {
    /// - Parameter index: of a column; behind the last one is NULL.
    fileprivate init(column index: Int32, of statement: OpaquePointer) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: self = .double(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            // In this order: asking for the text may change its length.
            let text = sqlite3_column_text(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            self = .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            self = .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        default: self = .null
        }
    }
}
