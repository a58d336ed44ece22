import Glibc
import Synchronization

/// Locks a store for one process by an exclusive `flock` on a file beside it. The kernel releases the lock when the
/// process ends, however it ends, so a leftover file means nothing. The file is not removed: a process waiting for the
/// old file would then hold a lock that other processes do not see.
final class StoreLock: Sendable {
    private let descriptor: Mutex<Int32?>

    init(path: String, store: String) throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unavailable(StoreFile.words("The lock file \(path) cannot be opened", errno)) }
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
