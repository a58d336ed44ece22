import Dispatch
import SQL
import Synchronization

/// Checkpoints the WAL while the store is idle.
///
/// SQLite checkpoints within the commit that makes the WAL too long, and that commit takes some milliseconds longer. It
/// still does so when the store is never idle.
///
/// Only the writer's connection checkpoints: up to 3.51.2 SQLite may lose a commit of one connection while another one
/// checkpoints (https://www.sqlite.org/wal.html#walresetbug).
final class Checkpoints: Sendable {
    private struct State {
        /// Changed since the last checkpoint.
        var rows = 0
        var lastCommit = ContinuousClock.now
        var isDue = false
    }
    private let pool: SQLitePool
    private let condition: StoreCondition
    private let pause: Duration
    private let finished: @Sendable () -> Void
    private let state = Mutex(State())

    /// So many changed rows make a checkpoint due.
    private static let rowsMax = 500

    /// - Parameters:
    ///   - pause: how long the store is idle before a checkpoint; less than a second.
    ///   - finished: called after each checkpoint.
    init(
        _ pool: SQLitePool, _ condition: StoreCondition, pause: Duration = .milliseconds(20),
        finished: @escaping @Sendable () -> Void = {}
    ) {
        self.pool = pool
        self.condition = condition
        self.pause = pause
        self.finished = finished
    }

    /// Call it after each commit.
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
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            self?.checkpointIfIdle()
        }
    }

    private func checkpointIfIdle() {
        let left = state.withLock { pause - (ContinuousClock.now - $0.lastCommit) }
        guard left <= .zero else { return wait(left) }
        pool.writer.begin { db in
            self.checkpoint(db)
            self.finished()
        }
    }

    private func checkpoint(_ db: SQLiteDatabase) {
        state.withLock { state in
            state.rows = 0
            state.isDue = false
        }
        // The WAL of a deleted store belongs to a file without a name.
        guard !condition.isStoreGone else { return }
        // After a failure the pages stay in the WAL, which is as safe, and SQLite retries. If the disk failed, the next
        // commit reports it.
        try? db.script("PRAGMA wal_checkpoint(PASSIVE)")
    }
}
