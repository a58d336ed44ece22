import Posts
import Synchronization

/// Those who want to hear of commits. Each has a buffer of one: a slow one misses nothing but the count.
final class Listeners: Sendable {
    private struct State {
        var streams: [Int: (kinds: Set<LogEvent.Kind>?, continuation: AsyncStream<Void>.Continuation)] = [:]
        var last = 0
        var isFinished = false
    }
    private let state = Mutex(State())

    /// - Parameter kinds: the events to hear of; nil for every commit, even one that announces nothing.
    func stream(of kinds: Set<LogEvent.Kind>?) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number: Int? = state.withLock { state in
                guard !state.isFinished else { return nil }
                state.last += 1
                state.streams[state.last] = (kinds, continuation)
                return state.last
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.streams[number] = nil } }
        }
    }

    func tell(_ announced: Set<LogEvent.Kind>) {
        let told = state.withLock { state in
            state.streams.values.filter { $0.kinds.map { !$0.isDisjoint(with: announced) } ?? true }
        }
        for stream in told { stream.continuation.yield() }
    }

    func finish() {
        let streams = state.withLock { state in
            state.isFinished = true
            return Array(state.streams.values)
        }
        // Outside the lock: finishing calls `onTermination`, which takes it.
        for stream in streams { stream.continuation.finish() }
    }
}
