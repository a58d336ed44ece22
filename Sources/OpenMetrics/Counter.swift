import Synchronization

/// Counts things of several kinds. One more costs a look into a small table, about a tenth of a microsecond.
package final class Counter<Kind: Hashable & Sendable>: Sendable {
    private let counted = Mutex<[Kind: Int]>([:])

    package init() {}

    package func add(_ kind: Kind) { counted.withLock { $0[kind, default: 0] &+= 1 } }

    package var counts: [Kind: Int] { counted.withLock { $0 } }
}

/// How many there are at the moment.
package final class Gauge: Sendable {
    private let level = Atomic<Int>(0)

    package init() {}

    package func rise() { level.add(1, ordering: .relaxed) }
    package func fall() { level.subtract(1, ordering: .relaxed) }
    package var now: Int { level.load(ordering: .relaxed) }
}

/// How long things took, sorted by how long.
package final class Timings: Sendable {
    /// What a histogram says.
    package struct Reading: Hashable, Sendable {
        /// Seconds, rising; above the last one is everything else.
        package let bounds: [Double]
        /// For each bound how many took no longer, and at the end all of them.
        package let cumulative: [Int]
        /// Seconds.
        package let sum: Double
    }

    private struct State {
        var counts: [Int]
        var sum: Double = 0
    }
    private let bounds: [Double]
    private let state: Mutex<State>

    /// - Parameter bounds: seconds, rising.
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
