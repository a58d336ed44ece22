import JSONTree
import Panels
import Posts
import SQL

/// One row of `pageWindow`.
struct WindowRow {
    let number: Int64
    let id: WindowID
    let label: String
    let container: Container
    let view: ViewState
    let seenAt: Instant

    static let columns =
        "number, id, label, width, height, insetTop, insetLeft, insetBottom, insetRight, class, seenAt,"
        + " view, screen"

    init(row: any Row) throws {
        let window = row.columns(of: "pageWindow")
        id = try window["id"]
        number = try window["number"]
        label = try window["label"]
        container = Container(
            size: Size(width: try window["width", in: 1...100_000], height: try window["height", in: 1...100_000]),
            insets: Insets(
                top: try window["insetTop", in: 0...100_000], left: try window["insetLeft", in: 0...100_000],
                bottom: try window["insetBottom", in: 0...100_000], right: try window["insetRight", in: 0...100_000]),
            sizeClass: try window["class"] as SizeClass, screen: Screen(salvaging: JSON(kept: try window["screen"])))
        view = ViewState(salvaging: JSON(kept: try window["view"]))
        seenAt = try window["seenAt"]
    }
}

/// Reading windows, inside a transaction.
extension Database {
    /// - Throws: `noSuchWindow`, also when it is another user's.
    func window(_ id: WindowID, of owner: UserID) throws -> WindowRow {
        let sql = "SELECT \(WindowRow.columns) FROM pageWindow WHERE id = ? AND owner = ?"
        guard let window = try first(sql, [id.text, owner.number], WindowRow.init) else {
            throw StoreError.noSuchWindow(id.text)
        }
        return window
    }

    /// The one seen last comes first.
    func windows(of owner: UserID, limit: Int) throws -> [WindowRow] {
        let sql = """
            SELECT \(WindowRow.columns) FROM pageWindow WHERE owner = ? ORDER BY seenAt DESC, number DESC LIMIT ?
            """
        return try all(sql, [owner.number, limit], WindowRow.init)
    }
}

/// Writing windows, inside a transaction.
extension WriteTransaction {
    /// Per user. The window that was not seen for the longest time is deleted.
    static let windowsMax = 200

    func insertWindow(_ id: WindowID, label: String, _ container: Container, of owner: UserID) throws {
        let tooMany = """
            DELETE FROM pageWindow WHERE number IN (
              SELECT number FROM pageWindow WHERE owner = ? ORDER BY seenAt DESC, number DESC LIMIT 1000000 OFFSET ?)
            """
        try db.tell(tooMany, [owner.number, WriteTransaction.windowsMax - 1])
        let sql = """
            INSERT INTO pageWindow (id, owner, label, createdAt, seenAt, \(WriteTransaction.containerColumns))
            VALUES (?, ?, ?, ?, ?, \(WriteTransaction.containerMarks))
            """
        try db.tell(
            sql,
            [id.text, owner.number, label, now.microseconds, now.microseconds]
                + (try WriteTransaction.arguments(container)))
    }

    /// Stores the size of a window, and that it was seen.
    func setContainer(_ container: Container, of window: WindowRow) throws {
        let sql = """
            UPDATE pageWindow SET (seenAt, \(WriteTransaction.containerColumns)) = (?, \(WriteTransaction.containerMarks))
            WHERE number = ?
            """
        try db.tell(sql, [now.microseconds] + (try WriteTransaction.arguments(container)) + [window.number])
    }

    func setView(_ view: ViewState, of window: WindowRow) throws {
        try db.tell("UPDATE pageWindow SET view = ? WHERE number = ?", [try view.document.kept, window.number])
    }

    func noteSeen(_ window: WindowRow) throws {
        guard window.isSeenLongAgo(now) else { return }
        try db.tell("UPDATE pageWindow SET seenAt = ? WHERE number = ?", [now.microseconds, window.number])
    }

    private static let containerColumns = "width, height, insetTop, insetLeft, insetBottom, insetRight, class, screen"
    private static let containerMarks = ArgumentList.marks(for: containerColumns)

    private static func arguments(_ container: Container) throws -> [any SQLArgument] {
        let (size, insets) = (container.size, container.insets)
        return [
            size.width, size.height, insets.top, insets.left, insets.bottom, insets.right,
            container.sizeClass.rawValue, try container.screen.document.kept,
        ]
    }
}

extension WindowRow {
    /// Whether `seenAt` has to be written again, which not every read should do.
    func isSeenLongAgo(_ now: Instant) -> Bool { now - seenAt >= .minutes(1) }
}
