import ArgumentParser
import Posts
import Wire

struct PostList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List posts.",
        discussion: """
            Examples:
              galley post list
              galley post list --state draft --tag photography
              galley post list --order edited
              galley post list --search "harbour light" --since 2026-01-01
              galley post list --owner bo
              galley post list --saved "drafts about the sea"
              galley post list --limit 0 --json
            """)

    @Option(
        help: ArgumentHelp(
            "Only posts in this state: draft, scheduled, published, unpublished or deleted.",
            discussion: "Such as --state scheduled.", valueName: "state"),
        completion: .list(["draft", "scheduled", "published", "unpublished", "deleted"]))
    var state: String?

    @Option(help: "Only posts with this tag, such as --tag photography.")
    var tag: String?

    @Option(help: ArgumentHelp("Only posts with these words, such as --search \"harbour light\".", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only posts of this day or later, such as --since 2026-01-01.", valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only posts before this day, such as --until 2026-02-01.", valueName: "when"))
    var until: String?

    @Option(help: ArgumentHelp("Only this user's posts, such as --owner bo.", valueName: "name"))
    var owner: String?

    @Option(
        help: ArgumentHelp(
            "By date (newest first), edited (last saved first) or title; with --search by date or rank.",
            discussion: "Such as --order edited.", valueName: "order"),
        completion: .list(["date", "edited", "title", "rank"]))
    var order: String?

    @Option(
        help: ArgumentHelp(
            "Only posts that one of your saved searches finds. The composer's Posts panel keeps them.",
            valueName: "name"))
    var saved: String?

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        guard saved == nil || (state, tag, search) == (nil, nil, nil) else {
            throw ValidationError("--saved has its own words, tag and state. Leave out --search, --tag and --state.")
        }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        var query = PostQuery(state: state, tag: tag, words: search)
        if let saved { query = PostQuery(try client.named(saved, in: .search).text) }
        var asked = PostsQuery(state: query.state, tag: query.tag)
        (asked.kind, asked.search, asked.owner, asked.order) = (query.kind, query.words, owner, order)
        (asked.since, asked.until) = (since.map(QueryTime.init), until.map(QueryTime.init))
        try length.show(DaemonCall(API.listPosts).asking(asked), from: client, on: output, none: "No posts.") { posts in
            // Only administrators see posts of several users.
            let withOwner = Set(posts.map(\.owner)).count > 1
            let headings = ["POST", "STATE", "TITLE", "DATE", "TAGS"] + (withOwner ? ["OWNER"] : [])
            return output.table(posts, headings, flexible: "TITLE") { post in
                row(post, output) + (withOwner ? [.init(name: post.owner)] : [])
            }
        }
    }

    private func row(_ post: PostSummaryBody, _ output: Output) -> [Table.Cell] {
        [
            .init(post.slug, .strong), .init(post.state, Ink(state: post.state)),
            .init(post.title ?? post.excerpt, post.title == nil ? .faint : .plain),
            .init(date(of: post, output.clock)), .init(post.tags.joined(separator: ", "), .faint),
        ]
    }

    /// For a scheduled post the time at which it is sent, which may differ from its date. If that has passed, the queue
    /// says what holds it up.
    private func date(of post: PostSummaryBody, _ clock: LocalClock) -> String {
        if let sendsAt = post.sendsAt {
            return (clock.hasPassed(sendsAt) ? "due since " : "sends ") + clock.text(sendsAt)
        }
        return post.date.map(clock.text) ?? ""
    }
}

/// What a search asks for: words, and `tag:sea`, `state:draft` and `kind:page` among them, as in the Posts panel.
private struct PostQuery {
    var state, tag, kind: String?
    var words: String?

    /// What can be typed in place of the daemon's own words.
    private static let others = ["drafts": "draft", "taken-back": "unpublished", "posts": "post", "pages": "page"]

    init(state: String?, tag: String?, words: String?) { (self.state, self.tag, self.words) = (state, tag, words) }

    init(_ text: String) {
        let filter = /(?:^|\s)(tag|state|kind):(?:"([^"]*)"?|(\S*))/.ignoresCase()
        for match in text.matches(of: filter) {
            let value = String(match.2 ?? match.3 ?? "").trimmed
            if value.isEmpty { continue }
            let word = Self.others[value.lowercased()] ?? value.lowercased()
            switch match.1.lowercased() {
            case "tag": tag = tag ?? (value.hasPrefix("#") ? String(value.dropFirst()) : value)
            case "state": state = state ?? word
            default: kind = kind ?? word
            }
        }
        let rest = text.replacing(filter, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        words = rest.isEmpty ? nil : rest
    }
}
