import Foundation
import PostgresSupport
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A store at a PostgreSQL server")
struct ServerEngineTests {
    private let database: TemporaryDatabase
    private let session: PostgresDatabase
    private let store: PostStore

    init() throws {
        database = try TemporaryDatabase()
        store = try ServerEngineTests.open(database, "boot 1")
        session = try database.session()
    }

    private static func open(_ database: TemporaryDatabase, _ boot: String) throws -> PostStore {
        let media = FileManager.default.temporaryDirectory.path + "/media-\(UUID().uuidString)"
        return try PostStore.open(server: database.url(), password: nil, media: media, boot: BootID(boot), readers: 2)
    }

    private func titles() async throws -> [String] { try await store.posts(limit: 200).items.compactMap(\.title) }

    @Test("a commit that did not happen because the connection ended is made again, and its caller has one result")
    func again() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        // A sequence is not rolled back.
        try session.script(
            """
            CREATE SEQUENCE tries;
            CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              IF nextval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON post DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION cut();
            """)
        let post = try await store.create(Draft(title: "Kept"), owner: user)
        #expect(try await store.posts().items.map(\.id) == [post.post.id])
        #expect(try session.number("SELECT CAST(last_value AS BIGINT) FROM tries") == 2)
    }

    @Test("after the server has ended all sessions the store reads and writes on")
    func restarted() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        for title in ["One", "Two", "Three"] {
            _ = try session.run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                    + "AND datname = current_database()", []
            ) { _ in true }
            _ = try await store.create(Draft(title: title), owner: user)
            #expect(try await titles().contains(title))
        }
        #expect(try await titles().count == 3 && store.fault == nil)
    }

    @Test("two stores take turns: nothing of either is lost, and events are in the order of the commits")
    func turns() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        let other = try Self.open(database, "boot 2")
        defer { other.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let store = number.isMultiple(of: 2) ? store : other
                group.addTask { _ = try await store.create(Draft(title: "\(number)"), owner: user) }
            }
            try await group.waitForAll()
        }
        #expect(try await Set(titles()) == Set((0..<60).map { "\($0)" }))
        guard case .rows(let events) = try await other.events(after: 0) else { return #expect(Bool(false)) }
        #expect(events.count == 60 && events.map(\.id) == events.map(\.id).sorted())
        // By the database's clock, which both have.
        #expect(events.map(\.at) == events.map(\.at).sorted())
    }

    @Test("an address that cannot be used is refused with the reason")
    func addresses() {
        #expect(PostStore.problem(ofAddress: "postgresql://db/galley") == nil)
        #expect(PostStore.problem(ofAddress: "mysql://db/galley")?.contains("must begin with") == true)
        #expect {
            try PostStore.open(
                server: "postgresql://a:b@db/galley", password: nil, media: "/nowhere", boot: BootID("b"), readers: 1)
        } throws: {
            "\($0)".contains("has a password")
        }
        #expect {
            try PostStore.open(
                server: "postgresql://galley@/galley?host=/nowhere", password: nil, media: "/nowhere",
                boot: BootID("b"),
                readers: 1)
        } throws: {
            ($0 as? StoreError)?.isUnavailable == true && "\($0)".contains("does not answer")
        }
    }
}
