import Synchronization

/// Beats for all event streams together: one timer, however many of them there are.
final class Heartbeat: Sendable {
    private struct State {
        var actions: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var isBeating = false
    }
    private let interval: Duration
    private let state = Mutex(State())

    init(every interval: Duration) { self.interval = interval }

    /// - Parameter action: called at each beat, for a moment only; the first one comes within one interval.
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

    /// Runs until no stream is left.
    private func beat() async {
        while true {
            // Nothing cancels this task.
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

    /// Its owner hears the beats for as long as it is there.
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
