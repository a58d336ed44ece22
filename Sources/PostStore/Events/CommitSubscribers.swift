import Posts
import Synchronization

/// The subscribers that are notified of commits.
final class CommitSubscribers: Sendable {
    private struct Entry {
        let kinds: Set<LogEvent.Kind>?
        let notify, end: @Sendable () -> Void
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
            let number = add(Entry(kinds: kinds, notify: { continuation.yield() }, end: { continuation.finish() }))
            guard let number else { return }
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
        }
    }

    /// - Parameters:
    ///   - notify: called after each commit.
    ///   - end: called when the store closes.
    func subscribe(_ notify: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) -> CommitSubscription
    {
        CommitSubscription(self, add(Entry(kinds: nil, notify: notify, end: end)))
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

    func notify(of announced: Set<LogEvent.Kind>) {
        let notified = state.withLock { state in
            state.entries.values.filter { $0.kinds.map { !$0.isDisjoint(with: announced) } ?? true }
        }
        for entry in notified { entry.notify() }
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
    private let subscribers: CommitSubscribers
    private let number: Int?

    fileprivate init(_ subscribers: CommitSubscribers, _ number: Int?) {
        self.subscribers = subscribers
        self.number = number
    }

    deinit { if let number { subscribers.remove(number) } }
}
