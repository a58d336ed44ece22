import ArgumentParser
import Wire

struct Publish: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Publish a post now, or schedule it.",
        discussion: """
            Without --to the post goes to the default targets of the configuration. Without --at it goes at the post's \
            own date if that is in the future, else now. “Now” waits for a moment in which `galley unpublish POST` can \
            still cancel it. Once the post is out, --at now publishes its changes without that wait.

            Examples:
              galley publish my-first-post
              galley publish my-first-post --to blog --to fediverse
              galley publish my-first-post --at "tomorrow 09:00"
              galley publish my-first-post --at "2026-12-01 09:00 Europe/Lisbon"
              galley publish my-first-post --next-slot
              galley publish my-first-post --rehearse
            """)

    @Argument(help: PostName.help) var post: PostName

    @Option(
        help: ArgumentHelp("Send to this target only, such as --to blog; may be repeated.", valueName: "name"),
        completion: .targets)
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "When to send it, such as --at +2h.",
            discussion: """
                Accepts 2026-12-01T09:00:00+01:00, "2026-12-01 09:00 Europe/Lisbon", "tomorrow 09:00", "monday 9am", "in 2 hours", \
                09:00, +2h and now.
                """,
            valueName: "when"))
    var at: String?

    @Flag(help: "Send it to each target at its next free slot, which `galley target slots` lists.")
    var nextSlot = false

    @Flag(help: "Send the exact requests to the rehearsal inbox instead, as in --to blog --rehearse.")
    var rehearse = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if nextSlot, at != nil { throw ValidationError("Use --at or --next-slot, not both.") }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        let when = nextSlot ? PublicationBody.nextSlot : at
        let wish = PublicationBody(to: to.isEmpty ? nil : to, at: when, rehearse: rehearse ? true : nil)
        let published = try client.send(
            try DaemonCall(API.publishPost, post.text).carrying(wish))
        try output.show(published) { PublishedText(output: output).text($0) }
    }
}

struct Unpublish: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unpublish posts, and cancel their unsent deliveries.",
        discussion: """
            Galley deletes the copies at targets that allow it; the command lists the copies that stay.

            With --exposed it unpublishes all posts that an import published although the front matter of their files \
            calls them private (`galley doctor` lists them). Publish those first that are to stay public: \
            `galley publish POST` settles it.

            Examples:
              galley unpublish my-first-post
              galley unpublish --exposed
            """)

    @Argument(help: PostName.help) var posts: [PostName] = []

    @Flag(help: "Unpublish the public posts whose imported files call them private.") var exposed = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if posts.isEmpty == !exposed { throw ValidationError("Name the posts, or use --exposed.") }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        let names = exposed ? try client.exposures().map(\.post) : posts.map(\.text)
        var results: [PublishedBody] = []
        for name in names {
            do {
                results.append(try client.send(DaemonCall(API.unpublishPost, name)))
            } catch  where !results.isEmpty {
                try show(results, output)
                throw error
            }
        }
        try show(results, output)
    }

    private func show(_ results: [PublishedBody], _ output: Output) throws {
        try output.show(all: results, none: "No public post is called private by its file.") { results in
            results.map { PublishedText(output: output).text($0) }.joined(separator: "\n")
        }
    }
}

extension DaemonClient {
    /// The public posts that their imported files call private; none for a daemon that does not look for them.
    func exposures() throws -> [ExposureBody] {
        do {
            return try all(DaemonCall(API.listExposures))
        } catch let problem as ProblemBody where problem.status == 404 {
            return []
        }
    }
}

/// The result of publishing or unpublishing.
private struct PublishedText {
    let output: Output

    func text(_ published: PublishedBody) -> String {
        let post = published.post
        // After unpublishing, the post's date could be mistaken for the time at which it was unpublished.
        let isOut = ["scheduled", "published"].contains(post.state)
        let date = isOut ? post.date.map { ", \(output.clock.text($0))" } ?? "" : ""
        let state = output.style.paint(post.state, Ink(state: post.state))
        let line = "\(output.style.paint(post.slug.printable, .strong)) is \(state)\(date).\n"
        let notes = published.notes.map { "Note: \($0.oneLine)\n" }.joined()
        guard !published.deliveries.isEmpty else { return line + notes }
        return line + notes + "\n" + DeliveryText(output: output).table(published.deliveries, withPost: false)
    }
}
