/// Whether the wall clock can be believed. It is held against a clock that nobody sets: when it leaps, it may be right only now,
/// or wrong only now, and it does not say which.
///
/// A leap is doubted for a while, and nothing is sent by it: most mistakes are put right within minutes, by a person or by the
/// machine's own time service, and what was sent a day early cannot be called back. A clock that comes back to what it showed
/// before is believed at once; one that stays is believed in the end, for there is no other.
package struct ClockTrust: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case trusted
        /// - Parameters:
        ///   - by: how far the clock leapt.
        ///   - rest: how long the doubt will go on.
        case doubted(isAhead: Bool, by: Span, rest: Span)
    }

    /// Smaller leaps are what keeps a clock right.
    package static let tolerance = Span.minutes(1)
    package static let patience = Span.minutes(5)

    /// How far the wall clock is before the steady one, in µs.
    private var believed: Int64
    private var doubted: Doubt?

    private struct Doubt: Hashable {
        let lead: Int64
        /// By the steady clock.
        let since: Span
    }

    /// - Parameter steady: the time of a clock that only goes forward, since any moment.
    package init(wall: Instant, steady: Span) { believed = Self.lead(wall, steady) }

    /// Looks at both clocks.
    package mutating func look(wall: Instant, steady: Span) -> Verdict {
        let lead = Self.lead(wall, steady)
        if Self.isNear(lead, believed) {
            // Follows what a time service does little by little.
            believed = lead
            doubted = nil
            return .trusted
        }
        let doubt = doubted.flatMap { Self.isNear($0.lead, lead) ? $0 : nil } ?? Doubt(lead: lead, since: steady)
        let end = doubt.since + Self.patience
        guard steady < end else {
            believed = lead
            doubted = nil
            return .trusted
        }
        doubted = doubt
        let leap = lead.saturatingSubtracted(believed)
        return .doubted(
            isAhead: leap > 0, by: Span(microseconds: Int64(clamping: leap.magnitude)), rest: Self.length(steady, end))
    }

    private static func lead(_ wall: Instant, _ steady: Span) -> Int64 {
        wall.microseconds.saturatingSubtracted(steady.microseconds)
    }

    private static func length(_ from: Span, _ to: Span) -> Span {
        Span(microseconds: to.microseconds.saturatingSubtracted(from.microseconds))
    }

    private static func isNear(_ one: Int64, _ other: Int64) -> Bool {
        one.saturatingSubtracted(other).magnitude <= tolerance.microseconds.magnitude
    }
}
