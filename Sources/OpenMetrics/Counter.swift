import Synchronization

/// Counts events by kind. Counting costs one look-up in a small table, about a tenth of a microsecond.
package final class Counter<Kind: Hashable & Sendable>: Sendable {
    private let counted = Mutex<[Kind: Int]>([:])

    package init() {}

    package func add(_ kind: Kind) { counted.withLock { $0[kind, default: 0] &+= 1 } }

    package var counts: [Kind: Int] { counted.withLock { $0 } }
}

/// A current number, such as of open streams.
package final class Gauge: Sendable {
    private let level = Atomic<Int>(0)

    package init() {}

    package func rise() { level.add(1, ordering: .relaxed) }
    package func fall() { level.subtract(1, ordering: .relaxed) }
    package var now: Int { level.load(ordering: .relaxed) }
}

/// A histogram of durations.
package final class Timings: Sendable {
    /// The current values of the histogram.
    package struct Reading: Hashable, Sendable {
        /// Upper bounds in seconds, ascending; a last bucket holds everything above.
        package let bounds: [Double]
        /// For each bound, how many durations did not exceed it; at the end their total number.
        package let cumulative: [Int]
        /// In seconds.
        package let sum: Double
    }

    private struct State {
        var counts: [Int]
        var sum: Double = 0
    }
    private let bounds: [Double]
    private let state: Mutex<State>

    /// - Parameter bounds: seconds, ascending.
    package init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    package func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let taken = Double(seconds) + Double(attoseconds) / 1e18
        let place = bounds.firstIndex { taken <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] &+= 1
            state.sum += taken
        }
    }

    package var reading: Reading {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        let cumulative = counts.map { count in
            total &+= count
            return total
        }
        return Reading(bounds: bounds, cumulative: cumulative, sum: sum)
    }
}
