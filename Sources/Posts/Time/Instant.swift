/// A moment in time: whole microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Instants are integers everywhere (here, in SQLite and in comparisons), because text sorts wrongly if fractions
/// differ and floating point loses microseconds after the year 2100. Arithmetic saturates: foreign numbers give a
/// distant instant, never a trap.
package struct Instant: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }
    package init(seconds: Int64) { self.microseconds = seconds.saturatingMultiplied(by: 1_000_000) }

    package static let distantFuture = Instant(microseconds: .max)

    /// Whole seconds since 1970, rounded towards the past.
    package var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000) }

    package static func < (one: Instant, other: Instant) -> Bool { one.microseconds < other.microseconds }

    package static func + (instant: Instant, span: Span) -> Instant {
        Instant(microseconds: instant.microseconds.saturatingAdded(span.microseconds))
    }
    package static func - (instant: Instant, span: Span) -> Instant {
        Instant(microseconds: instant.microseconds.saturatingSubtracted(span.microseconds))
    }
    /// The time from `earlier` to `later`; negative if `later` comes first.
    package static func - (later: Instant, earlier: Instant) -> Span {
        Span(microseconds: later.microseconds.saturatingSubtracted(earlier.microseconds))
    }
}

/// A length of time in whole microseconds. (`Duration` has attoseconds in 128 bits, more than a schedule needs.)
package struct Span: Hashable, Comparable, Sendable {
    package let microseconds: Int64
    /// The author's notation, such as `90m`; nil for a computed span. Equality ignores it.
    let written: String?

    package init(microseconds: Int64) { self.init(microseconds: microseconds, written: nil) }

    init(microseconds: Int64, written: String?) {
        self.microseconds = microseconds
        self.written = written
    }

    package static func == (one: Span, other: Span) -> Bool { one.microseconds == other.microseconds }
    package func hash(into hasher: inout Hasher) { hasher.combine(microseconds) }

    package static let zero = Span(microseconds: 0)
    package static func milliseconds(_ count: Int64) -> Span {
        Span(microseconds: count.saturatingMultiplied(by: 1000))
    }
    package static func seconds(_ count: Int64) -> Span {
        Span(microseconds: count.saturatingMultiplied(by: 1_000_000))
    }
    package static func minutes(_ count: Int64) -> Span { .seconds(count.saturatingMultiplied(by: 60)) }
    package static func hours(_ count: Int64) -> Span { .seconds(count.saturatingMultiplied(by: 3600)) }
    package static func days(_ count: Int64) -> Span { .seconds(count.saturatingMultiplied(by: 86_400)) }

    package var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000) }

    package static func < (one: Span, other: Span) -> Bool { one.microseconds < other.microseconds }
    package static func + (one: Span, other: Span) -> Span {
        Span(microseconds: one.microseconds.saturatingAdded(other.microseconds))
    }
    package static func * (span: Span, times: Int64) -> Span {
        Span(microseconds: span.microseconds.saturatingMultiplied(by: times))
    }
}

extension Int64 {
    package func saturatingAdded(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
    package func saturatingSubtracted(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
    package func saturatingMultiplied(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
    /// The quotient rounded towards negative infinity. `divisor` must be positive.
    package func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
