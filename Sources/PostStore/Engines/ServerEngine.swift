import Posts
import SQL
import Synchronization

/// A store on a PostgreSQL server. One daemon works with it (`ServerEngine+Office.swift`); others wait.
final class ServerEngine: StoreEngine {
    let pool: PostgresPool
    let boot: BootID
    let condition: StoreCondition
    let lease = Lease()
    let renewals = Renewals()
    let facts: DaemonFacts
    private let place: PostgresAddress
    let watch = Mutex(HolderWatch())
    /// When it last said that it is there.
    let signed = Mutex<ContinuousClock.Instant?>(nil)
    /// Called when a turn without a job keeps the writer waiting, and when that is over.
    let silence = Mutex<(began: @Sendable () -> Void, ended: @Sendable () -> Void)>(({}, {}))
    private let clock: DatabaseClock?
    private let turns = ServerTurns()

    /// A statement that takes longer is no reader's. A daemon that stops within a turn loses it after five seconds.
    private static let setUp = """
        SET TimeZone = 'UTC'; SET lock_timeout = '10s'; SET statement_timeout = '30s';
        SET idle_in_transaction_session_timeout = '5s'; SET synchronous_commit = on
        """

    /// Reading works from now on, and writing once `takeOver` has returned nil.
    /// - Parameters:
    ///   - clock: is set in each turn; nil for none.
    ///   - readers: connections for reading.
    /// - Throws: `newerSchema` and `notAStore`, before anything is written; `unavailable`.
    init(
        _ address: PostgresAddress, boot: BootID, _ facts: DaemonFacts, _ condition: StoreCondition,
        _ clock: DatabaseClock?, readers: Int
    ) throws(StoreError) {
        (self.boot, self.facts, self.condition, self.clock) = (boot, facts, condition, clock)
        place = address
        do {
            pool = try PostgresPool(address, label: "store", readers: readers, setUp: ServerEngine.setUp) { db in
                try ServerEngine.check(db)
                try Schema.prepare(db, at: address.text)
                let now: Instant? = try db.value("now", of: "turn", "SELECT \(ServerWriter.now) AS now")
                if let now { clock?.set(now) }
            }
            pool.writer.wait { [turns] in $0.isGivenUp = { turns.isClosing.load(ordering: .relaxed) } }
            do { try checkSessions() } catch {
                pool.close()
                throw error
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// - Throws: `refused` for a server with which nothing could be kept.
    private static func check(_ db: PostgresDatabase) throws {
        func setting(_ name: String) throws -> String {
            try (db.computed("SELECT current_setting('\(name)')") as [String?]).first.flatMap(\.self) ?? ""
        }
        let version = Int(try setting("server_version_num")) ?? 0
        guard version >= oldestVersion else {
            throw StoreError.refused(
                "The server is PostgreSQL \(try setting("server_version")). Galley needs 15 or later.")
        }
        guard try setting("server_encoding") == "UTF8" else {
            throw StoreError.refused(
                "The database is in \(try setting("server_encoding")), which cannot hold all texts. Create it with “ENCODING 'UTF8'”."
            )
        }
    }

    /// A pooler that gives each transaction another session mixes up what one session has set.
    private func checkSessions() throws {
        func own(_ session: PostgresDatabase) throws -> String? {
            try (session.computed("SELECT current_setting('galley.session', TRUE)") as [String?]).first ?? nil
        }
        let isOwn: Bool
        do {
            isOwn = try pool.writer.wait { writer in
                try writer.script("SET galley.session = 'writer'")
                _ = try pool.readNow {
                    try $0.computed("SELECT set_config('galley.session', 'reader', FALSE)") as [String?]
                }
                return try own(writer) == "writer"
            }
        } catch let error as SQLError where ["42P05", "26000"].contains(error.code) {
            // Another session's prepared statement has the name already, or this one's is not there.
            isOwn = false
        }
        guard isOwn else {
            throw StoreError.refused(
                "Behind this address is a pooler that gives each transaction another session. Write the address of PostgreSQL "
                    + "itself, or set “pool_mode = session”.")
        }
    }

    private static let oldestVersion = 150_000

    func read<Value>(
        _ work: @escaping @Sendable (any Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        pool.read({ try work($0) }, answer: answer)
    }

    /// For people.
    var address: String { place.text }

    /// Runs `work` on one state in a session of its own, which may take as long as it likes.
    func copying<Value>(_ work: (any Database) throws -> Value) throws -> Value {
        let session = try PostgresDatabase(place, setUp: "SET TimeZone = 'UTC'")
        defer { session.close() }
        return try session.reading { try work(session) }
    }

    func readNow<Value>(_ work: (any Database) throws -> Value) throws -> Value { try pool.readNow { try work($0) } }

    func write(_ work: @escaping @Sendable (any StoreWriter) -> Void) { begin { work($0) } }

    func begin(_ work: @escaping @Sendable (ServerWriter) -> Void) {
        pool.writer.begin { [self] in work(writer($0)) }
    }

    func writer(_ session: PostgresDatabase) -> ServerWriter {
        ServerWriter(session: session, boot: boot, clock: clock, lease: lease, turns: turns)
    }

    func fault(of error: SQLError) -> MachineFault? {
        switch error.kind {
        case .unreachable: .serverAway(error.message)
        case .diskFull, .diskFailed, .readOnly: .serverFailed(error.message)
        default: nil
        }
    }

    /// A database that is away is no reason to start the daemon again.
    func answers() async -> Bool { true }

    func whenSilent(_ began: @escaping @Sendable () -> Void, _ ended: @escaping @Sendable () -> Void) {
        silence.withLock { $0 = (began, ended) }
    }

    /// Answers what is under way although it is not known whether it was saved, since the daemon ends.
    func stopWaiting() { turns.isClosing.store(true, ordering: .relaxed) }

    private static let patienceAtTheEnd = Duration.seconds(5)

    func close() {
        renewals.stop()
        lease.stop()
        stopWaiting()
        // If this fails another daemon waits for the whole lease.
        pool.writer.wait { [boot] session in
            let start = ContinuousClock.now
            session.isGivenUp = { ContinuousClock.now - start >= ServerEngine.patienceAtTheEnd }
            _ = try? session.run("UPDATE turn SET holder = NULL WHERE holder = ?", [boot.text])
            _ = try? session.run("DELETE FROM daemon WHERE boot = ?", [boot.text])
        }
        pool.close()
    }
}
