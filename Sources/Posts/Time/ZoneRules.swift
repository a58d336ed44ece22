/// What the clocks of one time zone have shown and will show: the transitions that a TZif file lists, and the yearly
/// rule by which it goes on after the last of them.
package struct ZoneRules: Hashable, Sendable {
    /// Ascending by `second`.
    let transitions: [ZoneTransition]
    /// Before the first transition.
    let initial: ZonePeriod
    /// From the last transition on; without one the last period lasts for ever.
    let cycle: ZoneCycle?

    package static let utc = ZoneRules(
        transitions: [], initial: ZonePeriod(offsetSeconds: 0, isDaylightSaving: false, abbreviation: "UTC"), cycle: nil
    )

    /// The clocks' setting at `instant`.
    package func period(at instant: Instant) -> ZonePeriod { period(atSecond: Int(instant.seconds)) }

    /// Time east of UTC.
    package func offset(at instant: Instant) -> Span { period(at: instant).offset }

    /// What the clocks show at `instant`. Outside the years 1 to 9999 they stop (`WallClock.init(asIfUTC:)`).
    package func wallClock(at instant: Instant) -> ZonedWallClock {
        let period = period(at: instant)
        return ZonedWallClock(wall: WallClock(asIfUTC: instant + period.offset), period: period)
    }

    /// - Parameter second: since 1970-01-01T00:00:00Z.
    func period(atSecond second: Int) -> ZonePeriod {
        let index = transitions.partitioningIndex { $0.second > second }
        if index == transitions.count, let cycle { return cycle.period(atSecond: second) }
        return index == 0 ? initial : transitions[index - 1].period
    }

    /// All transitions in `seconds`, ascending, those of the yearly rule included.
    /// - Complexity: linear in the years that `seconds` spans.
    func transitions(in seconds: ClosedRange<Int>) -> [ZoneTransition] {
        let first = transitions.partitioningIndex { $0.second >= seconds.lowerBound }
        var found = Array(transitions[first...].prefix { $0.second <= seconds.upperBound })
        guard let cycle else { return found }
        // The rule and not the file says what begins with the last listed transition: see `period(atSecond:)`.
        let last = transitions.last?.second
        if let listed = found.last, listed.second == last {
            found[found.count - 1] = ZoneTransition(
                second: listed.second, period: cycle.period(atSecond: listed.second))
        }
        return found + cycle.transitions(in: seconds).filter { $0.second > last ?? .min }
    }
}

/// A stretch of time in which the clocks of a zone are set the same way.
package struct ZonePeriod: Hashable, Sendable {
    /// East of UTC; less than 26 hours either way.
    let offsetSeconds: Int
    package let isDaylightSaving: Bool
    /// Such as `WEST`, or `+0530` where no letters are in use.
    package let abbreviation: String

    package var offset: Span { .seconds(Int64(offsetSeconds)) }
}

/// The moment from which the clocks are set to `period`, in seconds since 1970.
struct ZoneTransition: Hashable, Sendable {
    let second: Int
    let period: ZonePeriod
}

package struct ZonedWallClock: Hashable, Sendable {
    package let wall: WallClock
    package let period: ZonePeriod
    package var offset: Span { period.offset }
    package var abbreviation: String { period.abbreviation }
}

/// A zone by name, with its rules.
package struct Zone: Hashable, Sendable {
    package let name: ZoneName
    package let rules: ZoneRules
    package static let utc = Zone(name: .utc, rules: .utc)
    package init(name: ZoneName, rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }
}

extension Array {
    /// The index of the first element that satisfies `predicate`, in an array in which all that do come last.
    /// - Complexity: O(log *n*)
    fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var lower = 0
        var upper = count
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if predicate(self[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}
