import ArgumentParser

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a backup while the daemon is stopped.",
        discussion: """
            Runs `galleyd restore`, and only while no daemon uses the store. It checks the backup first, then replaces \
            the store; the old store stays in a folder beside it, which the command names.

            Deliveries that may have gone out after the backup are not sent again on a guess: Galley checks the target \
            first, and asks you where it cannot find out.

            Examples:
              galley restore galley-20311201T030000Z.tar --dry-run
              galley restore galley-20311201T030000Z.tar
              galley restore galley.tar --store /var/lib/galley/galley.db
            """)

    @Argument(help: "The backup's file.", completion: .file()) var file: String
    @Flag(help: "Check the backup and report what would happen; change nothing.") var dryRun = false
    @Option(
        help: ArgumentHelp(
            "The store to restore into, such as --store /var/lib/galley/galley.db. Default: the daemon's.",
            valueName: "path"),
        completion: .file())
    var store: String?
    @Option(
        help: ArgumentHelp("The settings that name the store, such as --config ~/galley.toml.", valueName: "path"),
        completion: .file())
    var config: String?
    @Flag(help: "Print JSON for programs: one object.") var json = false

    func run() throws {
        try InputFile.check(file)
        var arguments = ["restore", file]
        if dryRun { arguments.append("--dry-run") }
        if let store { arguments += ["--store", store] }
        if let config { arguments += ["--config", config] }
        if json { arguments.append("--json") }
        try DaemonProgram.become(arguments)
    }
}
