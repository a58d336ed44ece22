import OpenMetrics
import Posts
import SQL
import Synchronization

/// Writers that wait share one durable commit.
///
/// All writing is done on the writer's queue, so a slow disk holds up that thread and no other. The first job that
/// waits asks for a turn there. All jobs that arrive before the turn begins, for example while the last group is being
/// written, belong to the same group. A turn writes one group; so other users of the writer (the watchdog, a checkpoint,
/// closing) get their turn between two groups.
///
/// A job that fails is rolled back alone, and only its caller gets its error. No caller resumes before the commit is on
/// disk.
final class CommitQueue: Sendable {
    private let pool: SQLitePool
    private let condition: StoreCondition
    private let timings: Timings
    private let checkpoints: Checkpoints
    private let context: @Sendable (SQLiteDatabase) -> WriteTransaction
    private let settled: @Sendable (SQLiteDatabase) -> Void
    private let committed: @Sendable (Set<LogEvent.Kind>) -> Void
    private let waiting = Mutex<[Job]>([])

    /// - Parameters:
    ///   - condition: is updated by every commit.
    ///   - timings: of commits that reach the disk.
    ///   - context: creates the transaction that the jobs of one group share.
    ///   - committed: called after every commit that holds something, with the kinds of events in it.
    ///   - settled: called in the writer's turn after each group that is on disk, or had nothing to write.
    init(
        _ pool: SQLitePool, _ condition: StoreCondition = StoreCondition(),
        _ timings: Timings = Metrics().commits, _ checkpoints: Checkpoints? = nil,
        context: @escaping @Sendable (SQLiteDatabase) -> WriteTransaction,
        committed: @escaping @Sendable (Set<LogEvent.Kind>) -> Void,
        settled: @escaping @Sendable (SQLiteDatabase) -> Void = { _ in }
    ) {
        self.pool = pool
        self.condition = condition
        self.timings = timings
        self.checkpoints = checkpoints ?? Checkpoints(pool, condition)
        self.context = context
        self.committed = committed
        self.settled = settled
    }

    /// Runs `work` inside a transaction and returns once that is on disk.
    /// - Parameter isKept: false to roll back what `work` writes.
    func commit<Value: Sendable>(
        isKept: Bool = true, _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            add(work, isKept: isKept) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Adds `work` to the next group, and calls `answer` on the writer's thread once the group is on disk or has failed.
    /// - Parameter isKept: whether what the work writes stays.
    func add<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value, isKept: Bool = true,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        let job = Job { transaction in
            let result = Result { try work(transaction) }
            return Ending(error: result.error ?? (isKept ? nil : TakenBack())) {
                answer(result.mapError { StoreError($0) })
            }
        } fail: { error in
            answer(.failure(error))
        }
        let isFirst = waiting.withLock { waiting in
            waiting.append(job)
            return waiting.count == 1
        }
        if isFirst { pool.writer.begin { self.writeGroup($0) } }
    }

    private func writeGroup(_ db: SQLiteDatabase) {
        let group = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        do {
            // A commit into a file that has lost its name would be lost with it.
            if let fault = condition.fault, fault.isStoreGone { throw fault }
            let endings = try write(group, db)
            settled(db)
            for ending in endings { ending.answer() }
        } catch {
            // SQLite has rolled back already where this fails.
            if db.isInTransaction { try? db.tell("ROLLBACK") }
            let fault = (error as? MachineFault) ?? PostStore.fault(of: error, pool.path)
            if let fault { condition.note(fault) }
            let error = fault.map { .faulty($0) } ?? StoreError(error)
            for job in group { job.fail(error) }
        }
    }

    private func write(_ group: [Job], _ db: SQLiteDatabase) throws -> [Ending] {
        let start = ContinuousClock.now
        // SQLite (found in 3.40, reported for 3.50: https://sqlite.org/forum/forumpost/b490f726db) writes a log that it does
        // not read again after a crash, when a savepoint is rolled back behind pages that went into the log early. SQLite
        // takes this setting only between transactions, and when it compiles the statement, so it is never kept prepared.
        let isShared = group.count > 1
        if isShared { try db.script("PRAGMA cache_spill = OFF") }
        defer { if isShared { try? db.script("PRAGMA cache_spill = ON") } }
        try db.tell("BEGIN IMMEDIATE")
        let transaction = context(db)
        var endings: [Ending] = []
        var rows = 0
        for job in group {
            let (ending, changed) = try db.counting { try run(job, transaction, db, inSavepoint: isShared) }
            endings.append(ending)
            if ending.error == nil { rows += changed }
        }
        // An empty commit announces nothing: the courier claims work by a write that may find none, and would wake itself.
        guard rows > 0 else {
            try db.tell("ROLLBACK")
            return endings
        }
        try db.tell("COMMIT")
        timings.add(ContinuousClock.now - start)
        condition.noteSuccess()
        checkpoints.noteCommit(rows: rows)
        committed(transaction.announced.kinds)
        return endings
    }

    private func run(
        _ job: Job, _ transaction: WriteTransaction, _ db: SQLiteDatabase, inSavepoint: Bool
    ) throws -> Ending {
        if inSavepoint { try db.tell("SAVEPOINT job") }
        let ending = job.run(transaction)
        // On a full disk SQLite rolls back the whole transaction: then the whole group is lost.
        guard db.isInTransaction else {
            throw ending.error ?? StoreError.unavailable("Nothing of it was saved. Try again.")
        }
        guard inSavepoint else { return ending }
        if ending.error != nil { try db.tell("ROLLBACK TO job") }
        try db.tell("RELEASE job")
        return ending
    }
}

private struct Job: Sendable {
    /// Does the work.
    let run: @Sendable (WriteTransaction) -> Ending
    /// Reports to the caller that the group was not saved.
    let fail: @Sendable (StoreError) -> Void
}

/// Has the writes of a job rolled back that succeeded.
private struct TakenBack: Error {}

private struct Ending {
    /// Why the writes are rolled back; nil when they stay.
    let error: (any Error)?
    /// Passes the result to the caller. Call it once the group is on disk.
    let answer: () -> Void
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
