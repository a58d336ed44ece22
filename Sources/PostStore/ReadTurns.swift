import Synchronization

/// Where a read is done. Waking another thread and being woken by it takes longer than most reads do, so whoever asks reads
/// by itself: as long as reads are quick and there is a connection for certain. A thread that reads keeps whatever else
/// it serves waiting; so one slow read sends the next ones to threads of their own, until several in a row were quick.
final class ReadTurns: Sendable {
    private struct State {
        var underWay = 0
        var quickInARow = ReadTurns.quickMin
    }
    private let state = Mutex(State())
    private let connections: Int

    /// What is quick, and how many in a row have to be.
    static let quickMax = Duration.milliseconds(1)
    static let quickMin = 8

    /// - Parameter connections: how many reads can be under way at once.
    init(connections: Int) { self.connections = connections }

    /// To be called before each read.
    /// - Returns: whether it is to be done on the thread that asks.
    func begin() -> Bool {
        state.withLock { state in
            state.underWay += 1
            return state.underWay <= connections && state.quickInARow >= ReadTurns.quickMin
        }
    }

    /// To be called after each read.
    /// - Parameter duration: how long it took, without waiting for its turn.
    func end(after duration: Duration) {
        state.withLock { state in
            state.underWay -= 1
            // Bounded, and no more than one slow read takes back.
            state.quickInARow = duration > ReadTurns.quickMax ? 0 : min(state.quickInARow + 1, ReadTurns.quickMin)
        }
    }
}
