extension Span {
    /// Parses a length of time as in configuration files: `30s`, `10m`, `1h30m`, `1d 2h`, `500ms`.
    ///
    /// Whole numbers with the units `d`, `h`, `m`, `s`, `ms` and `us`, each at most once, the largest first. A day has
    /// 24 hours. There are no weeks, months, signs or fractions, and 0 needs a unit too: `0s`.
    package init(_ text: String) throws(SpanTextError) {
        var scanner = TimeScanner(text)
        var sum: Int64 = 0
        var unitsLeft = SpanUnit.allCases[...]
        scanner.skipSpaces()
        repeat {
            guard let count = scanner.number(digits: 1...15) else { throw .unreadable(text.shortened) }
            let word = scanner.letters()
            guard !word.isEmpty else { throw .unitMissing(text.shortened) }
            guard let place = unitsLeft.firstIndex(where: { $0.rawValue == word }) else {
                throw .unreadable(text.shortened)
            }
            let (product, isTooLong) = Int64(count).multipliedReportingOverflow(by: unitsLeft[place].microseconds)
            let (newSum, isSumTooLong) = sum.addingReportingOverflow(product)
            guard !isTooLong, !isSumTooLong else { throw .tooLong(text.shortened) }
            sum = newSum
            unitsLeft = unitsLeft[(place + 1)...]
            scanner.skipSpaces()
        } while !scanner.isAtEnd
        let words = text.split(separator: " ").joined(separator: " ")
        self.init(microseconds: sum, written: words.utf8.count <= 40 ? words : nil)
    }

    /// Parses a length of time as people say it: `2 hours`, `an hour and 30 minutes`, `3 weeks`, and all that `init(_:)`
    /// parses.
    package init(spoken text: String) throws(SpanTextError) {
        var (scanner, terse) = (TimeScanner(text), "")
        scanner.skipSpaces()
        while !scanner.isAtEnd {
            let one = scanner.letters().lowercased()
            scanner.skipSpaces()
            if one == "and" { continue }
            guard let count = ["a", "an"].contains(one) ? 1 : one.isEmpty ? scanner.number(digits: 1...15) : nil else {
                throw .unreadable(text.shortened)
            }
            scanner.skipSpaces()
            let word = scanner.letters().lowercased()
            guard !word.isEmpty else { throw .unitMissing(text.shortened) }
            guard let unit = SpanUnit.spoken[word.hasSuffix("s") && word.count > 2 ? String(word.dropLast()) : word]
            else {
                throw .unreadable(text.shortened)
            }
            let (days, isTooLong) = count.multipliedReportingOverflow(by: 7)
            guard !isTooLong else { throw .tooLong(text.shortened) }
            terse += unit == "w" ? "\(days)d" : "\(count)\(unit)"
            _ = scanner.take(UInt8(ascii: ","))
            scanner.skipSpaces()
        }
        self = Span(microseconds: try Span(terse).microseconds)
    }

    /// The author's notation, otherwise for example `1h30m`: the largest units first, without zeros. `Span.init(_:)`
    /// parses it, except for the `-` of a negative span.
    package var text: String { written ?? computedText }

    /// The author's notation, otherwise rounded for people.
    package var spoken: String { written ?? roughly }

    private var computedText: String {
        var rest = microseconds.magnitude
        var parts = microseconds < 0 ? "-" : ""
        for unit in SpanUnit.allCases where rest >= unit.microseconds.magnitude {
            parts += "\(rest / unit.microseconds.magnitude)\(unit.rawValue)"
            rest %= unit.microseconds.magnitude
        }
        return parts.isEmpty ? "0s" : parts
    }
}

package enum SpanTextError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(String)
    case unitMissing(String)
    case tooLong(String)

    package var description: String {
        switch self {
        case .unreadable(let found):
            "“\(found)” is not a length of time. Write it as 30s, 10m, 2h, 1h30m or 1d, the largest unit first."
        case .unitMissing(let found): "“\(found)” has a number without a unit. Use one of d, h, m, s and ms, as in 10m."
        case .tooLong(let found): "“\(found)” is longer than any time that can be counted here. Use a shorter one."
        }
    }
}

/// Largest first.
private enum SpanUnit: String, CaseIterable {
    case day = "d"
    case hour = "h"
    case minute = "m"
    case second = "s"
    case millisecond = "ms"
    case microsecond = "us"

    /// By the words for them; a week counts as seven days.
    static let spoken = [
        "w": "w", "week": "w", "d": "d", "day": "d", "h": "h", "hr": "h", "hour": "h", "m": "m", "min": "m",
        "minute": "m",
        "s": "s", "sec": "s", "second": "s", "ms": "ms", "us": "us",
    ]

    var microseconds: Int64 {
        switch self {
        case .day: 86_400_000_000
        case .hour: 3_600_000_000
        case .minute: 60_000_000
        case .second: 1_000_000
        case .millisecond: 1000
        case .microsecond: 1
        }
    }
}
