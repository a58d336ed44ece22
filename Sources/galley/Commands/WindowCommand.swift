import ArgumentParser
import Wire

struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "List the windows of the composer.",
        discussion: """
            Examples:
              galley window list
              galley panel pin date right --window w-7k2m9qv4x1ab
            """,
        subcommands: [WindowList.self], defaultSubcommand: WindowList.self)
}

struct WindowList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the windows, most recently seen first (the default).",
        discussion: "Galley forgets a window that it has not seen for 30 days.\n\nExample:\n  galley window list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let windows = try client.all(DaemonCall("windows"), of: WindowBody.self)
        try output.show(all: windows, none: "There are no windows yet. `galley open` opens the composer.") {
            output.table($0, "WINDOW", "LABEL", "SIZE", "CLASS", "SHOWS", "SEEN", flexible: "LABEL") { window in
                [
                    .init(window.id, .strong), .init(window.label), .init(PanelText.size(window.width, window.height)),
                    .init(window.class), .init(window.follows ?? "its own", window.follows == nil ? .warning : .plain),
                    .init(window.seenAt.map(output.clock.text) ?? ""),
                ]
            }
        }
    }
}
