import ArgumentParser

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of the store, while no daemon runs.",
        discussion: """
            Works without the daemon, and only while none holds the store: it runs `galleyd restore`. The backup is checked \
            first; then it takes the place of the store, and what was there is kept in a folder beside it, which is named.

            What may have gone out after the backup was made is not sent again by itself: Galley looks at the target first, \
            and asks you where it cannot find out.

            Examples:
              galley restore galley-20311201T030000Z.tar --dry-run
              galley restore galley-20311201T030000Z.tar
              galley restore galley.tar --store /var/lib/galley/galley.db
            """)

    @Argument(help: "The backup's file.", completion: .file()) var file: String
    @Flag(help: "Check the backup and say what would happen; change nothing.") var dryRun = false
    @Option(
        help: ArgumentHelp(
            "The store to put it into, such as --store /var/lib/galley/galley.db. Default: the daemon's.",
            valueName: "path"),
        completion: .file())
    var store: String?
    @Option(
        help: ArgumentHelp("The settings that name the store, such as --config ~/galley.toml.", valueName: "path"),
        completion: .file())
    var config: String?
    @Flag(help: "Print JSON for programs: one object.") var json = false

    func run() throws {
        var arguments = ["restore", file]
        if dryRun { arguments.append("--dry-run") }
        if let store { arguments += ["--store", store] }
        if let config { arguments += ["--config", config] }
        if json { arguments.append("--json") }
        try DaemonProgram.become(arguments)
    }
}
