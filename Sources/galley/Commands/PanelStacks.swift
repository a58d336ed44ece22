import ArgumentParser
import Wire

struct PanelStack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stack", abstract: "Make a panel a tab beside another one, in its place.",
        discussion: """
            The first panel of a stack brings its whole stack along, unless it goes --alone.

            Examples:
              galley panel stack tags date
              galley panel stack tags date --alone
            """)

    @OptionGroup var choice: PanelChoice
    @Argument(help: "The panel in whose place it will be.") var with: String
    @Flag(help: "Not its whole stack, as in stack tags date --alone.") var alone = false

    func run() throws {
        var command = PanelCommandBody("stack", panel: choice.panel)
        (command.with, command.alone) = (with, alone ? true : nil)
        try choice.options.perform(command)
    }
}

struct PanelUnstack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unstack", abstract: "Take a panel out of its stack.",
        discussion: """
            Without --side or --frame it floats beside its stack.

            Examples:
              galley panel unstack tags
              galley panel unstack tags --side left
              galley panel unstack tags --frame 600,120,400,300
            """)

    @OptionGroup var choice: PanelChoice

    @Option(help: ArgumentHelp("Pinned there, such as --side left.", valueName: "side")) var side: String?
    @Option(help: ArgumentHelp("Its place among the panels there, such as --index 0.", valueName: "n")) var index: Int?
    @Option(
        help: ArgumentHelp("Floating there, such as --frame 600,120,400,300.", valueName: "x,y,w,h"))
    var frame: FrameWords?

    func run() throws {
        var command = PanelCommandBody("unstack", panel: choice.panel)
        (command.side, command.index, command.frame) = (side, index, frame?.body)
        try choice.options.perform(command)
    }
}

struct PanelTab: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tab", abstract: "Move a tab within its stack.",
        discussion: """
            The first tab leads: where it stands, the stack stands.

            Examples:
              galley panel tab tags --index 0
              galley panel tab tags
            """)

    @OptionGroup var choice: PanelChoice
    @Option(
        help: ArgumentHelp(
            "Its place among the tabs, the first is 0, such as --index 0. Default: the last.", valueName: "n"))
    var index: Int?

    func run() throws {
        var command = PanelCommandBody("tab", panel: choice.panel)
        command.index = index
        try choice.options.perform(command)
    }
}
