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
    let scalars: [Unicode.Scalar]
    /// In the order of the text, without overlap; positions in `scalars`.
    let entities: [(range: Range<Int>, entity: Entity)]

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }) else {
            entities = []
            return
        }
        let addresses = AddressScanner(scalars).addresses().map { (range: $0, entity: Entity.address) }
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
        guard !scalars.allSatisfy(\.properties.isWhitespace) else { return "" }
        guard !entities.isEmpty else { return text }
        var counted = String.UnicodeScalarView()
        var from = 0
        for (range, entity) in entities {
            counted.append(contentsOf: scalars[from..<range.lowerBound])
            switch entity {
            case .address: counted.append(contentsOf: repeatElement("x", count: reservedPerURL))
            case .mention(let length):
                counted.append(contentsOf: scalars[range].prefix(mentionsWhole ? range.count : length))
            }
            from = range.upperBound
        }
        counted.append(contentsOf: scalars[from...])
        return String(counted)
    }
}
