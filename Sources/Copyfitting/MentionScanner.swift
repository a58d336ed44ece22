import Posts

/// Finds `@user` and `@user@host` in a text as Mastodon does.
struct MentionScanner {
    struct Mention: Equatable {
        /// From the `@` to the end of the host, or of the user without one.
        let range: Range<Int>
        let user: Range<Int>
    }

    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    func mentions() -> [Mention] {
        var found: [Mention] = []
        var at = 0
        while at < scalars.count {
            guard scalars[at] == "@", !isGlued(at), let mention = mention(at: at) else {
                at += 1
                continue
            }
            if isMeant(mention) { found.append(mention) }
            at = mention.range.upperBound
        }
        return found
    }

    /// Whether the preceding character makes the `@` part of a word, an address or a query.
    private func isGlued(_ at: Int) -> Bool {
        guard at > 0 else { return false }
        let before = scalars[at - 1]
        return before == "/" || before == "=" || before.isWordScalar
    }

    private func mention(at start: Int) -> Mention? {
        guard let userEnd = dottedWords(from: start + 1, of: \.isUserScalar) else { return nil }
        var end = userEnd
        if userEnd < scalars.count, scalars[userEnd] == "@" {
            end = dottedWords(from: userEnd + 1, of: \.isWordScalar) ?? userEnd
        }
        return Mention(range: start..<end, user: (start + 1)..<userEnd)
    }

    /// Whether Mastodon treats it as a mention. It does not if another sign, an accented letter (`@no` in `@noël`) or
    /// the rest of an address follows, or if the host is too long.
    private func isMeant(_ mention: Mention) -> Bool {
        let end = mention.range.upperBound
        if end - mention.user.upperBound - 1 > Self.hostLengthMax { return false }
        guard end < scalars.count else { return true }
        let next = scalars[end]
        if next == "@" || next == "＠" || next.isLatinAccent { return false }
        return !scalars[end...].starts(with: "://".unicodeScalars)
    }

    /// The end of words joined by dots and hyphens, without trailing ones; nil without a first word.
    private func dottedWords(from start: Int, of isPart: (Unicode.Scalar) -> Bool) -> Int? {
        var end = start
        while end < scalars.count, isPart(scalars[end]) { end += 1 }
        guard end > start else { return nil }
        while true {
            var next = end
            while next < scalars.count, scalars[next] == "." || scalars[next] == "-" { next += 1 }
            let word = next
            while next < scalars.count, isPart(scalars[next]) { next += 1 }
            guard word > end, next > word else { return end }
            end = next
        }
    }

    private static let hostLengthMax = 253
}

extension Unicode.Scalar {
    var isASCIIAlphanumeric: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    fileprivate var isUserScalar: Bool { isASCIIAlphanumeric || self == "_" }

    /// A word character of Unicode regular expressions: letters, marks, decimal digits and connectors.
    var isWordScalar: Bool {
        if isASCII { return isUserScalar }
        return properties.isAlphabetic || isMark || properties.generalCategory == .decimalNumber
            || properties.generalCategory == .connectorPunctuation
    }

    var isWhitespace: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }

    /// Accented Latin letters and combining accents, as twitter-text lists them.
    var isLatinAccent: Bool {
        switch value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x253, 0x254, 0x256, 0x257, 0x259, 0x25B, 0x263, 0x268, 0x26F,
            0x272,
            0x289, 0x28B, 0x2BB, 0x300...0x36F, 0x1E00...0x1EFF:
            true
        default: false
        }
    }
}
