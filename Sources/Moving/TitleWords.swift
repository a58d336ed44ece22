import Posts

extension String {
    /// The words of a title that may contain HTML. Only the tags of a pair of elements for words are markup, so that
    /// `Vec<T>` and `a < b` stay.
    var wordsOfTitle: String {
        var (tags, open) = ([(range: Range<Index>, instead: String)](), [String: [Int]]())
        for match in matches(of: /<(\/?)([A-Za-z]{1,10})(?:\s[^<>]*)?\/?>/) {
            let name = match.2.lowercased()
            if ["br", "img", "wbr"].contains(name) {
                tags.append((match.range, name == "br" ? " " : ""))
            } else if String.wordElements.contains(name), match.1.isEmpty {
                open[name, default: []].append(tags.count)
                tags.append((match.range, String(self[match.range])))
            } else if let start = open[name]?.popLast() {
                tags[start].instead = ""
                tags.append((match.range, ""))
            }
        }
        var (words, position) = ("", startIndex)
        for tag in tags {
            words += self[position..<tag.range.lowerBound] + tag.instead
            position = tag.range.upperBound
        }
        words += self[position...]
        return words.referencesResolved.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let wordElements: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd",
        "mark", "nobr", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "tt", "u", "var",
    ]
}
