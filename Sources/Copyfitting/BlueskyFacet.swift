/// A range of a text that Bluesky shows as a link, a mention or a tag.
///
/// Galley finds them by the rules of the official app (bluesky-social/atproto, `packages/api/src/rich-text/detection.ts`),
/// so that a text looks the same whether Galley or a person posts it. The servers store the ranges and look for none.
/// Two rules differ. Of `(https://a.example/b_(c))` the app links the last parenthesis too, and the link leads nowhere.
/// Here an address ends with a closing parenthesis only if it also contains the opening one. And the app counts the
/// length of a tag in UTF-16, while the servers take as many characters.
package struct BlueskyFacet: Hashable, Sendable {
    package enum Feature: Hashable, Sendable {
        case link(String)
        /// The handle without `@`.
        case mention(String)
        /// The tag without `#`; of a share, `$` and its ticker symbol in capitals.
        case tag(String)
    }

    /// Positions in the UTF-8 of the text, between two characters.
    package let bytes: Range<Int>
    package let feature: Feature

    /// All facets of `text`, in order and without overlaps.
    /// - Complexity: linear in the length of the text.
    package static func detected(in text: String) -> [BlueskyFacet] {
        let bytes = Array(text.utf8)
        var facets: [BlueskyFacet] = []
        var (start, end) = (0, 0)
        func addWord() {
            if bytes.span.extracting(start..<end).isPlainWord { return }
            let word = String(decoding: bytes[start..<end], as: UTF8.self)
            for (range, feature) in BlueskyWord(Array(word.unicodeScalars)).facets {
                facets.append(
                    BlueskyFacet(bytes: range.lowerBound + start..<range.upperBound + start, feature: feature))
            }
        }
        for scalar in text.unicodeScalars {
            let next = end + UTF8.width(scalar)
            if scalar.isSpaceOfJavaScript {
                addWord()
                start = next
            }
            end = next
        }
        addWord()
        return facets
    }
}

/// The characters between two spaces. No facet contains a space.
private struct BlueskyWord {
    private let word: [Unicode.Scalar]
    /// For each scalar, and behind the last, the bytes before it.
    private let offsets: [Int]

    init(_ word: [Unicode.Scalar]) {
        self.word = word
        var end = 0
        offsets =
            [0]
            + word.map {
                end += UTF8.width($0)
                return end
            }
    }

    /// The ranges are of the word's UTF-8.
    var facets: [(Range<Int>, BlueskyFacet.Feature)] {
        if let tag { return [(bytes(0..<1 + tag.count), .tag(text(tag)))] }
        var found: [(Range<Int>, BlueskyFacet.Feature)] = []
        // A link, a mention or a ticker symbol begins at the beginning of a word, or after “(”.
        for start in word.indices where start == 0 || word[start - 1] == "(" {
            if let handle = handle(at: start) {
                found.append((bytes(start..<start + 1 + handle.count), .mention(text(handle))))
            } else if let ticker = ticker(at: start) {
                found.append((bytes(start..<start + 1 + ticker.count), .tag("$" + text(ticker).uppercased())))
            } else if let address = address(at: start) {
                if let link = link(address) { found.append(link) }
                // An address extends to the end of the word.
                break
            }
        }
        return found
    }

    // MARK: Tags

    /// What follows “#”: at least one character that is neither a digit nor punctuation, without punctuation at its end.
    private var tag: ArraySlice<Unicode.Scalar>? {
        guard let first = word.first, first == "#" || first == "＃" else { return nil }
        let run = word.dropFirst().prefix { !$0.endsBlueskyTag }
        let variationSelector: Unicode.Scalar = "\u{FE0F}"
        guard run.first != variationSelector, run.contains(where: { !$0.isASCIIDigit && !$0.isPunctuation }),
            let last = run.lastIndex(where: { !$0.isPunctuation })
        else { return nil }
        let name = text(run[...last])
        return name.count <= Self.tagMax && name.utf8.count <= Self.tagBytesMax ? run[...last] : nil
    }

    /// Characters as readers see them; the limit of bytes is ten times as high.
    /// https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/richtext/facet.json
    private static let tagMax = 64
    private static let tagBytesMax = 640

    /// What follows “$”: a letter and up to four letters and digits, before the end of the word or punctuation.
    private func ticker(at start: Int) -> ArraySlice<Unicode.Scalar>? {
        guard word[start] == "$" else { return nil }
        let run = word[(start + 1)...].prefix(while: \.isASCIIAlphanumeric)
        guard (1...Self.tickerMax).contains(run.count), run.first?.isASCIIDigit == false else { return nil }
        let isWhole = word[run.endIndex...].first.map(".,;:!?)\"'’".unicodeScalars.contains) ?? true
        return isWhole ? run : nil
    }

    private static let tickerMax = 5

    // MARK: Mentions

    private func handle(at start: Int) -> ArraySlice<Unicode.Scalar>? {
        guard word[start] == "@" else { return nil }
        let run = word[(start + 1)...].prefix { $0.isASCIIAlphanumeric || $0 == "." || $0 == "-" }
        // The last position where a word ends or begins: `\b` of a regular expression.
        let end = (run.indices.reversed().first { isBoundary($0 + 1) } ?? start) + 1
        let handle = word[start + 1..<end]
        return isDomain(handle) || text(handle).hasSuffix(".test") ? handle : nil
    }

    private func isBoundary(_ position: Int) -> Bool {
        func isWord(_ index: Int) -> Bool {
            word.indices.contains(index) && (word[index].isASCIIAlphanumeric || word[index] == "_")
        }
        return isWord(position - 1) != isWord(position)
    }

    // MARK: Links

    /// The text from `start` to the end of the word if it begins like an address.
    private func address(at start: Int) -> ArraySlice<Unicode.Scalar>? {
        let address = word[start...]
        return hasScheme(address) || domain(at: start) != nil ? address : nil
    }

    private func hasScheme(_ address: ArraySlice<Unicode.Scalar>) -> Bool {
        ["http://", "https://"].contains { scheme in
            address.count > scheme.unicodeScalars.count && address.starts(with: scheme.unicodeScalars)
        }
    }

    /// Labels of ASCII letters and digits with full stops between them; the first begins with a letter.
    private func domain(at start: Int) -> ArraySlice<Unicode.Scalar>? {
        guard word[start].isASCIIAlphanumeric, !word[start].isASCIIDigit else { return nil }
        var (end, labels) = (start, 0)
        while true {
            let label = word[end...].prefix(while: \.isASCIIAlphanumeric)
            guard !label.isEmpty else { break }
            (end, labels) = (label.endIndex, labels + 1)
            guard end + 1 < word.count, word[end] == ".", word[end + 1].isASCIIAlphanumeric else { break }
            end += 1
        }
        return labels > 1 ? word[start..<end] : nil
    }

    private func link(_ address: ArraySlice<Unicode.Scalar>) -> (Range<Int>, BlueskyFacet.Feature)? {
        let isWhole = hasScheme(address)
        guard isWhole || domain(at: address.startIndex).map(isDomain) == true else { return nil }
        var address = address
        if let last = address.last, ".,;:!?".unicodeScalars.contains(last) { address.removeLast() }
        var unopened = address.count { $0 == ")" } - address.count { $0 == "(" }
        while unopened > 0, address.last == ")" {
            address.removeLast()
            unopened -= 1
        }
        let uri = (isWhole ? "" : "https://") + text(address)
        guard uri.isAddressWithHost else { return nil }
        return (bytes(address.startIndex..<address.endIndex), .link(uri))
    }

    private func isDomain(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return TopLevelDomains.containsToday(text(name[(dot + 1)...]))
    }

    // MARK: Parts

    private func text(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }

    private func bytes(_ range: Range<Int>) -> Range<Int> { offsets[range.lowerBound]..<offsets[range.upperBound] }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }

    /// `\s` of JavaScript.
    var isSpaceOfJavaScript: Bool {
        switch self {
        case "\t"..."\r", "\u{20}", "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}",
            "\u{205F}", "\u{3000}", "\u{FEFF}":
            true
        default: false
        }
    }

    /// Invisible characters, and U+20E2, which is not the keycap.
    fileprivate var endsBlueskyTag: Bool {
        switch self {
        case "\u{AD}", "\u{2060}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{20E2}": true
        default: false
        }
    }
}
