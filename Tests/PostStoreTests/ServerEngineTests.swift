import Foundation
import PostgresSupport
import Posts
import SQL
import StoreSupport
import Synchronization
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

    private static func open(
        _ database: TemporaryDatabase, _ boot: String, takingOver: Bool = true
    ) throws -> PostStore {
        let media = FileManager.default.temporaryDirectory.path + "/media-\(UUID().uuidString)"
        let store = try PostStore.open(
            server: database.url(), password: nil, media: media,
            state: FileManager.default.temporaryDirectory.path, boot: BootID(boot),
            facts: .ofTests { Instant(seconds: 0) }, readers: 2)
        if takingOver, try store.tryTakeOver() != nil { throw StoreError.inUse(path: boot, pid: nil) }
        return store
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

    @Test("only the daemon that has the turn writes; another one takes over at once when it stops, and finds all")
    func turns() async throws {
        let user = try await store.firstUser(named: "ana").id
        let other = try Self.open(database, "boot 2", takingOver: false)
        defer { other.close() }
        #expect(try other.tryTakeOver() == BootID("boot 1"))
        guard case .heldBy(let holder?) = try await other.takeOver() else { return #expect(Bool(false)) }
        #expect(holder.host == "here" && holder.isHolder && !holder.isThis)
        #expect(other.timeLeft.map { $0 <= .zero } == true && store.timeLeft.map { $0 > .seconds(5) } == true)
        let error = await #expect(throws: StoreError.self) { try await other.create(Draft(title: "Lost"), owner: user) }
        #expect(error == .faulty(.superseded))
        _ = try await store.create(Draft(title: "Kept"), owner: user)
        let before = try await store.newestEventID()
        store.close()
        // The fault that it has met stays: this daemon would be started again.
        let third = try Self.open(database, "boot 3", takingOver: false)
        defer { third.close() }
        #expect(try await third.takeOver() == .taken)
        _ = try await third.create(Draft(title: "Later"), owner: user)
        #expect(try await Set(third.posts().items.compactMap(\.title)) == ["Kept", "Later"])
        guard case .rows(let events) = try await third.events(after: before) else { return #expect(Bool(false)) }
        #expect(events.count == 1)
        #expect(try await third.database()?.daemons.map(\.isThis) == [true, false])
    }

    @Test("a daemon that is silent for a lease is superseded, and ends when it wakes; a living one is not")
    func superseded() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        let other = try Self.open(database, "boot 2", takingOver: false)
        defer { other.close() }
        var watch = HolderWatch()
        let start = ContinuousClock.now
        #expect(!watch.hasStoodStill("a 1", at: start) && !watch.hasStoodStill("a 1", at: start + .seconds(14)))
        #expect(
            !watch.hasStoodStill("a 2", at: start + .seconds(16))
                && watch.hasStoodStill("a 2", at: start + .seconds(32)))
        // As if it had seen this state for long.
        #expect(try other.tryTakeOver() == BootID("boot 1"))
        other.server?.watch.withLock { watch in watch.seen = watch.seen.map { ($0.sign, $0.since - .seconds(16)) } }
        #expect(try other.tryTakeOver() == nil)
        _ = try await other.create(Draft(title: "Of the other"), owner: user)
        let error = await #expect(throws: StoreError.self) { try await store.create(Draft(title: "Lost"), owner: user) }
        #expect(error == .faulty(.superseded) && store.fault == .superseded)
        #expect(store.timeLeft.map { $0 <= .zero } == true)
        // It does not come back by itself.
        await store.checkCondition()
        #expect(store.fault?.endsDaemon == true)
        #expect(try await other.posts().items.compactMap(\.title) == ["Of the other"])
    }

    @Test("a newer Galley that has changed the tables ends an older one, which has written nothing since")
    func newer() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        try session.script("UPDATE turn SET schema = schema + 1")
        let error = await #expect(throws: StoreError.self) { try await store.create(Draft(title: "Lost"), owner: user) }
        guard case .faulty(.schemaChanged(let found, let known))? = error else { return #expect(Bool(false)) }
        #expect(found == known + 1 && store.fault?.endsDaemon == true)
        #expect(try session.number("SELECT count(*) FROM post") == 0)
    }

    @Test("a server that lacks confirmed commits is found out, and the next daemon looks before it sends again")
    func commitsLost() async throws {
        let user = try await store.firstUser(named: "ana").id
        let made = try await store.create(Draft(title: "Kept"), owner: user)
        try session.script(
            "INSERT INTO session (member, hash, label, createdAt, lastSeenAt) SELECT number, decode(repeat('00', 32), 'hex'), 'a', 1, 1 FROM member"
        )
        // As a promoted standby without the last commit.
        try session.script("UPDATE turn SET commits = commits - 1, lineage = 'elsewhere'")
        let error = await #expect(throws: StoreError.self) {
            _ = try await store.create(Draft(title: "Lost"), owner: user)
        }
        #expect(error == .faulty(.commitsLost))
        store.close()
        let next = try Self.open(database, "boot 2")
        defer { next.close() }
        #expect(try await next.posts().items.map(\.id) == [made.post.id])
        guard case .reset = try await next.events(after: 1) else { return #expect(Bool(false)) }
        #expect(try session.number("SELECT count(*) FROM session") == 0)
        // Later events follow the mark.
        let mark = try await next.newestEventID()
        _ = try await next.create(Draft(title: "Later"), owner: user)
        #expect(try await next.newestEventID() == mark + 1)
    }

    @Test("a failover to a standby that had to confirm each commit interrupts nothing")
    func failover() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        try session.script("UPDATE turn SET lineage = '00000000/' || split_part(lineage, '/', 2)")
        _ = try await store.create(Draft(title: "On"), owner: user)
        #expect(try await titles() == ["On"] && store.fault == nil)
        #expect(try session.number("SELECT count(*) FROM turn WHERE lineage LIKE '00000000%'") == 0)
    }

    @Test(
        "a commit that waits for its standby is not cancelled: callers are told after ten seconds that it is not known")
    func silence() async throws {
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        store.server?.pool.writer.wait { $0.slowAfter = .milliseconds(100) }
        // As a commit that the server does not confirm.
        try session.script(
            """
            SELECT pg_advisory_lock(1);
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON post DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION wait();
            """)
        let error = await #expect(throws: StoreError.self) { try await store.create(Draft(title: "Slow"), owner: user) }
        #expect(error?.isUnavailable == true && "\(error.map { "\($0)" } ?? "")".contains("Look whether it is there"))
        // Those that come meanwhile are refused at once, and what is there can be read.
        let refused = await #expect(throws: StoreError.self) {
            try await store.create(Draft(title: "Next"), owner: user)
        }
        #expect(refused == .faulty(.silentServer))
        #expect(try await titles() == [])
        try session.script("SELECT pg_advisory_unlock(1)")
        try await PostStore.$isPatient.withValue(true) {
            _ = try await store.create(Draft(title: "After"), owner: user)
        }
        #expect(try await Set(titles()) == ["Slow", "After"] && store.fault == nil)
    }

    @Test("an address that cannot be used is refused with the reason")
    func addresses() {
        #expect(PostStore.problem(ofAddress: "postgresql://db/galley") == nil)
        #expect(PostStore.problem(ofAddress: "mysql://db/galley")?.contains("must begin with") == true)
        #expect {
            try PostStore.open(
                server: "postgresql://a:b@db/galley", password: nil, media: "/nowhere", state: "/nowhere",
                boot: BootID("b"),
                facts: .ofTests { Instant(seconds: 0) },
                readers: 1)
        } throws: {
            "\($0)".contains("has a password")
        }
        #expect {
            try PostStore.open(
                server: "postgresql://galley@/galley?host=/nowhere", password: nil, media: "/nowhere",
                state: "/nowhere",
                boot: BootID("b"),
                facts: .ofTests { Instant(seconds: 0) }, readers: 1)
        } throws: {
            ($0 as? StoreError)?.isUnavailable == true && "\($0)".contains("does not answer")
        }
    }
}
