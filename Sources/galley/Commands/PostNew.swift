import ArgumentParser
import Glibc
import Moving
import Posts
import Wire

struct PostNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a post from a file, from standard input, or empty.",
        discussion: """
            Front matter may be YAML or TOML, with the names that Hugo and Jekyll use. Options override the file. The \
            post is a draft until `galley publish`, whatever the file says about `draft`; targets are chosen there, \
            too. Posting the same text again creates no second post.

            Without front matter, a leading “# Heading” becomes the title and leaves the text, else the name of the \
            file does. A heading with a link, a picture or a tag stays in the text. The slug comes from the title; the \
            command prints it.

            In a note of an Obsidian vault (a folder .obsidian stands above it), comments (%%…%%) leave the text and go \
            to the private notes of the post.

            Examples:
              galley post new draft.md
              galley post new draft.md --title "Harbour light" --tag photography --tag sea
              echo "Good morning." | galley post new
              galley post new --title "Harbour light" --edit
            """)

    @Argument(help: "A Markdown file, or “-” for standard input. Piped input needs no “-”.", completion: .file())
    var file: String?

    @Option(help: "The title, such as --title \"Harbour light\".")
    var title: String?

    @Option(help: "A tag, such as --tag photography; repeatable. Overrides the tags of the file.")
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "The date of the post, such as --date \"2026-12-01 09:00 Europe/Lisbon\" or 2026-12-01T09:00+05:30.",
            discussion: "It does not schedule anything; `galley publish` does.", valueName: "when"))
    var date: String?

    @Option(help: "The last part of the post's address, such as --slug harbour-light. Default: from the title.")
    var slug: String?

    @Flag(help: "Open the text in $VISUAL or $EDITOR first, as in post new --edit.")
    var edit = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let bytes = try given()
        let (client, output) = (try daemon.client(), daemon.output)
        let post: PostBody
        if edit {
            post = try compose(bytes, client)
        } else if let bytes {
            post = try create(bytes, client)
        } else {
            guard title != nil || date != nil || slug != nil || !tag.isEmpty else {
                throw ValidationError("The post would be empty. Name a file, give a --title, or use --edit.")
            }
            post = try client.create(try DaemonCall(API.createPost).carrying(with(DraftBody())), key: Self.randomKey())
        }
        // A text of an earlier attempt is stored now.
        if let sheet = file.map(EditingFile.init(path:)), sheet.isOurs { sheet.remove() }
        if post.deletedAt != nil {
            remark("This text was posted before and deleted. `galley post undelete \(post.id)` restores it.")
        }
        try output.show(post, "Created")
    }

    /// The text of the file, or of standard input; nil if there is none.
    private func given() throws -> [UInt8]? {
        if let file, file != "-" { return try InputFile.bytes(of: file) }
        guard file == "-" || Self.isInputRedirected else { return nil }
        let bytes = try InputFile.bytes(of: "-")
        return bytes.isEmpty ? nil : bytes
    }

    /// Has the author write in a file, which is kept until the daemon has stored the text.
    private func compose(_ bytes: [UInt8]?, _ client: DaemonClient) throws -> PostBody {
        for path in EditingFile.leftovers(of: "new") {
            remark(
                "A new post that was never saved is in \(path). Save it with: galley post new \(path.quotedForShell)")
        }
        let start = try bytes.map { try InputFile.text($0, of: file ?? "-") } ?? EditedText.text(of: with(DraftBody()))
        var sheet = try EditingFile.make(start, name: "new")
        // What came through a pipe is nowhere else.
        if bytes != nil, file == nil || file == "-" { sheet.start = nil }
        let text = try sheet.edit()
        if text == start, bytes == nil {
            sheet.remove()
            throw CommandFailure(.refused, "The text is empty, so no post was created.")
        }
        do {
            // The header already contains the options, unless the text was given.
            let post = try bytes == nil ? client.create(markdown: Array(text.utf8)) : create(Array(text.utf8), client)
            sheet.remove()
            return post
        } catch {
            throw CommandFailure(
                keeping: error, "\(sheet.kept) Correct it there, then run: galley post new \(sheet.path.quotedForShell)"
            )
        }
    }

    /// Sends a text with a header unchanged, because the daemon reads YAML and TOML. A second request then applies the
    /// options, and adds the comments of a note of Obsidian, which leave its text.
    private func create(_ bytes: [UInt8], _ client: DaemonClient) throws -> PostBody {
        let (bytes, notes) = withoutComments(bytes)
        if let text = String(validating: bytes, as: UTF8.self)?.withoutByteOrderMark, !Self.hasHeader(text) {
            let name = file == "-" ? nil : file
            let draft = with(PlainDraft.draft(of: text, file: name, title: title), notes)
            return try client.create(
                try DaemonCall(API.createPost).carrying(draft), key: Self.key(of: Array("\(draft)".utf8)))
        }
        let post = try client.create(markdown: bytes)
        let (before, after) = (post.draft, with(post.draft, notes))
        guard before != after, post.deletedAt == nil else { return post }
        return try client.save(after, over: post)
    }

    /// The text, and its comments for the private notes if it is a note of Obsidian with some.
    private func withoutComments(_ bytes: [UInt8]) -> (bytes: [UInt8], notes: String?) {
        guard let file, ObsidianVaults.contain(path: file), let text = String(validating: bytes, as: UTF8.self) else {
            return (bytes, nil)
        }
        let comments = ObsidianComments(in: text, from: MarkdownFolder.bodyStart(bytes))
        guard let notes = comments.notes else { return (bytes, nil) }
        remark("\(counted(comments.comments.count, "comment")) (%%…%%) went to the private notes.")
        return (Array(comments.text.utf8), notes)
    }

    private func with(_ draft: DraftBody, _ notes: String? = nil) -> DraftBody {
        var draft = draft
        if let notes { draft.privateNotes = notes }
        if let title { draft.title = title }
        if let slug { draft.slug = slug }
        if let date { (draft.date, draft.zone) = (date, nil) }
        if !tag.isEmpty { draft.tags = tag + (draft.tags ?? []).filter { !tag.contains($0) } }
        return draft
    }

    private static func hasHeader(_ text: String) -> Bool { text.hasPrefix("---") || text.hasPrefix("+++") }

    /// Whether standard input is a pipe or a file. Its text is then read even without a “-”.
    private static var isInputRedirected: Bool {
        var status = stat()
        guard unsafe fstat(0, &status) == 0 else { return false }
        return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// FNV-1a with 128 bits. The same text gives the same key, so that sending it twice makes one post.
    fileprivate static func key(of bytes: [UInt8]) -> String {
        var hash = UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* (UInt128(1) << 88 | 0x13B) }
        return "text-" + String(hash, radix: 16)
    }

    private static func randomKey() -> String { "made-" + String(UInt128.random(in: 0 ... .max), radix: 16) }
}

extension String {
    fileprivate var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}

extension DaemonClient {
    fileprivate func create(markdown bytes: [UInt8]) throws -> PostBody {
        try create(DaemonCall(API.createPost).carrying(bytes, type: "text/markdown"), key: PostNew.key(of: bytes))
    }

    /// The key ensures that a repetition makes no second post.
    fileprivate func create(_ call: DaemonCall<Nothing, DraftBody, PostBody>, key: String) throws -> PostBody {
        try sendOrRepeat(call.saying(.idempotencyKey, key))
    }
}
