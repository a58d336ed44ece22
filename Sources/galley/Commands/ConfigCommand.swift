import ArgumentParser
import Wire

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read the daemon's configuration.",
        discussion: """
            Examples:
              galley config show
              galley config check
            """,
        subcommands: [ConfigShow.self, ConfigCheck.self])
}

struct ConfigShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show every setting in force, and the file that set it. No secrets.",
        discussion: "Example:\n  galley config show")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let settings = try client.all(DaemonCall(API.listSettings))
        try output.show(all: settings) {
            output.table($0, "SETTING", "VALUE", "FROM", flexible: "VALUE") { setting in
                [
                    .init(setting.name, setting.source == "default" ? .plain : .strong), .init(setting.value),
                    .init(setting.source, .faint),
                ]
            }
        }
    }
}

/// Runs the check of `galleyd`. A daemon with invalid settings does not start, so no daemon may be there to ask.
struct ConfigCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the settings files.",
        discussion: """
            Runs `galleyd check`; it needs no running daemon and changes nothing. It checks the files of your own \
            daemon if you have one, else those of the service in /etc/galley, whose secrets only root can read. If \
            the daemon runs, it also says what a reload cannot do (a new address, a new secret), to which folders the \
            service may not write, and whether a feed would be where a post is.

            Examples:
              galley config check
              sudo galley config check
              galley config check --config ~/galley.toml

            The exit code is 78 when something is wrong.
            """)

    @Option(
        help: ArgumentHelp("Check this file instead, such as --config ~/galley.toml.", valueName: "path"),
        completion: .file())
    var config: String?
    @Flag(help: "Print JSON for programs: one object.")
    var json = false

    func run() throws {
        if let config { try InputFile.check(config) }
        try DaemonProgram.become(["check"] + (config.map { ["--config", $0] } ?? []) + (json ? ["--json"] : []))
    }
}
