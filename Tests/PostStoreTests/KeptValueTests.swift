import Foundation
import Panels
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

/// What an earlier version has stored is read by no rule that is younger: it is shown, exported and deleted.
@Suite("Stores of earlier versions with values that no request can store now")
struct KeptValueTests {
    private static let slug = "what’s new, and " + String(repeating: "long ", count: 60)
    private static let tag = String(repeating: "t", count: 300)
    private static let title = String(repeating: "title ", count: 900)
    private static let text = String(repeating: "w", count: 150_000)
    private static let target = "Old_Blog!"
    private static let arrangement = "w-000000000001"
    private static let name = "../Ann\u{202E} & co"

    private static let overrides = #"{"\#(target)":{"text":"\#(text)","visibility":"unlisted"}}"#
    private static let fields =
        #"{"isSlugChosen":true,"kind":"post","overrides":\#(overrides),"slug":"\#(slug)","tags":["\#(tag)"],"title":"\#(title)"}"#

    private static let user: [String: any SQLArgument] = [
        "number": 1, "name": name, "createdAt": 1, "isAdministrator": 0,
    ]
    /// Rows for the tables and columns that any version has.
    private static let rows: [(table: String, values: [String: any SQLArgument])] = [
        ("user", user), ("member", user),
        (
            "post",
            [
                "number": 1, "id": "0123456789ab", "revision": 2, "owner": 1, "kind": "post", "isSlugChosen": 1,
                "title": title, "excerpt": "Words", "summary": String(repeating: "s", count: 20_000), "language": "de",
                "overrides": overrides, "publication": "none", "state": "draft", "createdAt": 1, "changedAt": 2,
                "isIndexStale": 1, "titleKey": "title",
            ]
        ),
        ("postBody", ["post": 1, "bytes": Array("New words".utf8)]),
        ("slug", ["text": slug, "post": 1]),
        ("postTag", ["post": 1, "position": 0, "tag": tag, "key": tag, "state": "draft", "sortAt": 1]),
        (
            "revision",
            [
                "post": 1, "number": 1, "savedAt": 1, "savedBy": 1, "characters": 9, "middle": Array("Old words".utf8),
                "fields": fields,
            ]
        ),
        ("revision", ["post": 1, "number": 2, "savedAt": 2, "savedBy": 1, "characters": 9]),
        (
            "delivery",
            [
                "id": 1, "postId": "0123456789ab", "target": target, "kind": "create", "generation": 1, "key": "k",
                "dueAt": 5, "delay": 0, "state": "failed", "isOver": 1, "at": 9, "reason": "r", "attempts": 1,
                "tries": 1, "isInDoubt": 0, "absences": 0, "isResent": 0, "createdAt": 1, "changedAt": 1,
            ]
        ),
        ("payload", ["delivery": 1, "bytes": Array("No payload of today".utf8)]),
        (
            "token",
            [
                "number": 1, "name": name, "user": 1, "member": 1, "hash": [UInt8](repeating: 7, count: 32),
                "scopes": "read", "createdAt": 1,
            ]
        ),
        (
            "arrangement",
            [
                "number": 1, "owner": 1, "name": arrangement, "revision": 1, "document": "{}", "position": 0,
                "updatedAt": 1,
            ]
        ),
        ("namedText", ["owner": 1, "user": 1, "member": 1, "kind": "snippet", "name": name, "text": "x"]),
    ]

    private static func fill(_ path: String, upTo version: Int) async throws {
        let queue = try SQLiteDatabase(path)
        try Schema.migrate(queue, upTo: version)
        if version < 39 { try queue.script(StoreFixture.migrationList) }
        try queue.write { db in
            for (table, values) in rows {
                let known = Set(try db.texts("SELECT name FROM pragma_table_info('\(table)')"))
                guard !known.isEmpty else { continue }
                let row = values.filter { known.contains($0.key) }.sorted { $0.key < $1.key }
                let marks = row.map { _ in "?" }.joined(separator: ", ")
                try db.tell(
                    "INSERT INTO \(table) (\(row.map(\.key).joined(separator: ", "))) VALUES (\(marks))",
                    row.map(\.value))
            }
        }
        queue.close()
    }

    @Test(
        "a kill in the middle of any migration leaves the store before it, and the next start goes on from there",
        arguments: [2, 11, 20, 26, 31])
    func killedMigrations(version: Int) async throws {
        // given: a store that can remember next to nothing, so that a migration is in the log before its commit
        let place = try TemporaryStore()
        try await Self.fill(place.path, upTo: version)
        let db = try SQLiteDatabase(place.path)
        try db.script("PRAGMA journal_mode = WAL; PRAGMA cache_size = 8; PRAGMA cache_spill = 8")
        try TitleKey.add(to: db)
        // From the first version on all of them, from the others the next ones.
        for (index, migration) in Schema.migrations.enumerated().dropFirst(version).prefix(version == 2 ? .max : 3) {
            // when
            try db.script("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
            try db.script(String(decoding: migration.sql, as: UTF8.self))
            let left = try TemporaryStore()
            for end in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: place.path + end, toPath: left.path + end)
            }
            try db.script("ROLLBACK; PRAGMA foreign_keys = ON")
            try Schema.migrate(db, upTo: index + 1)
            // then
            #expect(try SQLiteDatabase(left.path, .readAndWrite).number("PRAGMA user_version") == index)
            let store = try StoreFixture.open(left.path, "boot 1", TestClock())
            #expect(try await store.post(named: "0123456789ab").post.slug.text == Self.slug)
            store.close()
            #expect(try SQLiteDatabase(left.path).texts("PRAGMA integrity_check") == ["ok"])
        }
    }

    @Test(
        "they are shown, exported and deleted",
        arguments: [2, 11, 20, 26, 31, Schema.version])
    func kept(version: Int) async throws {
        let place = try TemporaryStore()
        try await Self.fill(place.path, upTo: version)
        let clock = TestClock()
        let store = try StoreFixture.open(place.path, "boot 1", clock)
        defer { store.close() }
        let user = UserID(1)
        let tables = try await store.read { try $0.texts("SELECT name FROM sqlite_schema WHERE type = 'table'") }
        #expect(!tables.contains("grdb_migrations"))
        // Shown
        let stored = try await store.post(named: "0123456789ab")
        #expect(stored.post.slug.text == Self.slug && stored.post.draft.tags.map(\.text) == [Self.tag])
        let said = try #require(stored.post.draft.overrides[TargetName(kept: Self.target)])
        #expect(said.text == Self.text && said.visibility == .unlisted)
        #expect(try await store.post(named: Self.slug).post.id == stored.post.id)
        #expect(try await store.posts(order: .title).items.map(\.slug.text) == [Self.slug])
        #expect(try await store.posts(PostFilter(tag: Tag(kept: Self.tag))).items.count == 1)
        #expect(try await store.search("words").items.count == 1)
        let old = try await store.draft(of: stored.post.id, at: Revision(1)).draft
        #expect(old.body == "Old words" && old.slug?.text == Self.slug && old.overrides == stored.post.draft.overrides)
        #expect(try await store.texts(containing: nil, owner: nil, after: nil, limit: 9).items.count == 1)
        let deliveries = try await store.deliveries(QueueFilter(.all)).items
        #expect(deliveries.map(\.delivery.target.text) == [Self.target])
        #expect(try await store.payload(of: DeliveryID(1)).count == 19)
        #expect(try await store.tokens().map(\.name) == [Self.name])
        #expect(try await store.users().map(\.user.name) == [Self.name])
        let arrangement = try #require(ArrangementName(kept: Self.arrangement))
        #expect(try await store.arrangements(of: user, .composer).map(\.name).contains(Self.arrangement))
        _ = try await store.arrangement(arrangement, of: user, .composer)
        for text in try await store.texts(.snippet, of: user) { #expect(text.name == Self.name) }
        #expect(store.spoiledRows.isEmpty)
        // Exported
        #expect(
            try await store.exports(of: user, after: nil, limit: 9).items.map(\.stored.post.slug.text) == [Self.slug])
        // Deleted, and revoked
        _ = try await store.delete(stored.post.id, ifRevision: nil)
        #expect(try await store.posts(PostFilter(state: .deleted)).items.count == 1)
        try await store.deleteArrangement(arrangement, of: user, ifRevision: nil)
        try await store.revokeToken(named: Self.name, of: user)
        for text in try await store.texts(.snippet, of: user) {
            #expect(try await store.removeText(.snippet, named: text.name, of: user))
        }
    }
}
