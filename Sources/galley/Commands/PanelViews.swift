import ArgumentParser
import Wire

struct PanelMaximise: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maximise", abstract: "Maximise a panel; again restores it.",
        discussion: """
            Only the window is concerned, and nothing is arranged: the panel goes back to where it was.

            Examples:
              galley panel maximise preview --window w-7k2m9qv4x1ab
              galley panel maximise --window w-7k2m9qv4x1ab
            """, aliases: ["maximize"])
    @Argument(help: "The panel. Default: restore the maximised one.") var panel: String?
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("maximise", panel: panel)) }
}

struct PanelExpose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expose", abstract: "Show all panels of a window side by side; again restores them.",
        discussion: """
            With a panel, they go back and that one is in front.

            Examples:
              galley panel expose --window w-7k2m9qv4x1ab
              galley panel expose date --window w-7k2m9qv4x1ab
            """)
    @Argument(help: "The panel to choose when they are side by side.") var panel: String?
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("expose", panel: panel)) }
}

struct PanelZen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zen", abstract: "Hide all panels of a window; again restores them.",
        discussion: "Example:\n  galley panel zen --window w-7k2m9qv4x1ab")
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("zen")) }
}
