import ArgumentParser
import Wire

struct PanelDo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Run any panel command by its name in the HTTP interface.",
        discussion: """
            For what has no command of its own here, such as one that is new to the daemon. A wrong word is answered \
            with all there are.

            Examples:
              galley panel do closeAllFloating
              galley panel do raise date
            """)
    @Argument(help: "The command's word.") var word: String
    @Argument(help: "The panel, if it is about one, as `galley panel list` names it.") var panel: String?
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(PanelCommandBody(word, panel: panel)) }

    /// The words to type for a command: those of its own, if it has any.
    static func words(for command: String) -> [String] {
        let known = PanelCommand.configuration.subcommands.map { $0.configuration }
        return known.contains { $0.commandName == command || $0.aliases.contains(command) }
            ? [command] : ["do", command]
    }
}
