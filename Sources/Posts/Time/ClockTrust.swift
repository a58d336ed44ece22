/// Whether Galley can trust the wall clock. It compares the wall clock with a steady clock that is never set. After a
/// leap the wall clock may be right or wrong, and nothing shows which.
///
/// Galley distrusts a leap for a while and sends nothing meanwhile. A person or the time service corrects most errors
/// within minutes, and a post sent a day early cannot be called back. If the clock returns to its earlier time, Galley
/// trusts it immediately. If it stays, Galley trusts it in the end, because there is no other clock.
package struct ClockTrust: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case trusted
        /// - Parameters:
        ///   - by: how far the clock leapt.
        ///   - rest: how long the distrust will last.
        case doubted(isAhead: Bool, by: Span, rest: Span)
    }

    /// Smaller leaps are ordinary corrections of the clock.
    package static let tolerance = Span.minutes(1)
    package static let patience = Span.minutes(5)

    /// The trusted difference of the wall clock from the steady clock, in µs.
    private var believed: Int64
    private var doubted: Doubt?

    private struct Doubt: Hashable {
        let lead: Int64
        /// By the steady clock.
        let since: Span
    }

    /// - Parameter steady: the time of a clock that only moves forward, from any starting point.
    package init(wall: Instant, steady: Span) { believed = Self.lead(wall, steady) }

    /// Compares both clocks.
    package mutating func look(wall: Instant, steady: Span) -> Verdict {
        let lead = Self.lead(wall, steady)
        if Self.isNear(lead, believed) {
            // Follows the small corrections of a time service.
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
