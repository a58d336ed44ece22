import FoundationEssentials
import Glibc
import Posts
import SQL

extension FileEngine {
    /// It costs two system calls while there is no fault.
    ///
    /// A store whose file was deleted refuses every write, and its contents are copied out of the file that is still open.
    /// If the file returns to its place, the store works again.
    func checkCondition(at now: Instant) async {
        if let missing = presence.missing {
            await keepWhatIsLost(missing, now)
        } else if condition.isStoreGone {
            condition.note(nil)
        } else if MachineFault.areFilesExhausted {
            condition.note(.filesExhausted)
        } else if let fault = condition.fault {
            if fault == .filesExhausted { condition.note(nil) } else { await tryToWrite() }
        }
    }

    /// Writes an unchanged page durably. A success ends the fault, whatever it was.
    private func tryToWrite() async {
        await withCheckedContinuation { continuation in
            pool.writer.begin { [self] db in
                do {
                    try db.script("BEGIN IMMEDIATE; PRAGMA user_version = \(Schema.version); COMMIT")
                    condition.noteSuccess()
                } catch {
                    condition.note((error as? SQLError).flatMap(fault) ?? condition.fault)
                    if db.isInTransaction { try? db.tell("ROLLBACK") }
                }
                continuation.resume()
            }
        }
    }

    private func keepWhatIsLost(_ missing: String, _ now: Instant) async {
        if case .storeGone(let loss)? = condition.fault, loss.copy != nil, loss.missing == missing { return }
        // First stop writing, then copy.
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: nil, reason: nil)))
        let (copy, reason) = await copiedOut(now)
        condition.note(.storeGone(StoreLoss(store: path, missing: missing, copy: copy, reason: reason)))
    }

    /// - Returns: where the contents are, or why nowhere.
    private func copiedOut(_ now: Instant) async -> (copy: String?, reason: String?) {
        let folders = [path.parentFolder, FileManager.default.temporaryDirectory.path]
        let name = "\(path.split(separator: "/").last ?? "galley.db").rescued-\(now.seconds)"
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
