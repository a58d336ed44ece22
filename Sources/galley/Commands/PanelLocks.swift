import ArgumentParser
import Wire

/// What is locked or unlocked: a panel, a side, everything.
struct LockChoice: ParsableArguments {
    @Argument(help: "The panel, as `galley panel list` names it.") var panel: String?
    @Option(help: ArgumentHelp("A whole side, such as --side right.", valueName: "side")) var side: String?
    @Flag(help: "Everything, as in --all.") var all = false
    @OptionGroup var options: PanelOptions

    func validate() throws {
        if [panel != nil, side != nil, all].count(where: { $0 }) != 1 {
            throw ValidationError("Name a panel, or use --side or --all.")
        }
    }

    func perform(_ word: String) throws {
        var command = PanelCommandBody(word, panel: panel)
        command.side = side
        try options.perform(command)
    }
}

struct PanelLock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock a panel, a side or everything.",
        discussion: """
            Examples:
              galley panel lock date
              galley panel lock --side right
              galley panel lock --all
            """)
    @OptionGroup var choice: LockChoice
    func run() throws { try choice.perform("lock") }
}

struct PanelUnlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlock a panel, a side or everything.",
        discussion: "Examples:\n  galley panel unlock date\n  galley panel unlock --all")
    @OptionGroup var choice: LockChoice
    func run() throws { try choice.perform("unlock") }
}

struct PanelSplitter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splitter", abstract: "Move the border of a side, or one between two of its panels.",
        discussion: """
            Examples:
              galley panel splitter right more --step 40
              galley panel splitter right/1 least
            """)
    @Argument(help: "A side, such as right, or the border between its first two panels, right/1.")
    var separator: String
    @Argument(help: "less, more, least, most or toggle.") var move: String
    @Option(help: ArgumentHelp("By so much, such as --step 40. Default: 24.", valueName: "pixels"))
    var step: Pixels?
    @OptionGroup var options: PanelOptions

    func run() throws {
        var command = PanelCommandBody("splitter")
        (command.separator, command.move, command.step) = (separator, move, step?.number)
        try options.perform(command)
    }
}
