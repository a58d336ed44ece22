import Posts
import Synchronization

/// A short-lived cache of values looked up by hash, so that a request does not need a read of the store.
final class HashMemory<Value: Sendable>: Sendable {
    private struct State {
        var entries: [[UInt8]: (value: Value, until: Instant)] = [:]
        /// Increases with each change. A lookup that began before a change is not cached.
        var edition = 0
    }
    private let state = Mutex(State())

    private static var span: Span { .minutes(10) }
    private static var entriesMax: Int { 1000 }

    /// - Returns: nil when no value has this hash. That result is not cached.
    func value(
        of hash: [UInt8], at now: Instant, lookUp: (_ hash: [UInt8]) async throws -> Value?
    ) async throws -> Value? {
        let (known, edition) = state.withLock { ($0.entries[hash], $0.edition) }
        if let known, known.until > now { return known.value }
        guard let found = try await lookUp(hash) else { return nil }
        state.withLock { state in
            guard state.edition == edition else { return }
            if state.entries.count >= Self.entriesMax { state.entries = [:] }
            state.entries[hash] = (found, now + Self.span)
        }
        return found
    }

    /// Discards every entry after a change.
    func forget() {
        state.withLock { state in
            state.entries = [:]
            state.edition += 1
        }
    }
}
