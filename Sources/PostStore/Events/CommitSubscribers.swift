import Posts
import Synchronization

/// The subscribers that are notified of commits.
final class CommitSubscribers: Sendable {
    private struct Entry {
        let kinds: Set<LogEvent.Kind>?
        let tell, end: @Sendable () -> Void
    }
    private struct State {
        var entries: [Int: Entry] = [:]
        var last = 0
        var isFinished = false
    }
    private let state = Mutex(State())

    /// Has a buffer of one: a slow subscriber only misses how many commits there were.
    /// - Parameter kinds: the kinds of events; nil for every commit, even one without events.
    func stream(of kinds: Set<LogEvent.Kind>?) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = add(Entry(kinds: kinds, tell: { continuation.yield() }, end: { continuation.finish() }))
            guard let number else { return }
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
        }
    }

    /// - Parameters:
    ///   - tell: called after each commit.
    ///   - end: called when the store closes.
    func listen(_ tell: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) -> CommitSubscription {
        CommitSubscription(self, add(Entry(kinds: nil, tell: tell, end: end)))
    }

    private func add(_ entry: Entry) -> Int? {
        let number: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.last += 1
            state.entries[state.last] = entry
            return state.last
        }
        if number == nil { entry.end() }
        return number
    }

    fileprivate func remove(_ number: Int) { _ = state.withLock { $0.entries.removeValue(forKey: number) } }

    func tell(_ announced: Set<LogEvent.Kind>) {
        let told = state.withLock { state in
            state.entries.values.filter { $0.kinds.map { !$0.isDisjoint(with: announced) } ?? true }
        }
        for entry in told { entry.tell() }
    }

    func finish() {
        let entries = state.withLock { state in
            state.isFinished = true
            return Array(state.entries.values)
        }
        // Outside the lock: the end of a stream removes its entry, which takes it.
        for entry in entries { entry.end() }
    }
}

/// A subscription to commits. It ends with this object.
package final class CommitSubscription: Sendable {
    private let listeners: CommitSubscribers
    private let number: Int?

    fileprivate init(_ listeners: CommitSubscribers, _ number: Int?) {
        self.listeners = listeners
        self.number = number
    }

    deinit { if let number { listeners.remove(number) } }
}
