import ArgumentParser

/// The address of the daemon and the format of the output. Every command that calls the daemon takes these.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's Unix socket, such as --socket /run/galley/galley.sock.",
            discussion: """
                Default: $GALLEY_SOCKET, else the first there is of $XDG_RUNTIME_DIR/galley.sock, \
                ~/.local/state/galley/galley.sock and /run/galley/galley.sock. $GALLEY_TIMEOUT says how many seconds \
                an answer may take; the default is 120.
                """,
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "The daemon's address over HTTP, such as --url https://desk.example.org. Needs a token.",
            discussion: "Default: $GALLEY_URL. $SSL_CERT_FILE names the file of your own certificate authority.",
            valueName: "address"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "A file with the token for --url, such as --token-file ~/desk-token.",
            discussion: "Default: $GALLEY_TOKEN itself, else the file $XDG_CONFIG_HOME/galley/token.",
            valueName: "path"),
        completion: .file())
    var tokenFile: String?

    @Flag(help: "Print JSON for programs: one object, or one on each line.")
    var json = false

    func validate() throws {
        if socket != nil, url != nil {
            throw ValidationError("--socket and --url name two daemons. Use one of them.")
        }
        if tokenFile != nil, url == nil, socket != nil || environment("GALLEY_URL") == nil {
            throw ValidationError("--token-file needs --url; the Unix socket needs no token.")
        }
    }

    func client() throws -> DaemonClient { try DaemonClient(DaemonAddress(self)) }

    var output: Output { Output(isJSON: json) }
}

/// A command that sends requests to the daemon and shows the answers.
protocol DaemonCommand: ParsableCommand {
    var daemon: DaemonOptions { get }
    func run(_ client: DaemonClient, _ output: Output) throws
}

extension DaemonCommand {
    func run() throws { try run(try daemon.client(), daemon.output) }
}
