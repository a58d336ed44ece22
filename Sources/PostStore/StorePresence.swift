import Glibc
import Synchronization

/// Whether the store's files are still those that were opened, by device and inode number.
final class StorePresence: Sendable {
    private enum Found: Equatable {
        case file(device: dev_t, number: ino_t)
        case nothing
        /// The system cannot tell, which is another fault.
        case unknown

        init(_ path: String) {
            var status = stat()
            if unsafe stat(path, &status) == 0 {
                self = .file(device: status.st_dev, number: status.st_ino)
            } else {
                self = errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown
            }
        }
    }

    private let path: String
    private let file: Found
    /// SQLite creates the WAL at the first use, and keeps it while the store is open.
    private let log: Mutex<Found>

    /// - Parameter path: of a store that was just opened.
    init(path: String) {
        self.path = path
        file = Found(path)
        log = Mutex(Found(path + "-wal"))
    }

    /// The first file that is not the one that was opened; nil when both are.
    var missing: String? {
        if Self.differ(Found(path), file) { return path }
        let found = Found(path + "-wal")
        let isOther = log.withLock { known in
            if known == .nothing { known = found }
            return Self.differ(found, known)
        }
        return isOther ? path + "-wal" : nil
    }

    private static func differ(_ one: Found, _ other: Found) -> Bool {
        one != other && one != .unknown && other != .unknown
    }
}
