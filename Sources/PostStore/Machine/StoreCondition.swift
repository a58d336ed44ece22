import Glibc
import Synchronization

/// The fault that the last write met, and the streams that report its changes.
final class StoreCondition: Sendable {
    private struct State {
        var fault: MachineFault?
        var streams: [Int: AsyncStream<MachineFault?>.Continuation] = [:]
        var last = 0
        var isFinished = false
    }
    private let state = Mutex(State())

    var fault: MachineFault? { state.withLock { $0.fault } }

    /// If so, nothing may be written, and no file may be opened by its name.
    var isStoreGone: Bool { fault?.isStoreGone ?? false }

    /// A commit has reached the disk, which ends every fault except a deleted file, exhausted files and the end of the daemon.
    func noteSuccess() {
        state.withLock { state in
            guard let fault = state.fault, !fault.isStoreGone, !fault.endsDaemon, fault != .filesExhausted else {
                return
            }
            Self.set(nil, &state)
        }
    }

    func note(_ fault: MachineFault?) {
        state.withLock { if $0.fault?.endsDaemon != true { Self.set(fault, &$0) } }
    }

    /// Under the lock, so that every stream gets the changes in their order.
    private static func set(_ fault: MachineFault?, _ state: inout State) {
        guard state.fault != fault else { return }
        state.fault = fault
        for stream in state.streams.values { stream.yield(fault) }
    }

    /// The present fault, and each change of it. Ends with the store.
    func stream() -> AsyncStream<MachineFault?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number: Int? = state.withLock { state in
                guard !state.isFinished else { return nil }
                state.last += 1
                state.streams[state.last] = continuation
                continuation.yield(state.fault)
                return state.last
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[number] = nil } }
        }
    }

    func finish() {
        let streams = state.withLock { state in
            state.isFinished = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }
}

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
