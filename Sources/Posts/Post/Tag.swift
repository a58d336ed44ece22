/// A word or a few words that group posts. Lists show the author's first spelling. Tags with equal keys are the same
/// tag.
package struct Tag: Hashable, Sendable, CustomStringConvertible {
    /// In Unicode's normal form C, with single spaces.
    package let text: String

    /// In Unicode scalars.
    package static let scalarsMax = 100

    /// - Throws: the first rule that `text` breaks: 1 to 100 characters (Unicode scalars), no control characters, no
    ///   invisible characters that change the direction of writing, no comma (it separates tags in lists). Spaces
    ///   around the text and one leading “#” are removed; other runs of spaces become one space.
    package init(_ text: String) throws(TagError) {
        if Tag.isPlain(text) {
            self.text = text
            return
        }
        guard text.utf8.count <= 2000 else { throw .tooLong(text.shortened) }
        for scalar in text.unicodeScalars where Tag.isRefused(scalar) { throw .badCharacter(scalar.named) }
        var words = text.composed.split(whereSeparator: \.isWhitespace)
        if let first = words.first, first.first == "#" {
            words[0] = first.dropFirst()
        }
        let joined = words.filter { !$0.isEmpty }.joined(separator: " ")
        guard !joined.isEmpty else { throw .empty }
        // The second condition is the limit of earlier versions: a save sends the stored tags, too.
        guard joined.unicodeScalars.count <= Tag.scalarsMax || (joined.count <= 64 && joined.utf8.count <= 256) else {
            throw .tooLong(joined.shortened)
        }
        self.text = joined
    }

    /// A tag that is kept already. An earlier version may have had other rules.
    /// - Returns: nil for text that no version has kept.
    package init?(kept text: String) {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: ",")) else { return nil }
        self.text = text
    }

    /// The same for spellings that differ only in case. The store compares keys, and keys are unique.
    package var key: String { text.lowercased().composed }

    package var description: String { text }

    /// The tags without duplicates, in their order.
    package static func unique(_ tags: [Tag]) -> [Tag] {
        var keys: Set<String> = []
        return tags.filter { keys.insert($0.key).inserted }
    }

    /// A fast path without Unicode tables: every row read passes here, and most tags are one or two words of a–z.
    private static func isPlain(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        var isAfterLetter = false
        for byte in text.utf8 {
            let isLetter = byte.isASCIILetter || byte.isDigit || byte == 0x2D
            guard isLetter || (byte == 0x20 && isAfterLetter) else { return false }
            isAfterLetter = isLetter
        }
        return isAfterLetter
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\t"
        // Joiners and the tag characters of flags belong to words and emoji; other format characters do not.
        case .format: !scalar.isZeroWidthJoiner && !(0xE0020...0xE007F).contains(scalar.value)
        case .lineSeparator, .paragraphSeparator: true
        default: scalar == ","
        }
    }
}

package enum TagError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(String)
    case badCharacter(String)

    package var description: String {
        switch self {
        case .empty: "The tag is empty. It needs 1 to 100 characters."
        case .tooLong(let found): "The tag “\(found)” is too long. It needs 1 to 100 characters."
        case .badCharacter(let found): "The tag contains \(found). Use letters, digits, spaces and signs, but no comma."
        }
    }
}
