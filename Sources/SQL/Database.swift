/// The kinds of databases.
package enum SQLEngine: Hashable, Sendable { case sqlite, postgres }

/// One connection to a database. Its calls block, and one thread at a time may use it.
///
/// Statements are written in the dialect that SQLite and PostgreSQL share (`Tests/HouseTests/DialectTests.swift`).
package protocol Database: AnyObject {
    var engine: SQLEngine { get }

    /// Runs one statement, which stays prepared: its text must be one of few.
    /// - Parameters:
    ///   - arguments: one for each “?”.
    ///   - read: gets each row, which is valid only during the call, and returns whether it wants another.
    /// - Returns: how many rows it changed, without those that triggers and references changed.
    /// - Throws: `SQLError`, and what `read` throws.
    @discardableResult
    func run(_ sql: String, _ arguments: [any SQLArgument], _ read: (any Row) throws -> Bool) throws -> Int

    /// Runs a statement for its effect alone. An engine may send it together with the next one; its error is then that of the
    /// next `run` or `settle`.
    func tell(_ sql: String, _ arguments: [any SQLArgument]) throws

    /// Waits for the ends of the statements of `tell`.
    func settle() throws

    /// Runs several statements without arguments. They are not kept prepared.
    func script(_ sql: String) throws
}

/// A row of a result.
package protocol Row {
    /// nil when the result has no such column. Of two with one name, the first.
    subscript(column: String) -> SQLValue? { get }
    /// The first column, which a statement need not name when it is the only one.
    var first: SQLValue { get }
}

/// The failure of a statement, or of opening a database.
package struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// A value or a reference that the schema forbids.
        case constraint
        /// What lies in the file is no database, or no whole one.
        case damaged
        /// Another connection keeps it locked, here or in another program.
        case busy
        case readOnly, cannotOpen, notPermitted, diskFull, diskFailed, ended, other
        /// No server answers, or it has ended the session.
        case unreachable
        /// It was committed, and may be lost with the server: its standby has not answered.
        case unconfirmed
    }
    package let kind: Kind
    /// The engine's own: a number of SQLite, or an SQLSTATE.
    package let code: String
    package let message: String
    /// The system's error number behind it; 0 when the engine knows none.
    package let systemError: Int32

    package var description: String { "\(message) (\(code))" }
    /// SQLite's numbers have at most four digits, an SQLSTATE has five; libpq gives none while it connects.
    package var isOfServer: Bool { code.count == 5 || code.isEmpty }
}
