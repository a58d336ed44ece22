import Dispatch
package import OpenMetrics
package import Posts
import SQL

/// Keeps posts, revisions, deliveries, users and the event log in one database.
///
/// A method that writes returns once its change is on disk, together with the event that announces it. A read is never
/// older than the last write that returned.
package final class PostStore: Sendable {
    /// The path of its file, or the address of its database.
    package let place: String
    package let mediaFolder: MediaFolder
    /// The path of its file, or that of none in the daemon's own folder: where its temporary files are.
    let own: String
    let engine: any StoreEngine
    /// The engine of a store that is a file; nil for another.
    let file: FileEngine?
    /// The engine of a store on a server; nil for another.
    let server: ServerEngine?
    /// The clock by which the desk lives.
    package let now: @Sendable () -> Instant
    private let queue: CommitQueue
    private let subscribers = CommitSubscribers()
    let backupCoordinator = BackupCoordinator()
    let unusedFiles = UnusedFiles()
    let spoiled: SpoiledRows
    let pictureQueue = DispatchQueue(label: "store.pictures")
    let condition: StoreCondition
    /// The size at which a page of a list ends early.
    package let pageBytesMax: Int

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
        let condition = StoreCondition()
        let file = try FileEngine(path, condition, report: report)
        let store = PostStore(
            place: path, own: path, file, file: file, media: MediaFolder(beside: path), boot: boot, now: now,
            condition: condition,
            timings: timings,
            pageBytesMax: pageBytesMax, spoiled: SpoiledRows(report: report))
        store.removeStoreCopy()
        return store
    }

    /// Opens the store at a PostgreSQL server, or creates its tables. Until `takeOver` has returned it can only be read.
    /// - Parameters:
    ///   - url: see `problem(ofAddress:)`.
    ///   - password: nil when the server asks for none.
    ///   - folder: that of the pictures.
    ///   - state: the daemon's own folder, for temporary copies of the store.
    ///   - facts: of this daemon.
    ///   - now: nil for the database's clock, which the machine's steady one carries on.
    ///   - readers: connections besides the one that writes.
    /// - Throws: `newerSchema` and `notAStore`, before anything is written; `unavailable`.
    package static func open(
        server url: String, password: String?, media folder: String, state: String, boot: BootID, facts: DaemonFacts,
        now: (@Sendable () -> Instant)? = nil,
        timings: Timings = Metrics().commits, pageBytesMax: Int = PageRoom.bytesMax, readers: Int = 4,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreError) -> PostStore {
        let (condition, clock) = (StoreCondition(), DatabaseClock())
        let address = try StoreError.catching { try PostgresAddress(url, password: password) }
        let server = try ServerEngine(
            address, boot: boot, facts, condition, now == nil ? clock : nil, readers: readers)
        let store = PostStore(
            place: url, own: state + "/galley.db", server, server: server, media: MediaFolder(path: folder), boot: boot,
            now: now ?? { clock.now },
            condition: condition, timings: timings, pageBytesMax: pageBytesMax, spoiled: SpoiledRows(report: report))
        store.removeStoreCopy()
        return store
    }

    /// Why `url` cannot be the address of a store's database, in sentences; nil if it can.
    package static func problem(ofAddress url: String) -> String? {
        do { _ = try PostgresAddress(url, password: nil) } catch { return "\(error)" }
        return nil
    }

    private init(
        place: String, own: String, _ engine: any StoreEngine, file: FileEngine? = nil, server: ServerEngine? = nil,
        media: MediaFolder, boot: BootID,
        now: @escaping @Sendable () -> Instant,
        condition: StoreCondition, timings: Timings, pageBytesMax: Int, spoiled: SpoiledRows
    ) {
        (self.place, self.own) = (place, own)
        mediaFolder = media
        self.engine = engine
        self.file = file
        self.server = server
        self.now = now
        self.condition = condition
        self.pageBytesMax = pageBytesMax
        self.spoiled = spoiled
        queue = CommitQueue(engine, condition, timings) { db in
            WriteTransaction(
                db: db, now: now(), boot: boot, announced: WriteTransaction.AnnouncedKinds(), spoiled: spoiled)
        } committed: { [subscribers] in
            subscribers.notify(of: $0)
        } settled: { [unusedFiles, backupCoordinator, mediaFolder] in
            unusedFiles.remove(from: mediaFolder, in: $0, unless: backupCoordinator.keeps)
        }
    }

    /// Whether the calls of this task wait for a silent database as long as it takes. So does the courier, which has to know
    /// what it has claimed and armed; people get an answer after ten seconds.
    @TaskLocal package static var isPatient = false

    func room(_ rows: Int) -> PageRoom { PageRoom(rows: rows, bytes: pageBytesMax) }

    /// Closes the store, and ends all streams of `changes()`. Later calls fail.
    package func close() {
        subscribers.finish()
        condition.finish()
        engine.close()
    }
}

// MARK: - Transactions

extension PostStore {
    /// Runs `work` in a transaction that it shares with other waiting writers, and returns when that is on disk.
    @discardableResult
    func commit<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await queue.commit(isPatient: PostStore.isPatient, work)
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
            engine.read {
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
            return try engine.readNow(work)
        } catch {
            throw StoreError(error)
        }
    }

    package var soundness: StoreIntegrity { file?.integrity.state ?? .sound }

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

    /// Whether reading and writing still get their turn, for the watchdog.
    package func answers() async -> Bool { await engine.answers() }
}
