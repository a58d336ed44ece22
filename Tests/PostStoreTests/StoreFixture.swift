import Foundation
import Posts
import StoreSupport
import Synchronization

@testable import PostStore

/// A real store of its own, with a clock that stands still until a test advances it.
final class StoreFixture: Sendable {
    let clock = TestClock()
    let store: PostStore
    let user: UserID
    private let place: StorePlace

    /// A table of stores up to schema 38.
    static let migrationList = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"

    var folder: String { place.folder }
    /// Of a store that is a file.
    var path: String { place.path }

    /// - Parameter isFile: for tests of what only a file has.
    init(isFile: Bool = false) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
        place = try StorePlace(in: folder, isFile: isFile)
        store = try place.open { [clock] in clock.now }
        user = try await store.firstUser(named: "ana").id
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The store again, for another daemon after this one.
    func reopened(_ boot: String = "boot 2") throws -> PostStore { try place.open(boot) { [clock] in clock.now } }

    static func open(_ path: String, _ boot: String, _ clock: TestClock) throws(StoreError) -> PostStore {
        try PostStore.open(at: path, boot: BootID(boot), now: { clock.now })
    }

    /// Names, sizes and bytes of all files.
    static func contents(of folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
        return contents
    }

    func post(_ title: String? = "Title", _ body: String = "Text.") async throws -> StoredPost {
        try await store.create(Draft(title: title, body: body), owner: user)
    }
}

final class TestClock: Sendable {
    private let instant = Mutex(noon)
    var now: Instant { instant.withLock { $0 } }
    func advance(_ span: Span) { instant.withLock { $0 = $0 + span } }
}

/// 2026-12-01T12:00:00Z.
let noon = Instant(seconds: 1_796_126_400)
let rules = DeliveryRules(idempotency: .searchable, late: .ask(after: .hours(2)))

func target(_ name: String) throws -> TargetName { try TargetName(name) }

func frozen(
    _ name: String = "blog", at dueAt: Instant = noon, parent: String? = nil, delay: Span = .zero,
    payload: String = "payload", problem: String? = nil
) throws -> FrozenDelivery {
    FrozenDelivery(
        target: try target(name), key: "key of \(payload)", dueAt: dueAt, parent: try parent.map { try target($0) },
        delay: delay, payload: Array(payload.utf8), problem: problem)
}
