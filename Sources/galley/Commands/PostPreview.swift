import ArgumentParser
import JSONTree
import Wire

struct PostPreview: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Show exactly what would be sent, with character counts and losses.",
        discussion: """
            Without --target and --to: every target that a plain `galley publish` would use. The text for one target \
            may contain the post's address at another, so name the targets that you will publish to.

            Examples:
              galley post preview my-first-post
              galley post preview my-first-post --target fediverse
              galley post preview my-first-post --to blog --to fediverse
              galley post preview my-first-post --target fediverse --text
              galley post preview my-first-post --target fediverse --diff
              galley post preview my-first-post --html > page.html
              galley post preview my-first-post --open
            """)

    @Argument(help: PostName.help) var post: PostName

    @Option(
        help: ArgumentHelp("As this target would get it, such as --target fediverse.", valueName: "name"),
        completion: .targets)
    var target: String?

    @Option(
        help: ArgumentHelp(
            "As `galley publish` with the same --to would send it, such as --to blog; repeatable.",
            valueName: "name"),
        completion: .targets)
    var to: [String] = []

    @Flag(help: "Print the HTML alone, as in --html > page.html.")
    var html = false

    @Flag(help: "Print the text that readers of a target will see, as in --target fediverse --text.")
    var text = false

    @Flag(help: "Show the HTML in the browser, as in --target blog --open.")
    var open = false

    @Flag(help: "Show what an edit would change at a target that has the post, as in --target blog --diff.")
    var diff = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if text, only == nil {
            throw ValidationError("--text needs one target, since texts differ by target. Use --target.")
        }
        if [html, text, open, diff].filter({ $0 }).count > 1 {
            throw ValidationError("Use one of --html, --text, --open and --diff.")
        }
    }

    /// The requested target, if there is exactly one.
    private var only: String? { target ?? (together.count == 1 ? together.first : nil) }

    /// The requested targets, each once, in the order given.
    private var together: [String] {
        to.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        if html || open {
            let page = try page(client)
            return open ? try Browser.show(page) : writeAsItIs(page)
        }
        if text { return writeAsItIs(try preview(only ?? "", client).readersText) }
        for name in try targets(client) {
            let preview = try preview(name, client)
            try output.show(preview) { diff ? HeldText(output: output).text($0) : PreviewText(output: output).text($0) }
        }
    }

    private func page(_ client: DaemonClient) throws -> String {
        guard let target = only else {
            let call = DaemonCall(API.previewPost, post.text).accepting("text/html")
            return String(decoding: try client.bytes(call), as: UTF8.self)
        }
        guard let html = try preview(target, client).html else {
            throw CommandFailure(.refused, "“\(target)” takes text, not HTML. Use --text.")
        }
        return html
    }

    private func preview(_ target: String, _ client: DaemonClient) throws -> TargetPreviewBody {
        let to = together.isEmpty ? nil : together.joined(separator: ",")
        let call = try DaemonCall(API.previewPost, post.text).asking(PostPreviewQuery(target: target, to: to))
        guard case .target(let preview) = try client.send(call) else {
            throw CommandFailure(.refused, "The daemon answered with the preview of no target.")
        }
        return preview
    }

    private func targets(_ client: DaemonClient) throws -> [String] {
        if let target { return [target] }
        if !together.isEmpty { return together }
        let all = try client.targets()
        let names = all.filter(\.isDefault).map(\.name)
        guard !names.isEmpty else {
            throw CommandFailure(
                .refused, "No target is a default. Name one with --target, or see the page with --html.")
        }
        return names
    }
}

extension TargetPreviewBody {
    fileprivate var readersText: String {
        let parts = thread?.enumerated().map { index, part in
            "\(part.text)\n\n(\(index + 1) of \(thread?.count ?? 0): \(part.count)\(limit.map { " of \($0)" } ?? ""))"
        }
        return (parts?.joined(separator: "\n\n") ?? text ?? body).endingInNewline
    }
}

private struct PreviewText {
    let output: Output

    func text(_ preview: TargetPreviewBody) -> String {
        var facts = Facts()
        facts.add("Request", preview.request.oneLine)
        facts.add("Address", preview.address?.oneLine)
        for (name, value) in besides(preview) { facts.add(name, value.oneLine) }
        facts.add("Timing", preview.timing)
        facts.add("Next slot", preview.nextSlot.map(output.clock.text))
        facts.add("Length", length(preview))
        for loss in preview.losses { facts.add("Lost", loss, .warning) }
        for picture in preview.pictures ?? [] { facts.add("Picture", picture.oneLine) }
        for warning in preview.warnings { facts.add("Warning", warning, .warning) }
        facts.add("Refused", preview.problem, .bad)
        let title = output.style.paint("\(preview.target.oneLine) (\(preview.kind.oneLine))", .strong) + "\n"
        return title + facts.text(output.style) + "\n" + preview.readersText.printable + "\n"
    }

    /// The values that the body carries in addition to the text; of a thread, those of its first part.
    private func besides(_ preview: TargetPreviewBody) -> [(name: String, value: String)] {
        guard ["mastodon", "wordpress"].contains(preview.kind),
            let first = preview.body.utf8.split(separator: UInt8(ascii: "\n")).first,
            let sent = try? JSONCoding.decode(SentBesides.self, from: Array(first))
        else { return [] }
        let all = [
            ("Behind", sent.warning), ("Seen by", sent.visibility), ("Language", sent.language),
            ("Title", sent.title), ("Excerpt", sent.excerpt), ("Tags", sent.tags?.joined(separator: ", ")),
            ("Categories", sent.categories?.joined(separator: ", ")),
        ]
        return all.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
    }

    private func length(_ preview: TargetPreviewBody) -> String? {
        guard let count = preview.count else { return nil }
        let most = preview.limit.map { " of \($0)" } ?? ""
        let start = preview.thread.map { "a thread of \($0.count) posts, the longest " } ?? ""
        let rule = preview.rule.map { ", \($0.oneLine)" } ?? ""
        let isOver = preview.limit.map { count > $0 } ?? false
        return start + output.style.paint("\(count)\(most)", isOver ? .bad : .plain) + rule
    }
}

/// Fields in the bodies for Mastodon and WordPress, by the services' names.
private struct SentBesides: Decodable {
    let warning, visibility, language: String?
    let title, excerpt: String?
    let tags, categories: [String]?

    private enum CodingKeys: String, CodingKey {
        case warning = "spoiler_text"
        case visibility, language, title, excerpt, tags, categories
    }
}

/// Compares the copy at a target with the one that an edit would make.
private struct HeldText {
    let output: Output

    func text(_ preview: TargetPreviewBody) -> String {
        let title = output.style.paint("\(preview.target.oneLine) (\(preview.kind.oneLine))", .strong) + "\n"
        guard let held = preview.held else { return title + "The post is not there yet.\n\n" }
        var facts = Facts()
        facts.add("There since", output.clock.text(held.since) + (held.address.map { ", \($0.oneLine)" } ?? ""))
        facts.add("Edits", held.words.oneLine)
        return title + facts.text(output.style) + "\n" + changes(held, preview.problem) + "\n"
    }

    private func changes(_ held: HeldCopyBody, _ problem: String?) -> String {
        guard let next = held.next else {
            let words = problem ?? "In its current form the post does not fit there."
            return output.style.paint(words.oneLine, .bad) + "\n"
        }
        let diff = LineDiff(from: held.text, to: next)
        guard !diff.isEmpty else { return "The copy equals the post: nothing would change.\n" }
        return diff.unified(from: "there", to: "the post now", style: output.style)
    }
}

/// Opens a page in the default browser of this machine.
private enum Browser {
    /// Raw HTML in a post may contain scripts, which must not run in a preview. The daemon forbids them with a header,
    /// which a file cannot have.
    private static let fence = """
        <!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        img-src * data:; media-src *; style-src 'unsafe-inline'">
        """

    static func show(_ page: String) throws(CommandFailure) {
        EditingFile.removeOld(named: "preview", seconds: 60)
        let file = try EditingFile.make(fence + page, name: "preview", ending: ".html")
        guard Program.start(["xdg-open", file.path], isApart: true) != nil else {
            throw CommandFailure(.refused, "xdg-open is not installed. The page is in \(file.path).")
        }
        remark("The page is in \(file.path).")
    }
}
