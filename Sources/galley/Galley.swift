import ArgumentParser
import Glibc
import Wire

/// The command-line client. Each command turns its arguments into a call to the daemon and prints the answer.
@main
struct Galley: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "galley",
        abstract: "Write posts, publish them on time, and follow their deliveries.",
        discussion: """
            galley speaks to galleyd, the daemon that keeps the posts and delivers them.

            A first post, from a file that begins with “# Hello”:
              galley post new hello.md
              galley post preview hello
              galley publish hello --at "tomorrow 09:00"
              galley queue

            A post is named by its slug, its id, or an unambiguous start of its id.
            Results go to standard output and complaints to standard error. With --json a command prints one JSON \
            object, or one on each line where there are several, and a complaint as one object of RFC 9457.

            Exit codes: 0 done, 1 refused or failed, 64 misused, 69 daemon not reachable, 75 try again, 77 not \
            permitted, 78 settings with errors.
            Colour is used on a terminal only, and never when NO_COLOR is set.
            """,
        version: GalleyVersion.text,
        groupedSubcommands: [
            CommandGroup(name: "Writing", subcommands: [PostCommand.self, MediaCommand.self, SnippetCommand.self]),
            CommandGroup(name: "Moving in and out", subcommands: [Import.self, Export.self]),
            CommandGroup(name: "Publishing", subcommands: [Publish.self, Unpublish.self, QueueCommand.self]),
            CommandGroup(name: "Targets", subcommands: [TargetCommand.self, SiteCommand.self, RehearsalCommand.self]),
            CommandGroup(name: "The composer", subcommands: [PanelsCommand.self, WindowCommand.self]),
            CommandGroup(
                name: "The desk",
                subcommands: [
                    Open.self, Status.self, Doctor.self, Watch.self, NotifyCommand.self, Backup.self, Restore.self,
                    StoreCommand.self,
                    ConfigCommand.self, Reload.self, UserCommand.self, SessionCommand.self, TokenCommand.self,
                    Version.self,
                ]),
        ])

    /// ArgumentParser's own messages begin like all others.
    static let _errorPrefix = "galley: "

    static func main() {
        // Ignore SIGPIPE, so that a write fails instead when a reader such as `head` stops early. That is no error.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            do { try command.run() } catch let error as ValidationError {
                // ArgumentParser knows no command by now, and would add the usage of `galley` itself.
                throw CommandFailure(.misused, error.message)
            }
            leave(.done)
        } catch {
            leave(after: error)
        }
    }

    /// Ends the process immediately. All output is written, and freeing memory would only take time.
    private static func leave(_ status: ExitStatus) -> Never { _exit(status.rawValue) }

    private static func leave(after error: any Error) -> Never {
        if let failure = CommandFailure(of: error) {
            complain(failure)
            leave(failure.status)
        }
        let code = exitCode(for: error).rawValue
        let isMisuse = code == ExitStatus.misused.rawValue
        let typed = Array(CommandLine.arguments.dropFirst())
        // ArgumentParser shows the whole help if it is asked for the help of an unknown command.
        let isHelp = typed.first == "help"
        if isMisuse || isHelp,
            let unknown = UnknownCommand.message(in: Array(typed.dropFirst(isHelp ? 1 : 0)), of: Self.self)
        {
            leave(after: CommandFailure(.misused, unknown))
        }
        let words = BashCompletions.withoutExpansion(fullMessage(for: error))
        if isForPrograms, code != 0, !words.isEmpty {
            leave(after: CommandFailure(isMisuse ? .misused : .refused, message(for: error)))
        }
        if !words.isEmpty { write(words + "\n", to: code == 0 ? .results : .complaints) }
        _exit(code)
    }
}
