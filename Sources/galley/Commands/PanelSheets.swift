import ArgumentParser
import Wire

struct PanelSheet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Show a panel as a sheet from an edge of the window.",
        discussion: """
            Without a state: as it stood from that edge last, or half. In a narrow window sheets come from the bottom.

            Examples:
              galley panel sheet preview bottom
              galley panel sheet posts left full
              galley panel sheet date bottom half --modal
            """)

    @OptionGroup var choice: PanelChoice
    @Argument(help: "left, right, top or bottom.") var edge: String
    @Argument(help: "How far it is open: tip, half or full.") var state: String?
    @Flag(
        inversion: .prefixedNo, help: "Block everything else until it is closed, as in sheet date bottom --modal.")
    var modal: Bool?

    func run() throws {
        var command = PanelCommandBody("sheet", panel: choice.panel)
        (command.edge, command.state, command.isModal) = (edge, state, modal)
        try choice.options.perform(command)
    }
}

struct PanelDetent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detent", abstract: "Set how far a sheet is open.",
        discussion: """
            tip, half, full, or hidden, which puts it away; more and less go one step.

            Examples:
              galley panel detent preview full
              galley panel detent preview less
            """)

    @OptionGroup var choice: PanelChoice
    @Argument(help: "tip, half, full, hidden, more or less.") var state: String

    func run() throws {
        var command = PanelCommandBody("detent", panel: choice.panel)
        command.state = state
        try choice.options.perform(command)
    }
}
