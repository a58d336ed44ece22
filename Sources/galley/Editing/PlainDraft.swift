import FoundationEssentials
import Posts
import Wire

/// A text without front matter as a draft. Its title is a leading `# Heading`, which then leaves the text because pages
/// show the title themselves; else it is the name of the file. The daemon derives the slug from the title.
enum PlainDraft {
    /// - Parameters:
    ///   - file: the path of the file; nil for standard input.
    ///   - title: the title from the command line. A heading then stays in the text.
    static func draft(of text: String, file: String?, title: String?) -> DraftBody {
        var draft = DraftBody()
        draft.body = text
        if let title {
            draft.title = title
        } else if let (heading, body) = leadingHeading(in: text) {
            (draft.title, draft.body) = (heading, body)
        } else {
            draft.title = file.flatMap(spokenName)
        }
        return draft
    }

    /// The first line with text, if it is a heading of the first level, and the text after it.
    private static func leadingHeading(in text: String) -> (title: String, rest: String)? {
        let start = text[...].withoutBlankLines
        let line = start.prefix { !$0.isNewline }
        guard let match = line.wholeMatch(of: /\ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*/) else { return nil }
        guard let title = plainText(of: match.1), !title.isEmpty, title.count <= TextField.title.charactersMax else {
            return nil
        }
        return (title, String(start[line.endIndex...].dropFirst().withoutBlankLines))
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

    /// “Harbour light” for `2026-11-23-harbour-light.md`; nil when no name is left.
    private static func spokenName(of file: String) -> String? {
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        let words = name.replacing(/^[0-9]{4}-[0-9]{2}-[0-9]{2}-/, with: "").split { "-_ ".contains($0) }
        let spoken = words.joined(separator: " ")
        return spoken.isEmpty ? nil : spoken.prefix(1).uppercased() + spoken.dropFirst()
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
