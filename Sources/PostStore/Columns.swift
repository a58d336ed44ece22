import FoundationEssentials
import GRDB
import Posts

/// The row at which a statement stands, read where SQLite has it; valid until the statement goes on.
///
/// A `Row` of GRDB can be asked by the names of its columns, and for that makes a table of them with every query, which takes
/// longer than reading a delivery.
@safe struct Columns {
    private let statement: SQLiteStatement

    /// The schema sees to it that a column asked for in this way is not NULL; in a broken file, it is zero or empty.
    subscript<Value: ColumnValue>(_ index: Int) -> Value {
        unsafe Value.fromStatement(statement, atUncheckedIndex: CInt(index)) ?? Value.absent
    }

    /// nil for NULL.
    subscript<Value: ColumnValue>(_ index: Int) -> Value? {
        unsafe Value.fromStatement(statement, atUncheckedIndex: CInt(index))
    }

    func instant(_ index: Int) -> Instant? { (self[index] as Int64?).map { Instant(microseconds: $0) } }

    /// A BLOB.
    func bytes(_ index: Int) -> [UInt8] { Array(self[index] as Data) }
}

/// What GRDB asks of a value that it reads from the first column: here, the whole row.
extension Columns: DatabaseValueConvertible, StatementColumnConvertible {
    static func fromStatement(_ statement: SQLiteStatement, atUncheckedIndex index: CInt) -> Columns? {
        unsafe Columns(statement: statement)
    }

    init?(sqliteStatement: SQLiteStatement, index: CInt) { unsafe self.init(statement: sqliteStatement) }

    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Columns? { nil }
}

/// A value as a column of a STRICT table holds it.
protocol ColumnValue: StatementColumnConvertible {
    /// Instead of a NULL that should not be there.
    static var absent: Self { get }
}

extension Int64: ColumnValue { static var absent: Int64 { 0 } }
extension Int: ColumnValue { static var absent: Int { 0 } }
extension Bool: ColumnValue { static var absent: Bool { false } }
extension String: ColumnValue { static var absent: String { "" } }
extension Data: ColumnValue { static var absent: Data { Data() } }
