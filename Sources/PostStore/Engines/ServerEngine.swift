import Glibc
import Posts
import SQL
import Synchronization

/// A store on a PostgreSQL server, where one daemon at a time writes.
final class ServerEngine: StoreEngine {
    private let pool: PostgresPool
    private let boot: BootID
    private let condition: StoreCondition
    private let clock: DatabaseClock?

    /// A statement that takes longer is no reader's. A daemon that stops within a turn loses it after five seconds.
    private static let setUp = """
        SET TimeZone = 'UTC'; SET lock_timeout = '10s'; SET statement_timeout = '30s';
        SET idle_in_transaction_session_timeout = '5s'; SET synchronous_commit = on
        """

    /// - Parameters:
    ///   - clock: is set in each turn; nil for none.
    ///   - readers: connections for reading.
    /// - Throws: `newerSchema` and `notAStore`, before anything is written; `unavailable`.
    init(
        _ address: PostgresAddress, boot: BootID, _ condition: StoreCondition, _ clock: DatabaseClock?, readers: Int
    ) throws(StoreError) {
        (self.boot, self.condition, self.clock) = (boot, condition, clock)
        do {
            pool = try PostgresPool(address, label: "store", readers: readers, setUp: ServerEngine.setUp) { db in
                try Schema.prepare(db, at: address.text)
                let sql =
                    "INSERT INTO daemon (boot, commits, seenAt) VALUES (?, 0, \(ServerWriter.now)) RETURNING seenAt"
                let now: Instant = try db.written(sql, [boot.text]) { try $0.columns(of: "daemon")["seenAt"] }
                clock?.set(now)
            }
        } catch {
            throw StoreError(error)
        }
    }

    func read<Value>(
        _ work: @escaping @Sendable (any Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        pool.read({ try work($0) }, answer: answer)
    }

    func readNow<Value>(_ work: (any Database) throws -> Value) throws -> Value { try pool.readNow { try work($0) } }

    func write(_ work: @escaping @Sendable (any StoreWriter) -> Void) {
        pool.writer.begin { [boot, clock] in work(ServerWriter(session: $0, boot: boot, clock: clock)) }
    }

    func fault(of error: SQLError) -> MachineFault? {
        switch error.kind {
        case .unreachable: .serverAway(error.message)
        case .diskFull, .diskFailed, .readOnly: .serverFailed(error.message)
        default: nil
        }
    }

    /// Writes an empty turn while there is a fault: a success ends it.
    func checkCondition(at now: Instant) async {
        guard condition.fault != nil else { return }
        await withCheckedContinuation { continuation in
            write { [self] writer in
                do {
                    try writer.turn(isShared: false) { ((), rows: 1) }
                    condition.noteSuccess()
                } catch {
                    condition.note((error as? SQLError).flatMap(fault) ?? condition.fault)
                }
                continuation.resume()
            }
        }
    }

    func close() {
        pool.writer.wait { [boot] session in
            // If this fails the row stays, and says when the daemon was seen.
            _ = try? session.run("DELETE FROM daemon WHERE boot = ?", [boot.text])
        }
        pool.close()
    }
}

struct ServerWriter: StoreWriter {
    let session: PostgresDatabase
    let boot: BootID
    let clock: DatabaseClock?

    /// The time, in µs; PostgreSQL's `now()` would be the time before a transaction waited for its turn.
    static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"
    /// How long the answer to a commit is looked for after the connection was lost.
    private static let patience = Duration.seconds(15)

    var db: any Database { session }
    var isInTransaction: Bool { session.isInTransaction }

    func turn<Value>(isShared: Bool, _ work: () throws -> (Value, rows: Int)) throws -> Value {
        var number = try session.afterReconnecting(begin)
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
                try? session.settle()
                _ = try? session.run("ROLLBACK", []) { _ in true }
                throw error
            }
            do {
                try session.commit()
                return value
            } catch let error as SQLError where session.isLost || error.kind == .unconfirmed {
                if try happened(number, error) { return value }
                guard !isLast else { throw error }
                isLast = true
                number = try begin()
            }
        }
    }

    func counting<Value>(_ work: () throws -> Value) throws -> (value: Value, rows: Int) {
        let before = session.rowsChanged
        let value = try work()
        return (value, session.rowsChanged - before)
    }

    /// Waits for the turn.
    /// - Returns: the number of this commit, which its row has if it happens.
    private func begin() throws -> Int64 {
        try session.tell("BEGIN", [])
        try session.tell("LOCK TABLE turn IN EXCLUSIVE MODE", [])
        let sql = """
            UPDATE daemon SET commits = commits + 1, seenAt = \(ServerWriter.now) WHERE boot = ? RETURNING commits, seenAt
            """
        let found = try session.all(sql, [boot.text]) { row in
            let daemon = row.columns(of: "daemon")
            let now: Instant = try daemon["seenAt"]
            clock?.set(now)
            return try daemon["commits"] as Int64
        }
        guard let number = found.first else {
            throw StoreError.unavailable("The database has forgotten this daemon. Restart galleyd.")
        }
        return number
    }

    /// Whether a commit happened whose answer was lost. Within the next turn the lost session is over for certain.
    private func happened(_ number: Int64, _ lost: SQLError) throws -> Bool {
        let start = ContinuousClock.now
        while true {
            do {
                if session.isLost { try session.connect() }
                let next = try begin()
                // This commit has the synchronous standby's answer for the lost one, too.
                try session.commit()
                return next > number
            } catch let error as SQLError where session.isLost || error.kind == .unconfirmed {
                guard ContinuousClock.now - start < ServerWriter.patience else {
                    throw StoreError.unavailable(
                        "The connection to the database ended while it was saving, and it cannot be asked whether it did: "
                            + "\(lost.message). Look whether it is there before you do it again.")
                }
                usleep(200_000)
            }
        }
    }
}
