import Moving
import Wire

/// The text of a file without what only its own program reads: comments and markup of Obsidian, and comments of MDX.
struct MarkdownText {
    let text: String
    /// Where the lines of the file are in it.
    let lines: MovedLines
    let notes: [ImportNoteBody]
    /// Of the text, besides those of its front matter.
    let tags: [String]
    let privateNotes: String?
    /// What the fingerprint has to take up besides the file.
    let changes: [String]
    /// The links that may lead to pages of the old site.
    let links: [LinkReferences.Link]

    /// - Parameters:
    ///   - start: where the body begins.
    ///   - isVault: whether the file is a note of Obsidian.
    ///   - address: where readers find the post of a file.
    init(
        _ written: String, of file: String, from start: Int, isVault: Bool, _ names: ObsidianNames,
        address: @escaping (String) -> String?
    ) {
        let isMDX = file.lowercased().hasSuffix(".mdx")
        let comments = ObsidianComments(in: written, from: start, isMDX ? .mdx : .obsidian)
        let areRemoved = isVault || isMDX
        var notes = comments.notes(areRemoved: areRemoved, isMDX ? "MDX ({/*…*/})" : "Obsidian (%%…%%)")
        var changes = areRemoved && !comments.comments.isEmpty ? ["comments removed"] : []
        privateNotes = areRemoved ? comments.notes : nil
        if isVault, !isMDX {
            let markup = ObsidianMarkup(comments.text, from: start, of: file, names, address: address)
            notes += markup.notes.map {
                ImportNoteBody(line: comments.lines.source(of: $0.line), what: "a link", words: $0.words)
            }
            if markup.text != comments.text || !markup.tags.isEmpty { changes.append(markup.text) }
            (text, tags, lines) = (markup.text, markup.tags, markup.lines.after(comments.lines))
            links = lines.links(in: text, from: start).filter { !markup.addresses.contains($0.address) }
        } else {
            (text, tags, lines) = (areRemoved ? comments.text : written, [], areRemoved ? comments.lines : MovedLines())
            links = lines.links(in: text, from: start)
        }
        if isMDX, text.utf8.dropFirst(start).contains(where: { "{<".utf8.contains($0) }) {
            notes.append(MarkdownText.codeNote)
        }
        (self.notes, self.changes) = (notes, changes)
    }

    private static let codeNote = ImportNoteBody(
        what: "MDX",
        words:
            "It is MDX, whose components and code in braces do not run here. Pages leave components out as HTML, or show "
            + "them as text, like the code. Look at the post.")
}

extension MovedLines {
    fileprivate func links(in text: String, from start: Int) -> [LinkReferences.Link] {
        LinkReferences.all(in: text, from: start).map { link in
            LinkReferences.Link(address: link.address, line: link.line.map(source))
        }
    }
}

extension ObsidianComments {
    /// - Parameters:
    ///   - areRemoved: whether they were taken out of the text.
    ///   - name: of the comments.
    fileprivate func notes(areRemoved: Bool, _ name: String) -> [ImportNoteBody] {
        let words =
            areRemoved
            ? "A comment of \(name) belongs to the private notes of the post. No reader sees it."
            : "Readers see this “%%”, with which comments begin in Obsidian. If the file is from there, import with --obsidian."
        return comments.map { ImportNoteBody(line: $0.line, what: "%%", words: words) }
    }
}
