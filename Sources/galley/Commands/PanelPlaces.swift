import ArgumentParser
import Panels

/// The argument of commands that need only a panel.
struct PanelChoice: ParsableArguments {
    @Argument(help: "The panel, as `galley panel list` names it.") var panel: String
    @OptionGroup var options: PanelOptions

    func perform(_ command: (PanelID) -> PanelCommand) throws {
        try options.perform(.arrange(command(PanelID(panel))))
    }
}

/// A command that needs only a panel.
protocol PanelVerb: ParsableCommand {
    /// The daemon's name for the command.
    static var verb: String { get }
    func command(_ panel: PanelID) -> PanelCommand
    var choice: PanelChoice { get }
}

extension PanelVerb {
    func run() throws { try choice.perform(command) }

    /// - Parameter panel: the panel of the example.
    static func shape(_ abstract: String, panel: String = "date") -> CommandConfiguration {
        CommandConfiguration(
            commandName: verb, abstract: abstract, discussion: "Example:\n  galley panel \(verb) \(panel)")
    }
}

struct PanelOpen: PanelVerb {
    static let verb = "open"
    static let configuration = shape("Show a closed panel where it was.", panel: "queue")
    @OptionGroup var choice: PanelChoice
    func command(_ panel: PanelID) -> PanelCommand { .open(panel) }
}

struct PanelClose: PanelVerb {
    static let verb = "close"
    static let configuration = shape("Close a panel.", panel: "queue")
    @OptionGroup var choice: PanelChoice
    func command(_ panel: PanelID) -> PanelCommand { .close(panel) }
}

struct PanelFloat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "float", abstract: "Float a panel in front of the text.",
        discussion: """
            Without --frame: where it floated last.

            Examples:
              galley panel float date
              galley panel float date --frame 600,120,400,300
            """)

    @Option(
        help: ArgumentHelp(
            "Where: left, top, width and height, such as --frame 600,120,400,300.", valueName: "x,y,w,h"))
    var frame: FrameWords?

    @Flag(help: "Allow it to cover pinned panels, as in --frame 0,0,400,300 --over-sides.") var overSides = false

    @OptionGroup var choice: PanelChoice

    func run() throws {
        try choice.perform { .float($0, frame: frame?.frame, overSides: overSides) }
    }
}

/// Such as `600,120,400,300`.
struct FrameWords: ExpressibleByArgument {
    let frame: Rectangle

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Pixels(argument: String($0))
        }
        let numbers = parts.compactMap { $0?.number }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        frame = Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

struct PanelPin: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Pin a panel to a side.",
        discussion: """
            Examples:
              galley panel pin date right
              galley panel pin date right --index 0
            """)

    @OptionGroup var choice: PanelChoice
    @Argument(help: "left, right, top or bottom.") var side: Side

    @Option(
        help: ArgumentHelp("Its place among the panels there, such as --index 0. Default: the last.", valueName: "n"))
    var index: Int?

    func run() throws {
        try choice.perform { .pin($0, side, index: index) }
    }
}

struct PanelCollapse: PanelVerb {
    static let verb = "collapse"
    static let configuration = shape("Put a panel into Meta, which remembers where it stood.")
    @OptionGroup var choice: PanelChoice
    @Flag(help: "Not its whole stack, as in collapse date --alone.") var alone = false

    func command(_ panel: PanelID) -> PanelCommand { .collapse(panel, isAlone: alone) }
}

struct PanelRestore: PanelVerb {
    static let verb = "restore"
    static let configuration = shape("Take a panel out of Meta, to where it stood.")
    @OptionGroup var choice: PanelChoice
    func command(_ panel: PanelID) -> PanelCommand { .restore(panel) }
}

extension Side: ExpressibleByArgument {}
extension Direction: ExpressibleByArgument {}
extension ResizeHandle: ExpressibleByArgument {}
