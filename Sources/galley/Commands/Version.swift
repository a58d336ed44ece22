import ArgumentParser
import Wire

struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the versions of galley and of the running daemon.",
        discussion: """
            Without a daemon, only the version of galley; `galley status` says why none answers.

            Examples:
              galley version
              galley version --json
            """)

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let status = try? daemon.client().send(DaemonCall(API.showStatus))
        let versions = Versions(galley: GalleyVersion.text, galleyd: status?.version)
        try daemon.output.show(versions) { versions in
            "galley \(versions.galley)\n" + (versions.galleyd.map { "galleyd \($0.oneLine)\n" } ?? "")
        }
    }

    private struct Versions: Encodable {
        let galley: String
        let galleyd: String?
    }
}
