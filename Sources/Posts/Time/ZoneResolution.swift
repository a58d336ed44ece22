/// The instants at which the clocks of a zone show a given time.
package enum ZoneResolution: Hashable, Sendable {
    case unique(Instant)
    /// The clocks skip this time, by `by`. `shifted` is as long after the jump as the time is after its start.
    case gap(shifted: Instant, by: Span)
    /// The clocks show this time twice.
    case overlap(first: Instant, second: Instant)

    /// The chosen instant: the one after a gap, or the first of two.
    package var instant: Instant {
        switch self {
        case .unique(let instant): instant
        case .gap(let shifted, _): shifted
        case .overlap(let first, _): first
        }
    }
}

extension ZoneRules {
    /// Finds the instants at which the clocks show `wall`. A day that a zone skipped entirely is a gap too.
    package func resolve(_ wall: WallClock) -> ZoneResolution {
        let local = Int(wall.asIfUTC.seconds)
        // No clock is more than 26 hours from UTC, so all relevant transitions are within two days of `local`.
        let window = (local - 2 * 86_400)...(local + 2 * 86_400)
        var offset = offset(atSecond: window.lowerBound)
        var begin = window.lowerBound
        var found: [Int] = []
        var gap: (shifted: Int, by: Int)?
        for transition in transitions(in: (window.lowerBound + 1)...window.upperBound) {
            let next = transition.offset
            if (begin..<transition.second).contains(local - offset) { found.append(local - offset) }
            let skipped = (transition.second + offset)..<max(transition.second + offset, transition.second + next)
            if gap == nil, skipped.contains(local) { gap = (local - offset, next - offset) }
            offset = next
            begin = transition.second
        }
        if (begin...window.upperBound).contains(local - offset) { found.append(local - offset) }
        return resolution(of: wall, found: found, gap: gap)
    }

    /// - Parameter found: the solutions in whole seconds, ascending, without the wall clock's fraction.
    private func resolution(of wall: WallClock, found: [Int], gap: (shifted: Int, by: Int)?) -> ZoneResolution {
        func instant(_ second: Int) -> Instant {
            Instant(seconds: Int64(second)) + Span(microseconds: Int64(wall.time.microsecond))
        }
        if let first = found.first {
            guard let second = found.dropFirst().first else { return .unique(instant(first)) }
            return .overlap(first: instant(first), second: instant(second))
        }
        // Clocks that never show a time must skip it, so there is a `gap`; without one the time counts as UTC.
        guard let gap else { return .unique(wall.asIfUTC) }
        return .gap(shifted: instant(gap.shifted), by: .seconds(Int64(gap.by)))
    }
}
