import Dispatch
package import OpenMetrics
package import Posts
import SQL

/// Keeps posts, revisions, deliveries, users and the event log in one SQLite file.
///
/// A method that writes returns once its change is on disk, together with the event that announces it. A read is never
/// older than the last write that returned.
package final class PostStore: Sendable {
    package let path: String
    let pool: SQLitePool
    let now: @Sendable () -> Instant
    private let queue: CommitQueue
    private let lock: StoreLock
    private let fileLock: StoreFileLock
    private let subscribers = CommitSubscribers()
    let integrity = IntegrityCheck()
    let backupCoordinator = BackupCoordinator()
    let unusedFiles = UnusedFiles()
    let spoiled: SpoiledRows
    let cutter: WordCutter
    let pictureQueue = DispatchQueue(label: "store.pictures")
    let condition = StoreCondition()
    /// The size at which a page of a list ends early.
    package let pageBytesMax: Int
    let presence: StorePresence

    /// Opens the store at `path`, or creates it; its folder must exist.
    ///
    /// - Parameters:
    ///   - now: the clock; called on any thread.
    ///   - timings: collects how long each durable commit took.
    ///   - report: gets a sentence for the log when the last end was unclean, another when the check that follows in the
    ///     background is done, and one for each row that is left out because it is damaged. Called on any thread.
    /// - Throws: `inUse`, `linked`, `newerSchema` and `notAStore`, before anything is written; `unavailable` and `damaged`.
    package static func open(
        at path: String, boot: BootID, now: @escaping @Sendable () -> Instant, timings: Timings = Metrics().commits,
        pageBytesMax: Int = PageRoom.bytesMax,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreError) -> PostStore {
        let file = StoreFile(path: path)
        try file.check(known: Schema.version)
        let lock = try StoreLock(path: path + ".lock", store: path)
        // Again: another process may have changed it before this one had the lock.
        try file.check(known: Schema.version)
        let wasLeftOpen = file.wasLeftOpen
        try file.secure()
        let fileLock = try StoreFileLock(path: path)
        let (pool, cutter): (SQLitePool, WordCutter)
        do {
            (pool, cutter) = (try PostStore.prepared(path), try WordCutter(WordIndex.tokenizer))
        } catch {
            throw StoreError(error, store: path)
        }
        let store = PostStore(
            path: path, boot: boot, now: now, pool: pool, cutter: cutter, lock: lock, fileLock: fileLock,
            timings: timings,
            pageBytesMax: pageBytesMax, spoiled: SpoiledRows(report: report))
        store.removeStoreCopy()
        Restoration.removeLeftovers(of: path)
        if wasLeftOpen { store.integrity.begin(path, report) }
        return store
    }

    private init(
        path: String, boot: BootID, now: @escaping @Sendable () -> Instant, pool: SQLitePool, cutter: WordCutter,
        lock: StoreLock,
        fileLock: StoreFileLock, timings: Timings, pageBytesMax: Int, spoiled: SpoiledRows
    ) {
        self.path = path
        self.now = now
        self.pool = pool
        self.cutter = cutter
        self.lock = lock
        self.fileLock = fileLock
        self.pageBytesMax = pageBytesMax
        self.spoiled = spoiled
        presence = StorePresence(path: path)
        queue = CommitQueue(pool, condition, timings) {
            WriteTransaction(
                db: $0, now: now(), boot: boot, announced: WriteTransaction.AnnouncedKinds(), spoiled: spoiled)
        } committed: { [subscribers] in
            subscribers.notify(of: $0)
        } settled: { [unusedFiles, backupCoordinator, mediaFolder = MediaFolder(beside: path)] in
            unusedFiles.remove(from: mediaFolder, in: $0, unless: backupCoordinator.keeps)
        }
    }

    func room(_ rows: Int) -> PageRoom { PageRoom(rows: rows, bytes: pageBytesMax) }

    private static let readersMax = 4

    private static func prepared(_ path: String) throws -> SQLitePool {
        try SQLitePool(path, label: "store", readers: readersMax) { db in
            // With less than FULL the last commits may be lost when the power fails.
            // Savepoints copy the pages they change, by default into a file in /tmp.
            // By default SQLite checkpoints after every 4 MB of WAL, and copies pages that change often each time. Here it
            // does so after 64 MB, or while the store is idle (`Checkpoints`). The writer, which checkpoints, caches 16 MB.
            try db.script(
                """
                PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000;
                PRAGMA cache_size = -16000
                """)
            // An older Galley reads the version from the file itself, not from the WAL.
            if try Schema.migrate(db) { try db.script("PRAGMA wal_checkpoint(TRUNCATE)") }
        } prepareReader: { db in
            // With SQLite's default of two megabytes, a list whose posts lie far apart in a large store is always read from
            // the file.
            try db.script("PRAGMA cache_size = -8000")
        }
    }

    /// Closes the store: checkpoints the WAL, ends all streams of `changes()` and releases the lock. Later calls fail.
    package func close() {
        defer {
            fileLock.release()
            lock.release()
        }
        integrity.stop()
        subscribers.finish()
        condition.finish()
        // SQLite would remove the WAL by its name, which may be another file now.
        guard !condition.isStoreGone else { return }
        // If this fails the WAL stays, and the next start reads it.
        try? pool.writer.wait { try $0.script("PRAGMA wal_checkpoint(TRUNCATE)") }
        pool.close()
    }
}

// MARK: - Transactions

extension PostStore {
    /// Runs `work` in a transaction that it shares with other waiting writers, and returns when that is on disk.
    @discardableResult
    func commit<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await queue.commit(work)
    }

    /// Runs `work` in a transaction and takes back what it wrote. Other writers wait meanwhile.
    func tryOut<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await queue.commit(isKept: false, work)
    }

    /// Runs `work` on one unchanging state of the store.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (any Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            pool.read {
                try work($0)
            } answer: {
                continuation.resume(returning: $0.mapError { StoreError($0) })
            }
        }
        return try result.get()
    }

    /// The same for a thread that may block.
    func readNow<Value>(_ work: (any Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.readNow { try work($0) }
        } catch {
            throw StoreError(error)
        }
    }

    package var soundness: StoreIntegrity { integrity.state }

    /// One element after each commit; commits that were not taken in time become one element. Ends with the store.
    /// - Parameter kinds: only commits with an event of one of these kinds; nil for all commits.
    package func changes(of kinds: Set<LogEvent.Kind>? = nil) -> AsyncStream<Void> { subscribers.stream(of: kinds) }

    /// The same without a stream for each subscriber, of which there may be many.
    /// - Parameters:
    ///   - notify: called after each commit; must return at once.
    ///   - end: called when the store closes.
    package func subscribe(_ notify: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void)
        -> CommitSubscription
    {
        subscribers.subscribe(notify, end: end)
    }

    /// Whether reading and writing still get their turn, for the watchdog. It takes no lock in the file, so that
    /// neither a full disk nor another program can make it fail; only a stuck disk makes it wait.
    package func answers() async -> Bool {
        let reads = try? await read { try $0.integer("SELECT 1") }
        await withCheckedContinuation { continuation in
            pool.writer.begin { _ in continuation.resume() }
        }
        return reads == 1
    }
}
