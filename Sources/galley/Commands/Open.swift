import ArgumentParser
import Glibc
import Wire

struct Open: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the desk in the browser, signed in.",
        discussion: """
            Prints a link that signs in one browser, once and within five minutes; on a desktop it also opens the \
            link. With a post: opens that post. With --user: prints a link for another user, valid for a day; anyone \
            who has the link can sign in as that user.

            Examples:
              galley open
              galley open my-first-post
              galley open --user bo
              galley open --json
            """)

    @Argument(help: PostName.help) var post: PostName?

    @Option(help: "For administrators: sign in as another user, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let path = try post.map { post in
            let found = try client.post(post)
            return "/?post=\(found.id)"
        }
        let link: SignInBody = try client.send(
            "POST", try DaemonCall("sessions").carrying(NewSessionBody(to: path, user: user)))
        try output.show(link) { $0.url.oneLine + "\n" }
        if let user, !output.isJSON {
            return remark(
                "Send it to “\(user.oneLine)” in private. It works once, until \(output.clock.text(link.expiresAt)).")
        }
        guard !output.isJSON, isatty(Channel.results.rawValue) == 1 else { return }
        guard environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil else {
            return remark("Open this link within five minutes; it works once.")
        }
        if Program.start(["xdg-open", link.url]) == nil {
            remark("xdg-open is not installed. Open this link within five minutes; it works once.")
        }
    }
}
