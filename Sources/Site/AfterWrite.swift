package import Posts
import Programs

/// The author's command that follows the writing of the site, such as rsync: a program with arguments, no shell.
///
/// It runs in the site's folder with an environment of four variables (`PATH`, `HOME`, `LANG` and `GALLEY_SITE`, the
/// folder), without input, in a process group of its own. What it starts ends with it: when it has ended or its time is
/// up, the whole group is told to end (SIGTERM) and two seconds later made to (SIGKILL).
package struct AfterWrite: Sendable {
    /// Not empty.
    package let arguments: [String]
    package let folder: String
    package let timeLimit: Span
    let environment: [String]
    let searchPath: String

    /// - Parameter environment: the daemon's; only `PATH`, `HOME` and `LANG` are taken over.
    package init(arguments: [String], folder: String, timeLimit: Span, environment: [String: String]) {
        self.arguments = arguments
        self.folder = folder
        self.timeLimit = timeLimit
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        var kept = ["PATH=\(searchPath)", "GALLEY_SITE=\(folder)", "LANG=\(environment["LANG"] ?? "C.UTF-8")"]
        if let home = environment["HOME"] { kept.append("HOME=\(home)") }
        self.environment = kept
    }

    /// Waits until the command has ended, on a thread of its own. A cancelled task ends the command.
    /// - Returns: the end of what it printed, at most 4 KB.
    /// - Throws: `AfterWriteError`.
    package func run() async throws -> String {
        guard let name = arguments.first else { return "" }
        let program = ShortProgram(
            arguments: arguments, folder: folder, environment: environment, searchPath: searchPath,
            timeLimit: timeLimit)
        let ended: (end: ShortProgram.End, output: String)
        do {
            ended = try await program.run()
        } catch ProgramError.notFound {
            throw AfterWriteError.notFound(name)
        } catch ProgramError.cannotStart(let code) {
            throw AfterWriteError.cannotStart(name, errorText(code))
        }
        return try output(of: ended, name)
    }

    private func output(
        of ended: (end: ShortProgram.End, output: String), _ name: String
    ) throws(AfterWriteError) -> String {
        let output = ended.output
        switch ended.end {
        case .exited(0): return output
        case .exited(let status): throw .failed(name, "It ended with status \(status).", output)
        case .signalled(let signal): throw .failed(name, "It was ended by signal \(signal).", output)
        case .outOfTime: throw .outOfTime(name, seconds: Int(timeLimit.seconds), output)
        case .cancelled: throw .cancelled(name)
        }
    }
}

/// What became of the command after writing. The site itself is written in any case.
package enum AfterWriteError: Error, Equatable, CustomStringConvertible {
    case notFound(String)
    case cannotStart(String, String)
    case failed(String, String, String)
    case outOfTime(String, seconds: Int, String)
    case cancelled(String)

    package var description: String {
        switch self {
        case .notFound(let name):
            "The site is written, but the command after writing, “\(name)”, is not installed. "
                + "Install it, or write its whole path."
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

    /// The last five lines.
    private static func quoted(_ output: String) -> String {
        let lines = output.split(whereSeparator: \.isNewline).suffix(5)
        return lines.isEmpty ? " It printed nothing." : " It printed: " + lines.joined(separator: "\n")
    }
}
