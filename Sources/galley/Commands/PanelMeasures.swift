import ArgumentParser
import Panels

struct PanelMove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a panel a step, or by so many pixels.",
        discussion: """
            A step takes a pinned panel one place further or to the next side, and a floating one a little way.

            Examples:
              galley panel move date up
              galley panel move date --dx -40 --dy 10
            """)

    @OptionGroup var choice: PanelChoice
    @Argument(help: "left, right, up or down.") var direction: Direction?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Distance to the right, such as --dx -40 to the left.", valueName: "pixels"))
    var dx: Pixels?

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance down, such as --dy 10.", valueName: "pixels"))
    var dy: Pixels?

    func validate() throws {
        if (direction == nil) == (dx == nil && dy == nil) {
            throw ValidationError("Say where to: left, right, up or down, or --dx and --dy.")
        }
    }

    func run() throws {
        try choice.perform { panel in
            direction.map { .moveToward(panel, $0) } ?? .move(panel, dx: dx?.number ?? 0, dy: dy?.number ?? 0)
        }
    }
}

struct PanelResize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resize", abstract: "Resize a panel.",
        discussion: """
            Examples:
              galley panel resize date --width 420 --height 300
              galley panel resize date --dh -40 --edge top
            """)

    @OptionGroup var choice: PanelChoice

    @Option(help: ArgumentHelp("The width, such as --width 420.", valueName: "pixels")) var width: Pixels?
    @Option(help: ArgumentHelp("The height, such as --height 300.", valueName: "pixels")) var height: Pixels?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Change of the width, such as --dw -40.", valueName: "pixels"))
    var dw: Pixels?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Change of the height, such as --dh 40.", valueName: "pixels"))
    var dh: Pixels?

    @Option(
        help: ArgumentHelp(
            "The edge or corner that moves, such as --edge top-left. Default: bottom-right.", valueName: "edge"))
    var edge: ResizeHandle?

    func validate() throws {
        let (isTo, isBy) = (width != nil || height != nil, dw != nil || dh != nil)
        if isTo == isBy { throw ValidationError("Give the size: --width and --height, or --dw and --dh.") }
    }

    func run() throws {
        try choice.perform { panel in
            width == nil && height == nil
                ? .resize(panel, dw: dw?.number ?? 0, dh: dh?.number ?? 0, edge: edge)
                : .resize(panel, width: width?.number, height: height?.number, edge: edge)
        }
    }
}
