/// A text that a user puts into posts by its name, or begins posts with. The page fills in fields such as `{{date}}`.
package struct Snippet: Hashable, Sendable {
    /// 1 to 40 letters, digits, “-” and “_”, as the page completes it behind a “/”. In Unicode's normal form C.
    package let name: String
    package let text: String

    package static let nameMax = 40
    /// In Unicode scalars.
    package static let textMax = 20_000
    /// Per user.
    package static let countMax = 200

    /// - Throws: the first rule that one of them breaks.
    package init(name: String, text: String) throws(SnippetError) {
        let composed = name.composed
        guard (1...Snippet.nameMax).contains(composed.unicodeScalars.count) else { throw .nameLength }
        for scalar in composed.unicodeScalars where !Snippet.isAllowed(scalar) { throw .badCharacter(scalar.named) }
        let length = text.unicodeScalars.count
        guard (1...Snippet.textMax).contains(length) else { throw .textLength(length) }
        // SQLite's length would end there.
        guard !text.unicodeScalars.contains("\0") else { throw .zero }
        self.name = composed
        self.text = text
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "-" || scalar == "_" { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

package enum SnippetError: Error, Hashable, CustomStringConvertible {
    case nameLength
    case badCharacter(String)
    case textLength(Int)
    case zero
    case tooMany

    package var isOfName: Bool {
        switch self {
        case .nameLength, .badCharacter: true
        case .textLength, .zero, .tooMany: false
        }
    }

    package var description: String {
        switch self {
        case .nameLength: "The name of a snippet has 1 to \(Snippet.nameMax) characters."
        case .badCharacter(let found):
            "The name of a snippet consists of letters, digits, “-” and “_”. Found \(found)."
        case .textLength(let found):
            "The text of a snippet has 1 to \(Snippet.textMax) characters. Found \(found)."
        case .zero: "The text of a snippet cannot contain U+0000."
        case .tooMany: "A user has at most \(Snippet.countMax) snippets. Remove one first."
        }
    }
}
