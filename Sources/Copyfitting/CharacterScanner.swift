/// Reads a text character by character, by offsets in its UTF-8.
///
/// It looks at Unicode's tables only where the text is not ASCII, because they take most of the time otherwise.
struct CharacterScanner {
    private let text: Substring
    /// The UTF-8 of the text.
    let bytes: [UInt8]

    init(_ text: Substring) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// The character that begins at `offset`: its length, and whether it is white space or ends a line.
    func character(at offset: Int) -> (bytes: Int, isSpace: Bool, isLineEnd: Bool) {
        let byte = bytes[offset]
        // ASCII before ASCII is a character by itself, except for CR before LF.
        if byte < 0x80, byte != UInt8(ascii: "\r"), offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
            let isLineEnd = (0x0A...0x0C).contains(byte)
            return (1, isLineEnd || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), isLineEnd)
        }
        guard let character = text[index(offset)...].first else { return (1, false, false) }
        return (character.utf8.count, character.isWhitespace, character.isNewline)
    }

    /// The offset of the first white space from `offset` on, or of the end of the text.
    func wordEnd(from offset: Int) -> Int {
        var end = offset
        while end < bytes.count {
            let character = character(at: end)
            if character.isSpace { break }
            end += character.bytes
        }
        return end
    }

    func text(_ range: Range<Int>) -> Substring { text[index(range.lowerBound)..<index(range.upperBound)] }
    func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
}
