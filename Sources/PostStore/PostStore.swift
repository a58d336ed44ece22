import Dispatch
import GRDB
package import OpenMetrics
package import Posts

/// Keeps posts, revisions, deliveries, users and the event log in one SQLite file.
///
/// A method that writes returns once its change is on disk, together with the event that announces it. What is read is
/// never older than the last write that returned.
package final class PostStore: Sendable {
    /// The run of the daemon that opened it.
    package let boot: BootID
    package let path: String
    let pool: DatabasePool
    let now: @Sendable () -> Instant
    private let queue: CommitQueue
    private let lock: StoreLock
    private let listeners: CommitSubscribers
    let integrity = IntegrityCheck()
    let backupDesk = BackupCoordinator()
    let pictureQueue = DispatchQueue(label: "store.pictures")
    let condition: StoreCondition
    /// Beyond which a page of a list ends early.
    package let pageBytesMax: Int
    let presence: StorePresence

    /// Opens the store at `path`, or makes it; its folder must exist.
    ///
    /// - Parameters:
    ///   - now: the clock; called on any thread.
    ///   - timings: learns how long each durable commit took.
    ///   - report: gets a sentence for the log when the last end was unclean, and another when the check that follows
    ///     in the background is done. Called on any thread.
    /// - Throws: `inUse`, `newerSchema` and `notAStore`, before anything is written; `unavailable` and `damaged`.
    package static func open(
        at path: String, boot: BootID, now: @escaping @Sendable () -> Instant, timings: Timings = Metrics().commits,
        pageBytesMax: Int = PageRoom.bytesMax,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreError) -> PostStore {
        let file = StoreFile(path: path)
        try file.check(known: Schema.version)
        let lock = try StoreLock(path: path + ".lock", store: path)
        // Once more: another process may have changed it before the lock was ours.
        try file.check(known: Schema.version)
        let wasLeftOpen = file.wasLeftOpen
        try file.secure()
        let pool: DatabasePool
        do {
            pool = try PostStore.prepared(path)
        } catch {
            throw StoreError(error)
        }
        let store = PostStore(
            path: path, boot: boot, now: now, pool: pool, lock: lock, timings: timings, pageBytesMax: pageBytesMax)
        store.removeStoreCopy()
        if wasLeftOpen { store.integrity.begin(path, report) }
        return store
    }

    private init(
        path: String, boot: BootID, now: @escaping @Sendable () -> Instant, pool: DatabasePool, lock: StoreLock,
        timings: Timings, pageBytesMax: Int
    ) {
        self.pageBytesMax = pageBytesMax
        let listeners = CommitSubscribers()
        let condition = StoreCondition()
        self.condition = condition
        presence = StorePresence(path: path)
        self.path = path
        self.boot = boot
        self.now = now
        self.pool = pool
        self.lock = lock
        self.listeners = listeners
        queue = CommitQueue(pool, condition, timings) {
            WriteTransaction(db: $0, now: now(), boot: boot, news: WriteTransaction.News())
        } committed: {
            listeners.tell($0)
        }
    }

    func room(_ rows: Int) -> PageRoom { PageRoom(rows: rows, bytes: pageBytesMax) }

    private static let readersMax = 4

    private static func prepared(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "store"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = readersMax
        // With SQLite's own two megabytes, a list whose posts lie far apart in a large store is read from the file each time.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -8000") }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB chooses NORMAL, which may lose the last commits when the power fails.
        // Savepoints copy the pages they change; by default into a file in /tmp as soon as a few have come together.
        // A page that changes often need not be copied into the file for every four megabytes of log, only in a pause
        // (`Checkpoints`) or for every 64; and the writer remembers 16, rather than two, when it has that much to do.
        try pool.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000;
                    PRAGMA cache_size = -16000
                    """)
        }
        if try !pool.read(Schema.migrator.hasCompletedMigrations) {
            try Schema.migrator.migrate(pool)
            // The version has to be in the file itself, where an older Galley looks for it.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        return pool
    }

    /// Ends the store: writes the log back into the file, ends all streams of `changes()` and lets other processes in.
    /// Calls that come later fail.
    package func close() {
        integrity.stop()
        listeners.finish()
        condition.finish()
        // SQLite would remove the log by its name, which belongs to somebody else by now.
        guard !condition.isStoreGone else { return lock.release() }
        // Should this fail the log stays, and the next start reads it.
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try? pool.close()
        lock.release()
    }
}

// MARK: - How the others work

extension PostStore {
    /// Runs `work` in a transaction shared with whatever else is waiting, and returns when that is on disk.
    func commit<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await queue.commit(work)
    }

    /// Runs `work` on one unchanging state of the store.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result = await reading(work)
        // A reader that is only now opened opens whatever has the store's name.
        guard case .failure = result, !condition.isStoreGone, presence.missing != nil else { return try result.get() }
        await look()
        return try await reading(work).get()
    }

    private func reading<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            let answer: @Sendable (Result<Database, any Error>) -> Void = { database in
                continuation.resume(returning: Result { try work(database.get()) }.mapError { StoreError($0) })
            }
            if condition.isStoreGone {
                // Only the writer's connection is sure to have the store open; a reader opens what has its name now.
                pool.asyncWriteWithoutTransaction { answer(.success($0)) }
            } else {
                pool.asyncRead(answer)
            }
        }
    }

    package var soundness: StoreIntegrity { integrity.state }

    /// One element after each commit; those that nobody took meanwhile are one. Ends with the store.
    /// - Parameter kinds: with them, only commits count that hold an event of one of these kinds.
    package func changes(of kinds: Set<LogEvent.Kind>? = nil) -> AsyncStream<Void> { listeners.stream(of: kinds) }

    /// The same without a stream for each listener, of whom there may be many.
    /// - Parameters:
    ///   - tell: called after each commit, for a moment only.
    ///   - end: called when the store closes.
    package func listen(_ tell: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void)
        -> CommitSubscription
    {
        listeners.listen(tell, end: end)
    }

    /// Whether reading and writing still get their turn: for the watchdog. Takes no lock in the file, so that neither a
    /// full disk nor another program can make it fail; only a stuck disk makes it wait.
    package func answers() async -> Bool {
        let reads = try? await read { try Int.fetchOne($0, sql: "SELECT 1") }
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { _ in continuation.resume() }
        }
        return reads == 1
    }
}
