extension Post {
    /// The name of a post in lists: its title, or else at most 60 characters of its beginning.
    /// - Parameter excerpt: of its text.
    package static func heading(title: String?, excerpt: String) -> String {
        if let title, !title.isEmpty { return title }
        let words = excerpt.withoutMarks.trimmed
        return words.count > headingMax ? words.prefix(headingMax - 1) + "…" : words
    }

    private static let headingMax = 60
}

extension String {
    /// Of a post's Markdown at most 140 characters of the first line with words, without the marks in front of it.
    package var excerpt: String {
        var (line, wordless): ([UInt8], [UInt8]) = ([], [])
        // Bytes, since only the beginning matters and iterating characters is slow; most lines have far fewer than 600.
        for byte in utf8.prefix(4000) {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                // A hard line break.
                if line.last == UInt8(ascii: "\\") { line.removeLast() }
                if !String(decoding: line, as: UTF8.self).withoutMarks.trimmed.isEmpty { break }
                // Such as a picture without a description: the name of a post whose text has no words.
                if wordless.isEmpty { wordless = line }
                line = []
                continue
            }
            if line.isEmpty, " \t#>*-+=~`\0".utf8.contains(byte) { continue }
            line.append(byte == 0 ? UInt8(ascii: " ") : byte)
            if line.count == 600 { break }
        }
        if line.isEmpty { line = wordless }
        // The cut may have split a character.
        if line.count == 600 {
            while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
            if let last = line.last, last >= 0xC0 { line.removeLast() }
        }
        return String(String(decoding: line, as: UTF8.self).prefix(140))
    }

    /// A line of Markdown as plain text, for lists: without markup, and with the text of each link and picture.
    ///
    /// This is not a parser: it may also remove characters that only look like markup. Its cost is bounded by the
    /// length of the line times that of a URL.
    package var withoutMarks: String {
        let signs = Array(unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < signs.count {
            let sign = signs[index]
            let next = index + 1 < signs.count ? signs[index + 1] : nil
            switch sign {
            case "\\" where next.map(Self.isPunctuation) ?? false:
                result.append(contentsOf: next.map { [$0] } ?? [])
                index += 2
                continue
            case "!" where next == "[", "[": break
            case "]": index = Self.end(ofAddressAfter: index, in: signs)
            case "<":
                if let end = Self.end(ofTagFrom: index, in: signs) {
                    let inner = signs[(index + 1)..<end]
                    if inner.contains(":"), !inner.contains(" ") { result.append(contentsOf: inner) }
                    index = end
                } else {
                    result.append(sign)
                }
            case "`": break
            case "*", "~": if Self.stands(alone: index, in: signs) { result.append(sign) }
            case "_": if Self.isInWord(index, in: signs) { result.append(sign) }
            default: result.append(sign)
            }
            index += 1
        }
        return String(result).split(separator: " ").joined(separator: " ")
    }

    private static let tagMax = 200
    private static let addressMax = 600

    private static func isPunctuation(_ sign: Unicode.Scalar) -> Bool {
        sign.isASCII && sign.value > 0x20 && sign.value < 0x7F && !sign.properties.isAlphabetic
            && !("0"..."9").contains(sign)
    }

    private static func isBlank(_ index: Int, in signs: [Unicode.Scalar]) -> Bool {
        guard signs.indices.contains(index) else { return true }
        return signs[index].properties.isWhitespace
    }

    /// As in `2 * 3`.
    private static func stands(alone index: Int, in signs: [Unicode.Scalar]) -> Bool {
        isBlank(index - 1, in: signs) && isBlank(index + 1, in: signs)
    }

    /// As in `snake_case`.
    private static func isInWord(_ index: Int, in signs: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < signs.count else { return false }
        return [signs[index - 1], signs[index + 1]].allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
    }

    /// The end of `](address)` or `][name]`; the bracket itself if neither follows.
    private static func end(ofAddressAfter bracket: Int, in signs: [Unicode.Scalar]) -> Int {
        guard bracket + 1 < signs.count else { return bracket }
        let pairs: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]"]
        guard let closing = pairs[signs[bracket + 1]] else { return bracket }
        return signs[(bracket + 2)...].prefix(addressMax).firstIndex(of: closing) ?? bracket
    }

    private static func end(ofTagFrom start: Int, in signs: [Unicode.Scalar]) -> Int? {
        guard start + 1 < signs.count,
            signs[start + 1].properties.isAlphabetic || "/!".unicodeScalars.contains(signs[start + 1])
        else { return nil }
        return signs[(start + 1)...].prefix(tagMax).firstIndex(of: ">")
    }
}
