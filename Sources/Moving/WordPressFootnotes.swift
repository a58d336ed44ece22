import JSONTree

/// The footnotes of a WordPress post, whose texts its block editor keeps outside of the post, in the field `footnotes`.
struct WordPressFootnotes {
    private struct Note: Decodable {
        let id, content: String
    }

    private let notes: [Note]
    /// What stands for a footnote's number until the text is Markdown. Unicode leaves both to private use.
    private static let (opening, closing) = ("\u{F5F0}", "\u{F5F1}")

    /// - Parameter json: the field; empty for none.
    init(_ json: String) {
        notes = json.isEmpty ? [] : (try? JSONCoding.decode([Note].self, from: Array(json.utf8))) ?? []
    }

    /// The HTML with a mark in the place of each link to a footnote.
    func marked(in html: String) -> String {
        guard !notes.isEmpty else { return html }
        let numbers = Dictionary(zip(notes.map(\.id), 1...)) { first, _ in first }
        return html.replacing(/<sup\s[^>]*?data-fn="([^"]+)"[^>]*>.*?<\/sup>/) { match in
            numbers[String(match.1)].map { "\(Self.opening)\($0)\(Self.closing)" } ?? String(match.0)
        }
    }

    /// The Markdown with the footnotes at its end.
    func written(in markdown: String) -> String {
        guard !notes.isEmpty else { return markdown }
        let text = markdown.replacing(/\x{F5F0}([0-9]+)\x{F5F1}/) { "[^\($0.1)]" }
        let lines = notes.enumerated().map { index, note in
            let words = HTMLText.markdown(note.content).text.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\n[^\(index + 1)]: \(words)\n"
        }
        return text + lines.joined()
    }
}
