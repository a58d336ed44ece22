import Dispatch
import GRDB
import Synchronization

/// Brings what the write-ahead log holds home into the store's file, while nobody writes.
///
/// SQLite does that within the commit that makes the log too long, and whoever commits waits some milliseconds longer. It
/// still does when there is never a pause.
///
/// The connection that writes does it, and no other: up to 3.51.2 SQLite may lose what one connection commits while another
/// brings the log home (https://www.sqlite.org/wal.html#walresetbug).
final class Checkpoints: Sendable {
    private struct State {
        /// Changed since the last time.
        var rows = 0
        var lastCommit = ContinuousClock.now
        var isDue = false
    }
    private let pool: DatabasePool
    private let condition: StoreCondition
    private let pause: Duration
    private let finished: @Sendable () -> Void
    private let state = Mutex(State())

    /// About a tenth of what SQLite lets the log grow to.
    private static let rowsMax = 500

    /// - Parameters:
    ///   - pause: how long nobody has written before it begins; less than a second.
    ///   - finished: called each time when it is over.
    init(
        _ pool: DatabasePool, _ condition: StoreCondition, pause: Duration = .milliseconds(20),
        finished: @escaping @Sendable () -> Void = {}
    ) {
        self.pool = pool
        self.condition = condition
        self.pause = pause
        self.finished = finished
    }

    /// To be called after each commit.
    func noteCommit(rows: Int) {
        let isNewlyDue = state.withLock { state in
            state.rows += rows
            state.lastCommit = .now
            guard state.rows >= Checkpoints.rowsMax, !state.isDue else { return false }
            state.isDue = true
            return true
        }
        if isNewlyDue { wait(pause) }
    }

    private func wait(_ duration: Duration) {
        let nanoseconds = Int(duration.components.attoseconds / 1_000_000_000)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in self?.look() }
    }

    private func look() {
        let left = state.withLock { pause - (ContinuousClock.now - $0.lastCommit) }
        guard left <= .zero else { return wait(left) }
        pool.asyncWriteWithoutTransaction { db in
            self.bring(db)
            self.finished()
        }
    }

    private func bring(_ db: Database) {
        state.withLock { state in
            state.rows = 0
            state.isDue = false
        }
        // The log of a store that is gone belongs to a file that nobody will find.
        guard !condition.isStoreGone else { return }
        // What fails stays in the log, which is as good, and SQLite tries again by itself; should the disk be at fault, the
        // next commit tells.
        try? db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
    }
}
