// The standard library contains Unicode's normal forms, because it compares strings by them, but exports them only
// through this interface. FoundationEssentials has none, and Foundation would double the start-up time of the command
// line. If a later toolchain renames the interface, the build breaks here and nothing else has to change.
@_spi(_Unicode) import Swift

/// The last part of a post's address, in any script, in Unicode's normal form C.
///
/// More characters are allowed than `Slug.derived` produces, so that imported blogs keep their addresses: letters,
/// marks and numbers of every script in either case, and `-`, `_`, `.` and `~`, which need no encoding in a URL. A slug
/// is also the name of a file or folder.
package struct Slug: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    package static let charactersMax = 80
    /// In UTF-8. File names have at most 255 bytes, and a suffix such as `.html.new` must fit.
    package static let bytesMax = 240

    /// - Throws: the first rule that `text` breaks: 1 to 80 characters in at most 240 bytes; the alphabet above; no `.`
    ///   or combining mark at the beginning, no `.` at the end. The zero-width joiner and non-joiner are allowed
    ///   between letters, where Persian and the scripts of India need them.
    package init(checking text: String) throws(SlugError) {
        if Slug.isPlain(text) {
            self.text = text
            return
        }
        // Composing costs memory in proportion to the text, so the cheap limit comes first.
        guard text.utf8.count <= 4 * Slug.bytesMax else { throw .tooLong(bytes: text.utf8.count) }
        let composed = text.composed
        guard !composed.isEmpty else { throw .empty }
        guard composed.utf8.count <= Slug.bytesMax else { throw .tooLong(bytes: composed.utf8.count) }
        let count = composed.count
        guard count <= Slug.charactersMax else { throw .tooManyCharacters(count) }
        try Slug.checkAlphabet(Array(composed.unicodeScalars))
        self.text = composed
    }

    init(unchecked text: String) { self.text = text }

    /// A slug that is kept already. An earlier version may have had other rules, but none that let a slug leave its
    /// folder.
    /// - Returns: nil for text that no version has kept.
    package init?(kept text: String) {
        guard !text.isEmpty, text != ".", text != "..", !text.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
            return nil
        }
        self.text = text
    }

    package var description: String { text }

    package static func < (one: Slug, other: Slug) -> Bool { one.text < other.text }

    /// A fast path without Unicode tables: every row read passes here, and most slugs consist of a–z, 0–9 and “-”.
    private static func isPlain(_ text: String) -> Bool {
        (1...charactersMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
    }

    private static func checkAlphabet(_ scalars: [Unicode.Scalar]) throws(SlugError) {
        for (index, scalar) in scalars.enumerated() {
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar.isZeroWidthJoiner {
                guard let previous, let next, previous.isWordPart, next.isWordPart else {
                    throw .badCharacter(scalar.named)
                }
            } else if !scalar.isWordPart, !"-._~".unicodeScalars.contains(scalar) {
                throw .badCharacter(scalar.named)
            }
        }
        guard let first = scalars.first, let last = scalars.last else { throw .empty }
        guard first != ".", !first.isMark else { throw .badBeginning(first.named) }
        guard last != "." else { throw .badEnd }
    }
}

package enum SlugError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    case tooManyCharacters(Int)
    case tooLong(bytes: Int)
    case badCharacter(String)
    case badBeginning(String)
    case badEnd

    package var description: String {
        switch self {
        case .empty: "The slug is empty. It needs 1 to \(Slug.charactersMax) characters."
        case .tooManyCharacters(let count): "The slug has \(count) characters. It needs 1 to \(Slug.charactersMax)."
        case .tooLong(let bytes): "The slug has \(bytes) bytes in UTF-8. Keep it at or below \(Slug.bytesMax)."
        case .badCharacter(let found): "The slug contains \(found). Use letters, digits, “-”, “_”, “.” and “~”."
        case .badBeginning(let found): "The slug begins with \(found). Begin it with a letter or a digit."
        case .badEnd: "The slug ends with “.”. End it with a letter or a digit."
        }
    }
}

extension Unicode.Scalar {
    package var isMark: Bool {
        if isASCII { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A visible letter, mark or number of any script. Some letters (the Hangul fillers) and marks (variation
    /// selectors) are invisible.
    var isWordPart: Bool {
        // A fast path, because Unicode's tables are slow and most letters are ASCII.
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            !properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    var isZeroWidthJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }
}

extension String {
    /// This text in Unicode's normal form C. SQLite, file systems and URLs compare bytes, so two spellings of “é” would
    /// be two slugs.
    package var composed: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    /// In Unicode's normal form D: letters, each followed by its marks.
    package var decomposed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfd)
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// For error messages: the character in quotation marks, or its number if it is invisible or would disturb the
    /// text.
    var named: String {
        let isVisible =
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: !properties.isDefaultIgnorableCodePoint
            }
        let number = String(value, radix: 16, uppercase: true)
        return isVisible ? "“\(self)”" : "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}
