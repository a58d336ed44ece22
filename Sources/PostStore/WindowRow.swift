import GRDB
import JSONTree
import Panels
import Posts

/// One row of `window`.
struct WindowRow {
    let number: Int64
    let id: WindowID
    let label: String
    let container: Container
    let view: ViewState
    let createdAt, seenAt: Instant

    static let columns =
        "number, id, label, width, height, insetTop, insetLeft, insetBottom, insetRight, class, createdAt, seenAt,"
        + " view, screen"

    init(_ row: Row) throws {
        guard let id = WindowID(row[1] as String) else { throw StoreError.damaged("A window's id is no id.") }
        self.id = id
        number = row[0]
        label = row[2]
        container = Container(
            size: Size(width: row[3], height: row[4]),
            insets: Insets(top: row[5], left: row[6], bottom: row[7], right: row[8]),
            sizeClass: try word(row[9]), screen: Screen(salvaging: JSON(kept: row[13])))
        view = ViewState(salvaging: JSON(kept: row[12]))
        createdAt = Instant(microseconds: row[10])
        seenAt = Instant(microseconds: row[11])
    }
}

/// Reading windows, inside a transaction.
extension Database {
    /// - Throws: `noSuchWindow`, also when it is another user's.
    func window(_ id: WindowID, of owner: UserID) throws -> WindowRow {
        let sql = "SELECT \(WindowRow.columns) FROM window WHERE id = ? AND owner = ?"
        guard let row = try row(sql, [id.text, owner.number]) else { throw StoreError.noSuchWindow(id.text) }
        return try WindowRow(row)
    }

    /// The one seen last comes first.
    func windows(of owner: UserID, limit: Int) throws -> [WindowRow] {
        let sql = "SELECT \(WindowRow.columns) FROM window WHERE owner = ? ORDER BY seenAt DESC, number DESC LIMIT ?"
        return try rows(sql, [owner.number, limit]).map(WindowRow.init)
    }
}

/// Writing windows, inside a transaction.
extension WriteTransaction {
    /// A user who has more has stopped looking at the oldest long ago.
    static let windowsMax = 200

    func insertWindow(_ id: WindowID, label: String, _ container: Container, of owner: UserID) throws {
        let tooMany = """
            DELETE FROM window WHERE number IN (
              SELECT number FROM window WHERE owner = ? ORDER BY seenAt DESC, number DESC LIMIT -1 OFFSET ?)
            """
        try db.run(tooMany, [owner.number, WriteTransaction.windowsMax - 1])
        let sql = """
            INSERT INTO window (id, owner, label, createdAt, seenAt, \(WriteTransaction.containerColumns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.run(
            sql,
            [id.text, owner.number, label, now.microseconds, now.microseconds]
                + (try WriteTransaction.arguments(container)))
    }

    /// A window has another size; that it was seen goes with it.
    func setContainer(_ container: Container, of window: WindowRow) throws {
        let sql = """
            UPDATE window SET (seenAt, \(WriteTransaction.containerColumns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?
            """
        try db.run(sql, [now.microseconds] + (try WriteTransaction.arguments(container)) + [window.number])
    }

    /// A window looks at its arrangement in another way.
    func setView(_ view: ViewState, of window: WindowRow) throws {
        try db.run("UPDATE window SET view = ? WHERE number = ?", [try view.document.kept, window.number])
    }

    func noteSeen(_ window: WindowRow) throws {
        guard window.isSeenLongAgo(now) else { return }
        try db.run("UPDATE window SET seenAt = ? WHERE number = ?", [now.microseconds, window.number])
    }

    private static let containerColumns = "width, height, insetTop, insetLeft, insetBottom, insetRight, class, screen"

    private static func arguments(_ container: Container) throws -> StatementArguments {
        let (size, insets) = (container.size, container.insets)
        return [
            size.width, size.height, insets.top, insets.left, insets.bottom, insets.right,
            container.sizeClass.rawValue, try container.screen.document.kept,
        ]
    }
}

extension WindowRow {
    /// Whether that it was seen has to be written again: looking shall not cost a write each time.
    func isSeenLongAgo(_ now: Instant) -> Bool { now - seenAt >= .minutes(1) }
}
