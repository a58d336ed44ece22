import FoundationEssentials
import GRDB
import Glibc
import Posts

/// What the machine does to the store, and what is done about it.
extension PostStore {
    /// What keeps the store from being written at the moment, as far as is known.
    package var fault: MachineFault? { condition.fault }

    /// What it is now, and again whenever that changes.
    package func faults() -> AsyncStream<MachineFault?> { condition.stream() }

    /// Looks whether the files are still there, and, when something was wrong, whether it is over. To be called every
    /// two seconds or so; costs two system calls when all is well.
    ///
    /// A store whose file is gone refuses every write from then on, and its contents are copied out of the file that is
    /// still open. Should the file come back to its place, all goes on.
    package func look() async {
        if let missing = presence.missing {
            await keepWhatIsLost(missing)
        } else if condition.isStoreGone {
            // What was opened meanwhile by the store's name may be something else.
            pool.invalidateReadOnlyConnections()
            condition.note(nil)
        } else if MachineFault.areFilesExhausted {
            condition.note(.filesExhausted)
        } else if let fault {
            if fault == .filesExhausted { condition.note(nil) } else { await tryToWrite() }
        }
    }

    /// What the store takes on its disk, and what is left there for it; in bytes.
    package var sizes: (file: Int, log: Int, free: Int) {
        var room = statvfs()
        let isKnown = unsafe statvfs(StoreFile.folder(of: path), &room) == 0
        // Unsigned products of a file system that counts wrongly must not stop the daemon.
        let (free, isTooMuch) = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        let left = isTooMuch ? Int.max : Int(clamping: free)
        return (size(path), size(path + "-wal"), isKnown ? left : 0)
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes a page that says what it said before, durably. A success ends the fault, whatever it was.
    private func tryToWrite() async {
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { [condition, path] db in
                do {
                    try db.execute(sql: "BEGIN IMMEDIATE; PRAGMA user_version = \(Schema.version); COMMIT")
                    condition.noteSuccess()
                } catch {
                    condition.note(PostStore.fault(of: error, in: db, path) ?? condition.fault)
                    if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
                }
                continuation.resume()
            }
        }
    }

    private func keepWhatIsLost(_ missing: String) async {
        if case .storeGone(let loss)? = condition.fault, loss.copy != nil, loss.missing == missing { return }
        // First that nothing more is written, then what was.
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: nil, reason: nil)))
        let (copy, reason) = await copiedOut()
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: copy, reason: reason)))
    }

    /// - Returns: where the contents are, or why nowhere.
    private func copiedOut() async -> (copy: String?, reason: String?) {
        let folders = [StoreFile.folder(of: path), FileManager.default.temporaryDirectory.path]
        let name = "\(path.split(separator: "/").last ?? "galley.db").rescued-\(now().seconds)"
        return await withCheckedContinuation { continuation in
            // The writer's connection has the old file open; another would open what is there now by its name.
            pool.asyncWriteWithoutTransaction { db in
                var reason: String?
                for folder in folders {
                    do {
                        let copy = "\(folder)/\(name)"
                        try copyOut(db, to: copy)
                        return continuation.resume(returning: (copy, nil))
                    } catch {
                        reason = reason ?? "\(error)"
                    }
                }
                continuation.resume(returning: (nil, reason))
            }
        }
    }
}

/// Copies the whole database into a file of its own that only its owner reads, and makes it durable.
private func copyOut(_ db: Database, to path: String) throws {
    // SQLite writes into an empty file that is there, and would make one that others can read.
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError.unavailable(StoreFile.words("\(path) cannot be made", errno)) }
    defer { close(file) }
    do {
        try db.execute(sql: "VACUUM INTO ?", arguments: [path])
    } catch {
        _ = unsafe unlink(path)
        throw StoreError(error)
    }
    guard fsync(file) == 0 else { throw StoreError.unavailable(StoreFile.words("\(path) cannot be written", errno)) }
}

extension PostStore {
    /// What an error of a statement says of the machine.
    /// - Parameter store: the path of its file.
    static func fault(of error: any Error, in db: Database, _ store: String) -> MachineFault? {
        switch error {
        case let error as DatabaseError: MachineFault(error, systemError: db.systemError, store: store)
        case StoreError.faulty(let fault): fault
        default: nil
        }
    }
}
