import ArgumentParser
import Glibc
import Wire

struct Open: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the desk in the browser, signed in.",
        discussion: """
            Prints a link that signs in one browser, once and within five minutes. On a desktop it also opens the \
            browser, by a file that only you can read. With a post: opens that post. With --user: prints a link for \
            another user, valid for a day; anyone who has the link can sign in as that user.

            Examples:
              galley open
              galley open my-first-post
              galley open --user bo
              galley open --json
            """)

    @Argument(help: PostName.help) var post: PostName?

    @Option(help: "For administrators: sign in as another user, such as --user bo.") var user: String?

    @Option(help: .hidden) var attend: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        if let attend { return stayWith(attend, client) }
        let path = try post.map { post in
            let found = try client.post(post)
            return "/?post=\(found.id)"
        }
        let link = try client.send(
            try DaemonCall(API.invite).carrying(NewSessionBody(to: path, user: user)))
        try output.show(link) { $0.url.oneLine + "\n" }
        if let user, !output.isJSON {
            return remark(
                "Send it to “\(user.oneLine)” in private. It works once, until \(output.clock.text(link.expiresAt)).")
        }
        guard !output.isJSON, isatty(Channel.results.rawValue) == 1 else { return }
        guard environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil else {
            return remark(Self.advice)
        }
        do throws(CommandFailure) {
            openBrowser(try SignInFile(leadingTo: link.direct ?? link.url).file)
        } catch {
            remark("\(error.sentences) \(Self.advice)")
        }
    }

    private static let advice = "Open this link within five minutes; it works once."

    private func openBrowser(_ file: EditingFile) {
        guard Program.start(["xdg-open", file.path], isApart: true) != nil else {
            file.remove()
            return remark("xdg-open is not installed. \(Self.advice)")
        }
        // This program once more, with the same options, so that it finds the same daemon.
        let words = ["/proc/self/exe"] + CommandLine.arguments.dropFirst() + ["--attend", file.path]
        if Program.start(words, isApart: true) == nil { file.remove() }
        remark("Your browser opens. If it does not sign in, open the link: it works once, within five minutes.")
    }

    /// Attends to the file of another run, without a terminal.
    private func stayWith(_ path: String, _ client: DaemonClient) {
        let nothing = unsafe Glibc.open("/dev/null", O_RDWR)
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, stream) }
        SignInFile(at: path).attend { link in
            do {
                try client.bytes(DaemonCall(whether: link))
            } catch let problem as ProblemBody {
                return problem.status != 410
            } catch {
                // A daemon that is restarting does not use the link up.
            }
            return true
        }
    }
}
