import Posts
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

    /// A commit has reached the disk, which ends every fault except a deleted file and exhausted files.
    func noteSuccess() {
        guard let fault, !fault.isStoreGone, fault != .filesExhausted else { return }
        note(nil)
    }

    func note(_ fault: MachineFault?) {
        let streams = state.withLock { state -> [AsyncStream<MachineFault?>.Continuation] in
            guard state.fault != fault else { return [] }
            state.fault = fault
            return Array(state.streams.values)
        }
        for stream in streams { stream.yield(fault) }
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
