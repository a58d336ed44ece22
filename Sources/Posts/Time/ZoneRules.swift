/// The past and future clock changes of one time zone: the transitions listed in a TZif file, and the yearly rule after
/// the last of them.
package struct ZoneRules: Hashable, Sendable {
    /// Ascending by `second`.
    let transitions: [ZoneTransition]
    /// The period before the first transition.
    let initial: ZonePeriod
    /// The rule after the last transition; if nil, the last period never ends.
    let cycle: ZoneCycle?

    package static let utc = ZoneRules(
        transitions: [], initial: ZonePeriod(offsetSeconds: 0, isDaylightSaving: false, abbreviation: "UTC"), cycle: nil
    )

    /// The period that contains `instant`.
    package func period(at instant: Instant) -> ZonePeriod { period(atSecond: Int(instant.seconds)) }

    /// Time east of UTC.
    package func offset(at instant: Instant) -> Span { period(at: instant).offset }

    /// The time that the clocks show at `instant`. Outside the years 1 to 9999 they stop (`WallClock.init(asIfUTC:)`).
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

    /// All transitions in `seconds`, ascending, including those of the yearly rule.
    /// - Complexity: linear in the years that `seconds` spans.
    func transitions(in seconds: ClosedRange<Int>) -> [ZoneTransition] {
        let first = transitions.partitioningIndex { $0.second >= seconds.lowerBound }
        var found = Array(transitions[first...].prefix { $0.second <= seconds.upperBound })
        guard let cycle else { return found }
        // The rule, not the file, defines the period after the last listed transition: see `period(atSecond:)`.
        let last = transitions.last?.second
        if let listed = found.last, listed.second == last {
            found[found.count - 1] = ZoneTransition(
                second: listed.second, period: cycle.period(atSecond: listed.second))
        }
        return found + cycle.transitions(in: seconds).filter { $0.second > last ?? .min }
    }
}

/// A stretch of time in which the clocks of a zone keep one offset.
package struct ZonePeriod: Hashable, Sendable {
    /// East of UTC; less than 26 hours either way.
    let offsetSeconds: Int
    package let isDaylightSaving: Bool
    /// For example `WEST`, or `+0530` if there is no letter abbreviation.
    package let abbreviation: String

    package var offset: Span { .seconds(Int64(offsetSeconds)) }
}

/// The moment at which `period` starts, in seconds since 1970.
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

/// A zone's name and rules.
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
    /// The index of the first element that satisfies `predicate`, in an array in which all such elements come last.
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
