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

struct WindowList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the windows, most recently seen first (the default).",
        discussion: "Galley forgets a window that it has not seen for 30 days.\n\nExample:\n  galley window list")

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let windows = try client.all(DeskCall("windows"), of: WindowBody.self)
        if windows.isEmpty, !output.isJSON {
            return remark("There are no windows yet. `galley open` opens the composer.")
        }
        try output.show(all: windows) { windows in
            var table = Table("WINDOW", "LABEL", "SIZE", "CLASS", "SHOWS", "SEEN", flexible: "LABEL")
            for window in windows {
                table.add(
                    .init(window.id, .strong), .init(window.label), .init(PanelText.size(window.width, window.height)),
                    .init(window.class), .init(window.follows ?? "its own", window.follows == nil ? .warning : .plain),
                    .init(window.seenAt.map(output.clock.text) ?? ""))
            }
            return table.text(for: output)
        }
    }
}

struct PanelDetach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Give a window its own arrangement.",
        discussion: "Example:\n  galley panel detach --window w-7k2m9qv4x1ab")
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("detach")) }
}

struct PanelAttach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Let a window follow the desk again, and delete its own arrangement.",
        discussion: "Example:\n  galley panel attach --window w-7k2m9qv4x1ab")
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("attach")) }
}

struct PanelUseEverywhere: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use-everywhere", abstract: "Copy a window's own arrangement to the desk.",
        discussion: "Example:\n  galley panel use-everywhere --window w-7k2m9qv4x1ab", aliases: ["useEverywhere"])
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("useEverywhere")) }
}
