import BackupFile
import Foundation
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A restore compares the schema before it calls a store intact")
struct RestoredSchemaTests {
    /// A backup with right digests, of a store with this schema that was changed by the statements.
    private func backup(
        of desk: StoreFixture, schema: Int = Schema.version, _ change: (any Database) throws -> Void
    ) throws -> String {
        let path = "\(desk.folder)/changed.db"
        let queue = try SQLiteDatabase(path)
        try Schema.migrate(queue, upTo: schema)
        if schema < 39 { try queue.script(StoreFixture.migrationList) }
        try change(queue)
        queue.close()
        let size = try #require(StoreFile.size(of: path))
        let facts = BackupFacts(version: "1.0.0", schema: schema, madeAt: 0, number: 1, bytes: size, missing: [])
        let copy = BackupCopy(
            facts: facts, files: [.init(name: BackupName.store, path: path, size: size)], seconds: 0, storeCopy: path,
            permit: try desk.store.backupPermit())
        var bytes: [UInt8] = []
        while let part = try copy.next() { bytes += part }
        let file = "\(desk.folder)/changed.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    private func restore(_ file: String) throws -> RestoreReport {
        let place = try TemporaryStore()
        return try withExtendedLifetime(place) {
            try Restoration(of: file, to: place.path, now: noon).run(isTrial: true)
        }
    }

    private static let rewrite = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="

    @Test(
        "a store that Galley did not build is refused, and the words name the difference",
        arguments: [
            ("DROP INDEX deliveryWake", "the index deliveryWake is missing"),
            ("DROP TABLE payload", "the table payload is missing"),
            ("DROP TABLE search", "the table search is missing"),
            ("DROP INDEX postByState; CREATE INDEX postByState ON post (title)", "the index postByState is another"),
            ("ALTER TABLE token ADD COLUMN more TEXT", "the table token is another"),
            ("\(rewrite) replace(sql, ') STRICT', ')') WHERE name = 'payload'", "the table payload is another"),
            ("\(rewrite) replace(sql, 'TEXT NOT NULL', 'TEXT') WHERE name = 'attempt'", "the table attempt is another"),
            (
                "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM post; END",
                "the trigger t is not one of Galley’s"
            ),
            ("CREATE VIEW more AS SELECT * FROM token", "the view more is not one of Galley’s"),
            ("CREATE TABLE more (one TEXT)", "the table more is not one of Galley’s"),
            ("CREATE VIRTUAL TABLE more USING fts5 (one)", "the table more is not one of Galley’s"),
        ])
    func others(change: String, words: String) async throws {
        let desk = try await StoreFixture(isFile: true)
        let file = try backup(of: desk) { try $0.script(change) }
        let error = #expect(throws: StoreError.self) { try restore(file) }
        #expect(error?.description.contains("of its store, \(words). Nothing was changed.") == true, "\(error as Any)")
    }

    @Test(
        "a store of each earlier version is restored, unless it is not as that version built it",
        arguments: [1, 14, 24, 32, 38])
    func earlier(schema: Int) async throws {
        let desk = try await StoreFixture(isFile: true)
        #expect(try restore(try backup(of: desk, schema: schema) { _ in }).posts == 0)
        let file = try backup(of: desk, schema: schema) { db in
            try db.script("CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END")
        }
        #expect(throws: StoreError.self) { try restore(file) }
    }

    @Test("an index and the statistics of an administrator are no reason to refuse a backup, neither made nor restored")
    func additions() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post()
        try desk.store.onWriter { try $0.script("CREATE INDEX mine ON post (author); ANALYZE") }
        #expect(try restore(try await desk.backUp()).posts == 1)
    }

    @Test("what a restore would refuse is told when the backup is made")
    func made() async throws {
        let desk = try await StoreFixture(isFile: true)
        try desk.store.onWriter { try $0.script("CREATE VIEW more AS SELECT 1") }
        let words = "It is not as Galley made it: the view more is not one of Galley’s."
        await #expect(throws: StoreError.damaged(words)) { try await desk.backUp() }
    }
}
