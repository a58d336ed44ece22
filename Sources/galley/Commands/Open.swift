import ArgumentParser
import Glibc
import Wire

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the desk in the browser, signed in.",
        discussion: """
            Prints a link that signs a browser in, once and within five minutes; at a terminal with a screen it is opened at \
            once. With a post: the desk with that post on it. With --user: a link for somebody else, good for a day, which is \
            only printed; whoever has it signs in as them.

            Examples:
              galley open
              galley open my-first-post
              galley open --user bo
              galley open --json
            """)

    @Argument(help: PostName.help) var post: PostName?

    @Option(help: "For whom, when an administrator invites somebody else, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let path = try post.map { post in
            let found: PostBody = try client.get(DeskCall("posts", post.text))
            return "/?post=\(found.id)"
        }
        let link: SignInBody = try client.send(
            "POST", try DeskCall("sessions").carrying(NewSessionBody(to: path, user: user)))
        try output.show(link) { $0.url.oneLine + "\n" }
        if let user, !output.isJSON {
            return remark(
                "Send it to “\(user.oneLine)” in private. It is good once, until \(output.clock.text(link.expiresAt)).")
        }
        guard !output.isJSON, isatty(Channel.results.rawValue) == 1 else { return }
        guard environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil else {
            return remark("Open this link within five minutes; it is good once.")
        }
        if Program.start(["xdg-open", link.url]) == nil {
            remark("There is no xdg-open to open it with. Open this link within five minutes; it is good once.")
        }
    }
}
