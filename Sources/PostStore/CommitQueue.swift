import GRDB
import Meters
import Posts
import Synchronization

/// Writes that wait share one durable commit.
///
/// Each job is as if in a savepoint of its own: when it fails, it alone is undone and its caller alone hears of it.
/// Nobody resumes before the commit has reached the disk. The work is done on GRDB's writer queue: by a thread of its own,
/// or, for somebody who writes alone to a disk that is quick, by the thread that asks, since waking another one and being
/// woken by it takes about as long as such a commit. Should the disk hang in that very moment, that thread's other
/// connections wait with it, until the watchdog ends a daemon whose store does not answer.
final class CommitQueue: Sendable {
    private let pool: DatabasePool
    private let condition: StoreCondition
    private let timings: Timings
    private let checkpoints: Checkpoints
    private let context: @Sendable (Database) -> Change
    private let committed: @Sendable (Set<LogEvent.Kind>) -> Void
    private let state = Mutex(State())
    private let gathered = Doorbell()

    private struct State {
        var pending: [Job] = []
        var isDraining = false
        /// Whether the last group was a single job, and soon on disk: then the next is likely to be so too.
        var isCalm = false
        /// The drain sleeps until so many jobs wait; 0: it does not sleep.
        var wanted = 0
    }

    /// - Parameters:
    ///   - condition: learns from every commit how the machine is.
    ///   - timings: of what reaches the disk.
    ///   - checkpoints: those of this pool.
    ///   - committed: called after every commit that holds something, with what it announced.
    init(
        _ pool: DatabasePool, _ condition: StoreCondition = StoreCondition(),
        _ timings: Timings = Meters().commits, _ checkpoints: Checkpoints? = nil,
        context: @escaping @Sendable (Database) -> Change,
        committed: @escaping @Sendable (Set<LogEvent.Kind>) -> Void
    ) {
        self.pool = pool
        self.condition = condition
        self.timings = timings
        self.checkpoints = checkpoints ?? Checkpoints(pool, condition)
        self.context = context
        self.committed = committed
    }

    /// Runs `work` inside a transaction and returns once that is on disk. It may be run twice, so it must touch nothing
    /// but the transaction.
    func commit<Value: Sendable>(
        _ work: @escaping @Sendable (Change) throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let job = Job { change in
                let result = Result { try work(change) }
                return Ending(error: result.error) { lost in
                    continuation.resume(returning: lost.map { .failure($0) } ?? result.mapError { StoreError($0) })
                }
            } fail: { lost in
                continuation.resume(returning: .failure(lost))
            }
            enqueue(job)
        }
        return try result.get()
    }

    private func enqueue(_ job: Job) {
        let (isFirst, isCalm, isEnough) = state.withLock { state in
            state.pending.append(job)
            let isFirst = !state.isDraining
            state.isDraining = true
            let isEnough = state.wanted > 0 && state.pending.count >= state.wanted
            if isEnough { state.wanted = 0 }
            let isCalm = state.isCalm && condition.fault == nil && !checkpoints.isUnderWay
            return (isFirst, isCalm, isEnough)
        }
        if isEnough { gathered.ring() }
        guard isFirst else { return }
        if isCalm {
            pool.writeWithoutTransaction { drain($0) }
        } else {
            pool.asyncWriteWithoutTransaction { self.drain($0) }
        }
    }

    /// The longest commit for whose like a caller's own thread may be held up.
    private static let calm = Duration.milliseconds(1)

    /// Writes one group. It goes back to the end of the queue for the next one, so that whoever else needs the writer
    /// (the watchdog's question, closing) gets it between two groups.
    private func drain(_ db: Database, after lastCount: Int = 0, _ lastDuration: Duration = .zero) {
        // Those who just heard of their commit are about to come back. Waiting for all of them would leave the writer
        // idle while they prepare, and them while it writes; so half of the crowd writes while the other half prepares.
        let crowd = lastCount + state.withLock { $0.pending.count }
        if crowd > 1 { gather(crowd / 2, within: min(lastDuration / 2, .milliseconds(2))) }
        let batch = state.withLock { state in
            let batch = state.pending
            state.pending = []
            state.isDraining = !batch.isEmpty
            return batch
        }
        guard !batch.isEmpty else { return }
        let start = ContinuousClock.now
        let isCommitted = write(batch, db)
        let duration = ContinuousClock.now - start
        if isCommitted { timings.add(duration) }
        let isDone = state.withLock { state in
            state.isCalm = batch.count == 1 && duration < CommitQueue.calm
            // After a crowd the next drain waits for those who come back.
            let isDone = batch.count == 1 && state.pending.isEmpty
            state.isDraining = !isDone
            return isDone
        }
        if !isDone { pool.asyncWriteWithoutTransaction { self.drain($0, after: batch.count, duration) } }
    }

    /// Waits until `count` jobs are there, for at most `limit`.
    private func gather(_ count: Int, within limit: Duration) {
        let mustWait = state.withLock { state in
            state.wanted = state.pending.count < count ? count : 0
            return state.wanted > 0
        }
        guard mustWait else { return }
        // A ring that comes too late ends the next wait early, which then costs a smaller group and nothing else.
        gathered.wait(nanoseconds: Int(limit.components.attoseconds / 1_000_000_000))
        state.withLock { $0.wanted = 0 }
    }

    /// - Returns: whether something has reached the disk.
    private func write(_ batch: [Job], _ db: Database) -> Bool {
        var endings: [Ending] = []
        var lost: StoreError?
        var isCommitted = false
        do {
            // What is written into a file that nobody will find again is not saved.
            if let fault = condition.fault, fault.isStoreGone { throw fault }
            let ran = try run(batch, db, inSavepoints: false) ?? run(batch, db, inSavepoints: true)
            endings = ran?.endings ?? []
            let changed = endings.contains { $0.error == nil } ? ran?.changed : nil
            isCommitted = try end(db, changed)
        } catch {
            let fault = (error as? MachineFault) ?? PostStore.fault(of: error, in: db, pool.path)
            if let fault { condition.note(fault) }
            lost = fault.map { .faulty($0) } ?? StoreError(error)
            // Should even this fail, SQLite has rolled back by itself.
            if db.isInsideTransaction { try? db.run("ROLLBACK") }
        }
        for ending in endings { ending.tell(lost) }
        for job in batch.dropFirst(endings.count) {
            job.fail(lost ?? .unavailable("The store stopped; nothing was saved."))
        }
        return isCommitted
    }

    /// Runs the jobs of a group in one transaction and leaves it open.
    ///
    /// A savepoint copies each page that is changed after it, which costs a third of a group's time, and a job that
    /// fails has nearly always written nothing yet. So the first attempt does without.
    /// - Returns: nil when savepoints turn out to be needed; then nothing has happened. `changed` is nil when the jobs
    ///   changed nothing.
    private func run(
        _ batch: [Job], _ db: Database, inSavepoints: Bool
    ) throws -> (endings: [Ending], changed: Changed?)? {
        // SQLite (found in 3.40, reported for 3.50: https://sqlite.org/forum/forumpost/b490f726db) writes a log that is
        // not read again after a crash, when a savepoint is rolled back behind pages that went into the log early.
        if inSavepoints { try db.run("PRAGMA cache_spill = OFF") }
        defer { if inSavepoints { try? db.run("PRAGMA cache_spill = ON") } }
        try db.run("BEGIN IMMEDIATE")
        // Not before: a connection that is closed has no count, and SQLite crashes when asked for it.
        let changesBefore = db.totalChangesCount
        let change = context(db)
        var endings: [Ending] = []
        for job in batch {
            let changes = db.totalChangesCount
            if inSavepoints { try db.run("SAVEPOINT job") }
            let ending = job.run(change)
            endings.append(ending)
            // A full disk makes SQLite undo the whole transaction by itself: then all of the group is lost.
            guard db.isInsideTransaction else { throw ending.error ?? DatabaseError(resultCode: .SQLITE_ABORT) }
            if inSavepoints {
                if ending.error != nil { try db.run("ROLLBACK TO job") }
                try db.run("RELEASE job")
            } else if ending.error != nil, batch.count > 1, db.totalChangesCount != changes {
                try db.run("ROLLBACK")
                return nil
            }
        }
        let rows = db.totalChangesCount - changesBefore
        return (endings, rows == 0 ? nil : Changed(rows: rows, announced: change.news.kinds))
    }

    /// A commit that holds nothing is no news: the courier, which looks for work by a write that may find none, would
    /// wake itself without end.
    /// - Parameter changed: nil when it holds nothing.
    /// - Returns: whether it held something.
    private func end(_ db: Database, _ changed: Changed?) throws -> Bool {
        guard let changed else {
            try db.run("ROLLBACK")
            return false
        }
        try db.run("COMMIT")
        condition.noteSuccess()
        checkpoints.noteCommit(rows: changed.rows)
        committed(changed.announced)
        return true
    }
}

/// What a transaction holds.
private struct Changed {
    let rows: Int
    let announced: Set<LogEvent.Kind>
}

private struct Job: Sendable {
    /// Does its work, and says how to tell its caller. May be called a second time, after the first was undone.
    let run: @Sendable (Change) -> Ending
    /// Tells its caller that the work was not begun.
    let fail: @Sendable (StoreError) -> Void
}

private struct Ending {
    /// Of the work; nil when it succeeded.
    let error: (any Error)?
    /// - Parameter lost: why the commit failed, if it did.
    let tell: @Sendable (StoreError?) -> Void
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
