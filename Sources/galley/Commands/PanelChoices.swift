import ArgumentParser
import Wire

struct PanelShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Choose an item in a panel with a list: a post in Posts, a panel in Meta.",
        discussion: """
            Only the window is concerned.

            Examples:
              galley panel show posts 4f2k9w1x7c3d --window w-7k2m9qv4x1ab
              galley panel show meta date --window w-7k2m9qv4x1ab
            """)
    @Argument(help: "The panel with the list, as `galley panel list` names it.") var panel: String
    @Argument(help: "The id of what to show.") var item: String
    @Flag(help: "One step further from what is shown, so that back leads there.") var further = false
    @OptionGroup var options: PanelOptions

    func run() throws {
        var command = PanelCommandBody(further ? "push" : "show", panel: panel)
        command.item = item
        try options.perform(command)
    }
}

struct PanelBack: PanelVerb {
    static let verb = "back"
    static let configuration = shape("Go a step back in a panel that has a list, at last to the list.", panel: "posts")
    @OptionGroup var choice: PanelChoice
}

struct PanelFold: PanelVerb {
    static let verb = "fold"
    static let configuration = shape(
        "Put the list of a panel beneath what is chosen in it; again, and it stands beside it.", panel: "posts")
    @OptionGroup var choice: PanelChoice
}

struct PanelDivide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "divide", abstract: "Set the share of a panel for the chosen item; the list gets the rest.",
        discussion: "Example:\n  galley panel divide posts 0.5 --window w-7k2m9qv4x1ab")
    @Argument(help: "The panel with the list, as `galley panel list` names it.") var panel: String
    @Argument(help: "From 0.2 to 0.8; without it, the panel's own.") var part: Double?
    @OptionGroup var options: PanelOptions

    func run() throws {
        var command = PanelCommandBody("divide", panel: panel)
        command.value = part
        try options.perform(command)
    }
}
