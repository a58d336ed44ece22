import Digests
import SQL

/// Copies all rows of a store, whichever engine has it, and compares both afterwards.
///
/// The word index is not copied: searches build a new one. Triggers do not run, since the rows that they would write are copied, too.
struct TableCopy {
    private let source: any Database
    private let target: any Database
    private let tables: [CopiedTable]

    /// A row can have some megabytes.
    private static let rowsAtOnce = 50

    /// - Parameters:
    ///   - source: in a transaction, with the present schema.
    ///   - target: in a transaction, with the present schema and without triggers. Its rows are replaced.
    init(from source: any Database, to target: any Database) throws {
        self.source = source
        self.target = target
        tables = try CopiedTable.all()
    }

    /// - Parameter report: gets lines about the progress.
    /// - Returns: how many rows there are.
    /// - Throws: `damaged` if what was written is not what was read.
    func run(_ report: (String) -> Void) throws -> Int {
        // One refers to those before it.
        for table in tables.reversed() { try target.tell("DELETE FROM \(table.name)") }
        var rows = 0
        for table in tables {
            let read = try copy(table) { report("Copying \(table.name): \($0) rows") }
            let written = try Fingerprint.of(table, in: target)
            let all = try source.count("SELECT count(*) FROM \(table.name)")
            guard read == written, read.rows == all else {
                throw StoreError.damaged(
                    "\(table.name) has \(all) rows, and its copy \(written.rows), which are not the same. Nothing was "
                        + "changed.")
            }
            if let number = table.number { try target.continueNumbers(of: table.name, number) }
            rows += read.rows
        }
        try target.tell("UPDATE post SET docId = NULL, indexedRevision = NULL, isIndexStale = (forgottenAt IS NULL)")
        return rows
    }

    private func copy(_ table: CopiedTable, _ report: (Int) -> Void) throws -> Fingerprint {
        let fingerprint = Fingerprint()
        let insert = table.insert
        var last: [any SQLArgument]?
        while true {
            let rows = try table.rows(after: last, in: source, limit: TableCopy.rowsAtOnce)
            for row in rows {
                fingerprint.add(row)
                try target.tell(insert, table.arguments(row))
            }
            guard let end = rows.last, rows.count == TableCopy.rowsAtOnce else { return fingerprint }
            last = table.keyArguments(end)
            if fingerprint.rows.isMultiple(of: 1000) { report(fingerprint.rows) }
        }
    }

    /// The number and a digest of a table's rows, in the order of their keys.
    final class Fingerprint: Equatable {
        private(set) var rows = 0
        private let digest = RunningDigest()
        private lazy var sum = digest.finish().hexadecimal

        static func of(_ table: CopiedTable, in db: any Database) throws -> Fingerprint {
            let fingerprint = Fingerprint()
            var last: [any SQLArgument]?
            while true {
                let rows = try table.rows(after: last, in: db, limit: rowsAtOnce)
                for row in rows { fingerprint.add(row) }
                guard let end = rows.last, rows.count == rowsAtOnce else { return fingerprint }
                last = table.keyArguments(end)
            }
        }

        func add(_ row: [SQLValue]) {
            rows += 1
            for value in row {
                let (kind, bytes): (String, [UInt8]) =
                    switch value {
                    case .null: ("n", [])
                    case .integer(let number): ("i", Array("\(number)".utf8))
                    // SQLite keeps no sign of zero.
                    case .double(let number): ("d", Array("\((number + 0).bitPattern)".utf8))
                    case .text(let text): ("t", Array(text.utf8))
                    case .bytes(let bytes): ("b", bytes)
                    }
                digest.add(Array("\(kind)\(bytes.count):".utf8) + bytes)
            }
        }

        static func == (one: Fingerprint, other: Fingerprint) -> Bool { one.rows == other.rows && one.sum == other.sum }
    }
}

/// A table as it is copied.
struct CopiedTable {
    let name: String
    /// Without computed ones.
    private let columns: [(name: String, type: SQLType)]
    /// Places in `columns`, in the order of the key.
    private let key: [Int]
    /// The column whose numbers the database chooses.
    let number: String?

    /// In the order of their references, which is that of `schema.sql`.
    static func all() throws -> [CopiedTable] {
        let made = try SQLiteDatabase(":memory:")
        try Schema.migrate(made)
        // A new store: its tables are in the order of the file, and not in that of the migrations.
        let plain = try SQLiteDatabase(":memory:")
        try TitleKey.add(to: plain)
        try plain.script(String(decoding: PackageResources.schema_sql, as: UTF8.self))
        let sql =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite%'"
        let names = try (plain.computed("\(sql) ORDER BY rowid") as [String?]).compactMap(\.self)
        return try names.map { try CopiedTable($0, plain) }
    }

    private init(_ name: String, _ db: SQLiteDatabase) throws {
        self.name = name
        let found = try db.all("SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", [name])
        {
            row -> (name: String, type: String, place: Int) in
            let column = row.columns(of: name)
            return (try column["name"], try column["type"], try column["pk"])
        }
        columns = found.map { ($0.name, CopiedTable.type($0.name, $0.type)) }
        key = found.indices.filter { found[$0].place > 0 }.sorted { found[$0].place < found[$1].place }
        let isNumbered = key.count == 1 && key.allSatisfy { found[$0].type == "INTEGER" }
        // Those of one row, and of a row for each of another table, have no numbers of their own.
        let isOwn = isNumbered && found.contains { $0.place > 0 && ["number", "id"].contains($0.name) }
        number = isOwn ? key.first.map { found[$0].name } : nil
    }

    /// As `Dialect` has it on PostgreSQL.
    private static func type(_ column: String, _ declared: String) -> SQLType {
        switch declared {
        case "INTEGER": column.contains(#/^(is|has)[A-Z]/#) ? .boolean : .integer
        case "REAL": .double
        case "BLOB": .bytes
        default: .text
        }
    }

    var insert: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(marks))"
    }

    /// - Parameter last: the key of the row before them; nil for the first ones.
    func rows(after last: [any SQLArgument]?, in db: any Database, limit: Int) throws -> [[SQLValue]] {
        let names = columns.map(\.name)
        let keys = key.map { names[$0] }.joined(separator: ", ")
        let marks = key.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            SELECT \(names.joined(separator: ", ")) FROM \(name) \(last == nil ? "" : "WHERE (\(keys)) > (\(marks))")
            ORDER BY \(keys) LIMIT \(limit)
            """
        return try db.all(sql, last ?? []) { row in names.map { CopiedTable.plain(row[$0] ?? .null) } }
    }

    /// PostgreSQL has no U+0000 in a text.
    private static func plain(_ value: SQLValue) -> SQLValue {
        guard case .text(let text) = value, text.utf8.contains(0) else { return value }
        return .text(text.replacing("\0", with: "\u{FFFD}"))
    }

    func arguments(_ row: [SQLValue]) -> [any SQLArgument] {
        zip(columns, row).map { CopiedTable.argument($1, $0.type) }
    }
    func keyArguments(_ row: [SQLValue]) -> [any SQLArgument] {
        key.map { CopiedTable.argument(row[$0], columns[$0].type) }
    }

    private static func argument(_ value: SQLValue, _ type: SQLType) -> any SQLArgument {
        switch value {
        case .null: CopiedTable.null(type)
        case .integer(let number) where type == .boolean: number != 0
        case .integer(let number): number
        case .double(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }

    private static func null(_ type: SQLType) -> any SQLArgument {
        switch type {
        case .boolean: Bool.null
        case .integer: Int64.null
        case .double: Double.null
        case .text: String.null
        case .bytes: [UInt8].null
        }
    }
}
