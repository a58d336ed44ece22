import ArgumentParser
import Panels
import Wire

/// Finds the word of a command line that should be a command and is none.
///
/// ArgumentParser reports such a word as an unexpected argument of the command before it, without a suggestion. It
/// does suggest options.
enum UnknownCommand {
    /// - Parameter words: the command line without the program's name and without a leading `help`.
    /// - Returns: the message for the author; nil if every command is known.
    static func message(in words: [String], of root: any ParsableCommand.Type) -> String? {
        var (command, path) = (root, root._commandName)
        for word in words {
            let commands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            if let known = commands.first(where: { $0._commandName == word }) {
                (command, path) = (known, "\(path) \(word)")
                continue
            }
            if command == PanelsCommand.self, let known = CommandForm.known(word) {
                return "“\(word)” is a command of “do”. Run: galley panel do \(known.usage)"
            }
            return wordsOnUnknownCommand(word, after: path, known: commands.map { $0._commandName })
        }
        return nil
    }
}
