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

    @Option(help: "Only posts with this tag, such as --tag photography.", completion: .tags)
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
            "By date (newest first), edited (last saved first), title or state; with --search by date or rank.",
            discussion: "Such as --order edited.", valueName: "order"),
        completion: .list(["date", "edited", "title", "state", "rank"]))
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
        var asked = PostsQuery(state: state, tag: tag)
        asked.find = try saved.map { try client.named($0, in: .search).text }
        (asked.search, asked.owner, asked.order) = (search, owner, order)
        (asked.since, asked.until) = (since.map(QueryTime.init), until.map(QueryTime.init))
        try length.show(
            DaemonCall(API.listPosts).asking(asked), from: client, on: output, none: "No posts."
        ) { posts in
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
