import Posts
import Synchronization

/// What was just looked up by its hash, remembered for a while, so that a request does not cost a read.
final class HashMemory<Value: Sendable>: Sendable {
    private struct State {
        var entries: [[UInt8]: (value: Value, until: Instant)] = [:]
        /// Grows whenever something changes: an answer that was under way meanwhile is not remembered.
        var edition = 0
    }
    private let state = Mutex(State())

    private static var span: Span { .minutes(10) }
    private static var entriesMax: Int { 1000 }

    /// - Returns: nil when nothing has this hash, which is not remembered.
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

    /// Something has changed.
    func forget() {
        state.withLock { state in
            state.entries = [:]
            state.edition += 1
        }
    }
}
