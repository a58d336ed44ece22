import Posts

// Parses text from other systems, so that it can be compared with the text sent.

extension Collection<String> {
    /// The first of these, such as `one, two and 3 more`.
    func listed(upTo limit: Int) -> String {
        prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
    }
}

extension String {
    /// At most `limit` characters, with an ellipsis if shortened.
    func shortened(to limit: Int) -> String {
        count > limit ? prefix(limit - 1) + "…" : self
    }

    /// At most `limit` Unicode code points, as many services count, with an ellipsis if shortened. No character is divided.
    func shortened(toCodePoints limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        var room = limit - 1
        return prefix { character in
            room -= character.unicodeScalars.count
            return room >= 0
        } + "…"
    }

    /// Encoded as a value of `application/x-www-form-urlencoded`.
    var formEncoded: String { percentEncoded().replacing("%20", with: "+") }

    /// The text of this HTML: tags removed, character references decoded, and addresses whole. Takahē shows 30 characters
    /// of an address without its scheme, Pleroma as many as its administrator sets.
    var textOfHTML: String {
        var result = ""
        var rest = self[...]
        var link: (address: Substring, start: Int)?
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">") else {
                rest = rest[open...]
                break
            }
            let tag = rest[rest.index(after: open)..<close]
            let name = tag.lowercased()
            if ["br", "p", "/p", "li", "/li", "div", "/div", "h", "/h", "tr", "td"].contains(where: name.hasPrefix) {
                result += "\n"
            }
            if name.hasPrefix("a ") { link = tag.linkAddress.map { ($0, result.utf8.count) } }
            if name == "/a", let (address, start) = link {
                result.complete(address, from: start)
                link = nil
            }
            rest = rest[rest.index(after: close)...]
        }
        return (result + rest).referencesResolved
    }

    /// Replaces a link's words, which begin at this byte, by its address if they are the beginning of that.
    private mutating func complete(_ address: Substring, from start: Int) {
        let begin = utf8.index(startIndex, offsetBy: start)
        var words = self[begin...]
        while words.last.map({ $0 == "." || $0 == "…" || $0.isWhitespace }) ?? false { words.removeLast() }
        let bare = address.withoutScheme
        let forms = [address, bare, bare.hasPrefix("www.") ? bare.dropFirst(4) : bare]
        guard words.contains("."), forms.contains(where: { $0.hasPrefix(words) }) else { return }
        replaceSubrange(begin..., with: address)
    }
}

extension Substring {
    /// The address in the tag of a link.
    fileprivate var linkAddress: Substring? {
        firstRange(of: "href=\"").map { self[$0.upperBound...].prefix { $0 != "\"" } }
    }
}

/// A text without all that servers may change: case, whitespace, punctuation, markup, and the host in a mention.
struct NormalizedText: Hashable, Sendable {
    private let words: [String]
    /// The other characters, for a text without letters and digits.
    private let signs: String

    init(_ text: String) {
        words = NormalizedText.withoutHosts(text).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        signs = words.isEmpty ? String(text.filter { !$0.isWhitespace }) : ""
    }

    /// All words in one string.
    var letters: String { words.joined() + signs }

    /// Whether both contain the same letters, however they are divided into words.
    static func == (one: NormalizedText, other: NormalizedText) -> Bool {
        one.signs == other.signs && one.words.joined() == other.words.joined()
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(signs)
        hasher.combine(words.joined())
    }

    /// Whether at least half of the words of each text are in the other: the same text in another form, or a very
    /// similar one.
    func resembles(_ other: NormalizedText) -> Bool {
        if self == other { return true }
        let (mine, theirs) = (Set(words), Set(other.words))
        let shared = mine.intersection(theirs).count
        return shared > 0 && 2 * shared >= mine.count && 2 * shared >= theirs.count
    }

    /// `@ada@social.example` becomes `@ada`, which is how servers show it.
    static func withoutHosts(_ text: String) -> String {
        var result = ""
        var isInMention = false
        var isInHost = false
        for character in text {
            if character == "@" {
                isInHost = isInMention
                isInMention = !isInMention
            } else if isInHost, !(character.isLetter || character.isNumber || ".-".contains(character)) {
                (isInHost, isInMention) = (false, false)
            } else if isInMention, !(character.isLetter || character.isNumber || "_.-".contains(character)) {
                isInMention = false
            }
            if !isInHost { result.append(character) }
        }
        return result
    }
}

extension Character {
    var isControl: Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
            && unicodeScalars.count == 1
    }
}
