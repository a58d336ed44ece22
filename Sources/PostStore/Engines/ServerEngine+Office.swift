import Dispatch
import Posts
import SQL
import Synchronization

// One daemon at a time works with a store on a server: it alone writes, and sends. Taking over is like a start.

extension ServerEngine {
    /// Takes over if no daemon has the turn, or if its holder has done nothing for a whole lease. Call it about every second.
    /// - Returns: nil once this daemon has the turn; else the daemon that has it.
    /// - Throws: `newerSchema`
    func takeOver(_ writer: ServerWriter) throws -> BootID? {
        let session = writer.session
        let asked = ContinuousClock.now
        guard let row = try session.afterReconnecting({ try TurnRow.read(session) }) else {
            throw StoreError.damaged("The table “turn” has no row.")
        }
        guard row.schema == Schema.version else {
            throw StoreError.newerSchema(path: address, found: row.schema, known: Schema.version)
        }
        if isTimeToSign { try sign(session) }
        if let holder = row.holder, holder != boot,
            !watch.withLock({ $0.hasStoodStill("\(holder.text) \(row.commits)") })
        {
            return holder
        }
        do {
            try session.tell("BEGIN", [])
            try session.tell("SET LOCAL statement_timeout = 0", [])
            guard let number = try take(row, session) else {
                try session.run("ROLLBACK", []) { _ in true }
                return row.holder ?? boot
            }
            if row.mayLackCommits { try doubt(session) }
            try session.commit()
            writer.turns.confirmed.store(number, ordering: .relaxed)
        } catch {
            writer.rollBack()
            throw error
        }
        lease.renew(asked: asked)
        renewals.begin { [weak self] in self?.renew() }
        return nil
    }

    /// - Returns: the number of this turn; nil if another daemon was faster.
    private func take(_ row: TurnRow, _ session: PostgresDatabase) throws -> Int64? {
        let sql = """
            UPDATE turn SET holder = ?, commits = commits + 1, until = \(ServerWriter.end), lineage = ?,
              isSynchronous = \(ServerWriter.isSynchronous)
            WHERE holder IS NOT DISTINCT FROM ? AND commits = ? RETURNING commits
            """
        return try session.first(sql, [boot.text, row.found, row.holder?.text, row.commits]) {
            try $0.columns(of: "turn")["commits"]
        }
    }

    /// As after a restore from a backup that was made at the last event.
    private func doubt(_ session: PostgresDatabase) throws {
        let now: Instant? = try session.value("now", of: "turn", "SELECT \(ServerWriter.now) AS now")
        guard let now, let last = try session.lastChange() else { return }
        let transaction = WriteTransaction(
            db: session, now: now, boot: boot, announced: WriteTransaction.AnnouncedKinds())
        _ = try transaction.restore(from: last)
    }

    // MARK: - The lease

    /// Keeps the turn while nothing is written. A success ends a fault.
    private func renew() {
        guard isTimeToSign || condition.fault != nil else { return renewals.end() }
        begin { [self] writer in
            tryOut(writer)
            renewals.end()
        }
    }

    /// `renew` does so by itself.
    func checkCondition(at now: Instant) async {}

    /// Writes a turn that changes nothing of the desk.
    private func tryOut(_ writer: ServerWriter) {
        guard condition.fault?.endsDaemon != true else { return }
        let (began, ended) = silence.withLock { $0 }
        defer { ended() }
        do {
            try writer.turn(isShared: false, slow: began) {
                try sign(writer.session)
                return ((), rows: 1)
            }
            condition.noteSuccess()
        } catch {
            // What is no fault of the machine must not hide that it works again.
            condition.note(fault(behind: error))
        }
    }

    // MARK: - The list of daemons

    private var isTimeToSign: Bool { signed.withLock { $0.map { .now - $0 >= Lease.rest } ?? true } }

    /// Says that this daemon is there.
    private func sign(_ session: PostgresDatabase) throws {
        let sql = """
            INSERT INTO daemon (boot, host, version, settings, ahead, seenAt)
            VALUES (?1, ?2, ?3, ?4, CAST(?5 AS BIGINT) - \(ServerWriter.now), \(ServerWriter.now))
            ON CONFLICT (boot) DO UPDATE SET (settings, ahead, seenAt) = (excluded.settings, excluded.ahead, excluded.seenAt)
            """
        let machine = facts.clock().microseconds
        try session.run(sql, [boot.text, facts.host, facts.version, facts.settings(), machine]) { _ in true }
        let old = "DELETE FROM daemon WHERE seenAt < \(ServerWriter.now) - CAST(? AS BIGINT)"
        try session.run(old, [ServerEngine.daemonKept]) { _ in true }
        signed.withLock { $0 = .now }
    }

    /// An hour, in µs. A daemon that was killed stays in the list for so long.
    private static let daemonKept: Int64 = 3_600_000_000
}

/// Calls every two seconds, but not again before the last call has ended.
final class Renewals: Sendable {
    private struct State {
        var timer: (any DispatchSourceTimer)?
        var isUnderWay = false
    }
    private let state = Mutex(State())

    func begin(_ renew: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "store.lease"))
            timer.schedule(deadline: .now() + 2, repeating: 2)
            timer.setEventHandler { [weak self] in if self?.mayBegin() == true { renew() } }
            timer.resume()
            state.timer = timer
        }
    }

    private func mayBegin() -> Bool {
        state.withLock { state in
            guard !state.isUnderWay, state.timer != nil else { return false }
            state.isUnderWay = true
            return true
        }
    }

    func end() { state.withLock { $0.isUnderWay = false } }
    func stop() { state.withLock { $0.timer.take()?.cancel() } }
}
