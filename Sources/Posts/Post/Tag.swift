/// A word or a few under which posts are found together. It is shown as the author wrote it first; tags whose keys are
/// equal are the same tag.
package struct Tag: Hashable, Sendable, CustomStringConvertible {
    /// In Unicode's normal form C, with single spaces.
    package let text: String

    /// In Unicode scalars.
    package static let scalarsMax = 100

    /// - Throws: the first rule that is broken: 1 to 100 characters (Unicode scalars), no control characters, no
    ///   invisible ones that turn the direction of writing, no comma (lists of tags are divided by it).
    ///   Spaces around it and one “#” in front are dropped, others become one space each.
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
        // The second is the bound of earlier versions, within which tags are kept.
        guard joined.unicodeScalars.count <= Tag.scalarsMax || (joined.count <= 64 && joined.utf8.count <= 256) else {
            throw .tooLong(joined.shortened)
        }
        self.text = joined
    }

    /// The same for all spellings that differ only in case: what the store compares and what is unique.
    package var key: String { text.lowercased().composed }

    package var description: String { text }

    /// The tags without those that repeat an earlier one, in their order.
    package static func unique(_ tags: [Tag]) -> [Tag] {
        var keys: Set<String> = []
        return tags.filter { keys.insert($0.key).inserted }
    }

    /// Whether nothing need be looked up: every row that is read passes here, and most tags are a word or two of a–z.
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
        // Joiners and the tag characters of flags are part of words and emoji; other format characters are not.
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
