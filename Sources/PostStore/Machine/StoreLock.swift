import Glibc
import Synchronization

/// Locks a store for one process by an exclusive `flock` on a file beside it. The kernel releases the lock when the
/// process ends, however it ends, so a leftover file means nothing. The file is not removed: a process waiting for the
/// old file would then hold a lock that other processes do not see.
final class StoreLock: Sendable {
    private let descriptor: Mutex<Int32?>

    init(path: String, store: String) throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreFile.unavailable("The lock file \(path) cannot be opened", errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let pid = StoreLock.owner(file)
            close(file)
            throw .inUse(path: store, pid: pid)
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(file, 0)
        _ = unsafe text.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
        descriptor = Mutex(file)
    }

    deinit { release() }

    func release() {
        descriptor.withLock { file in
            guard let open = file else { return }
            // Explicitly, because a child process between fork and exec holds a copy of the descriptor, and with it the
            // lock.
            _ = flock(open, LOCK_UN)
            close(open)
            file = nil
        }
    }

    private static func owner(_ file: Int32) -> Int32? {
        let bytes = StoreFile.bytes(of: file, at: 0, count: 20)
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

/// Locks the file of a store itself, which a daemon can also reach by another name, another path or another mount: the
/// lock file beside it is another one there.
///
/// The lock is one of the open file, so it ends with the process, and covers one byte that SQLite never uses. Where the
/// file system has no such locks, the lock file has to suffice.
final class StoreFileLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), which Glibc declares for GNU sources only.
    private static let (get, set) = (Int32(36), Int32(37))

    /// - Parameter path: of a file that exists.
    init(path: String) throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw StoreFile.unavailable("The store \(path) cannot be opened for writing", errno) }
        var range = StoreFileLock.range(F_WRLCK)
        if unsafe fcntl(file, StoreFileLock.set, &range) != 0, errno == EAGAIN || errno == EACCES {
            close(file)
            throw .inUse(path: path, pid: nil)
        }
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Call it after SQLite has closed the file: when a process closes any of its descriptors of a file, it loses the locks
    /// that SQLite has on it.
    func release() {
        descriptor.withLock { file in
            guard let open = file else { return }
            // See `StoreLock.release`.
            var range = StoreFileLock.range(F_UNLCK)
            _ = unsafe fcntl(open, StoreFileLock.set, &range)
            close(open)
            file = nil
        }
    }

    /// Whether a daemon has the file open.
    static func isHeld(_ path: String) -> Bool {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var range = range(F_WRLCK)
        return unsafe fcntl(file, get, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }

    /// Far behind the end of the largest file of SQLite.
    private static func range(_ type: Int32) -> flock {
        var range = flock()
        range.l_type = Int16(type)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = 1 << 62
        range.l_len = 1
        return range
    }
}
