import FoundationEssentials
import Glibc
import Posts

/// The daemon's program, for commands that work without a running daemon.
enum DaemonProgram {
    /// The program's name in its messages: that of the command which the user typed.
    private static let name = "galley"

    /// Replaces this process with `galleyd`, whose output and exit code become those of the command.
    static func become(_ arguments: [String]) throws(CommandFailure) -> Never {
        let program = try path()
        Program.become(program, [name] + arguments)
        throw CommandFailure(.refused, "“\(program)” could not be run: \(systemError()).")
    }

    /// Runs `galleyd` on this terminal and waits for it.
    /// - Returns: its exit code.
    static func runOnTerminal(_ arguments: [String]) throws(CommandFailure) -> Int32 {
        let program = try path()
        if let status = Program.runOnTerminal([program] + arguments, as: name) { return status }
        throw CommandFailure(.refused, "“\(program)” could not be run. Install galleyd again.")
    }

    private static func path() throws(CommandFailure) -> String {
        let folders = folders
        for path in folders.map({ "\($0)/galleyd" }) where unsafe access(path, X_OK) == 0 { return path }
        throw CommandFailure(
            .refused, "This command needs galleyd, which is not in \(folders.joined(separator: ", ")). Install it.")
    }

    /// The folder of this program, then those in `PATH`.
    private static var folders: [String] {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = (environment("PATH") ?? "/usr/local/bin:/usr/bin").split(separator: ":").map(String.init)
        return (own.isEmpty ? [] : [own.parentFolder]) + path.filter { $0.hasPrefix("/") }
    }
}
