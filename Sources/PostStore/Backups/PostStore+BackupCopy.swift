import BackupFile
import Dispatch
import Glibc
import Posts
import Programs
import SQL

/// Backups while the daemon runs: always a file of SQLite, which can be restored into either engine.
///
/// SQLite's backup copies the store page by page, from one unchanging state: a reader of a WAL keeps no writer waiting.
/// `VACUUM INTO` would write a smaller file for several times the work, and reports no progress. The copy is opened and
/// checked, and only then are the pictures added: their files never change, and none is removed meanwhile.
extension PostStore {
    /// - Throws: `refused` while another backup is being made.
    package func backupPermit() throws(StoreError) -> BackupPermit {
        guard let permit = backupCoordinator.permit() else {
            throw .refused("A backup is being made at this moment. Try again when it is done.")
        }
        return permit
    }

    /// Copies the store into a file beside it and checks the copy.
    /// - Parameters:
    ///   - version: of this Galley.
    ///   - key: see `noteBackup`.
    ///   - report: gets lines about the progress; called on any thread.
    package func makeBackup(
        _ permit: BackupPermit, version: String, once key: RequestKey? = nil,
        _ report: @escaping @Sendable (String) -> Void
    ) async throws(StoreError) -> BackupCopy {
        let madeAt = now()
        let digests: [String]
        do { digests = try await onOwnThread { [self] in try copyStore(report) } } catch {
            throw StoreError(error, store: storeCopy)
        }
        do {
            guard let size = StoreFile.size(of: storeCopy) else {
                throw StoreFile.unavailable("\(storeCopy) cannot be read", errno)
            }
            var files = [BackupCopy.File(name: BackupName.store, path: storeCopy, size: size)]
            var missing: [String] = []
            for digest in digests {
                let path = mediaFolder.file(of: digest)
                if let size = StoreFile.size(of: path) {
                    files.append(BackupCopy.File(name: BackupName.picture(digest), path: path, size: size))
                } else {
                    missing.append(digest)
                }
            }
            let bytes = files.reduce(0) { $0 + $1.size }
            let facts = BackupFacts(
                version: version, schema: Schema.version, madeAt: madeAt.microseconds,
                number: try await noteBackup(madeAt: madeAt, bytes: bytes, once: key), bytes: bytes,
                missing: missing)
            return BackupCopy(
                facts: facts, files: files, seconds: madeAt.seconds, storeCopy: storeCopy, permit: permit)
        } catch {
            removeStoreCopy()
            throw StoreError(error)
        }
    }

    /// Removes the copy of a backup during which a daemon was killed.
    func removeStoreCopy() { for end in ["", "-journal"] { _ = unsafe unlink(storeCopy + end) } }

    /// Removes the pictures whose removal a backup put off.
    func removeLeftOverPictures() async throws(StoreError) {
        let leftOver = backupCoordinator.takeLeftOver()
        if !leftOver.isEmpty { try await removeFiles(leftOver) }
    }

    private var storeCopy: String { "\(own).backup" }

    /// Runs `work` on one unchanging state, for as long as it takes and beside all readers.
    func readForCopy<Value>(_ work: (any Database) throws -> Value) throws -> Value {
        try server?.copying(work) ?? engine.readNow(work)
    }

    /// - Returns: the digests of all pictures in the copy.
    private func copyStore(_ report: @escaping @Sendable (String) -> Void) throws -> [String] {
        removeStoreCopy()
        try StoreFile(path: storeCopy).secure()
        do {
            if let file {
                try copyPages(of: file.path, report)
            } else {
                try StoreCopy.into(storeCopy) { copy in
                    _ = try readForCopy { try TableCopy(from: $0, to: copy).run(report) }
                }
            }
            report("Checking the copy …")
            return try picturesOfCopy()
        } catch {
            removeStoreCopy()
            throw error
        }
    }

    private func copyPages(of path: String, _ report: @escaping @Sendable (String) -> Void) throws {
        let source = try SQLiteDatabase(path, .readOnly)
        let copy = try SQLiteDatabase(storeCopy)
        try copy.script("PRAGMA synchronous = OFF")
        try source.transaction("DEFERRED") {
            // The first read fixes the state that is copied.
            _ = try source.count("SELECT count(*) FROM sqlite_schema")
            try source.copy(to: copy) { done, all in report("Copying the store: \(done * 100 / max(1, all)) %") }
        }
        // One file, without a WAL.
        try copy.script("PRAGMA journal_mode = DELETE")
    }

    /// Checks the copy.
    /// - Returns: the digests of all pictures in it.
    private func picturesOfCopy() throws -> [String] {
        let copy = try SQLiteDatabase(storeCopy, .readOnly)
        try copy.quickCheck()
        // A restore would refuse it.
        if let difference = try Schema.difference(in: copy, at: Schema.version) {
            throw StoreError.damaged("It is not as Galley made it: \(difference).")
        }
        return try copy.pictures()
    }
}
