import Glibc
import Posts
import SQL
import Synchronization

/// What the turns of a daemon share.
final class ServerTurns: Sendable {
    /// The number of the last commit that the server has confirmed.
    let confirmed = Atomic<Int64>(0)
    /// Whether the daemon ends, and waits for no answer any longer.
    let isClosing = Atomic(false)
}

/// The connection of a store on a PostgreSQL server that writes.
struct ServerWriter: StoreWriter {
    let session: PostgresDatabase
    let boot: BootID
    /// Set in each turn; nil for none.
    let clock: DatabaseClock?
    let lease: Lease
    let turns: ServerTurns

    /// The time, in µs; PostgreSQL's `now()` would be the time before a transaction waited for its turn.
    static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"
    /// Names the history that the server writes: another timeline after a promotion or a recovery to a point in time, and other
    /// tables in a restored dump. `pg_control_checkpoint` still shows the old timeline after a promotion.
    static let lineage =
        "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || CAST(CAST('turn' AS regclass) AS oid)"
    static let isSynchronous = "current_setting('synchronous_standby_names') <> ''"
    private struct Turn {
        /// The number of its commit.
        let number: Int64
        let asked: ContinuousClock.Instant
    }

    var db: any Database { session }
    var isInTransaction: Bool { session.isInTransaction }

    func turn<Value>(
        isShared: Bool, slow: @escaping () -> Void, _ work: () throws -> (Value, rows: Int)
    ) throws -> Value {
        session.slow = slow
        defer { session.slow = nil }
        var turn = try session.afterReconnecting { try begin() }
        // A commit that did not happen is tried once more, and not for ever.
        var isLast = false
        while true {
            let value: Value
            do {
                let rows: Int
                (value, rows) = try work()
                guard rows > 0 else {
                    try session.run("ROLLBACK", []) { _ in true }
                    return value
                }
            } catch {
                rollBack()
                throw error
            }
            do {
                try session.commit()
                note(turn)
                return value
            } catch let error as SQLError where session.isLost || error.kind == .unconfirmed {
                if try happened(turn, error) { return value }
                guard !isLast else { throw error }
                isLast = true
                turn = try begin()
            } catch {
                rollBack()
                throw error
            }
        }
    }

    func counting<Value>(_ work: () throws -> Value) throws -> (value: Value, rows: Int) {
        let before = session.rowsChanged
        let value = try work()
        return (value, session.rowsChanged - before)
    }

    func rollBack() {
        try? session.settle()
        _ = try? session.run("ROLLBACK", []) { _ in true }
    }

    private func note(_ turn: Turn) {
        turns.confirmed.store(turn.number, ordering: .relaxed)
        lease.renew(asked: turn.asked)
    }

    /// Waits for the turn.
    /// - Parameter isProbe: whether it only looks; else its commit counts. Both are writes, for which a commit waits for the
    ///   standby.
    /// - Throws: a `MachineFault` that ends the daemon, if this is no longer its store.
    private func begin(isProbe: Bool = false) throws -> Turn {
        do {
            let asked = ContinuousClock.now
            try session.tell("BEGIN", [])
            let row = try change(by: isProbe ? 0 : 1)
            let confirmed = turns.confirmed.load(ordering: .relaxed)
            guard row.number >= confirmed + (isProbe ? 0 : 1) else { throw try giveUp() }
            // A failover to a standby that has all that was confirmed.
            if row.lineage != row.found { try session.tell("UPDATE turn SET lineage = ?", [row.found]) }
            return Turn(number: row.number, asked: asked)
        } catch {
            rollBack()
            throw error
        }
    }

    private func change(by count: Int) throws -> (number: Int64, lineage: String, found: String) {
        let sql = """
            UPDATE turn SET commits = commits + ?, until = \(ServerWriter.end), isSynchronous = \(ServerWriter.isSynchronous)
            WHERE holder = ?
            RETURNING commits, schema, lineage, \(ServerWriter.lineage) AS found, \(ServerWriter.now) AS now
            """
        let found = try session.all(sql, [count, boot.text]) { row in
            let turn = row.columns(of: "turn")
            clock?.set(try turn["now"])
            return (
                number: try turn["commits"] as Int64, schema: try turn["schema"] as Int,
                lineage: try turn["lineage"] as String, found: try turn["found"] as String
            )
        }
        guard let row = found.first else {
            lease.stop()
            throw MachineFault.superseded
        }
        guard row.schema == Schema.version else {
            lease.stop()
            throw MachineFault.schemaChanged(found: row.schema, known: Schema.version)
        }
        return (row.number, row.lineage, row.found)
    }

    static let end = "\(now) + \(Lease.length.components.seconds * 1_000_000)"

    /// The server lacks commits that it had confirmed. The next daemon that takes over has to know.
    private func giveUp() throws -> MachineFault {
        lease.stop()
        try session.tell("UPDATE turn SET holder = NULL, lineage = 'lost', isSynchronous = FALSE", [])
        try session.commit()
        return .commitsLost
    }

    /// Whether a commit happened whose answer was lost. Within the next turn the lost session is over for certain. It waits for
    /// the database as long as that takes.
    /// - Throws: `unavailable` if the daemon ends before; a `MachineFault` that ends it.
    private func happened(_ turn: Turn, _ lost: SQLError) throws -> Bool {
        let start = ContinuousClock.now
        while true {
            do {
                if session.isLost { try session.connect() }
                let next = try begin(isProbe: true)
                // This commit has the synchronous standby's answer for the lost one, too.
                try session.commit()
                note(next)
                return next.number >= turn.number
            } catch let fault as MachineFault {
                throw fault
            } catch {
                // Also a lock that the lost session still holds, or a disk that is full meanwhile: nothing of it says whether the
                // commit happened.
                rollBack()
                guard !turns.isClosing.load(ordering: .relaxed) else {
                    throw StoreError.unavailable(
                        "The connection to the database ended while it was saving: \(lost.message). Look whether it is there before "
                            + "you do it again.")
                }
                if ContinuousClock.now - start >= session.slowAfter { session.slow.take()?() }
                usleep(200_000)
            }
        }
    }
}

/// Who has the turn.
struct TurnRow: Sendable {
    let holder: BootID?
    let commits: Int64
    let schema: Int
    let lineage: String
    let found: String
    let wasSynchronous: Bool

    /// - Returns: nil if the row is missing.
    static func read(_ db: any Database) throws -> TurnRow? {
        let sql = "SELECT holder, commits, schema, lineage, isSynchronous, \(ServerWriter.lineage) AS found FROM turn"
        return try db.first(sql) { row in
            let turn = row.columns(of: "turn")
            return TurnRow(
                holder: try (turn["holder"] as String?).map { BootID($0) }, commits: try turn["commits"],
                schema: try turn["schema"], lineage: try turn["lineage"], found: try turn["found"],
                wasSynchronous: try turn["isSynchronous"])
        }
    }

    /// Whether the server may lack commits that it had confirmed: its history is another one, and no standby had to confirm
    /// the last turn. A dump that was restored keeps the timeline, and lacks what came after it.
    var mayLackCommits: Bool {
        guard !lineage.isEmpty, lineage != found else { return false }
        let isSameStore = lineage.split(separator: "/").last == found.split(separator: "/").last
        return !(isSameStore && wasSynchronous)
    }
}
