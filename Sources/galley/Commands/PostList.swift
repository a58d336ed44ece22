import ArgumentParser
import Wire

struct PostList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List posts.",
        discussion: """
            Examples:
              galley post list
              galley post list --state draft --tag photography
              galley post list --order edited
              galley post list --search "harbour light" --since 2026-01-01
              galley post list --owner bo
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

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let (client, output) = (try daemon.client(), daemon.output)
        let call = DaemonCall("posts").asking("state", state).asking("tag", tag).asking("search", search)
            .asking("since", since).asking("until", until).asking("owner", owner).asking("order", order)
        try length.show(call, of: PostSummaryBody.self, from: client, on: output, none: "No posts.") {
            Self.table($0).text(for: output)
        }
    }

    private static func table(_ posts: [PostSummaryBody]) -> Table {
        var table = Table("POST", "STATE", "TITLE", "DATE", "TAGS", flexible: "TITLE")
        for post in posts {
            table.add(
                .init(post.slug, .strong), .init(post.state, Ink(state: post.state)),
                .init(post.title ?? post.excerpt, post.title == nil ? .faint : .plain),
                .init(date(of: post)), .init(post.tags.joined(separator: ", "), .faint))
        }
        return table
    }

    /// For a scheduled post the time at which it is sent, which may differ from its date.
    private static func date(of post: PostSummaryBody) -> String {
        if let sendsAt = post.sendsAt { return "sends \(LocalClock().text(sendsAt))" }
        return post.date.map(LocalClock().text) ?? ""
    }
}
