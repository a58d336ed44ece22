import Foundation
import GRDB
import Testing

@testable import PostStore

@Suite("The schema and its migrations")
struct SchemaTests {
    @Test("schema.sql is what the migrations make")
    func whole() async throws {
        let (written, migrated) = (try DatabaseQueue(), try DatabaseQueue())
        let sql = try String(contentsOf: Self.folder.appendingPathComponent("schema.sql"), encoding: .utf8)
        try await written.write { try $0.execute(sql: sql) }
        try Schema.migrator.migrate(migrated)
        let (expected, found) = (try Self.definitions(in: migrated), try Self.definitions(in: written))
        #expect(expected.count > 60)
        #expect(Set(found.keys) == Set(expected.keys))
        for (name, definition) in expected { #expect(found[name] == definition, "\(name)") }
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
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        let (version, application) = try await queue.read { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA user_version"), try Int.fetchOne(db, sql: "PRAGMA application_id")
            )
        }
        #expect(version == Schema.version && application == StoreFile.applicationID)
    }

    @Test("the sources of earlier imports stay when the table gets more formats, and no unknown format gets in")
    func keepsOrigins() async throws {
        var configuration = Configuration()
        // The post of the row is of no matter here.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(configuration: configuration)
        try Schema.migrator.migrate(queue, upTo: "20 paths")
        let insert = """
            INSERT INTO origin (source, post, format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt)
            VALUES (?, 1, ?, 'f', zeroblob(32), 1, 'a.md', x'2D', '[]', 5)
            """
        try await queue.write { try $0.execute(sql: insert, arguments: ["old", "jsonfeed"]) }
        let all = """
            SELECT source || post || format || fingerprint || hex(draftDigest) || isSettled || path || hex(kept) || pictures
              || takenAt FROM origin
            """
        let before = try await queue.read { try String.fetchAll($0, sql: all) }
        try Schema.migrator.migrate(queue)
        #expect(try await queue.read { try String.fetchAll($0, sql: all) } == before && before.count == 1)
        try await queue.write { db in
            for format in Origin.Format.allCases.map(\.rawValue) {
                try db.execute(sql: insert, arguments: [format, format])
            }
        }
        await #expect(throws: DatabaseError.self) {
            try await queue.write { try $0.execute(sql: insert, arguments: ["new", "word"]) }
        }
    }

    /// Fills the columns that the table has in this version of the schema.
    private static func insert(_ table: String, _ values: [String: any DatabaseValueConvertible], _ db: Database) throws
    {
        let known = Set(try db.columns(in: table).map(\.name))
        let row = values.filter { known.contains($0.key) }.sorted { $0.key < $1.key }
        let names = row.map(\.key).joined(separator: ", ")
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))", arguments: StatementArguments(row.map(\.value)))
    }

    @Test(
        "waiting deliveries keep their keys, know whether a request left, and what was replaced loses its text",
        arguments: ["14 ended deliveries", "20 paths", "24 threads", "29 named texts", "31 accounts of attempts"])
    func keepsWaitingDeliveries(version: String) async throws {
        var configuration = Configuration()
        // The posts of the rows are of no matter here.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(configuration: configuration)
        try Schema.migrator.migrate(queue, upTo: version)
        // State, attempts, the ends of the attempts, generation, and whether its payload and `hasLeft` are expected.
        let rows: [(state: String, ends: [String?], generation: Int, isKept: Bool, hasLeft: Bool)] = [
            ("scheduled", [], 1, true, false), ("retrying", ["unsent", "unsent"], 1, true, false),
            ("retrying", ["unsent", "busy"], 1, true, true), ("retrying", ["unsent", nil], 1, true, true),
            ("superseded", [], 1, false, false), ("failed", ["refused"], 1, true, true),
            ("delivered", ["accepted"], 1, true, true),
        ]
        try await queue.write { db in
            for (index, row) in rows.enumerated() {
                let id = index + 1
                let isOver = ["superseded", "failed", "delivered"].contains(row.state)
                var values: [String: any DatabaseValueConvertible] = [
                    "id": id, "postId": "post\(id)", "target": "fedi", "kind": "create", "generation": row.generation,
                    "key": "key\(id)", "dueAt": 5, "delay": 0, "state": row.state, "isOver": isOver ? 1 : 0,
                    "attempts": row.ends.count, "tries": 0, "isInDoubt": 0, "absences": 0, "isResent": 0,
                    "createdAt": 1,
                    "changedAt": 1,
                ]
                if row.state != "scheduled" { values["at"] = 9 }
                if ["retrying", "failed"].contains(row.state) { values["reason"] = "r" }
                try Self.insert("delivery", values, db)
                try db.execute(sql: "INSERT INTO payload VALUES (?, ?)", arguments: [id, Data("text \(id)".utf8)])
                for (number, end) in row.ends.enumerated() {
                    try Self.insert(
                        "attempt",
                        [
                            "delivery": id, "number": number + 1, "startedAt": 1, "boot": "b", "idempotency": "D",
                            "digest": String(repeating: "0", count: 64), "request": Data("old".utf8),
                        ], db)
                    guard let end else { continue }
                    try Self.insert(
                        "attemptEnd", ["delivery": id, "number": number + 1, "endedAt": 2, "outcome": end], db)
                }
            }
        }
        try Schema.migrator.migrate(queue)
        let found = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT key, state, hasLeft, edition, staleAt, (SELECT count(*) FROM payload WHERE delivery = id) AS texts
                    FROM delivery ORDER BY id
                    """)
        }
        #expect(found.map { $0["key"] as String } == (1...rows.count).map { "key\($0)" })
        #expect(found.map { $0["state"] as String } == rows.map(\.state))
        #expect(found.map { $0["hasLeft"] as Bool } == rows.map(\.hasLeft))
        #expect(found.map { $0["texts"] as Int == 1 } == rows.map(\.isKept))
        #expect(found.allSatisfy { $0["edition"] as Int == 1 && $0["staleAt"] as Int? == nil })
    }

    @Test("deliveries, their attempts and what stood at their targets stay when a delivery may have parts")
    func keepsDeliveries() async throws {
        var configuration = Configuration()
        // The post of the rows is of no matter here.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(configuration: configuration)
        try Schema.migrator.migrate(queue, upTo: "23 drawings")
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
        try await queue.write { try $0.execute(sql: rows) }
        let all = """
            SELECT json_group_array(json_array(id, postId, target, kind, generation, key, dueAt, delay, state, isOver, at, since,
              settleAt, reason, recordId, recordUrl, attempts, tries, isInDoubt, changedAt, takenBackAt, remark, wakeAt))
            FROM (SELECT * FROM delivery ORDER BY id)
            """
        let before = try await queue.read { try String.fetchOne($0, sql: all) }
        try Schema.migrator.migrate(queue)
        #expect(
            try await queue.read { try String.fetchOne($0, sql: all) } == before && before?.contains("lost") == true)
        let parts = "SELECT min(part) || max(part) || min(parts) || max(parts) || count(*) FROM delivery"
        #expect(try await queue.read { try String.fetchOne($0, sql: parts) } == "11113")
        let others =
            "SELECT attempt.part || standing.part || hex(standing.parts) FROM attempt JOIN standing USING (delivery)"
        #expect(try await queue.read { try String.fetchOne($0, sql: others) } == "117B7D")
    }

    @Test("users, their tokens and windows, and the desk of new users stay when they get names that are not reserved")
    func keepsRenamed() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "37 revisions of payloads")
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
        try queue.write { try $0.execute(sql: rows) }
        try Schema.migrator.migrate(queue)
        let users = try ["token", "signInKey", "session", "preference", "namedText", "pause"].map { table in
            try queue.read { db in
                try String.fetchOne(
                    db, sql: "SELECT member.name FROM member JOIN \(table) AS other ON member.number = other.member")
            }
        }
        #expect(users == Array(repeating: "ana", count: 6))
        let desk = """
            SELECT label || arrangement.pageWindow || one FROM newDesk CROSS JOIN pageWindow
            JOIN arrangement ON arrangement.pageWindow = pageWindow.number
            """
        #expect(try queue.read { try String.fetchOne($0, sql: desk) } == "Desk11")
        // The references are those of the new tables.
        try queue.write { try $0.execute(sql: "DELETE FROM pageWindow") }
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM arrangement") } == 0)
        #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: "DELETE FROM member") } }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/PostStore/Schema").standardizedFileURL

    /// The definition of each table, index and trigger, without comments, blanks and the quotes that a renaming leaves, and
    /// without GRDB's own table. Columns, types, checks, references and orders are compared as text.
    private static func definitions(in queue: DatabaseQueue) throws -> [String: String] {
        try queue.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT type || ' ' || name AS name, sql FROM sqlite_master
                    WHERE sql IS NOT NULL AND name <> 'grdb_migrations'
                    """)
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let sql: String = try row.decode(forColumn: "sql")
                    let bare = sql.replacing(/--[^\n]*/, with: "").filter { !$0.isWhitespace && $0 != "\"" }
                    return (try row.decode(String.self, forColumn: "name"), bare)
                })
        }
    }
}

extension WriteTransaction {
    /// Runs the statements of an earlier migration again.
    func runAgain(_ name: String) throws {
        let migration = try #require(Schema.migrations.first { $0.name == name })
        try db.execute(sql: String(decoding: migration.sql, as: UTF8.self))
    }
}
