import JSONTree
import Panels
import Posts
import SQL

/// One row of `arrangement`.
struct ArrangementRow {
    let number: Int64
    /// nil for the arrangement of a detached window.
    let name: String?
    let revision: Revision
    let position: Int64
    /// JSON.
    let document: String

    static let columns = "number, name, revision, position, document"

    init(row: any Row) throws {
        let arrangement = row.columns(of: "arrangement")
        number = try arrangement["number"]
        name = try (arrangement["name"] as ArrangementName?)?.text
        revision = try arrangement["revision"]
        position = try arrangement["position", in: 0...]
        document = try arrangement["document"]
    }

    func salvaged(of catalogue: PanelCatalogue) -> Salvage {
        Arrangement.salvaging(JSON(kept: document), of: catalogue)
    }
}

extension JSON {
    /// How deep a stored document may nest: earlier versions accepted that much.
    private static let keptLevelsMax = 100

    /// Text that is not JSON becomes null, which is read like any other document: as defaults, with a diagnostic.
    init(kept text: String) {
        self = (try? JSONCoding.decode(JSON.self, from: Array(text.utf8), levels: JSON.keptLevelsMax)) ?? .null
    }

    var kept: String {
        get throws { try JSONCoding.text(self) }
    }
}

/// Reading arrangements, inside a transaction.
extension Database {
    /// - Returns: nil when the user has none of that name.
    func arrangement(_ name: ArrangementName, of owner: UserID) throws -> ArrangementRow? {
        let sql = "SELECT \(ArrangementRow.columns) FROM arrangement WHERE owner = ? AND name = ?"
        return try first(sql, [owner.number, name.text], ArrangementRow.init)
    }

    /// - Throws: `noSuchArrangement`
    func storedArrangement(_ name: ArrangementName, of owner: UserID) throws -> ArrangementRow {
        guard let row = try arrangement(name, of: owner) else { throw StoreError.noSuchArrangement(name.text) }
        return row
    }

    /// - Returns: nil when the window follows the desk.
    func ownArrangement(of window: WindowRow) throws -> ArrangementRow? {
        let sql = "SELECT \(ArrangementRow.columns) FROM arrangement WHERE pageWindow = ?"
        return try first(sql, [window.number], ArrangementRow.init)
    }

    /// The desk first, the others by name.
    func arrangementNames(of owner: UserID) throws -> [String] {
        let sql = "SELECT name FROM arrangement WHERE owner = ? AND name IS NOT NULL ORDER BY name <> ?, name"
        return try all(sql, [owner.number, ArrangementName.desk.text]) { row in
            let name: ArrangementName = try row.columns(of: "arrangement")["name"]
            return name.text
        }
    }

    func hasStep(of row: ArrangementRow, before isBefore: Bool) throws -> Bool {
        let sql =
            isBefore
            ? "SELECT 1 FROM arrangementStep WHERE arrangement = ? AND position < ? LIMIT 1"
            : "SELECT 1 FROM arrangementStep WHERE arrangement = ? AND position > ? LIMIT 1"
        return try has(sql, [row.number, row.position])
    }
}

/// Writing arrangements, inside a transaction.
extension WriteTransaction {
    /// The user's desk. The first call creates it from the arrangement with which new users begin.
    func desk(of owner: UserID, _ catalogue: PanelCatalogue) throws -> ArrangementRow {
        if let row = try db.arrangement(.desk, of: owner) { return row }
        let document = try db.newDeskDocument() ?? Arrangement.standard(of: catalogue).document.kept
        return try insertArrangement(.named(.desk), document, of: owner)
    }

    enum Holder {
        case named(ArrangementName)
        case window(WindowRow)
    }

    func insertArrangement(
        _ holder: Holder, _ document: String, revision: Int64 = 1, of owner: UserID, by origin: String? = nil
    ) throws -> ArrangementRow {
        let sql = """
            INSERT INTO arrangement (owner, name, pageWindow, revision, document, position, updatedAt, updatedBy)
            VALUES (?, ?, ?, ?, ?, 0, ?, ?) RETURNING \(ArrangementRow.columns)
            """
        var (name, window) = (String?.none, Int64?.none)
        switch holder {
        case .named(let found): name = found.text
        case .window(let found): window = found.number
        }
        let arguments: [any SQLArgument] = [
            owner.number, name, window, revision, document, now.microseconds, origin,
        ]
        return try db.written(sql, arguments, ArrangementRow.init)
    }

    func deleteArrangement(_ row: ArrangementRow) throws {
        try db.tell("DELETE FROM arrangement WHERE number = ?", [row.number])
    }
}
