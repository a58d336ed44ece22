import ArgumentParser
import FoundationEssentials
import Glibc
import JSONTree
import Posts
import Settings
import Wire

/// The daemon. systemd runs it as a service, or a user runs it by hand.
@main
struct Galleyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "galleyd",
        abstract: "Galley's daemon: stores posts, publishes them on time, serves the composer.",
        version: GalleyVersion.text,
        subcommands: [
            Serve.self, CheckSettings.self, ListSettings.self, RestoreStore.self, CopyStore.self, Login.self,
        ],
        defaultSubcommand: Serve.self)

    /// ArgumentParser's own messages begin like all others.
    static let _errorPrefix = "\(programName): "

    /// Begins on the first thread: tasks hang where the system allows no other.
    @MainActor static func main() async {
        do { try ProcessLimits.checkThreads() } catch {
            complain("\(error)")
            Glibc.exit(1)
        }
        if let words = unknownCommand {
            complain(words)
            Glibc.exit(64)
        }
        await main(nil)
    }

    /// nil if the first word is a command or an option: ArgumentParser takes any other for an argument of the default one.
    private static var unknownCommand: String? {
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
        let known = configuration.subcommands.map { $0._commandName } + ["help"]
        return known.contains(word) ? nil : wordsOnUnknownCommand(word, after: "galleyd", known: known)
    }
}

struct SettingsOptions: ParsableArguments {
    @Option(
        help: "The settings file. Default: galley.toml and galley.d/*.toml in the configuration directory.",
        completion: .file())
    var config: String?
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the daemon (the default).")
    @OptionGroup var options: SettingsOptions

    func run() async throws {
        do {
            try ProcessLimits.prepare()
            try await Daemon(settingsFile: options.config, environment: ProcessInfo.processInfo.environment).run()
        } catch {
            complain("\(error)")
            throw ExitCode(after: error)
        }
    }
}

struct ListSettings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List every setting with its default.")

    func run() throws {
        for line in SettingsCatalogue.lines { print(line) }
    }
}

extension ExitCode {
    /// EX_CONFIG for invalid settings, so that systemd can distinguish them from other failures.
    init(after error: any Error) { self.init(error is SettingsProblems || error is SettingsProblem ? 78 : 1) }
}

/// The program whose user reads the messages: `galley` runs this one for some of its commands.
private var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last == "galley" ? "galley" : "galleyd"
}

/// Writes a message of one or more lines to standard error, each line after the program's name.
func complain(_ words: String) {
    let lines = words.withVisibleControls(keeping: "\n\t").split(separator: "\n", omittingEmptySubsequences: true)
    writeError(Array(lines.map { "\(programName): \($0)" }.joined(separator: "\n").utf8))
}

/// Writes an error for a program to standard error, as one line of JSON.
func complain(as problem: ProblemBody) {
    guard let bytes = try? JSONCoding.encode(problem) else { return complain(problem.words) }
    writeError(bytes)
}

private func writeError(_ line: [UInt8]) {
    let bytes = line + [UInt8(ascii: "\n")]
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}
