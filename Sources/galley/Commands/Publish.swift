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
                Accepts 2026-12-01T09:00:00+01:00, "2026-12-01 09:00 Europe/Lisbon", "tomorrow 09:00", "monday 9:00", \
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
        let published: PublishedBody = try client.send(
            "PUT", try DaemonCall("posts", post.text, "publication").carrying(wish))
        try output.show(published) { PublishedText(output: output).text($0) }
    }
}

struct Unpublish: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unpublish a post, and cancel its unsent deliveries.",
        discussion: """
            Galley deletes the copies at targets that allow it; the command lists the copies that stay.

            Example:
              galley unpublish my-first-post
            """)

    @Argument(help: PostName.help) var post: PostName

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let published: PublishedBody = try client.send("DELETE", DaemonCall("posts", post.text, "publication"))
        try output.show(published) { PublishedText(output: output).text($0) }
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
