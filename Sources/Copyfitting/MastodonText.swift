/// Finds the web addresses and mentions in a text as Mastodon does when it counts and links.
///
/// The rules are those of `StatusLengthValidator`, `Extractor` and the regular expressions of twitter-text 3.1 with
/// Mastodon's changes (`config/initializers/twitter_regex.rb`). They are implemented here in one pass over the code
/// points, because regular expressions with backtracking take too long on hostile text.
struct MastodonText {
    enum Entity: Equatable {
        case address
        /// Only `@user` of `@user@host` counts, with this number of code points.
        case mention(countedLength: Int)
    }

    private let text: String
    /// In the order of the text, without overlap; positions in its code points.
    let entities: [(range: Range<Int>, entity: Entity)]

    init(_ text: String) {
        self.text = text
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }) else {
            entities = []
            return
        }
        let scalars = Array(text.unicodeScalars)
        let addresses = AddressScanner.addresses(in: scalars).map { (range: $0, entity: Entity.address) }
        let mentions = MentionScanner(scalars).mentions().map {
            (range: $0.range, entity: Entity.mention(countedLength: $0.user.count + 1))
        }
        var end = 0
        entities = (addresses + mentions).sorted { $0.range.lowerBound < $1.range.lowerBound }.filter {
            guard $0.range.lowerBound >= end else { return false }
            end = $0.range.upperBound
            return true
        }
    }

    /// The text with each address replaced by the reserved number of letters, and each mention without its host. Empty
    /// if the text contains only white space.
    /// - Parameter mentionsWhole: whether mentions keep their hosts.
    func countable(reservedPerURL: Int, mentionsWhole: Bool = false) -> String {
        let scalars = text.unicodeScalars
        guard !scalars.allSatisfy(\.isWhitespace) else { return "" }
        guard !entities.isEmpty else { return text }
        var counted = ""
        var (index, from) = (scalars.startIndex, 0)
        for (range, entity) in entities {
            let start = scalars.index(index, offsetBy: range.lowerBound - from)
            let end = scalars.index(start, offsetBy: range.count)
            counted += text[index..<start]
            switch entity {
            case .address: counted += String(repeating: "x", count: reservedPerURL)
            case .mention(let length):
                counted += text[start..<(mentionsWhole ? end : scalars.index(start, offsetBy: length))]
            }
            (index, from) = (end, range.upperBound)
        }
        return counted + text[index...]
    }
}
