import ArgumentParser

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Move the store between a file and a database.", subcommands: [StoreCopy.self])
}

struct StoreCopy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy the store while the daemon is stopped.",
        discussion: """
            Runs `galleyd copy-store`, and only while no daemon uses the store, which stays as it is. The copy appears \
            whole or not at all; afterwards the rows of both are counted and compared. The password of a database is the \
            credential “store-password”.

            Start no daemon on the old store afterwards: two desks would send the same posts.

            Examples:
              galley store copy --to postgresql://galley@db.example/galley
              galley store copy --to /var/lib/galley/galley.db
            """)

    @Option(help: ArgumentHelp("The address of an empty database, or the path of a new file.", valueName: "place"))
    var to: String
    @Option(
        help: ArgumentHelp(
            "The folder of the copy's pictures. Default: beside a file; for a database, the present one.",
            valueName: "folder"),
        completion: .directory)
    var media: String?
    @Option(
        help: ArgumentHelp("The settings that name the store, such as --config ~/galley.toml.", valueName: "path"),
        completion: .file())
    var config: String?
    @Flag(help: "Print JSON for programs: one object.") var json = false

    func run() throws {
        var arguments = ["copy-store", "--to", to]
        if let media { arguments += ["--media", media] }
        if let config { arguments += ["--config", config] }
        if json { arguments.append("--json") }
        try DaemonProgram.become(arguments)
    }
}
