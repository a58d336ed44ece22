/// The name of an arrangement: 1–60 characters on one line, without “/” and without blanks at its ends. For a new one,
/// `GivenName` is stricter.
package struct ArrangementName: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// The arrangement that windows follow.
    package static let desk = ArrangementName(known: "desk")
    var isDesk: Bool { self == .desk }

    package init(_ text: String) throws(ArrangementNameError) {
        // SQLite counts scalars; a character may consist of several.
        guard (1...60).contains(text.unicodeScalars.count) else { throw .badLength(text.unicodeScalars.count) }
        if let found = text.first(where: ArrangementName.isForbidden) { throw .badCharacter(found) }
        guard text.first != " ", text.last != " " else { throw .blankAtEnd }
        // An event's subject is an arrangement or a window, so the two must differ; URLs drop “.” and “..”.
        guard WindowID(text) == nil, text != ".", text != ".." else { throw .reserved(text) }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// A name that is kept already. An earlier version may have had other rules.
    /// - Returns: nil for text that no version has kept.
    package init?(kept text: String) {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        self.text = text
    }

    private static func isForbidden(_ character: Character) -> Bool {
        character == "/" || character.isNewline
            || character.unicodeScalars.contains { $0.value < 32 || (127...159).contains($0.value) }
    }
}

package enum ArrangementNameError: Error, Equatable, CustomStringConvertible {
    case badLength(Int)
    case badCharacter(Character)
    case blankAtEnd
    case reserved(String)

    package var description: String {
        switch self {
        case .badLength(let length): "The name of the arrangement has \(length) characters. It needs 1 to 60."
        case .badCharacter("/"): "The name of the arrangement contains “/”. Leave it out."
        case .badCharacter: "The name of the arrangement contains a line break or a control character. Leave it out."
        case .blankAtEnd: "The name of the arrangement begins or ends with a blank. Leave it out."
        case .reserved(let name): "An arrangement cannot be called “\(name)”. Choose another name."
        }
    }
}
