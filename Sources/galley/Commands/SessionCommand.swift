import ArgumentParser
import Wire

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "List and end browser sessions.",
        discussion: """
            A session expires after 30 days without use.

            Examples:
              galley session list
              galley session end 3
            """,
        subcommands: [SessionList.self, SessionEnd.self])
}

struct SessionList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the signed-in browsers, newest first.",
        discussion: "Example:\n  galley session list")

    @Option(help: "For administrators: another user's sessions, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let sessions = try client.all(DaemonCall(API.listSessions).asking(UserQuery(user: user)))
        try output.show(all: sessions, none: "No browser is signed in. `galley open` signs one in.") {
            output.table($0, "ID", "BROWSER", "SIGNED IN", "LAST SEEN", flexible: "BROWSER") { session in
                [
                    .init("\(session.id)", .strong), .init(session.label),
                    .init(output.clock.text(session.createdAt)), .init(output.clock.text(session.lastSeenAt)),
                ]
            }
        }
    }
}

struct SessionEnd: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Sign a browser out.", discussion: "Example:\n  galley session end 3")
    @Argument(help: "The number of the session, as `galley session list` shows it.") var session: Int64

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        try client.send(DaemonCall(API.endSession, "\(session)"))
        try output.show(["ended": session]) { _ in "Session \(session) is over.\n" }
    }
}
