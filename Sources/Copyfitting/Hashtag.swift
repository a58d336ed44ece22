/// A tag in the form that services link: `#OpenSource`. The capitals let screen readers separate the words.
package struct Hashtag: Hashable, Sendable, CustomStringConvertible {
    /// The name without `#`: letters, marks and digits, with at least one letter.
    package let name: String

    package var description: String { "#" + name }

    /// nil when the tag has no letter, or means something else without its signs (`C++`).
    package init?(tag: String) {
        var words: [String] = [""]
        for character in tag {
            if character.unicodeScalars.allSatisfy(\.isHashtagScalar) {
                words[words.count - 1].append(character)
            } else if Self.separators.contains(character) || character.isWhitespace {
                words.append("")
            } else if !Self.apostrophes.contains(character) {
                return nil
            }
        }
        words.removeAll(where: \.isEmpty)
        name = words.count == 1 ? words[0] : words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard name.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    }

    /// The names of the hashtags in a text, in lower case.
    static func keys(in text: String) -> Set<String> {
        var keys: Set<String> = []
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "#" || $0 == "＃" }).dropFirst()
        {
            keys.insert(part.prefix { $0.unicodeScalars.allSatisfy { $0.isWordScalar } }.lowercased())
        }
        return keys
    }

    var key: String { name.lowercased() }

    /// Other characters that may occur inside a hashtag.
    static let joiners: Set<Unicode.Scalar> = [
        "\u{200C}", "\u{200D}", "·", "・", "゠", "〜", "～", "־", "׳", "״", "་", "༌", "〃",
    ]

    private static let separators: Set<Character> = ["-", "‐", "–", "_", "/", ".", ":", "&", "·", "(", ")"]
    private static let apostrophes: Set<Character> = ["'", "’", "!", "?", "\"", "“", "”"]
}

extension Unicode.Scalar {
    fileprivate var isHashtagScalar: Bool {
        isWordScalar && properties.generalCategory != .connectorPunctuation
    }
}
