/// Whether Galley can trust the wall clock. It compares the wall clock with a steady clock that is never set. After a
/// leap the wall clock may be right or wrong, and nothing shows which.
///
/// Galley distrusts a leap for a while and sends nothing meanwhile. A person or the time service corrects most errors
/// within minutes, and a post sent a day early cannot be called back. If the clock returns to its earlier time, Galley
/// trusts it immediately. If it stays, Galley trusts it in the end, because there is no other clock.
///
/// After a start the steady clock proves nothing. There a clock that is behind Galley's last change, or far ahead of
/// it, is distrusted in the same way: a machine with an empty battery starts in 1970 or in 2099.
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
    /// A machine that was off for longer is rarer than a wrong clock, and what Galley deletes after this time cannot
    /// be recovered.
    package static let absenceMax = Span.days(30)

    /// The trusted difference of the wall clock from the steady clock, in µs.
    private var believed: Int64
    private var doubted: Doubt?
    /// The time of Galley's last change before the start, until the clock was trusted once.
    private var lastChange: Instant?

    private struct Doubt: Hashable {
        let lead: Int64
        /// By the steady clock.
        let since: Span
    }

    /// - Parameters:
    ///   - steady: the time of a clock that only moves forward, from any starting point.
    ///   - lastChange: when Galley last wrote before this start; nil if it never did.
    package init(wall: Instant, steady: Span, lastChange: Instant? = nil) {
        believed = Self.lead(wall, steady)
        self.lastChange = lastChange
    }

    /// Whether the clock is compared with Galley's last change, because it has not been trusted since the start.
    package var isStarting: Bool { lastChange != nil }

    /// Compares both clocks.
    package mutating func look(wall: Instant, steady: Span) -> Verdict {
        let lead = Self.lead(wall, steady)
        let isPlausible = lastChange.map { Self.follows(wall, $0) } ?? Self.isNear(lead, believed)
        // Follows the small corrections of a time service.
        if isPlausible { return believe(lead) }
        let doubt = doubted.flatMap { Self.isNear($0.lead, lead) ? $0 : nil } ?? Doubt(lead: lead, since: steady)
        let end = doubt.since + Self.patience
        guard steady < end else { return believe(lead) }
        doubted = doubt
        let leap = lastChange.map { (wall - $0).microseconds } ?? lead.saturatingSubtracted(believed)
        return .doubted(
            isAhead: leap > 0, by: Span(microseconds: Int64(clamping: leap.magnitude)), rest: Self.length(steady, end))
    }

    private mutating func believe(_ lead: Int64) -> Verdict {
        believed = lead
        doubted = nil
        lastChange = nil
        return .trusted
    }

    private static func follows(_ wall: Instant, _ lastChange: Instant) -> Bool {
        wall >= lastChange - tolerance && wall - lastChange <= absenceMax
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
