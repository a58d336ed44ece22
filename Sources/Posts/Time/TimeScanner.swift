/// Parses the parts of dates and times from left to right, byte by byte. If a part is missing, the result is nil and
/// the position does not change. An impossible part throws.
struct TimeScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }
    var rest: String { String(decoding: bytes.dropFirst(position), as: UTF8.self) }

    mutating func take(_ accepted: UInt8...) -> UInt8? {
        guard let next, accepted.contains(next) else { return nil }
        position += 1
        return next
    }

    mutating func skipSpaces() {
        while take(.space, .tab) != nil {}
    }

    /// The next ASCII letters, unchanged; empty if there are none.
    mutating func letters() -> String {
        let found = bytes.dropFirst(position).prefix { $0.isASCIILetter }
        position += found.count
        return String(decoding: found, as: UTF8.self)
    }

    /// A number with exactly that many digits; nil if more digits follow.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let found = bytes.dropFirst(position).prefix(digits.upperBound + 1).prefix { $0.isDigit }
        guard digits.contains(found.count) else { return nil }
        position += found.count
        return found.reduce(0) { $0 * 10 + Int($1 - .digitZero) }
    }

    /// A date, and a time if one follows.
    /// - Parameter strict: as in RFC 3339: two digits everywhere, `T` between date and time, seconds; no date without a
    ///   time.
    mutating func wallClock(strict: Bool = false) throws(WallClockError) -> WallClock? {
        let start = position
        guard let date = try date(strict: strict) else { return nil }
        let afterDate = position
        if take(.upperT, .lowerT) == nil, !strict { skipSpaces() }
        if position > afterDate, let time = try clockTime(strict: strict) { return WallClock(date, time) }
        // After a date alone a zone may follow, but not an incomplete time.
        position = afterDate
        let isAlone = next == nil || next == .space || next == .tab
        if isAlone, !strict { return WallClock(date, .midnight) }
        position = start
        return nil
    }

    private mutating func date(strict: Bool) throws(WallClockError) -> CivilDate? {
        let start = position
        let short = strict ? 2...2 : 1...2
        guard let year = number(digits: 4...4), let mark = strict ? take(.hyphen) : take(.hyphen, UInt8(ascii: "/")),
            let month = number(digits: short), take(mark) != nil, let day = number(digits: short)
        else {
            position = start
            return nil
        }
        return try CivilDate(year: year, month: month, day: day)
    }

    /// `09:00`, `9:00:30.5`; unless strict also `9:00 PM` and `9am`.
    mutating func clockTime(strict: Bool = false) throws(WallClockError) -> ClockTime? {
        let start = position
        guard let hour = number(digits: strict ? 2...2 : 1...2), let rest = minutesPart(strict: strict) else {
            position = start
            return nil
        }
        let half = strict ? nil : half()
        guard rest.isWritten || half != nil else {
            position = start
            return nil
        }
        let hourOfDay = if let half { try half.hour(hour) } else { hour }
        return try ClockTime(
            hour: hourOfDay, minute: rest.minute, second: rest.second, microsecond: rest.microsecond)
    }

    private typealias Minutes = (minute: Int, second: Int, microsecond: Int, isWritten: Bool)

    /// `:00`, `:00:30`, or nothing; nil if they are malformed.
    private mutating func minutesPart(strict: Bool) -> Minutes? {
        guard take(.colon) != nil else { return strict ? nil : (0, 0, 0, false) }
        guard let minute = number(digits: 2...2), let (second, microsecond) = secondsPart(required: strict) else {
            return nil
        }
        return (minute, second, microsecond, true)
    }

    /// `am` or `PM`, also after a space.
    private mutating func half() -> Half? {
        var ahead = self
        ahead.skipSpaces()
        guard let half = Half(rawValue: ahead.letters().lowercased()) else { return nil }
        self = ahead
        return half
    }

    /// Of a day by a clock with twelve hours.
    private enum Half: String {
        case am, pm

        func hour(_ written: Int) throws(WallClockError) -> Int {
            guard written <= 12 else { throw .noSuchHalf(hour: written, half: rawValue) }
            return written % 12 + (self == .pm ? 12 : 0)
        }
    }

    /// `:30`, `:30.25`, or nothing; nil if the seconds are malformed.
    private mutating func secondsPart(required: Bool) -> (second: Int, microsecond: Int)? {
        guard take(.colon) != nil else { return required ? nil : (0, 0) }
        guard let second = number(digits: 2...2) else { return nil }
        guard take(.period) != nil else { return (second, 0) }
        let digits = bytes.dropFirst(position).prefix { $0.isDigit }
        guard !digits.isEmpty else { return nil }
        position += digits.count
        let microsecond = (0..<6).reduce(0) { sum, place in
            sum * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] - .digitZero) : 0)
        }
        return (second, microsecond)
    }

    /// Whether `Z` follows: it names an instant, but no clocks (RFC 9557, section 2).
    var isAtZ: Bool { next == .upperZ || next == .lowerZ }

    /// `Z`, `+01:00`, `+0100` or `-5`: seconds east of UTC.
    /// - Parameter strict: only `Z` and `±hh:mm`.
    mutating func offset(strict: Bool = false) -> Int? {
        let start = position
        if take(.upperZ, .lowerZ) != nil { return 0 }
        guard let sign = take(.plus, .hyphen), let (hours, minutes) = offsetParts(strict: strict),
            hours <= 23, minutes <= 59
        else {
            position = start
            return nil
        }
        return (sign == .hyphen ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private mutating func offsetParts(strict: Bool) -> (hours: Int, minutes: Int)? {
        if !strict, let both = number(digits: 4...4) { return (both / 100, both % 100) }
        guard let hours = number(digits: strict ? 2...2 : 1...2) else { return nil }
        guard take(.colon) != nil else { return strict ? nil : (hours, 0) }
        return number(digits: 2...2).map { (hours, $0) }
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let digitZero = UInt8(ascii: "0")
    static let plus = UInt8(ascii: "+")
    static let hyphen = UInt8(ascii: "-")
    static let period = UInt8(ascii: ".")
    static let newline = UInt8(ascii: "\n")
    static let comma = UInt8(ascii: ",")
    static let slash = UInt8(ascii: "/")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")
    static let colon = UInt8(ascii: ":")
    static let upperT = UInt8(ascii: "T")
    static let lowerT = UInt8(ascii: "t")
    static let upperZ = UInt8(ascii: "Z")
    static let lowerZ = UInt8(ascii: "z")

    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
