import ArgumentParser
import Wire

struct PostShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a post's details, its targets and its text.",
        discussion: """
            Examples:
              galley post show my-first-post
              galley post show my-first-post --revision 3
              galley post show my-first-post --body > text.md
            """)

    @Argument(help: PostName.help) var post: PostName

    @Option(help: ArgumentHelp("Show an earlier revision, such as --revision 3.", valueName: "number"))
    var revision: Int64?

    @Flag(
        help: "Print only the Markdown text, byte for byte unless to a terminal, as in --body > text.md."
    )
    var body = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        if let revision {
            let found = try client.revision(revision, of: post)
            if body { return writeAsItIs(found.draft.body ?? "") }
            return try output.show(found) { PostText(output: output).earlier($0) }
        }
        let found = try client.post(post)
        if body { return writeAsItIs(found.body) }
        if output.isJSON { return try output.show(found) { _ in "" } }
        let deliveries = try client.all(DaemonCall(API.listDeliveriesOfPost, post.text))
        try output.show(found) { PostText(output: output).whole($0, deliveries) }
    }
}

extension DaemonClient {
    func post(_ name: PostName) throws -> PostBody { try send(DaemonCall(API.showPost, name.text)) }

    /// - Throws: a `ProblemBody` with the status 412 when another save came first.
    func save(_ draft: DraftBody, over post: PostBody) throws -> PostBody {
        try send(DaemonCall(API.savePost, post.id).ifMatch(post.revision).carrying(draft))
    }

    func revision(_ number: Int64, of post: PostName) throws -> RevisionBody {
        try send(DaemonCall(API.showRevision, post.text, "\(number)"))
    }
}
