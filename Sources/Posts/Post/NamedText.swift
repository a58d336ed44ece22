/// A text that a user keeps under a name for the page in which to write.
package struct NamedText: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Put into posts by its name, or begins posts. The page fills in fields such as `{{date}}`.
        case snippet
        /// What is typed above the list of posts: a folder of all that it finds.
        case search
        /// The key of a command, by the command's id; “none” for no key.
        case key
    }

    package let kind: Kind
    /// 1 to 40 characters, in Unicode's normal form C.
    package let name: String
    package let text: String

    package static let nameMax = 40
    /// In Unicode scalars.
    package static let textMax = 20_000
    /// Per user and kind.
    package static let countMax = 200

    /// - Throws: the first rule that name or text breaks.
    package init(_ kind: Kind, name: String, text: String) throws(NamedTextError) {
        let composed = name.composed
        guard (1...NamedText.nameMax).contains(composed.unicodeScalars.count) else { throw .nameLength(kind) }
        for scalar in composed.unicodeScalars where !kind.allows(scalar) { throw .badCharacter(kind, scalar.named) }
        if kind == .snippet {
            do throws(GivenNameError) { try GivenName.snippet.check(composed) } catch { throw .badName(error) }
        }
        let length = text.unicodeScalars.count
        guard (1...NamedText.textMax).contains(length) else { throw .textLength(kind, length) }
        // SQLite's length would end there.
        guard !text.unicodeScalars.contains("\0") else { throw .zero(kind) }
        self.init(kept: kind, name: composed, text: text)
    }

    /// A text that is kept already. Its name may be one that an earlier version took.
    package init(kept kind: Kind, name: String, text: String) {
        self.kind = kind
        self.name = name
        self.text = text
    }
}

extension NamedText.Kind {
    /// What a user calls it.
    package var words: String {
        switch self {
        case .snippet: "snippet"
        case .search: "saved search"
        case .key: "key"
        }
    }

    /// The last part of the path of all, such as `/v1/snippets`.
    package var collection: String {
        switch self {
        case .snippet: "snippets"
        case .search: "searches"
        case .key: "keys"
        }
    }

    fileprivate var characters: String {
        switch self {
        case .snippet: "letters, digits, “-” and “_”, since it is typed behind a “/”"
        case .search: "characters of one line"
        case .key: "letters, digits, “-” and “.”, since it is the id of a command"
        }
    }

    fileprivate func allows(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        switch self {
        case .snippet: return NamedText.Kind.letters.contains(category) || scalar == "-" || scalar == "_"
        case .search: return ![.control, .lineSeparator, .paragraphSeparator].contains(category)
        case .key:
            let isMark = scalar == "-" || scalar == "."
            return isMark || (scalar.isASCII && NamedText.Kind.letters.contains(category))
        }
    }

    private static let letters: Set<Unicode.GeneralCategory> = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
    ]
}

package enum NamedTextError: Error, Hashable, CustomStringConvertible {
    case nameLength(NamedText.Kind)
    case badCharacter(NamedText.Kind, String)
    case badName(GivenNameError)
    case textLength(NamedText.Kind, Int)
    case zero(NamedText.Kind)
    case tooMany(NamedText.Kind)

    package var isOfName: Bool {
        switch self {
        case .nameLength, .badCharacter, .badName: true
        case .textLength, .zero, .tooMany: false
        }
    }

    package var description: String {
        switch self {
        case .nameLength(let kind): "The name of a \(kind.words) has 1 to \(NamedText.nameMax) characters."
        case .badCharacter(let kind, let found):
            "The name of a \(kind.words) consists of \(kind.characters). Found \(found)."
        case .badName(let error): error.description
        case .textLength(let kind, let found):
            "The text of a \(kind.words) has 1 to \(NamedText.textMax) characters. Found \(found)."
        case .zero(let kind): "The text of a \(kind.words) cannot contain U+0000."
        case .tooMany(let kind):
            "A user has at most \(NamedText.countMax) of them. Remove a \(kind.words) first."
        }
    }
}
