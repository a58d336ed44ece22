/// The heading at the start of a text without another title. It becomes the title and leaves the text, because pages show
/// the title themselves.
package struct LeadingHeading {
    package let title: String
    /// The text after it.
    package let rest: String

    /// - Returns: nil unless the first line with text is a heading of the first level, from which no words would be lost.
    package init?(in text: String) {
        let start = text[...].withoutBlankLines
        let line = start.prefix { !$0.isNewline }
        guard let match = line.wholeMatch(of: /\ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*/) else { return nil }
        guard let title = LeadingHeading.plainText(of: match.1), !title.isEmpty,
            title.count <= TextField.title.charactersMax
        else {
            return nil
        }
        self.title = title
        rest = String(start[line.endIndex...].dropFirst().withoutBlankLines)
    }

    /// The words of a heading, with code as it is written; nil if words could be lost with its markup: the address of a
    /// link, a picture, what looks like a tag.
    private static func plainText(of heading: Substring) -> String? {
        let parts = heading.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count.isMultiple(of: 2) == false, !heading.contains("``") else { return nil }
        var words = ""
        for (index, part) in parts.enumerated() {
            guard index.isMultiple(of: 2) else {
                words += part
                continue
            }
            guard !part.contains("<"), !part.contains("[") else { return nil }
            // `withoutMarks` is for whole lines: the blanks beside code stay.
            let (start, end) = (part.first == " " ? " " : "", part.last == " " ? " " : "")
            words += start + String(part).withoutMarks.referencesResolved + end
        }
        return words.trimmed
    }
}

extension Substring {
    /// The text from its first line that is not blank.
    fileprivate var withoutBlankLines: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        let before = self[..<first]
        return before.lastIndex(where: \.isNewline).map { self[index(after: $0)...] } ?? self
    }
}
