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
    private let engine: any StoreEngine
    private let condition: StoreCondition
    private let timings: Timings
    private let context: @Sendable (any Database) -> WriteTransaction
    private let settled: @Sendable (any Database) -> Void
    private let committed: @Sendable (Set<LogEvent.Kind>) -> Void
    private struct Waiting {
        var jobs: [Job] = []
        /// Why no job is taken: the database is silent in the midst of a turn.
        var standstill: MachineFault?
    }
    private let waiting = Mutex(Waiting())

    /// - Parameters:
    ///   - condition: is updated by every commit.
    ///   - timings: of commits that reach the disk.
    ///   - context: creates the transaction that the jobs of one group share.
    ///   - committed: called after every commit that holds something, with the kinds of events in it.
    ///   - settled: called in the writer's turn after each group that is on disk, or had nothing to write.
    init(
        _ engine: any StoreEngine, _ condition: StoreCondition = StoreCondition(),
        _ timings: Timings = Metrics().commits,
        context: @escaping @Sendable (any Database) -> WriteTransaction,
        committed: @escaping @Sendable (Set<LogEvent.Kind>) -> Void,
        settled: @escaping @Sendable (any Database) -> Void = { _ in }
    ) {
        self.engine = engine
        self.condition = condition
        self.timings = timings
        self.context = context
        self.committed = committed
        self.settled = settled
        engine.whenSilent { [weak self] in
            self?.stopWaiting([])
        } _: { [weak self] in
            self?.waiting.withLock { $0.standstill = nil }
        }
    }

    /// Runs `work` inside a transaction and returns once that is on disk.
    /// - Parameters:
    ///   - isKept: false to roll back what `work` writes.
    ///   - isPatient: whether the caller waits for a silent database as long as it takes.
    func commit<Value: Sendable>(
        isKept: Bool = true, isPatient: Bool = false, _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            add(work, isKept: isKept, isPatient: isPatient) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Adds `work` to the next group, and calls `answer` on the writer's thread once the group is on disk or has failed.
    /// - Parameters:
    ///   - isKept: whether what the work writes stays.
    ///   - isPatient: see `commit`.
    func add<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value, isKept: Bool = true, isPatient: Bool = false,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        let reply = Reply(answer)
        let job = Job(isPatient: isPatient) { transaction in
            let result = Result {
                let value = try work(transaction)
                // An error of its last statements is this job's, and not that of the next one.
                try transaction.db.settle()
                return value
            }
            // What else it told is over before it is rolled back.
            if result.error != nil { try? transaction.db.settle() }
            return Ending(error: result.error ?? (isKept ? nil : TakenBack())) {
                reply.give(result.mapError { StoreError($0) })
            }
        } fail: { error in
            reply.give(.failure(error))
        }
        let (isFirst, standstill) = waiting.withLock { waiting in
            let isTaken = isPatient || waiting.standstill == nil
            if isTaken { waiting.jobs.append(job) }
            return (waiting.jobs.count == 1, isTaken ? nil : waiting.standstill)
        }
        if let standstill {
            job.fail(.faulty(standstill))
        } else if isFirst {
            engine.write { self.writeGroup($0) }
        }
    }

    private func writeGroup(_ writer: any StoreWriter) {
        let group = waiting.withLock { waiting in
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
        guard !group.isEmpty else { return }
        defer { waiting.withLock { $0.standstill = nil } }
        do {
            let endings = try write(group, writer)
            settled(writer.db)
            for ending in endings { ending.answer() }
        } catch {
            let fault = engine.fault(behind: error)
            if let fault { condition.note(fault) }
            let error = fault.map { .faulty($0) } ?? StoreError(error)
            for job in group { job.fail(error) }
        }
    }

    /// Answers the callers but for patient ones. The turn goes on and may still succeed: the engine never gives a commit up, since it could not say
    /// whether it happened.
    private func stopWaiting(_ group: [Job]) {
        condition.note(.silentServer)
        for job in group where !job.isPatient {
            job.fail(
                .unavailable(
                    "The database has not said for ten seconds whether it saved this. Look whether it is there before you do it "
                        + "again."))
        }
        let later = waiting.withLock { waiting in
            defer { waiting.jobs.removeAll { !$0.isPatient } }
            waiting.standstill = .silentServer
            return waiting.jobs.filter { !$0.isPatient }
        }
        for job in later { job.fail(.faulty(.silentServer)) }
    }

    private func write(_ group: [Job], _ writer: any StoreWriter) throws -> [Ending] {
        let start = ContinuousClock.now
        let isShared = group.count > 1
        let written = try writer.turn(isShared: isShared, slow: { self.stopWaiting(group) }) {
            let transaction = context(writer.db)
            var (endings, rows) = ([Ending](), 0)
            for job in group {
                let (ending, changed) = try writer.counting { try run(job, transaction, writer, inSavepoint: isShared) }
                endings.append(ending)
                if ending.error == nil { rows += changed }
            }
            // An empty commit announces nothing: the courier claims work by a write that may find none, and would wake itself.
            return ((endings: endings, kinds: rows > 0 ? transaction.announced.kinds : nil), rows)
        }
        guard let kinds = written.kinds else { return written.endings }
        timings.add(ContinuousClock.now - start)
        condition.noteSuccess()
        committed(kinds)
        return written.endings
    }

    private func run(
        _ job: Job, _ transaction: WriteTransaction, _ writer: any StoreWriter, inSavepoint: Bool
    ) throws -> Ending {
        let db = writer.db
        if inSavepoint { try db.tell("SAVEPOINT job") }
        let ending = job.run(transaction)
        // On a full disk SQLite rolls back the whole transaction: then the whole group is lost.
        guard writer.isInTransaction else {
            throw ending.error ?? StoreError.unavailable("Nothing of it was saved. Try again.")
        }
        guard inSavepoint else { return ending }
        if ending.error != nil { try db.tell("ROLLBACK TO job") }
        try db.tell("RELEASE job")
        return ending
    }
}

/// The answer to a caller, which is given once.
private final class Reply<Value: Sendable>: Sendable {
    private let answer: Mutex<(@Sendable (Result<Value, StoreError>) -> Void)?>

    init(_ answer: @escaping @Sendable (Result<Value, StoreError>) -> Void) { self.answer = Mutex(answer) }

    func give(_ result: Result<Value, StoreError>) { answer.withLock { $0.take() }?(result) }
}

private struct Job: Sendable {
    let isPatient: Bool
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
