import Synchronization

/// Lets at most so many through at once; the others wait in the order in which they came.
///
/// A delivery passes it before it is armed: what waits for a connection must not look as if it had been sent.
final class Turnstile: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        /// How many of `waiting` have passed; dropped in bulk, so that a long queue costs no copying.
        var passed = 0
    }
    private let state: Mutex<State>

    init(places: Int) { state = Mutex(State(free: places)) }

    /// Waits for a place. Whoever gets `true` leaves again; `false` says that nobody passes any more.
    func enter() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.isClosed { return false }
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func leave() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.passed < state.waiting.count else {
                state.free += 1
                return nil
            }
            let next = state.waiting[state.passed]
            state.passed += 1
            if state.passed == state.waiting.count || state.passed > 1024 {
                state.waiting.removeFirst(state.passed)
                state.passed = 0
            }
            return next
        }
        next?.resume(returning: true)
    }

    /// Turns away whoever waits or comes later.
    func close() {
        let turnedAway = state.withLock { state in
            state.isClosed = true
            let waiting = Array(state.waiting.dropFirst(state.passed))
            state.waiting = []
            state.passed = 0
            return waiting
        }
        for continuation in turnedAway { continuation.resume(returning: false) }
    }
}
