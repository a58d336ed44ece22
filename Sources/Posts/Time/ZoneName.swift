/// The name of a time zone in the IANA database, such as `Europe/Lisbon`. The database decides whether the zone exists.
/// A valid name can be appended to the database's folder without leaving it.
package struct ZoneName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    package static let utc = ZoneName(unchecked: "UTC")

    /// - Throws: the rule that `text` breaks: 1 to 100 of the ASCII letters, digits and `+-_.` in parts divided by `/`;
    ///   no part is empty or begins with `-` or `.`. The zones under `right/` count leap seconds and are rejected.
    package init(_ text: String) throws(ZoneNameError) {
        guard (1...100).contains(text.utf8.count) else { throw .badLength(text.utf8.count) }
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let first = part.first, first != .hyphen, first != .period else { throw .badPart(text.shortened) }
            guard part.allSatisfy(ZoneName.isAllowed) else { throw .badCharacter(text.shortened) }
        }
        guard !text.hasPrefix("right/") else { throw .leapSeconds(text) }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

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

    package var description: String {
        switch self {
        case .badLength(let length):
            "The time zone's name has \(length) bytes. It needs 1 to 100, such as Europe/Lisbon."
        case .badPart(let found): "“\(found)” is not the name of a time zone. Use one such as Europe/Lisbon."
        case .badCharacter(let found):
            "“\(found)” is not the name of a time zone. Use ASCII letters, digits and “+-_.”, as in Europe/Lisbon."
        case .leapSeconds(let found):
            "The zone “\(found)” counts leap seconds. Use “\(found.dropFirst(6))”."
        }
    }
}
