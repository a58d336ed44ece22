import ArgumentParser
import Wire

struct PostHistory: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the revisions of a post, latest first.",
        discussion: """
            Saves within ten minutes of each other are listed as one; --all lists every save.

            Examples:
              galley post history my-first-post
              galley post history my-first-post --all --limit 20
            """)

    @Argument(help: PostName.help) var post: PostName
    @Flag(help: "List every save, as in post history my-first-post --all.") var all = false
    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.listRevisions, post.text).asking(RevisionsQuery(all: all))
        try length.show(call, from: client, on: output, none: "No revisions.") {
            output.table($0, "REVISIONS", "SAVED", "CHARACTERS", "AUTHOR", flexible: "AUTHOR") { sitting in
                let isOne = sitting.firstRevision == sitting.lastRevision
                let range = isOne ? "\(sitting.lastRevision)" : "\(sitting.firstRevision)–\(sitting.lastRevision)"
                return [
                    .init(range, .strong), .init(output.clock.text(sitting.endedAt)), .init("\(sitting.characters)"),
                    .init(name: sitting.author, .faint),
                ]
            }
        }
    }
}

struct PostDiff: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what changed in a post, line by line.",
        discussion: """
            Without numbers: the changes of the last save. With one: the changes since that revision. With two: the \
            changes between them.

            Examples:
              galley post diff my-first-post
              galley post diff my-first-post 3
              galley post diff my-first-post 3 7
            """)

    @Argument(help: PostName.help) var post: PostName
    @Argument(help: "The earlier revision, such as 3.") var from: Int64?
    @Argument(help: "The later revision, such as 7. Default: the post as it is now.") var to: Int64?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let current = try client.post(post)
        let new = try to.map { try client.revision($0, of: post).draft } ?? current.draft
        let newNumber = to ?? current.revision
        let oldNumber = from ?? newNumber - 1
        let old = oldNumber < 1 ? DraftBody() : try client.revision(oldNumber, of: post).draft
        let (before, after) = (oldNumber < 1 ? "" : EditedText.text(of: old), EditedText.text(of: new))
        let diff = LineDiff(from: before, to: after)
        let names = (old: "revision \(oldNumber)", new: "revision \(newNumber)")
        let difference = Difference(
            from: oldNumber, to: newNumber,
            diff: diff.unified(from: names.old, to: names.new, style: Style(hasColour: false)))
        if diff.isEmpty, !output.isJSON { return remark("Nothing changed.") }
        try output.show(difference) { _ in diff.unified(from: names.old, to: names.new, style: output.style) }
    }

    private struct Difference: Encodable {
        let from, to: Int64
        let diff: String
    }
}

struct PostRevert: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert", abstract: "Restore an earlier revision of a post as a new revision.",
        discussion: """
            Nothing is lost: the current text stays as a revision.

            Example:
              galley post revert my-first-post 3
            """)

    @Argument(help: PostName.help) var post: PostName
    @Argument(help: "The revision to restore, such as 3.") var revision: Int64

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let before = try client.post(post)
        let draft = try client.revision(revision, of: post).draft
        guard draft != before.draft else {
            return try output.show(before, "Unchanged:")
        }
        try output.show(client.save(draft, over: before), "Restored revision \(revision) of")
    }
}
