import ArgumentParser
import Wire

struct Reload: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reload the daemon's settings.",
        discussion: """
            The daemon applies all settings or none: if a file has an error, it keeps the old settings and names the \
            line. It also names settings that need a restart. `systemctl reload galleyd` does the same.

            Where raw_html, smart_punctuation or the url of a site have changed, it makes the pages that are published \
            again, from the texts that were delivered, and says how many have changed. Their addresses, dates and places in \
            feeds stay. Copies elsewhere stay as they were sent. `galley site rebuild --dry-run` counts first.

            Examples:
              galley config check && galley reload
              galley reload --json
            """)

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let changes = try client.send(DaemonCall(API.reload))
        try output.show(changes) { $0.sentences.map { $0 + "\n" }.joined() }
    }
}
