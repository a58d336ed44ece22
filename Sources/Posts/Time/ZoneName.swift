/// The name of a time zone: that of one in the IANA database, such as `Europe/Lisbon`, or a fixed offset from UTC, such
/// as `+05:30`, which needs no database.
///
/// The database decides whether a zone exists. A valid name can be appended to the database's folder without leaving it.
package struct ZoneName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    /// The time east of UTC that a fixed offset names; nil for a zone of the database.
    package let offset: Span?

    package static let utc = ZoneName(unchecked: "UTC")
    /// `+00:00`, which is UTC as an offset.
    package static let zeroOffset = ZoneName(minutesEast: 0)

    /// - Throws: the rule that `text` breaks: 1 to 100 of the ASCII letters, digits and `+-_.` in parts divided by `/`;
    ///   no part is empty or begins with `-` or `.`. The zones under `right/` count leap seconds and are rejected. What
    ///   begins with a sign is an offset, from `-23:59` to `+23:59`.
    package init(_ text: String) throws(ZoneNameError) {
        if let first = text.utf8.first, first == .plus || first == .hyphen {
            var scanner = TimeScanner(text)
            guard let seconds = scanner.offset(strict: true), scanner.isAtEnd else { throw .badOffset(text.shortened) }
            self.init(minutesEast: seconds / 60)
            return
        }
        guard (1...100).contains(text.utf8.count) else { throw .badLength(text.utf8.count) }
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let first = part.first, first != .hyphen, first != .period else { throw .badPart(text.shortened) }
            guard part.allSatisfy(ZoneName.isAllowed) else { throw .badCharacter(text.shortened) }
        }
        guard !text.hasPrefix("right/") else { throw .leapSeconds(text) }
        self.init(unchecked: text)
    }

    /// - Parameter offset: time east of UTC.
    /// - Returns: nil unless it is whole minutes and less than a day, as times in RFC 3339 can have it.
    package init?(offset: Span) {
        let minutes = offset.seconds / 60
        guard offset == .minutes(minutes), (-1439...1439).contains(minutes) else { return nil }
        self.init(minutesEast: Int(minutes))
    }

    /// - Parameter minutesEast: less than a day.
    init(minutesEast: Int) {
        let (hours, minutes) = abs(minutesEast).quotientAndRemainder(dividingBy: 60)
        text = "\(minutesEast < 0 ? "-" : "+")\(hours.padded(to: 2)):\(minutes.padded(to: 2))"
        offset = .minutes(Int64(minutesEast))
    }

    private init(unchecked text: String) {
        self.text = text
        offset = nil
    }

    package var description: String { text }

    package static func < (one: ZoneName, other: ZoneName) -> Bool { one.text < other.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isASCIILetter || [.plus, .hyphen, .period, UInt8(ascii: "_")].contains(byte)
    }
}

package enum ZoneNameError: Error, Equatable, Sendable, CustomStringConvertible {
    case badLength(Int)
    case badPart(String)
    case badCharacter(String)
    case leapSeconds(String)
    case badOffset(String)

    package var description: String {
        switch self {
        case .badLength(let length):
            "The time zone's name has \(length) bytes. It needs 1 to 100, such as Europe/Lisbon."
        case .badPart(let found): "“\(found)” is not the name of a time zone. Use one such as Europe/Lisbon."
        case .badCharacter(let found):
            "“\(found)” is not the name of a time zone. Use ASCII letters, digits and “+-_.”, as in Europe/Lisbon."
        case .leapSeconds(let found):
            "The zone “\(found)” counts leap seconds. Use “\(found.dropFirst(6))”."
        case .badOffset(let found):
            "“\(found)” is not an offset from UTC. Write it as +05:30; it can be -23:59 to +23:59."
        }
    }
}
