import ArgumentParser
import FoundationEssentials
import Glibc
import Wire

struct PostNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a post from a file, from standard input, or empty.",
        discussion: """
            Front matter may be YAML or TOML, with the names that Hugo and Jekyll use. Options override the file. The \
            post is a draft until `galley publish`, whatever the file says about `draft`; targets are chosen there, \
            too. Posting the same text again creates no second post.

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
            "The date of the post, such as --date \"2026-12-01 09:00 Europe/Lisbon\".",
            discussion: "It does not schedule anything; `galley publish` does.", valueName: "when"))
    var date: String?

    @Option(help: "The last part of the post's address, such as --slug harbour-light. Default: from the title.")
    var slug: String?

    @Flag(help: "Open the text in $VISUAL or $EDITOR first, as in post new --edit.")
    var edit = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let (client, output) = (try daemon.client(), daemon.output)
        let post: PostBody
        if edit {
            post = try compose(client)
        } else if let file {
            post = try create(try Self.read(file), client)
        } else if Self.isInputRedirected, case let bytes = Self.readStandardInput(), !bytes.isEmpty {
            post = try create(bytes, client)
        } else {
            guard title != nil || date != nil || slug != nil || !tag.isEmpty else {
                throw ValidationError("The post would be empty. Name a file, give a --title, or use --edit.")
            }
            post = try client.create(try DaemonCall("posts").carrying(with(DraftBody())), key: Self.randomKey())
        }
        if post.deletedAt != nil {
            remark("This text was posted before and deleted. `galley post undelete \(post.id)` restores it.")
        }
        try output.show(post) { PostText(output).line($0, "Kept") }
    }

    /// Has the author write in a file, which is kept until the daemon has stored the text.
    private func compose(_ client: DaemonClient) throws -> PostBody {
        let template = try file.map(Self.read) ?? Array(EditedText.text(of: with(DraftBody())).utf8)
        let start = String(decoding: template, as: UTF8.self)
        let sheet = try EditingFile.make(start, name: "new")
        let text = try sheet.edit()
        if text == start, file == nil {
            sheet.remove()
            throw CommandFailure(.refused, "The text is empty, so no post was created.")
        }
        do {
            // The header already contains the options, unless it came from a file.
            let post = try file == nil ? client.create(markdown: Array(text.utf8)) : create(Array(text.utf8), client)
            sheet.remove()
            return post
        } catch {
            throw CommandFailure(
                keeping: error, "\(sheet.kept) Correct it there, then run: galley post new \(sheet.path)")
        }
    }

    /// Sends a text with a header unchanged, because the daemon reads YAML and TOML. A second request then applies the
    /// options.
    private func create(_ bytes: [UInt8], _ client: DaemonClient) throws -> PostBody {
        let text = String(decoding: bytes.prefix(4), as: UTF8.self)
        let hasHeader = text.hasPrefix("---") || text.hasPrefix("+++") || text.hasPrefix("\u{FEFF}")
        if !hasHeader, let text = String(validating: bytes, as: UTF8.self) {
            var draft = DraftBody()
            draft.body = text
            return try client.create(
                try DaemonCall("posts").carrying(with(draft)),
                key: Self.key(of: bytes + Array("\(with(DraftBody()))".utf8)))
        }
        let post = try client.create(markdown: bytes)
        let (before, after) = (post.draft, with(post.draft))
        guard before != after, post.deletedAt == nil else { return post }
        let call = DaemonCall("posts", post.id).ifMatch(post.revision)
        return try client.send("PUT", try call.carrying(after))
    }

    private func with(_ draft: DraftBody) -> DraftBody {
        var draft = draft
        if let title { draft.title = title }
        if let slug { draft.slug = slug }
        if let date { (draft.date, draft.zone) = (date, nil) }
        if !tag.isEmpty { draft.tags = tag + (draft.tags ?? []).filter { !tag.contains($0) } }
        return draft
    }

    private static func read(_ file: String) throws(CommandFailure) -> [UInt8] {
        if file == "-" { return readStandardInput() }
        guard let data = try? Data(contentsOf: URL(filePath: file)) else {
            throw CommandFailure(.misused, "The file “\(file)” cannot be read. Check its name and its owner.")
        }
        return Array(data)
    }

    /// Whether standard input is a pipe or a file. Its text is then read even without a “-”.
    private static var isInputRedirected: Bool {
        var status = stat()
        guard unsafe fstat(0, &status) == 0 else { return false }
        return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    static func readStandardInput() -> [UInt8] {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
            if count > 0 { bytes += part.prefix(count) } else if count == 0 || errno != EINTR { return bytes }
        }
    }

    /// FNV-1a with 128 bits. The same text gives the same key, so that sending it twice makes one post.
    fileprivate static func key(of bytes: [UInt8]) -> String {
        var hash = UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* (UInt128(1) << 88 | 0x13B) }
        return "text-" + String(hash, radix: 16)
    }

    private static func randomKey() -> String { "made-" + String(UInt128.random(in: 0 ... .max), radix: 16) }
}

extension DaemonClient {
    fileprivate func create(markdown bytes: [UInt8]) throws -> PostBody {
        try create(DaemonCall("posts").carrying(bytes, type: "text/markdown"), key: PostNew.key(of: bytes))
    }

    /// Repeats the request if the answer was lost. The key ensures that only one post is made.
    fileprivate func create(_ call: DaemonCall, key: String) throws -> PostBody {
        let call = call.saying("Idempotency-Key", key)
        do {
            return try send("POST", call)
        } catch let failure as CommandFailure where failure.status == .tryAgain {
            return try send("POST", call)
        }
    }
}
