import FoundationEssentials
import Glibc
package import Posts
import SQL

/// Faults of the machine, and the response to them.
extension PostStore {
    /// The present fault, as far as known; nil while writing works.
    package var fault: MachineFault? { condition.fault }

    /// The present fault, and each change of it.
    package func faults() -> AsyncStream<MachineFault?> { condition.stream() }

    /// Checks whether the files are still there and whether a fault is over. Call it about every two seconds; it costs two
    /// system calls while there is no fault.
    ///
    /// A store whose file was deleted refuses every write, and its contents are copied out of the file that is still open.
    /// If the file returns to its place, the store works again.
    package func checkFiles() async {
        if let missing = presence.missing {
            await keepWhatIsLost(missing)
        } else if condition.isStoreGone {
            condition.note(nil)
        } else if MachineFault.areFilesExhausted {
            condition.note(.filesExhausted)
        } else if let fault {
            if fault == .filesExhausted { condition.note(nil) } else { await tryToWrite() }
        }
    }

    /// That a file of the store has got a second name; nil when none has. It costs four system calls.
    package var secondName: Warning? {
        StoreFile(path: path).linked.first.map { file in
            Warning(
                .hardLink,
                "\(file) has got a second name, a hard link. That is no copy: every change shows under both names, and "
                    + "Galley starts with neither. Remove the other name.", next: StoreFile.showNames(file))
        }
    }

    /// The sizes of the store and its WAL, and the free space on its disk; in bytes.
    package var sizes: (file: Int, log: Int, free: Int) {
        var room = statvfs()
        let isKnown = unsafe statvfs(path.parentFolder, &room) == 0
        // A file system that reports wrong numbers must not stop the daemon.
        let (free, isTooMuch) = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        let left = isTooMuch ? Int.max : Int(clamping: free)
        return (StoreFile.size(of: path) ?? 0, StoreFile.size(of: path + "-wal") ?? 0, isKnown ? left : 0)
    }

    /// Writes an unchanged page durably. A success ends the fault, whatever it was.
    private func tryToWrite() async {
        await withCheckedContinuation { continuation in
            pool.writer.begin { [condition, path] db in
                do {
                    try db.script("BEGIN IMMEDIATE; PRAGMA user_version = \(Schema.version); COMMIT")
                    condition.noteSuccess()
                } catch {
                    condition.note(PostStore.fault(of: error, path) ?? condition.fault)
                    if db.isInTransaction { try? db.tell("ROLLBACK") }
                }
                continuation.resume()
            }
        }
    }

    private func keepWhatIsLost(_ missing: String) async {
        if case .storeGone(let loss)? = condition.fault, loss.copy != nil, loss.missing == missing { return }
        // First stop writing, then copy.
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: nil, reason: nil)))
        let (copy, reason) = await copiedOut()
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: copy, reason: reason)))
    }

    /// - Returns: where the contents are, or why nowhere.
    private func copiedOut() async -> (copy: String?, reason: String?) {
        let folders = [path.parentFolder, FileManager.default.temporaryDirectory.path]
        let name = "\(path.split(separator: "/").last ?? "galley.db").rescued-\(now().seconds)"
        return await withCheckedContinuation { continuation in
            // The writer's connection has the old file open; a new one would open whatever has its name now.
            pool.writer.begin { db in
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

/// Copies the whole database into a new file that only its owner may read, and makes it durable.
private func copyOut(_ db: any Database, to path: String) throws {
    // SQLite writes into an existing empty file; one that it creates would be readable by others.
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreFile.unavailable("\(path) cannot be made", errno) }
    defer { close(file) }
    do {
        try db.tell("VACUUM INTO ?", [path])
    } catch {
        _ = unsafe unlink(path)
        throw StoreError(error)
    }
    guard fsync(file) == 0 else { throw StoreFile.unavailable("\(path) cannot be written", errno) }
    try StoreFile.syncFolder(path.parentFolder)
}

extension PostStore {
    /// The fault of the machine behind an error of a statement.
    /// - Parameter store: the path of its file.
    static func fault(of error: any Error, _ store: String) -> MachineFault? {
        switch error {
        case let error as SQLError: MachineFault(error, store: store)
        case StoreError.faulty(let fault): fault
        default: nil
        }
    }
}
