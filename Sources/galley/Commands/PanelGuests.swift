import ArgumentParser
import Wire

/// One side, for the commands that need nothing else.
struct SideChoice: ParsableArguments {
    @Argument(help: "left, right, top or bottom.") var side: String
    @OptionGroup var options: PanelOptions

    func perform(_ command: String) throws {
        var body = PanelCommandBody(command)
        body.side = side
        try options.perform(body)
    }
}

struct PanelCollapseSide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collapse-side", abstract: "Collapse a side to a strip of its panels' names.",
        discussion: "Example:\n  galley panel collapse-side right", aliases: ["collapseSide"])
    @OptionGroup var choice: SideChoice
    func run() throws { try choice.perform("collapseSide") }
}

struct PanelExpandSide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expand-side", abstract: "Expand a collapsed side.",
        discussion: "Example:\n  galley panel expand-side right", aliases: ["expandSide"])
    @OptionGroup var choice: SideChoice
    func run() throws { try choice.perform("expandSide") }
}

struct PanelPeek: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peek", abstract: "Show a panel of a collapsed side for a while; again hides it.",
        discussion: "Example:\n  galley panel peek date --window w-7k2m9qv4x1ab")
    @Argument(help: "The panel. Default: the one that is shown.") var panel: String?
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody("peek", panel: panel)) }
}

struct PanelPopover: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popover", abstract: "Show a closed panel in front of everything; without a panel, close it.",
        discussion: """
            Examples:
              galley panel popover queue --window w-7k2m9qv4x1ab
              galley panel popover queue --at 1200,0,90,28 --window w-7k2m9qv4x1ab
            """)
    @Argument(help: "The panel. Default: close the one that is shown.") var panel: String?
    @Option(
        help: ArgumentHelp("Beside this rectangle, such as --at 1200,0,90,28.", valueName: "x,y,w,h"))
    var at: FrameWords?
    @OptionGroup var options: PanelOptions

    func run() throws {
        var command = PanelCommandBody("popover", panel: panel)
        command.frame = at?.body
        try options.perform(command)
    }
}

struct PanelPopOut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pop-out", abstract: "Move a panel to its own browser window.",
        discussion: """
            The page opens it. A browser that lets no page open windows by itself asks its user first.

            Example:
              galley panel pop-out preview --window w-7k2m9qv4x1ab
            """, aliases: ["popOut"])
    @OptionGroup var choice: PanelChoice
    func run() throws { try choice.perform("popOut") }
}

struct PanelReturn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "return", abstract: "Bring a panel back from its own browser window.",
        discussion: "Example:\n  galley panel return preview --window w-7k2m9qv4x1ab")
    @OptionGroup var choice: PanelChoice
    func run() throws { try choice.perform("return") }
}
