import ArgumentParser
import Wire

struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "List the windows of the composer.",
        discussion: """
            Examples:
              galley window list
              galley window rename w-7k2m9qv4x1ab "Left screen"
              galley panel pin date right --window w-7k2m9qv4x1ab
            """,
        subcommands: [WindowList.self, WindowRename.self], defaultSubcommand: WindowList.self)
}

struct WindowList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the windows, most recently seen first (the default).",
        discussion: "Galley forgets a window that it has not seen for 30 days.\n\nExample:\n  galley window list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let windows = try client.all(DaemonCall(API.listWindows))
        try output.show(all: windows, none: "There are no windows yet. `galley open` opens the composer.") {
            output.table($0, "WINDOW", "LABEL", "SIZE", "CLASS", "SHOWS", "SEEN", flexible: "LABEL") { window in
                [
                    .init(window.id, .strong), .init(name: window.label),
                    .init(PanelText.size(window.width, window.height)),
                    .init(window.class),
                    .init(name: window.follows ?? "its own", window.follows == nil ? .warning : .plain),
                    .init(window.seenAt.map(output.clock.text) ?? ""),
                ]
            }
        }
    }
}

struct WindowRename: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a window another label.",
        discussion: "Example:\n  galley window rename w-7k2m9qv4x1ab \"Left screen\"")

    @Argument(help: "The window's id, as `galley window list` shows it.") var window: String
    @Argument(help: "The label.") var label: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.renameWindow, window).carrying(NameBody(name: label))
        let window = try client.send(call)
        try output.show(window) { "The window is called “\($0.label.oneLine)” now.\n" }
    }
}
