/// Finds the parts of a word that must stay whole: web addresses, mentions, mail addresses and hashtags. Services
/// differ in where these end, so the longest interpretation applies.
enum References {
    /// - Parameter word: text without white space.
    static func ranges(in word: Substring) -> [Range<String.Index>] {
        guard !word.utf8.span.isPlainWord else { return [] }
        guard
            word.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ":") })
                || word.unicodeScalars.contains(where: { $0 == "＠" || $0 == "＃" })
        else { return [] }
        var found: [Range<String.Index>] = []
        var at = word.startIndex
        while at < word.endIndex {
            guard var range = reference(at: at, in: word, after: found.last?.lowerBound ?? word.startIndex) else {
                at = word.index(after: at)
                continue
            }
            // The end of a supposed mention may be the scheme of an address.
            if let last = found.last, last.upperBound > range.lowerBound {
                range = last.lowerBound..<range.upperBound
                found.removeLast()
            }
            found.append(range)
            at = range.upperBound
        }
        return found
    }

    private static func reference(
        at: String.Index, in word: Substring, after limit: String.Index
    ) -> Range<String.Index>? {
        switch word[at] {
        case ":":
            guard word[at...].hasPrefix("://") else { return nil }
            return start(before: at, in: word, after: limit)..<word.endIndex
        case "@", "＠":
            let end = end(after: at, in: word) { $0.isWordScalar || $0 == "@" || $0 == "." || $0 == "-" }
            return start(before: at, in: word, after: limit)..<end
        case "#", "＃":
            let end = end(after: at, in: word) { $0.isWordScalar || Hashtag.joiners.contains($0) || $0 == "#" }
            return end > word.index(after: at) ? at..<end : nil
        default: return nil
        }
    }

    /// The start of a scheme, or of the name before an `@`.
    private static func start(before at: String.Index, in word: Substring, after limit: String.Index) -> String.Index {
        var start = at
        while start > limit {
            let before = word.index(before: start)
            guard let scalar = word[before].unicodeScalars.first else { break }
            guard scalar.isASCIIAlphanumeric || "._+-".unicodeScalars.contains(scalar) else { break }
            start = before
        }
        return start
    }

    private static func end(
        after at: String.Index, in word: Substring, while isPart: (Unicode.Scalar) -> Bool
    ) -> String.Index {
        word[word.index(after: at)...].firstIndex { character in
            !(character.unicodeScalars.first.map(isPart) ?? false)
        } ?? word.endIndex
    }
}

extension Span<UInt8> {
    /// Whether it is a word in UTF-8 in which no service finds an address, a mention or a tag, and of which all count each
    /// byte as one: printable ASCII without the signs of those. Most words are, and need no closer look.
    var isPlainWord: Bool {
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "/"):
                return false
            case UInt8(ascii: "."): if index < count - 1 { return false }
            case 0x21...0x7E: break
            default: return false
            }
        }
        return true
    }
}
