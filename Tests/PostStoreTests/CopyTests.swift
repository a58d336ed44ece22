import Foundation
import PostgresSupport
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A store is copied between a file and a database, whole or not at all")
struct CopyTests {
    /// What the first start on a copy changes: all users are signed out, and windows load again.
    private static let renewed: Set<String> = ["session", "signInKey", "event"]

    private func desk() async throws -> StoreFixture {
        let desk = try await StoreFixture(isFile: true)
        let post = try await desk.post("Harbour", "Boats at low tide, and \u{1F6A2}")
        _ = try await desk.store.publish(
            post.post.id, ifRevision: nil, date: nil, deliveries: [try frozen(at: noon - .days(1))])
        let gone = try await desk.post("Gone")
        _ = try await desk.store.delete(gone.post.id)
        for number in 0..<120 { _ = try await desk.post("Many \(number)") }
        try await desk.addPicture()
        return desk
    }

    private func fingerprints(_ store: PostStore) throws -> [String: TableCopy.Fingerprint] {
        try store.engine.readNow { db in
            let tables = try CopiedTable.all().filter { !CopyTests.renewed.contains($0.name) }
            // What the index knows is derived.
            return try Dictionary(
                uniqueKeysWithValues: tables.filter { $0.name != "post" }.map { ($0.name, try .of($0, in: db)) })
        }
    }

    private func open(_ database: TemporaryDatabase, _ media: MediaFolder, _ boot: String, _ clock: TestClock) throws
        -> PostStore
    {
        let store = try PostStore.open(
            server: database.url(), password: nil, media: media.path, state: media.path + "/..",
            boot: BootID(boot), facts: .ofTests { clock.now },
            now: { clock.now }, readers: 2)
        _ = try store.tryTakeOver()
        return store
    }

    @Test("into a database and back: all rows are the same, posts are found, and new numbers follow the old ones")
    func thereAndBack() async throws {
        let desk = try await desk()
        let database = try TemporaryDatabase()
        let before = try fingerprints(desk.store)
        let posts = try await desk.store.posts(limit: 200).items
        let report = try desk.store.copy(to: .server(url: database.url(), password: nil)) { _ in }
        #expect(report.posts == 121 && report.deliveries == 1 && report.pictures == 0 && report.missingPictures == 0)
        let server = try open(database, desk.store.mediaFolder, "boot 2", desk.clock)
        defer { server.close() }
        #expect(try await server.posts(limit: 200).items == posts)
        #expect(try await server.search("tide").items.count == 1)
        #expect(try await server.payload(of: DeliveryID(1)) == Array("payload".utf8))
        // The delivery was due and may have left meanwhile.
        #expect(try await server.delivery(DeliveryID(1)).delivery.history.isInDoubt)
        let path = desk.folder + "/back/galley.db"
        try FileManager.default.createDirectory(atPath: desk.folder + "/back", withIntermediateDirectories: true)
        let back = try server.copy(to: .file(path)) { _ in }
        #expect(back.pictures == 1 && back.posts == 121)
        let store = try StoreFixture.open(path, "boot 3", desk.clock)
        defer { store.close() }
        let after = try fingerprints(store)
        // The doubt is the only change.
        #expect(before.keys.filter { before[$0] != after[$0] }.sorted() == ["delivery", "deliveryCount"])
        #expect(try await store.posts(limit: 200).items == posts)
        for other in [server, store] {
            let new = try await other.create(Draft(title: "New"), owner: desk.user)
            #expect(try await other.post(new.post.id).post.draft.title == "New")
        }
    }

    @Test("a copy that fails leaves nothing, and the next one succeeds; a desk that is there is never replaced")
    func refused() async throws {
        let desk = try await desk()
        let database = try TemporaryDatabase()
        let address = try PostgresAddress(database.url(), password: nil)
        #expect(throws: StoreError.badCursor) {
            try StoreCopy.fill(address, isMoved: true) { target in
                try target.tell("INSERT INTO pause (target, since) VALUES ('*', 1)")
                throw StoreError.badCursor
            }
        }
        let session = try database.session()
        #expect(try session.number("SELECT count(*) FROM pause") == 0)
        _ = try desk.store.copy(to: .server(url: database.url(), password: nil)) { _ in }
        let rows = try session.number("SELECT count(*) FROM post")
        #expect(throws: StoreError.self) {
            try desk.store.copy(to: .server(url: database.url(), password: nil)) { _ in }
        }
        #expect(try session.number("SELECT count(*) FROM post") == rows)
        let path = desk.folder + "/other.db"
        try Data("something".utf8).write(to: URL(filePath: path))
        #expect(throws: StoreError.self) { try desk.store.copy(to: .file(path)) { _ in } }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("something".utf8))
    }

    @Test("a backup of a database is restored into a file, and into another database")
    func backup() async throws {
        let desk = try await desk()
        let database = try TemporaryDatabase()
        _ = try desk.store.copy(to: .server(url: database.url(), password: nil)) { _ in }
        let server = try open(database, desk.store.mediaFolder, "boot 2", desk.clock)
        defer { server.close() }
        let copy = try await server.makeBackup(try server.backupPermit(), version: "1") { _ in }
        var bytes: [UInt8] = []
        while let part = try copy.next() { bytes += part }
        let file = desk.folder + "/backup.tar"
        try Data(bytes).write(to: URL(filePath: file))
        let bare = try TemporaryStore()
        let report = try Restoration(of: file, to: bare.path, now: noon).run(isTrial: false)
        #expect(report.posts == 121 && report.pictures == 1 && report.badPictures == [])
        let restored = try StoreFixture.open(bare.path, "boot 3", desk.clock)
        defer { restored.close() }
        #expect(try await restored.search("tide").items.count == 1)
        let (second, media) = (try TemporaryDatabase(), desk.folder + "/second/media")
        let restoration = Restoration(of: file, to: desk.folder + "/second/galley.db", now: noon)
        let trial = try restoration.run(intoServer: second.url(), password: nil, media: media, isTrial: true)
        #expect(trial.posts == 121 && !FileManager.default.fileExists(atPath: media))
        _ = try restoration.run(intoServer: second.url(), password: nil, media: media, isTrial: false)
        let other = try open(second, MediaFolder(path: media), "boot 4", desk.clock)
        defer { other.close() }
        #expect(try await other.posts(limit: 200).items.count == 121)
        let digests = try other.engine.readNow { try $0.pictures() }
        #expect(digests.count == 1 && digests.allSatisfy(other.mediaFolder.isWhole))
        #expect(throws: StoreError.self) {
            try restoration.run(intoServer: second.url(), password: nil, media: media, isTrial: false)
        }
    }
}
