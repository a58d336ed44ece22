import Foundation
import Panels
import Posts
package import SQL
import StoreSupport
import Synchronization
import Testing

@testable import PostStore

@Suite("A row that cannot be is an error that names table and column")
struct SpoiledRowTests {
    /// The columns of a table that `read` reads.
    struct Reader: CustomTestStringConvertible, Sendable {
        let table: String
        let columns: [String]
        let read: @Sendable (PostStore) async throws -> Void
        var testDescription: String { table }

        init(_ table: String, _ columns: String, _ read: @escaping @Sendable (PostStore) async throws -> Void) {
            (self.table, self.read) = (table, read)
            self.columns = columns.split(separator: " ").map(String.init)
        }
    }

    @Test("whatever the column, a value of another type and a NULL that may not be are found", arguments: readers)
    func types(reader: Reader) async throws {
        let spoiled = try await SpoiledStore()
        try await spoiled.reading(reader.read)
        for column in reader.columns {
            for value in try spoiled.badValues(of: column, in: reader.table) {
                try await spoiled.setting(column, in: reader.table, to: value) {
                    let error = await #expect(throws: StoreError.self, "\(column) \(value)") {
                        try await spoiled.reading(reader.read)
                    }
                    let words = error.map { "\($0)" } ?? ""
                    #expect(words.hasPrefix("The store is damaged: \(reader.table).\(column) is "), "\(words)")
                }
            }
        }
        try await spoiled.reading(reader.read)
    }

    @Test("every table of the schema is read here")
    func allTables() async throws {
        let queue = try SQLiteDatabase(":memory:")
        try Schema.migrate(queue)
        let tables = try queue.read { db in
            try db.texts(
                """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT GLOB 'search*' AND name NOT GLOB 'sqlite_*'
                """)
        }
        // No row of `mediaDelivery` is read: SQLite only looks whether there is one. Counts leave out what they cannot read.
        // Of a post whose id for feeds cannot be read, feeds show another.
        let others = ["mediaDelivery", "postCount", "deliveryCount", "feedId"]
        #expect(Set(tables) == Set(SpoiledRowTests.readers.map(\.table)).union(others))
    }

    @Test(
        "words that are unknown and texts and numbers that break a rule are found",
        arguments: [
            ("formerPath.text", "UPDATE formerPath SET text = '/../a/'"),
            ("slug.text", "UPDATE slug SET text = 'a/b'"), ("post.kind", "UPDATE post SET kind = 'poem'"),
            ("post.revision", "UPDATE post SET revision = 0"),
            ("post.isSlugChosen", "UPDATE post SET isSlugChosen = 2"),
            ("post.language", "UPDATE post SET language = '!'"), ("post.zone", "UPDATE post SET zone = NULL"),
            ("post.wall", "UPDATE post SET wall = '2026-13-01T00:00'"),
            ("post.dateAt", "UPDATE post SET dateAt = dateAt + 1"),
            ("post.overrides", "UPDATE post SET overrides = '{'"),
            ("post.overrides", #"UPDATE post SET overrides = '{"blog":{"visibility":"secret"}}'"#),
            ("revision.fields", "UPDATE revision SET fields = '[]' WHERE number = 1"),
            ("revision.middle", "UPDATE revision SET middle = NULL WHERE number = 1"),
            ("revision.characters", "UPDATE revision SET characters = -1"),
            ("delivery.attempts", "UPDATE delivery SET attempts = -1"),
            ("delivery.generation", "UPDATE delivery SET generation = 0"),
            ("delivery.at", "UPDATE delivery SET at = NULL"), ("delivery.boot", "UPDATE delivery SET state = 'armed'"),
            ("delivery.block", "UPDATE delivery SET state = 'blocked', block = 'rain', reason = 'r'"),
            ("attempt.idempotency", "UPDATE attempt SET idempotency = 'B', keyWindow = NULL"),
            ("attempt.digest", "UPDATE attempt SET digest = '../x'"),
            ("attemptEnd.outcome", "UPDATE attemptEnd SET outcome = 'perhaps'"),
            ("media.digest", "UPDATE media SET digest = '../../x'"), ("media.width", "UPDATE media SET width = 0"),
            ("media.focusX", "UPDATE media SET focusX = 2"), ("token.scopes", "UPDATE token SET scopes = 'read fly'"),
            ("member.uid", "UPDATE member SET uid = -1"), ("pageWindow.width", "UPDATE pageWindow SET width = 1e9"),
            ("pageWindow.class", "UPDATE pageWindow SET class = 'vast'"),
            ("arrangement.name", "UPDATE arrangement SET name = 'a/b' WHERE name = 'copy'"),
            ("arrangementStep.kind", "UPDATE arrangementStep SET kind = 'dance'"),
            ("origin.privacy", "UPDATE origin SET privacy = 'open'"),
            ("event.kind", "UPDATE event SET kind = 'post-lost'"), ("backup.bytes", "UPDATE backup SET bytes = 0"),
            ("rehearsalArrival.headers", "UPDATE rehearsalArrival SET headers = '[[\"a\"]]'"),
            ("telling.outcome", "UPDATE telling SET outcome = 'sung'"),
            ("request.subject", "UPDATE request SET subject = 'x'"),
        ])
    func rules(column: String, change: String) async throws {
        let spoiled = try await SpoiledStore()
        try spoiled.execute(change)
        let table = String(column.prefix { $0 != "." })
        for reader in Self.readers where reader.table == table {
            let error = await #expect(throws: StoreError.self) { try await spoiled.reading(reader.read) }
            #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("The store is damaged: \(column) is "))
        }
    }

    @Test("the error shows the beginning of what was found, without control characters")
    func words() {
        let long = BadValue(
            table: "post", column: "title", found: .text("a\u{1B}\n" + String(repeating: "b", count: 999)))
        #expect("\(long)" == "post.title is “a··\(String(repeating: "b", count: 77))…”.")
        #expect(
            "\(BadValue(table: "t", column: "c", found: .null, reason: "It is needed."))"
                == "t.c is NULL. It is needed.")
        #expect("\(BadValue(table: "t", column: "c", found: .bytes([1, 2])))" == "t.c is a BLOB of 2 bytes.")
    }
}

// MARK: - The readers

extension SpoiledRowTests {
    private static let key = Array(repeating: UInt8(0), count: 32)
    private static let user = UserID(1)

    /// A post, without knowing its id.
    private static func post(_ store: PostStore) async throws -> PostID {
        let number = try await store.read { try $0.text("SELECT id FROM post WHERE number = 1") }
        return try #require(PostID(number ?? ""))
    }

    /// A list leaves out what cannot be read, and the store says why.
    private static func listed(_ store: PostStore, _ list: () async throws -> Void) async throws {
        store.spoiled.replace(by: [:])
        try await list()
        if let words = store.spoiled.rows.values.first { throw StoreError.damaged(words) }
    }

    static let readers: [Reader] = [
        Reader("member", "name uid isAdministrator createdAt") { _ = try await $0.user(user) },
        Reader("token", "name scopes createdAt expiresAt lastUsedAt") { _ = try await $0.tokens() },
        Reader("session", "label createdAt lastSeenAt") { _ = try await $0.session(hash: key) },
        Reader("signInKey", "member expiresAt") { store in
            let hash = key.map { _ in UInt8.random(in: .min ... .max) }
            #expect(try await store.openSession(key: key, hash: hash, label: "b") != nil)
            // The session has used the key up.
            try await store.commit { transaction in
                try transaction.db.run("INSERT INTO signInKey VALUES (?, 1, ?)", [key, Int64.max])
            }
        },
        Reader("request", "made subject digest") { store in
            _ = try await store.backup(madeBy: RequestKey("k", by: user, for: []))
        },
        Reader(
            "post",
            """
            revision owner kind isSlugChosen excerpt title summary language wall zone dateAt canonicalAddress author path \
            overrides publication publishedAt state createdAt changedAt deletedAt
            """
        ) { store in
            _ = try await store.post(try await post(store))
            try await listed(store) { _ = try await store.posts() }
        },
        Reader("postBody", "bytes") { _ = try await $0.post(try await post($0)) },
        Reader("slug", "text") { _ = try await $0.post(try await post($0)) },
        Reader("siteAuthority", "authority") { _ = try await $0.tagAuthority(of: try target("blog"), first: "x,2026") },
        Reader("formerPath", "text") { _ = try await $0.post(try await post($0)) },
        // `group_concat` gives text for every type.
        Reader("postTag", "") { store in try await listed(store) { _ = try await store.posts() } },
        Reader("revision", "savedAt characters head middle tail fields") { store in
            _ = try await store.revisions(of: try await post(store))
            _ = try await store.sittings(of: try await post(store))
            _ = try await store.draft(of: try await post(store), at: Revision(1))
        },
        Reader("origin", "source format fingerprint draftDigest isSettled path kept pictures takenAt privacy") {
            store in
            _ = try await store.origins(["source"], of: user)
            _ = try await store.exports(of: user, limit: 10)
        },
        Reader(
            "media", "id revision digest kind bytes width height isTurned isAnimated name alt focusX focusY createdAt"
        ) { _ = try await $0.media(of: user) },
        Reader("mediaUse", "isPresent") { _ = try await $0.media(of: user) },
        Reader(
            "delivery",
            """
            target kind generation key dueAt parent delay state at reason recordId recordUrl attempts tries deadlineAt firstSentAt \
            isInDoubt absences absentAt isResent takenBackAt restoredFrom remark askAt part parts isOver
            """
        ) { store in
            _ = try await store.delivery(DeliveryID(1))
            _ = try await store.delivery(DeliveryID(2))
        },
        Reader("payload", "bytes") { _ = try await $0.payload(of: DeliveryID(1)) },
        Reader("arrival", "recordId recordUrl") { store in
            _ = try await store.read { try $0.arrivedParts(of: DeliveryID(1)) }
        },
        Reader("attempt", "number part account startedAt boot idempotency keyWindow digest request") {
            _ = try await $0.attempts(of: DeliveryID(1))
        },
        Reader("attemptEnd", "endedAt outcome reason") { _ = try await $0.attempts(of: DeliveryID(1)) },
        Reader("standing", "parts") { store in
            let delivery = try await store.delivery(DeliveryID(1)).delivery
            _ = try await store.read { try $0.copyNotes(of: delivery, part: 1) }
        },
        Reader("cancelledByDeletion", "problem") { store in
            _ = try await store.read { try $0.cancelledByDeletion(of: 1) }
        },
        Reader("pause", "target member") { store in
            _ = try await store.pauses()
            do {
                try await store.resume(try target("blog"), by: UserID(9), isAdministrator: false)
            } catch StoreError.pausedByAdministrator {}
        },
        Reader("lateSlot", "at") { store in
            let rules = [try target("late"): DeliveryRules(idempotency: .searchable, late: .post)]
            store.spoiled.replace(by: [:])
            do {
                // Undone each time, so that the delivery stays due.
                try await store.commit { transaction in
                    _ = try Claim(transaction, rules: rules, at: noon).take(limit: 10, rooms: [:])
                    throw CancellationError()
                }
            } catch StoreError.unavailable {}
        },
        Reader("targetFact", "at bytes") { _ = try await $0.facts(of: try target("blog")) },
        Reader("targetCheck", "wantedAt answeredAt bytes") { _ = try await $0.check(of: try target("blog")) },
        Reader("rehearsalArrival", "at target key method path headers body note owner") { _ = try await $0.arrivals() },
        Reader(
            "pageWindow",
            "label width height insetTop insetLeft insetBottom insetRight class seenAt view screen"
        ) { _ = try await $0.windows(of: user, StoreFixture.catalogue) },
        Reader("arrangement", "revision document position updatedAt updatedBy") { store in
            _ = try await store.view(at: .desk, of: user, StoreFixture.catalogue)
            _ = try await store.arrangements(of: user, StoreFixture.catalogue)
        },
        Reader("arrangementStep", "revision document kind panel author milliseconds") { store in
            _ = try await store.read { db in
                let row = try #require(try db.arrangement(.desk, of: user))
                let present = row.salvaged(of: StoreFixture.catalogue).arrangement
                _ = try ArrangementHistory(row, present, .all, StoreFixture.catalogue, in: db)
            }
        },
        Reader("preference", "name choice") { _ = try await $0.preferences(of: user) },
        Reader("namedText", "name text") { _ = try await $0.texts(.snippet, of: user) },
        Reader("newDesk", "name document setAt") { store in
            _ = try await store.newDesk()
            _ = try await store.read { try $0.newDeskDocument() }
        },
        Reader("event", "at kind subject revision origin announcement") { store in
            _ = try await store.events(after: 0, for: user)
            _ = try await store.noteNotifications([], after: 0)
        },
        Reader("telling", "means delivery notedAt tries nextAt endedAt outcome reason") {
            _ = try await $0.notification(1)
        },
        Reader("tellingPlace", "event") { _ = try await $0.noteNotifications([], after: nil) },
        Reader("backup", "madeAt bytes keptAt place") { _ = try await $0.backups() },
    ]
}

// MARK: - A store that anything can be written into

/// A row in every table, and a raw connection that no constraint holds back.
final class SpoiledStore: Sendable {
    private let temporary: TemporaryStore
    private let raw: Connection<SQLiteDatabase>
    let store: PostStore
    /// The sentences for the log.
    let log = LogLines()
    /// By table and column.
    private let columns: [String: Column]

    private struct Column: Sendable {
        let type: String
        let isNeeded: Bool
    }

    init() async throws {
        temporary = try TemporaryStore()
        let clock = TestClock()
        let filled = try StoreFixture.open(temporary.path, "boot 1", clock)
        do {
            defer { filled.close() }
            try await SpoiledStore.fill(filled)
        }
        let strict = try SpoiledStore.unchecked(temporary.path)
        try strict.wait { db in try db.write { try $0.script(SpoiledStore.rows) } }
        columns = try strict.wait { try SpoiledStore.columns($0) }
        try strict.wait { try $0.script(SpoiledStore.weakening) }
        strict.close()
        raw = try SpoiledStore.unchecked(temporary.path)
        store = try PostStore.open(at: temporary.path, boot: BootID("boot 2"), now: { clock.now }) { [log] line in
            log.add(line)
        }
    }

    deinit { store.close() }

    private static func unchecked(_ path: String) throws -> Connection<SQLiteDatabase> {
        let connection = try Connection<SQLiteDatabase>(path, label: "raw")
        try connection.wait {
            try $0.script(
                "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
        }
        return connection
    }

    func reading(_ read: @Sendable (PostStore) async throws -> Void) async throws { try await read(store) }

    func execute(_ sql: String) throws { try raw.wait { db in try db.write { try $0.script(sql) } } }

    /// The columns of a table that are written, without the number by which SQLite finds a row.
    func columns(of table: String) -> [String] {
        columns.keys.filter { $0.hasPrefix("\(table).") }.map { String($0.dropFirst(table.utf8.count + 1)) }
            .filter { $0 != "id" || table != "delivery" }.sorted()
    }

    /// Gives one row another value.
    /// - Returns: the former one.
    @discardableResult
    func set(
        _ column: String, in table: String, to value: SQLValue, where row: String
    ) throws -> SQLValue {
        try raw.wait { db in
            let old = try db.first("SELECT \(column) FROM \(table) WHERE \(row)", [], { $0.first }) ?? .null
            try db.tell("UPDATE \(table) SET \(column) = ? WHERE \(row)", [value])
            return old
        }
    }

    /// One of another type, and NULL where that may not be.
    func badValues(of column: String, in table: String) throws -> [SQLValue] {
        let column = try #require(columns["\(table).\(column)"])
        let other: SQLValue =
            switch column.type {
            case "TEXT": .bytes([0])
            case "BLOB": .integer(7)
            default: .text("spoiled")
            }
        return [other] + (column.isNeeded ? [.null] : [])
    }

    /// Gives the rows with the first value of the column another one for as long as `work` takes.
    func setting(
        _ column: String, in table: String, to value: SQLValue, _ work: () async throws -> Void
    ) async throws {
        let first = "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL LIMIT 1"
        let change = "UPDATE \(table) SET \(column) = ? WHERE \(column) IS ?"
        let old = try raw.wait { db in
            let old = try db.first(first, [], { $0.first }) ?? .null
            try db.tell(change, [value, old])
            return old
        }
        try await work()
        try raw.wait { try $0.tell(change, [old, value]) }
    }

    private static func columns(_ db: any Database) throws -> [String: Column] {
        let sql = """
            SELECT entry.name || '.' || found.name AS name, found.type, found."notnull" AND NOT found.pk AS isNeeded
            FROM sqlite_schema AS entry JOIN pragma_table_info(entry.name) AS found WHERE entry.type = 'table'
            """
        let columns = try db.all(sql) { row -> (String, Column) in
            let found = row.columns(of: "schema")
            return (try found["name"], Column(type: try found["type"], isNeeded: try found["isNeeded"]))
        }
        return Dictionary(uniqueKeysWithValues: columns)
    }

    /// Tables lose their types and what may not be NULL.
    private static let weakening = """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')')
          WHERE type = 'table';
        UPDATE sqlite_schema SET sql = replace(replace(replace(replace(
          sql, 'TEXT NOT NULL', 'TEXT'), 'INTEGER NOT NULL', 'INTEGER'), 'BLOB NOT NULL', 'BLOB'), 'REAL NOT NULL', 'REAL')
          WHERE type = 'table';
        PRAGMA writable_schema = OFF;
        """

    /// Rows that are easier to write through the store.
    private static func fill(_ store: PostStore) async throws {
        let user = try await store.firstUser(named: "ana").id
        let clocks = try ZoneName("UTC")
        let date = try #require(PlannedTime(kept: try WallClock("2026-12-01T12:00"), in: clocks, at: noon))
        var draft = Draft(
            title: "Title", body: "Text.", summary: "Summary.", language: try Language("de"), tags: [try Tag("tag")],
            date: date, overrides: [try target("blog"): TargetOverride(text: "Other.")])
        draft.canonicalAddress = "https://example.org/1"
        draft.author = "Ana"
        draft.path = "/2026/a.html"
        let post = try await store.create(draft, owner: user).post
        draft.title = "Another title"
        draft.body = "Texts."
        _ = try await store.replace(post.id, with: draft, ifRevision: nil)
        _ = try await store.publish(post.id, ifRevision: nil, date: nil, deliveries: [])
        _ = try await store.perform(.book(.arrange(.close("tags"))), at: .desk, of: user, StoreFixture.catalogue)
        _ = try await store.perform(.book(.saveAs("copy")), at: .desk, of: user, StoreFixture.catalogue)
        _ = try await store.setNewDesk(to: .desk, of: user, StoreFixture.catalogue)
    }

    private static let rows = """
        UPDATE member SET uid = 1000;
        UPDATE arrangement SET updatedBy = 'w-000000000001';
        UPDATE event SET revision = 1, origin = 'w-000000000001', announcement = 'Words.' WHERE kind = 'arrangement-changed';
        INSERT INTO token VALUES (1, 'token', 1, zeroblob(32), 'read write', 1, 9e15, 1);
        INSERT INTO formerPath VALUES ('/2014/old.html', 1, 1, 0);
        INSERT INTO siteAuthority VALUES ('blog', 'example.org,2026');
        INSERT INTO preference VALUES (1, 'face', 'sans');
        INSERT INTO namedText VALUES (1, 'snippet', 'ending', 'Yours, Ada');
        INSERT INTO session VALUES (1, 1, zeroblob(32), 'Browser', \(noon.microseconds), \(noon.microseconds));
        INSERT INTO signInKey VALUES (zeroblob(32), 1, 9e15);
        INSERT INTO request VALUES (1, 'k', 'backup', '1',
          x'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', \(noon.microseconds));
        INSERT INTO origin (source, post, format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt)
          VALUES ('source', 1, 'markdown', 'f', zeroblob(32), 1, 'a.md', x'00', '[]', 1);
        INSERT INTO media (number, owner, id, digest, revision, kind, bytes, width, height, isTurned, isAnimated, name, alt,
          focusX, focusY, createdAt) VALUES (1, 1, '0123456789abcdef', printf('0123456789abcdef%048d', 0), 1, 'png', 1, 1, 1,
          0, 0, 'name', 'alt', 0.5, 0.5, 1);
        INSERT INTO mediaUse VALUES ('0123456789abcdef', 1, 1);
        INSERT INTO delivery (id, postId, target, kind, generation, key, dueAt, parent, delay, state, isOver, at, reason, recordId,
          recordUrl, attempts, tries, deadlineAt, firstSentAt, isInDoubt, absences, absentAt, isResent, createdAt, changedAt,
          takenBackAt, restoredFrom, remark, askAt)
          SELECT column1, post.id, column2, 'create', 1, 'key', 1, 'site', 0, column3, 1, 1, column4, column5, column5, 1, 0, 1,
            1, 0, 0, 1, 0, 1, 1, 1, 1, 'remark', 1
          FROM post JOIN (VALUES (1, 'blog', 'delivered', NULL, 'record'), (2, 'two', 'failed', 'reason', NULL),
            (3, 'three', 'cancelled', 'reason', NULL));
        INSERT INTO delivery (id, postId, target, generation, key, dueAt, delay, state, isOver, attempts, tries, isInDoubt, absences,
          isResent, createdAt, changedAt) SELECT 4, id, 'late', 1, 'key', 1, 0, 'scheduled', 0, 0, 0, 0, 0, 0, 1, 1 FROM post;
        INSERT INTO payload SELECT id, x'00' FROM delivery;
        INSERT INTO arrival VALUES (1, 1, 1, 'id', 'url', NULL);
        INSERT INTO attempt VALUES (1, 1, 1, 'boot', 'B', 1, printf('%064d', 0), x'00', 1, 'ann', 1);
        INSERT INTO attemptEnd VALUES (1, 1, 1, 'refused', 'reason');
        INSERT INTO standing VALUES (1, 1, CAST('{}' AS BLOB));
        INSERT INTO cancelledByDeletion VALUES (3, 1, 'problem');
        INSERT INTO pause VALUES ('blog', 1, 1, 1);
        INSERT INTO lateSlot VALUES ('late', 1);
        INSERT INTO targetFact VALUES ('blog', 1, x'00');
        INSERT INTO targetCheck VALUES ('blog', 1, 1, x'00');
        INSERT INTO rehearsalArrival VALUES (1, 1, 'blog', 'key', 'POST', '/', '[]', x'00', 'note', 1);
        INSERT INTO pageWindow (number, id, owner, label, width, height, insetTop, insetLeft, insetBottom, insetRight, class, createdAt,
          seenAt) VALUES (1, 'w-000000000001', 1, 'label', 1366, 1024, 0, 0, 0, 0, 'wide', 1, 1);
        INSERT INTO telling VALUES (1, 'cause', 'command', 1, 1, 1, 1, 1, 'failed', 'reason', 0);
        INSERT INTO tellingPlace VALUES (1, 1);
        INSERT INTO backup VALUES (1, 1, 1, 1, 'place');
        """
}

extension SQLValue: SQLArgument {
    package static var type: SQLType { .text }
    package var stored: SQLValue { self }
}

/// The sentences that a store has given for the log.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
