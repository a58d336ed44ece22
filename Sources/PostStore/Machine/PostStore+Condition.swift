import Glibc
package import Posts
import SQL

/// Faults of the machine, and the response to them.
extension PostStore {
    /// The present fault, as far as known; nil while writing works.
    package var fault: MachineFault? { condition.fault }

    /// The present fault, and each change of it.
    package func faults() -> AsyncStream<MachineFault?> { condition.stream() }

    /// Checks whether the database is still there and whether a fault is over. Call it about every two seconds; it costs next
    /// to nothing while there is no fault.
    package func checkCondition() async { await engine.checkCondition(at: now()) }

    /// That a file of the store has got a second name; nil when none has. It costs four system calls.
    package var secondName: Warning? {
        guard let file else { return nil }
        return StoreFile(path: file.path).linked.first.map { file in
            Warning(
                .hardLink,
                "\(file) has got a second name, a hard link. That is no copy: every change shows under both names, and "
                    + "Galley starts with neither. Remove the other name.", next: StoreFile.showNames(file))
        }
    }

    /// The sizes of the store and its WAL, and the free space on the disk of the pictures; in bytes.
    package func sizes() async -> (file: Int, log: Int, free: Int) {
        var room = statvfs()
        let isKnown = unsafe statvfs(mediaFolder.path.parentFolder, &room) == 0
        // A file system that reports wrong numbers must not stop the daemon.
        let (bytes, isTooMuch) = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        let left = isTooMuch ? Int.max : Int(clamping: bytes)
        let free = isKnown ? left : 0
        if let file {
            return (StoreFile.size(of: file.path) ?? 0, StoreFile.size(of: file.path + "-wal") ?? 0, free)
        }
        let size = try? await read { try $0.count("SELECT pg_database_size(current_database())") }
        return (size ?? 0, 0, free)
    }
}
