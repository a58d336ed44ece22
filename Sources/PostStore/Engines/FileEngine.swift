import Posts
import SQL

/// A store in an SQLite file, which one daemon has open.
final class FileEngine: StoreEngine {
    let path: String
    let pool: SQLitePool
    let presence: StorePresence
    let integrity = IntegrityCheck()
    let condition: StoreCondition
    private let lock: StoreLock
    private let fileLock: StoreFileLock
    private let checkpoints: Checkpoints

    private static let readersMax = 4

    /// - Parameters:
    ///   - path: of the file, which is created if it is missing; its folder must exist.
    ///   - condition: tells whether the file is still there.
    ///   - report: see `PostStore.open`.
    /// - Throws: `inUse`, `linked`, `newerSchema` and `notAStore`, before anything is written; `unavailable` and `damaged`.
    init(
        _ path: String, _ condition: StoreCondition, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let file = StoreFile(path: path)
        try file.check(known: Schema.version)
        lock = try StoreLock(path: path + ".lock", store: path)
        // Again: another process may have changed it before this one had the lock.
        try file.check(known: Schema.version)
        let wasLeftOpen = file.wasLeftOpen
        try file.secure()
        fileLock = try StoreFileLock(path: path)
        do { pool = try FileEngine.prepared(path) } catch { throw StoreError(error, store: path) }
        (self.path, self.condition) = (path, condition)
        presence = StorePresence(path: path)
        checkpoints = Checkpoints(pool, condition)
        Restoration.removeLeftovers(of: path)
        if wasLeftOpen { integrity.begin(path, report) }
    }

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

    func read<Value>(
        _ work: @escaping @Sendable (any Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        pool.read({ try work($0) }, answer: answer)
    }

    func readNow<Value>(_ work: (any Database) throws -> Value) throws -> Value { try pool.readNow { try work($0) } }

    func write(_ work: @escaping @Sendable (any StoreWriter) -> Void) {
        pool.writer.begin { [self] in work(FileWriter(file: $0, condition: condition, checkpoints: checkpoints)) }
    }

    func fault(of error: SQLError) -> MachineFault? { MachineFault(error, store: path) }

    /// It takes no lock in the file, so that neither a full disk nor another program can make it fail; only a stuck disk makes
    /// it wait.
    func answers() async -> Bool {
        let reads = await withCheckedContinuation { continuation in
            read({ try $0.integer("SELECT 1") }) { continuation.resume(returning: (try? $0.get()) == 1) }
        }
        await withCheckedContinuation { continuation in
            write { _ in continuation.resume() }
        }
        return reads
    }

    /// Checkpoints the WAL and releases the lock.
    func close() {
        defer {
            fileLock.release()
            lock.release()
        }
        integrity.stop()
        // SQLite would remove the WAL by its name, which may be another file now.
        guard !condition.isStoreGone else { return }
        // If this fails the WAL stays, and the next start reads it.
        try? pool.writer.wait { try $0.script("PRAGMA wal_checkpoint(TRUNCATE)") }
        pool.close()
    }
}

struct FileWriter: StoreWriter {
    let file: SQLiteDatabase
    let condition: StoreCondition
    let checkpoints: Checkpoints

    var db: any Database { file }
    var isInTransaction: Bool { file.isInTransaction }

    func turn<Value>(
        isShared: Bool, slow: @escaping () -> Void, _ work: () throws -> (Value, rows: Int)
    ) throws -> Value {
        // A commit into a file that has lost its name would be lost with it.
        if let fault = condition.fault, fault.isStoreGone { throw fault }
        // SQLite (found in 3.40, reported for 3.50: https://sqlite.org/forum/forumpost/b490f726db) writes a log that it does
        // not read again after a crash, when a savepoint is rolled back behind pages that went into the log early. SQLite
        // takes this setting only between transactions, and when it compiles the statement, so it is never kept prepared.
        if isShared { try file.script("PRAGMA cache_spill = OFF") }
        defer { if isShared { try? file.script("PRAGMA cache_spill = ON") } }
        try file.tell("BEGIN IMMEDIATE")
        // SQLite has rolled back already where a disk fails.
        defer { if file.isInTransaction { try? file.tell("ROLLBACK") } }
        let (value, rows) = try work()
        guard rows > 0 else { return value }
        try file.tell("COMMIT")
        checkpoints.noteCommit(rows: rows)
        return value
    }

    func counting<Value>(_ work: () throws -> Value) throws -> (value: Value, rows: Int) { try file.counting(work) }
}
