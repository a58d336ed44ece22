import Synchronization

/// One timer for all event streams.
final class Heartbeat: Sendable {
    private struct State {
        var actions: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var isBeating = false
    }
    private let interval: Duration
    private let state = Mutex(State())

    init(every interval: Duration) { self.interval = interval }

    /// - Parameter action: called at each beat; must return quickly. The first beat comes within one interval.
    func listen(_ action: @escaping @Sendable () -> Void) -> HeartbeatSubscription {
        let (number, isBeating) = state.withLock { state in
            state.last += 1
            state.actions[state.last] = action
            defer { state.isBeating = true }
            return (state.last, state.isBeating)
        }
        if !isBeating { Task { await beat() } }
        return HeartbeatSubscription(self, number)
    }

    /// Runs until no subscription is left.
    private func beat() async {
        while true {
            // This task is never cancelled, so the sleep never throws.
            try? await Task.sleep(for: interval)
            let actions = state.withLock { state in
                state.isBeating = !state.actions.isEmpty
                return Array(state.actions.values)
            }
            guard !actions.isEmpty else { return }
            for action in actions { action() }
        }
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.actions.removeValue(forKey: number) } }

    /// Receives beats until it is deinitialized.
    final class HeartbeatSubscription: Sendable {
        private let heart: Heartbeat
        private let number: Int

        fileprivate init(_ heart: Heartbeat, _ number: Int) {
            self.heart = heart
            self.number = number
        }

        deinit { heart.remove(number) }
    }
}
