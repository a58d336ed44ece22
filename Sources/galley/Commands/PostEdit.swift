import ArgumentParser
import Glibc
import Posts
import Wire

struct PostEdit: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a post in $VISUAL or $EDITOR.",
        discussion: """
            The file starts with a front matter in YAML (title, tags, date and other fields); the Markdown follows. The post is \
            saved when the editor exits. If someone else saved the post in the meantime, their text is not \
            overwritten; your text stays in a file, and the command prints its name.

            Examples:
              galley post edit my-first-post
              EDITOR="code --wait" galley post edit my-first-post
              galley post edit my-first-post --resume ~/.local/state/galley/edits/7k2m9qv4x1ab-r3-Xy12Ab.md
            """)

    @Argument(help: PostName.help) var post: PostName

    @Option(
        help: ArgumentHelp(
            "Go on with a text that could not be saved, such as --resume draft.md.",
            discussion: "It replaces the current post: check first what others changed.", valueName: "file"),
        completion: .file())
    var resume: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let before = try client.post(post)
        let start = EditedText.text(of: before.draft)
        let sheet = try resume.map(EditingFile.init(path:)) ?? fresh(start, before)
        let key = "edit \(getpid())"
        for other in others(before, key, client) { remark(other) }
        defer { _ = try? client.send(DaemonCall(API.leavePost, before.id).asking(PresenceQuery(key: key))) }
        let text = try sheet.edit { _ = others(before, key, client) }
        if text == start {
            if sheet.isOurs { sheet.remove() }
            remark("Nothing was changed.")
            return try output.show(before, "Unchanged:")
        }
        do {
            let draft = try EditedText.draft(from: text, original: before.draft)
            let after = try client.save(draft, over: before)
            if sheet.isOurs { sheet.remove() }
            try output.show(after, "Saved")
        } catch let problem as ProblemBody where problem.status == 412 {
            throw stale(problem, before, sheet)
        } catch {
            throw CommandFailure(keeping: error, "\(sheet.kept) Go on with: \(again(before, sheet))")
        }
    }

    /// Says that the post is open here. Where the daemon is older or away, writing goes on without it.
    private func others(_ post: PostBody, _ key: String, _ client: DaemonClient) -> [String] {
        guard
            let call = try? DaemonCall(API.enterPost, post.id).carrying(PresentBody(key: key)),
            let page = try? client.send(call)
        else { return [] }
        return page.items.map { "\($0.user.oneLine) has this post open too (\($0.program.oneLine))." }
    }

    private func fresh(_ text: String, _ post: PostBody) throws(CommandFailure) -> EditingFile {
        for path in EditingFile.leftovers(of: post.id) {
            remark("A text of this post that was never saved is in \(path). See it with --resume.")
        }
        return try EditingFile.make(text, name: "\(post.id)-r\(post.revision)")
    }

    private func stale(_ problem: ProblemBody, _ before: PostBody, _ sheet: EditingFile) -> CommandFailure {
        let now = problem.revision.map { " (revision \(before.revision) then, \($0) now)" } ?? ""
        let diff = "galley post diff \(before.id) \(before.revision)"
        return CommandFailure(
            .refused,
            "The post was saved by someone else while you wrote\(now), so yours was not saved over it. \(sheet.kept)\n"
                + "  See what they changed:    \(diff)\n"
                + "  Take it in, and save:     \(again(before, sheet))",
            refusal: problem)
    }

    private func again(_ post: PostBody, _ sheet: EditingFile) -> String {
        "galley post edit \(post.id) --resume \(sheet.path.quotedForShell)"
    }
}

extension CommandFailure {
    /// The same failure, with a note about where the author's text is.
    init(keeping error: any Error, _ words: String) {
        self = (CommandFailure(of: error) ?? CommandFailure(.refused, "\(error).")).followed(by: words)
    }
}
