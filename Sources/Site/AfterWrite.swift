import Posts
import Programs

/// The author's command that runs after the site was written, such as rsync: a program with arguments, without a shell.
///
/// It runs in the site's folder, without input and in a separate process group. Its environment has four variables:
/// `PATH`, `HOME`, `LANG` and `GALLEY_SITE`, the folder. Programs that it starts end with it: when it has ended or its
/// time is up, the whole group gets SIGTERM and two seconds later SIGKILL.
struct AfterWrite: Sendable {
    let arguments: [String]
    let folder: String
    let timeLimit: Span
    let environment: [String]
    let searchPath: String

    /// - Parameter environment: the daemon's. The command gets only `PATH`, `HOME` and `LANG` of it.
    init(arguments: [String], folder: String, timeLimit: Span, environment: [String: String]) {
        self.arguments = arguments
        self.folder = folder
        self.timeLimit = timeLimit
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        var kept = ["PATH=\(searchPath)", "GALLEY_SITE=\(folder)", "LANG=\(environment["LANG"] ?? "C.UTF-8")"]
        if let home = environment["HOME"] { kept.append("HOME=\(home)") }
        self.environment = kept
    }

    /// Waits on a separate thread until the command has ended. Cancelling the task ends the command.
    /// - Returns: the end of the command's output, at most 4 KB; empty without a command.
    /// - Throws: `AfterWriteError`.
    func run() async throws -> String {
        guard let name = arguments.first else { return "" }
        let program = ShortProgram(
            arguments: arguments, folder: folder, environment: environment, searchPath: searchPath,
            timeLimit: timeLimit)
        do {
            let (end, output) = try await program.run()
            switch end {
            case .exited(0): return output
            case .exited(let status):
                throw AfterWriteError.failed(name, "It ended with status \(status).", output)
            case .signalled(let signal):
                throw AfterWriteError.failed(name, "It was ended by signal \(signal).", output)
            case .outOfTime: throw AfterWriteError.outOfTime(name, seconds: Int(timeLimit.seconds), output)
            case .cancelled: throw AfterWriteError.cancelled(name)
            }
        } catch let error as ProgramError {
            throw AfterWriteError.cannotStart(name, "\(error)")
        }
    }
}

/// Why the command after writing failed. The site itself is written in each case.
enum AfterWriteError: Error, Equatable, CustomStringConvertible {
    case cannotStart(String, String)
    case failed(String, String, String)
    case outOfTime(String, seconds: Int, String)
    case cancelled(String)

    var description: String {
        switch self {
        case .cannotStart(let name, let reason):
            "The site is written, but the command after writing, “\(name)”, could not be started. \(reason)"
        case .failed(let name, let reason, let output):
            "The site is written, but the command after writing, “\(name)”, failed. \(reason)\(Self.quoted(output))"
        case .outOfTime(let name, let seconds, let output):
            "The site is written, but the command after writing, “\(name)”, did not end within \(seconds) s "
                + "and was stopped.\(Self.quoted(output))"
        case .cancelled(let name):
            "The site is written; the command after writing, “\(name)”, was stopped because Galley is ending."
        }
    }

    /// The last five lines of the output.
    private static func quoted(_ output: String) -> String {
        let lines = output.split(whereSeparator: \.isNewline).suffix(5)
        return lines.isEmpty ? " It printed nothing." : " It printed: " + lines.joined(separator: "\n")
    }
}
