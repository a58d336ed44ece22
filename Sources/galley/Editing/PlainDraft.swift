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
        } else if let heading = LeadingHeading(in: text) {
            (draft.title, draft.body) = (heading.title, heading.rest)
        } else {
            draft.title = file.flatMap(spokenName)
        }
        return draft
    }

    /// “Harbour light” for `2026-11-23-harbour-light.md`; nil when no name is left.
    private static func spokenName(of file: String) -> String? {
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        let words = name.replacing(/^[0-9]{4}-[0-9]{2}-[0-9]{2}-/, with: "").split { "-_ ".contains($0) }
        let spoken = words.joined(separator: " ")
        return spoken.isEmpty ? nil : spoken.prefix(1).uppercased() + spoken.dropFirst()
    }
}
