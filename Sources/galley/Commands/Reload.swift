import ArgumentParser
import Wire

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have the daemon read its settings again.",
        discussion: """
            All of them are followed, or none: when something in the files is wrong, the daemon goes on as it was, and says \
            which line it is. What cannot change while it runs is named. `systemctl reload galleyd` does the same.

            Examples:
              galley config check && galley reload
              galley reload --json
            """)

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let changes: ReloadBody = try client.send("POST", DeskCall("reload"))
        try output.show(changes) { $0.sentences.map { $0 + "\n" }.joined() }
    }
}
