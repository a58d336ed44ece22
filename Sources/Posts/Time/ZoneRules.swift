/// The past and future clock changes of one time zone: the transitions listed in a TZif file, and the yearly rule after
/// the last of them.
package struct ZoneRules: Hashable, Sendable {
    /// Ascending by `second`.
    let transitions: [ZoneTransition]
    /// Before the first transition, in seconds east of UTC.
    let initialOffset: Int
    /// The rule after the last transition; if nil, the last offset never ends.
    let cycle: ZoneCycle?

    package static let utc = ZoneRules(transitions: [], initialOffset: 0, cycle: nil)

    init(transitions: [ZoneTransition], initialOffset: Int, cycle: ZoneCycle?) {
        self.transitions = transitions
        self.initialOffset = initialOffset
        self.cycle = cycle
    }

    /// Clocks that never change.
    /// - Parameter offset: time east of UTC.
    /// - Returns: nil unless it is whole seconds and less than 26 hours, as offsets in files are.
    package init?(fixed offset: Span) {
        guard offset == .seconds(offset.seconds), abs(offset.seconds) < 26 * 3600 else { return nil }
        self.init(transitions: [], initialOffset: Int(offset.seconds), cycle: nil)
    }

    /// Time east of UTC.
    package func offset(at instant: Instant) -> Span { .seconds(Int64(offset(atSecond: Int(instant.seconds)))) }

    /// The time that the clocks show at `instant`. Outside the years 1 to 9999 they stop (`WallClock.init(asIfUTC:)`).
    package func wallClock(at instant: Instant) -> WallClock { WallClock(asIfUTC: instant + offset(at: instant)) }

    /// - Parameter second: since 1970-01-01T00:00:00Z.
    /// - Returns: seconds east of UTC.
    func offset(atSecond second: Int) -> Int {
        let index = transitions.partitioningIndex { $0.second > second }
        if index == transitions.count, let cycle { return cycle.offset(atSecond: second) }
        return index == 0 ? initialOffset : transitions[index - 1].offset
    }

    /// All transitions in `seconds`, ascending, including those of the yearly rule.
    /// - Complexity: linear in the years that `seconds` spans.
    func transitions(in seconds: ClosedRange<Int>) -> [ZoneTransition] {
        let first = transitions.partitioningIndex { $0.second >= seconds.lowerBound }
        var found = Array(transitions[first...].prefix { $0.second <= seconds.upperBound })
        guard let cycle else { return found }
        // The rule, not the file, defines the offset after the last listed transition: see `offset(atSecond:)`.
        let last = transitions.last?.second
        if let listed = found.last?.second, listed == last {
            found[found.count - 1] = ZoneTransition(second: listed, offset: cycle.offset(atSecond: listed))
        }
        return found + cycle.transitions(in: seconds).filter { $0.second > last ?? .min }
    }
}

/// The moment, in seconds since 1970, from which the clocks of a zone keep `offset`: seconds east of UTC, less than 26
/// hours either way.
struct ZoneTransition: Hashable, Sendable {
    let second: Int
    let offset: Int
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

    /// The zone of a fixed offset. That of `+00:00` is UTC.
    /// - Returns: nil for the name of another zone, whose rules are in the database.
    package init?(fixed name: ZoneName) {
        guard name != .utc, name != .zeroOffset else {
            self = .utc
            return
        }
        guard let rules = name.offset.flatMap(ZoneRules.init(fixed:)) else { return nil }
        self.init(name: name, rules: rules)
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
