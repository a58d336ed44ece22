import Foundation
import SQL
import Testing

@Suite("SQLite behind the protocol of databases")
struct SQLiteTests {
    private func database(_ table: String = "CREATE TABLE item (number INTEGER PRIMARY KEY, value) STRICT") throws
        -> SQLiteDatabase
    {
        let database = try SQLiteDatabase(":memory:")
        try database.script(table.replacing("value) STRICT", with: "value ANY) STRICT"))
        return database
    }

    @Test(
        "each value comes back as it was given",
        arguments: [
            SQLValue.null, .integer(.min), .integer(.max), .double(-0.5), .double(.greatestFiniteMagnitude), .text(""),
            .text("Zoë 👩‍👩‍👧 “x”"), .text("a\0b\0"), .bytes([]), .bytes([0, 255, 0]),
            .bytes([UInt8](repeating: 7, count: 100_000)), .text(String(repeating: "é", count: 100_000)),
        ])
    func values(value: SQLValue) throws {
        let database = try database()
        try database.tell("INSERT INTO item VALUES (1, ?)", [value.argument])
        var found: [SQLValue?] = []
        try database.run("SELECT value, number FROM item", []) { row in
            found = [row["value"], row.first, row["number"], row["other"]]
            return true
        }
        #expect(found == [value, value, .integer(1), nil])
    }

    @Test("a truth is a number, and NULL has a type")
    func types() {
        #expect(true.stored == .integer(1) && type(of: true).type == .boolean)
        let missing: [any SQLArgument] = [Int64?.none, String?.none, [UInt8]?.none, Double?.none, Bool?.none, Int.null]
        #expect(missing.map(\.stored) == Array(repeating: .null, count: 6))
        #expect(
            missing.map { Swift.type(of: $0).type } == [.integer, .text, .bytes, .double, .boolean, .integer])
    }

    @Test("text that is no UTF-8 is mended, and never a crash")
    func otherBytes() throws {
        var found: SQLValue?
        try database().run("SELECT CAST(x'61FF62' AS TEXT)", []) { row in
            found = row.first
            return true
        }
        #expect(found == .text("a\u{FFFD}b"))
    }

    @Test("a statement tells how many rows it changed, and one that changes nothing tells 0")
    func counts() throws {
        let database = try database()
        func run(_ sql: String) throws -> Int { try database.run(sql, []) { _ in true } }
        #expect(try run("INSERT INTO item VALUES (1, 1), (2, 2), (3, 3)") == 3)
        for sql in ["SELECT * FROM item", "BEGIN", "UPDATE item SET value = 4 WHERE number = 9", "COMMIT"] {
            #expect(try run(sql) == 0, "\(sql)")
        }
        #expect(try run("DELETE FROM item WHERE number > 1 RETURNING number") == 2)
        #expect(try database.counting { try run("INSERT INTO item VALUES (5, 5)") }.rows == 1)
    }

    @Test("reading ends when the reader wants no more, and a statement runs inside itself")
    func nesting() throws {
        let database = try database()
        let sql = "SELECT number FROM item WHERE number > ? ORDER BY number"
        for number in 1...5 { try database.tell("INSERT INTO item VALUES (?, 0)", [number]) }
        var seen: [SQLValue] = []
        try database.run(sql, [0]) { row in
            seen.append(row.first)
            if seen.count == 1 {
                try database.run(sql, [3]) { row in
                    seen.append(row.first)
                    return true
                }
            }
            return seen.count < 4
        }
        #expect(seen == [1, 4, 5, 2].map { .integer($0) })
        // A statement that was left in the middle keeps no lock.
        try database.script("DROP TABLE item")
    }

    @Test("what a reader throws ends the statement and comes out")
    func throwing() throws {
        struct Stop: Error {}
        let database = try database()
        try database.tell("INSERT INTO item VALUES (1, 1)", [])
        #expect(throws: Stop.self) { try database.run("SELECT * FROM item", []) { _ in throw Stop() } }
        try database.script("DROP TABLE item")
    }

    @Test(
        "a statement with too few or too many arguments, a second statement, or none is refused",
        arguments: [
            ("SELECT ?", []), ("SELECT ?", [1, 2]), ("SELECT 1", [1]), ("SELECT 1; SELECT 2", []), ("", []),
            ("-- nothing", []), ("SELEC", []), (#"SELECT "word""#, []),
        ] as [(String, [Int])])
    func refused(sql: String, arguments: [Int]) throws {
        let error = #expect(throws: SQLError.self) { try SQLiteDatabase(":memory:").tell(sql, arguments) }
        #expect(error?.kind == .other && error?.message.isEmpty == false)
    }

    @Test("errors say what kind they are")
    func kinds() throws {
        let folder = try Folder()
        let path = folder.path("a.db")
        let database = try SQLiteDatabase(path)
        try database.script("CREATE TABLE item (number INTEGER PRIMARY KEY CHECK (number > 0)) STRICT")
        func kind(_ work: () throws -> Void) -> SQLError.Kind? {
            (#expect(throws: SQLError.self) { try work() })?.kind
        }
        #expect(kind { try database.tell("INSERT INTO item VALUES (0)", []) } == .constraint)
        #expect(kind { try database.tell("INSERT INTO item VALUES ('a')", []) } == .constraint)
        let reader = try SQLiteDatabase(path, .readOnly)
        #expect(kind { try reader.tell("INSERT INTO item VALUES (1)", []) } == .readOnly)
        #expect(kind { _ = try SQLiteDatabase(folder.path("none/a.db")) } == .cannotOpen)
        #expect(kind { _ = try SQLiteDatabase(folder.path("b.db"), .readOnly) } == .cannotOpen)
        try Data(
            "no database, but long enough to be taken for one at first sight, which needs a hundred bytes or more".utf8
        )
        .write(to: URL(filePath: folder.path("c.db")))
        #expect(kind { _ = try SQLiteDatabase(folder.path("c.db")) } == .damaged)
        try database.script("PRAGMA max_page_count = 2")
        #expect(kind { try database.script("CREATE TABLE more (a); CREATE TABLE most (b)") } == .diskFull)
        try reader.script("PRAGMA busy_timeout = 0")
        try database.script("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        #expect(kind { try reader.tell("SELECT * FROM item", []) } == .busy)
        database.close()
        #expect(kind { try database.tell("SELECT 1", []) } == .ended)
        #expect(kind { try database.script("SELECT 1") } == .ended)
        #expect(kind { _ = try database.counting {} } == .ended)
    }

    @Test("a transaction that throws leaves nothing, and one that ends stays")
    func transactions() throws {
        struct Stop: Error {}
        let database = try database()
        try database.transaction { try database.tell("INSERT INTO item VALUES (1, 1)", []) }
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.tell("INSERT INTO item VALUES (2, 2)", [])
                #expect(database.isInTransaction)
                throw Stop()
            }
        }
        #expect(!database.isInTransaction)
        var count: SQLValue?
        try database.run("SELECT count(*) FROM item", []) { row in
            count = row.first
            return true
        }
        #expect(count == .integer(1))
    }

    @Test("statements of any number are forgotten before they fill the memory, and run again")
    func manyStatements() throws {
        let database = try SQLiteDatabase(":memory:")
        for number in 0..<2500 {
            var found: SQLValue?
            try database.run("SELECT \(number % 1500)", []) { row in
                found = row.first
                return true
            }
            #expect(found == .integer(Int64(number % 1500)))
        }
    }

    @Test("a copy has everything, tells how far it is, and is of one state")
    func copies() throws {
        let folder = try Folder()
        let database = try SQLiteDatabase(folder.path("a.db"))
        try database.script(
            "PRAGMA journal_mode = WAL; CREATE TABLE item (bytes BLOB); INSERT INTO item VALUES (zeroblob(5))")
        let source = try SQLiteDatabase(folder.path("a.db"), .readOnly)
        let copy = try SQLiteDatabase(folder.path("b.db"))
        var steps: [Int] = []
        try source.transaction("DEFERRED") {
            try source.tell("SELECT * FROM item", [])
            try database.tell("INSERT INTO item VALUES (zeroblob(5))", [])
            try source.copy(to: copy) { done, all in steps.append(done * 100 / max(1, all)) }
        }
        var count: SQLValue?
        try copy.run("SELECT count(*) FROM item", []) { row in
            count = row.first
            return true
        }
        #expect(count == .integer(1) && steps.last == 100)
    }

    @Test("a function gets texts and NULL, and gives a text")
    func functions() throws {
        let database = try database()
        try database.add("joined", arguments: 2) { texts in texts.map { $0 ?? "-" }.joined(separator: "+") }
        var found: SQLValue?
        try database.run("SELECT joined(?, NULL)", ["a\0é"]) { row in
            found = row.first
            return true
        }
        #expect(found == .text("a\0é+-"))
    }
}

extension SQLValue {
    fileprivate var argument: any SQLArgument {
        switch self {
        case .null: Int64?.none
        case .integer(let number): number
        case .double(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }
}

/// A folder that is removed with its last reference.
final class Folder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "sql-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path() }
}
