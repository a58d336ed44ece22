import Foundation
import PostgresSupport
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("The schema and its migrations")
struct SchemaTests {
    @Test("schema.sql is what the migrations make")
    func whole() async throws {
        let (written, migrated) = (try SQLiteDatabase(":memory:"), try SQLiteDatabase(":memory:"))
        let sql = try String(contentsOf: Self.folder.appendingPathComponent("schema.sql"), encoding: .utf8)
        try written.write { try $0.script(sql) }
        try Schema.migrate(migrated)
        let (expected, found) = (try Self.definitions(in: migrated), try Self.definitions(in: written))
        #expect(expected.count > 60)
        #expect(Set(found.keys) == Set(expected.keys))
        for (name, definition) in expected { #expect(found[name] == definition, "\(name)") }
    }

    @Test("PostgreSQL has the same tables, columns, keys and indexes, and some tables of its own")
    func twins() throws {
        let (file, database) = (try SQLiteDatabase(":memory:"), try TemporaryDatabase())
        try Schema.migrate(file)
        let server = try database.session()
        try Schema.prepare(server, at: "the test")
        // A second time there is nothing to do.
        try Schema.prepare(server, at: "the test")
        let columns = try file.texts(
            """
            SELECT lower(item.name) || '.' || lower(part.name) || CASE WHEN part."notnull" OR part.pk > 0 THEN ' NOT NULL' ELSE '' END
            FROM sqlite_schema AS item JOIN pragma_table_xinfo(item.name) AS part
            WHERE item.type = 'table' AND item.name NOT GLOB 'search*' AND item.name NOT GLOB 'sqlite_*'
            """)
        let others = try server.texts(
            """
            SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'NO' THEN ' NOT NULL' ELSE '' END
            FROM information_schema.columns WHERE table_schema = 'public'
              AND table_name NOT IN ('storefact', 'turn', 'daemon', 'search')
            """)
        #expect(Set(columns) == Set(others) && columns.count == others.count && columns.count > 200)
        let indexes = try file.texts("SELECT lower(name) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        let known = Set(try server.texts("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"))
        #expect(known.isSuperset(of: indexes) && indexes.count > 30)
        func references(_ sql: String, _ db: any Database) throws -> Int { try #require(try db.number(sql)) }
        #expect(
            try references(
                """
                SELECT count(*) FROM (SELECT DISTINCT item.name, part.id FROM sqlite_schema AS item
                  JOIN pragma_foreign_key_list(item.name) AS part WHERE item.type = 'table')
                """, file) == references("SELECT count(*) FROM pg_constraint WHERE contype = 'f'", server))
    }

    @Test("a database with a newer schema, with another program's tables, or without its number is not touched")
    func strangers() throws {
        let database = try TemporaryDatabase()
        let server = try database.session()
        try server.script("CREATE TABLE post (title TEXT)")
        #expect(throws: StoreError.notAStore(path: "the test", found: "its schema has another program's tables")) {
            try Schema.prepare(server, at: "the test")
        }
        try server.script("DROP TABLE post")
        try Schema.prepare(server, at: "the test")
        try server.script("UPDATE turn SET schema = 99")
        #expect(throws: StoreError.newerSchema(path: "the test", found: 99, known: Schema.version)) {
            try Schema.prepare(server, at: "the test")
        }
        try server.script("DELETE FROM turn")
        #expect(throws: StoreError.self) { try Schema.prepare(server, at: "the test") }
        #expect(try server.number("SELECT count(*) FROM turn") == 0)
    }

    @Test("each file of the folder is one migration, in its order")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appendingPathComponent("migrations").path
        ).sorted()
        #expect(names.count == Schema.migrations.count)
        for (index, (file, migration)) in zip(names, Schema.migrations).enumerated() {
            let words = migration.name.split(separator: " ")
            #expect(words.first.flatMap { Int($0) } == index + 1)
            #expect(file.dropFirst(3) == "-\(words.dropFirst().joined(separator: "-")).sql")
            let bytes = try Data(contentsOf: Self.folder.appendingPathComponent("migrations/\(file)"))
            #expect(Array(bytes) == migration.sql, "\(file)")
        }
    }

    @Test("a migrated store names its schema in its first hundred bytes")
    func header() async throws {
        let queue = try SQLiteDatabase(":memory:")
        try Schema.migrate(queue)
        let (version, application) = try queue.read { db in
            (
                try db.number("PRAGMA user_version"), try db.number("PRAGMA application_id")
            )
        }
        #expect(version == Schema.version && application == StoreFile.applicationID)
    }

    @Test("the sources of earlier imports stay when the table gets more formats, and no unknown format gets in")
    func keepsOrigins() async throws {
        let queue = try SQLiteDatabase(":memory:")
        // The post of the row is of no matter here.
        try queue.script("PRAGMA foreign_keys = OFF")
        try Schema.migrate(queue, upTo: 20)
        let insert = """
            INSERT INTO origin (source, post, format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt)
            VALUES (?, 1, ?, 'f', zeroblob(32), 1, 'a.md', x'2D', '[]', 5)
            """
        try queue.write { try $0.tell(insert, ["old", "jsonfeed"]) }
        let all = """
            SELECT source || post || format || fingerprint || hex(draftDigest) || isSettled || path || hex(kept) || pictures
              || takenAt FROM origin
            """
        let before = try queue.read { try $0.texts(all) }
        try Schema.migrate(queue)
        #expect(try queue.read { try $0.texts(all) } == before && before.count == 1)
        try queue.write { db in
            for format in Origin.Format.allCases.map(\.rawValue) {
                try db.tell(insert, [format, format])
            }
        }
        #expect(throws: SQLError.self) {
            try queue.write { try $0.tell(insert, ["new", "word"]) }
        }
    }

    /// Fills the columns that the table has in this version of the schema.
    private static func insert(_ table: String, _ values: [String: any SQLArgument], _ db: any Database) throws {
        let known = Set(try db.texts("SELECT name FROM pragma_table_info('\(table)')"))
        let row = values.filter { known.contains($0.key) }.sorted { $0.key < $1.key }
        let names = row.map(\.key).joined(separator: ", ")
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        try db.tell("INSERT INTO \(table) (\(names)) VALUES (\(marks))", row.map(\.value))
    }

    @Test(
        "waiting deliveries keep their keys, know whether a request left, and what was replaced loses its text",
        arguments: [14, 20, 24, 29, 31])
    func keepsWaitingDeliveries(version: Int) async throws {
        let queue = try SQLiteDatabase(":memory:")
        // The posts of the rows are of no matter here.
        try queue.script("PRAGMA foreign_keys = OFF")
        try Schema.migrate(queue, upTo: version)
        // State, attempts, the ends of the attempts, generation, and whether its payload and `hasLeft` are expected.
        let rows: [(state: String, ends: [String?], generation: Int, isKept: Bool, hasLeft: Bool)] = [
            ("scheduled", [], 1, true, false), ("retrying", ["unsent", "unsent"], 1, true, false),
            ("retrying", ["unsent", "busy"], 1, true, true), ("retrying", ["unsent", nil], 1, true, true),
            ("superseded", [], 1, false, false), ("failed", ["refused"], 1, true, true),
            ("delivered", ["accepted"], 1, true, true),
        ]
        try queue.write { db in
            for (index, row) in rows.enumerated() {
                let id = index + 1
                let isOver = ["superseded", "failed", "delivered"].contains(row.state)
                var values: [String: any SQLArgument] = [
                    "id": id, "postId": "post\(id)", "target": "fedi", "kind": "create", "generation": row.generation,
                    "key": "key\(id)", "dueAt": 5, "delay": 0, "state": row.state, "isOver": isOver ? 1 : 0,
                    "attempts": row.ends.count, "tries": 0, "isInDoubt": 0, "absences": 0, "isResent": 0,
                    "createdAt": 1,
                    "changedAt": 1,
                ]
                if row.state != "scheduled" { values["at"] = 9 }
                if ["retrying", "failed"].contains(row.state) { values["reason"] = "r" }
                try Self.insert("delivery", values, db)
                try db.tell("INSERT INTO payload VALUES (?, ?)", [id, Array("text \(id)".utf8)])
                for (number, end) in row.ends.enumerated() {
                    try Self.insert(
                        "attempt",
                        [
                            "delivery": id, "number": number + 1, "startedAt": 1, "boot": "b", "idempotency": "D",
                            "digest": String(repeating: "0", count: 64), "request": Array("old".utf8),
                        ], db)
                    guard let end else { continue }
                    try Self.insert(
                        "attemptEnd", ["delivery": id, "number": number + 1, "endedAt": 2, "outcome": end], db)
                }
            }
        }
        try Schema.migrate(queue)
        let found = try queue.read { db in
            try db.all(
                """
                SELECT key, state, hasLeft, edition, staleAt, (SELECT count(*) FROM payload WHERE delivery = id) AS texts
                FROM delivery ORDER BY id
                """
            ) { row in
                ["key", "state", "hasLeft", "edition", "staleAt", "texts"].map { row[$0] }
            }
        }
        let expected = rows.enumerated().map { index, row -> [SQLValue?] in
            [
                .text("key\(index + 1)"), .text(row.state), .integer(row.hasLeft ? 1 : 0), .integer(1), .null,
                .integer(row.isKept ? 1 : 0),
            ]
        }
        #expect(found == expected)
    }

    @Test("deliveries, their attempts and what stood at their targets stay when a delivery may have parts")
    func keepsDeliveries() async throws {
        let queue = try SQLiteDatabase(":memory:")
        // The post of the rows is of no matter here.
        try queue.script("PRAGMA foreign_keys = OFF")
        try Schema.migrate(queue, upTo: 23)
        let rows = """
            INSERT INTO delivery (id, postId, target, kind, generation, key, dueAt, delay, state, isOver, at, recordId, recordUrl,
              attempts, tries, isInDoubt, absences, isResent, createdAt, changedAt, takenBackAt, remark)
              VALUES (7, 'p', 'blog', 'create', 2, 'k', 5, 1, 'delivered', 1, 6, 'id', 'url', 1, 0, 0, 0, 0, 3, 4, 9, 'r'),
              (8, 'p', 'blog', 'edit', 1, 'l', 5, 1, 'delivered', 1, 6, NULL, NULL, 1, 0, 0, 0, 0, 3, 4, NULL, NULL);
            INSERT INTO delivery (id, postId, target, generation, key, dueAt, delay, state, isOver, since, settleAt, reason,
              attempts, tries, isInDoubt, absences, isResent, createdAt, changedAt)
              VALUES (9, 'q', 'blog', 1, 'm', 5, 1, 'uncertain', 0, 6, 7, 'lost', 1, 3, 1, 0, 0, 3, 4);
            INSERT INTO attempt VALUES (7, 1, 1, 'boot', 'D', NULL, printf('%064d', 0), x'7B7D');
            INSERT INTO standing VALUES (7, x'7B7D');
            """
        try queue.write { try $0.script(rows) }
        let all = """
            SELECT json_group_array(json_array(id, postId, target, kind, generation, key, dueAt, delay, state, isOver, at, since,
              settleAt, reason, recordId, recordUrl, attempts, tries, isInDoubt, changedAt, takenBackAt, remark, wakeAt))
            FROM (SELECT * FROM delivery ORDER BY id)
            """
        let before = try queue.read { try $0.text(all) }
        try Schema.migrate(queue)
        #expect(
            try queue.read { try $0.text(all) } == before && before?.contains("lost") == true)
        let parts = "SELECT min(part) || max(part) || min(parts) || max(parts) || count(*) FROM delivery"
        #expect(try queue.read { try $0.text(parts) } == "11113")
        let others =
            "SELECT attempt.part || standing.part || hex(standing.parts) FROM attempt JOIN standing USING (delivery)"
        #expect(try queue.read { try $0.text(others) } == "117B7D")
    }

    @Test("users, their tokens and windows, and the desk of new users stay when they get names that are not reserved")
    func keepsRenamed() throws {
        let queue = try SQLiteDatabase(":memory:")
        try Schema.migrate(queue, upTo: 37)
        let rows = """
            INSERT INTO user (name, createdAt, uid) VALUES ('ana', 1, 1000);
            INSERT INTO token (name, user, hash, scopes, createdAt) VALUES ('phone', 1, zeroblob(32), 'read', 1);
            INSERT INTO signInKey VALUES (zeroblob(32), 1, 9);
            INSERT INTO session (user, hash, label, createdAt, lastSeenAt) VALUES (1, zeroblob(32), 'Browser', 1, 1);
            INSERT INTO preference VALUES (1, 'face', 'sans');
            INSERT INTO namedText VALUES (1, 'snippet', 'ending', 'Yours');
            INSERT INTO pause VALUES ('blog', 1, 1, 1);
            INSERT INTO window (id, owner, label, width, height, insetTop, insetLeft, insetBottom, insetRight, class, createdAt,
              seenAt) VALUES ('w-000000000001', 1, 'Desk', 9, 9, 0, 0, 0, 0, 'wide', 1, 1);
            INSERT INTO arrangement (owner, window, revision, document, position, updatedAt) VALUES (1, 1, 1, '{}', 0, 1);
            INSERT INTO newDesk VALUES (1, 'desk', '{}', 1);
            """
        try queue.write { try $0.script(rows) }
        try Schema.migrate(queue)
        let users = try ["token", "signInKey", "session", "preference", "namedText", "pause"].map { table in
            try queue.read { db in
                try db.text("SELECT member.name FROM member JOIN \(table) AS other ON member.number = other.member")
            }
        }
        #expect(users == Array(repeating: "ana", count: 6))
        let desk = """
            SELECT label || arrangement.pageWindow || one FROM newDesk CROSS JOIN pageWindow
            JOIN arrangement ON arrangement.pageWindow = pageWindow.number
            """
        #expect(try queue.read { try $0.text(desk) } == "Desk11")
        // The references are those of the new tables.
        try queue.write { try $0.script("DELETE FROM pageWindow") }
        #expect(try queue.read { try $0.number("SELECT count(*) FROM arrangement") } == 0)
        #expect(throws: SQLError.self) { try queue.write { try $0.script("DELETE FROM member") } }
    }

    @Test("a row whose reference led nowhere before does not keep a store from the next schema")
    func lostReferences() throws {
        let db = try SQLiteDatabase(":memory:")
        try Schema.migrate(db, upTo: 37)
        try db.script(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO token (name, user, hash, scopes, createdAt) VALUES ('phone', 9, zeroblob(32), 'read', 1);
            PRAGMA foreign_keys = ON;
            """)
        try Schema.migrate(db)
        #expect(try db.texts("SELECT name FROM token") == ["phone"])
        #expect(try db.number("PRAGMA user_version") == Schema.version && db.number("PRAGMA foreign_keys") == 1)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/PostStore/Schema").standardizedFileURL

    /// The definition of each table, index and trigger, without comments, blanks and the quotes that a renaming leaves.
    /// Columns, types, checks, references and orders are compared as text.
    private static func definitions(in queue: SQLiteDatabase) throws -> [String: String] {
        let sql = "SELECT type || ' ' || name AS name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        let rows = try queue.all(sql) { row -> (String, String) in
            let item = row.columns(of: "sqlite_master")
            let bare = (try item["sql"] as String).replacing(/--[^\n]*/, with: "")
            return (try item["name"], bare.filter { !$0.isWhitespace && $0 != "\"" })
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension Database {
    /// Runs the statements of an earlier migration again.
    func runAgain(_ name: String) throws {
        let migration = try #require(Schema.migrations.first { $0.name == name })
        try script(String(decoding: migration.sql, as: UTF8.self))
    }
}
