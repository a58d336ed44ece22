import CConfine
import Glibc
package import Posts
import Synchronization

/// A program that does one task and exits. It starts without a shell, in a new process group, with only the given input
/// and environment and nothing of the daemon's.
///
/// Its child processes end with it: when it exits or its time is up, the whole group gets SIGTERM, and SIGKILL two
/// seconds later.
package struct ShortProgram: Sendable {
    /// The program and its arguments; not empty.
    package let arguments: [String]
    /// Its working directory.
    package let folder: String
    /// Each `NAME=value`.
    package let environment: [String]
    /// Folders separated by colons, for a program given without a folder.
    package let searchPath: String
    package let timeLimit: Span
    package let limits: ProgramLimits
    /// The files it may read and change; nil for the daemon's rights.
    package let confinement: Confinement?
    /// Its standard input; everything after 32 KB is dropped.
    package let input: [UInt8]
    /// How much of the end of its output is kept.
    package let outputBytesMax: Int

    package static let inputBytesMax = 32_768

    package enum End: Hashable, Sendable { case exited(Int32), signalled(Int32), outOfTime, cancelled }

    package init(
        arguments: [String], folder: String, environment: [String], searchPath: String, timeLimit: Span,
        limits: ProgramLimits = ProgramLimits(), confinement: Confinement? = nil, input: [UInt8] = [],
        outputBytesMax: Int = 4096
    ) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.searchPath = searchPath
        self.timeLimit = timeLimit
        self.limits = limits
        self.confinement = confinement
        self.input = input
        self.outputBytesMax = outputBytesMax
    }

    /// Waits on a dedicated thread until the program has exited. Cancelling the task kills the program.
    /// - Returns: how it ended, and the end of its output.
    /// - Throws: `ProgramError` if it was not started.
    package func run() async throws -> (end: End, output: String) {
        let isCancelled = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await onOwnThread {
                let child = try ChildProcess(self)
                let end = child.wait(timeLimit: timeLimit) { isCancelled.isSet }
                return (end, child.output)
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// The same for a thread that may block.
    package func runNow() throws(ProgramError) -> (end: End, output: String) {
        let child = try ChildProcess(self)
        let end = child.wait(timeLimit: timeLimit) { false }
        return (end, child.output)
    }

    /// The program's file: the name as written if it contains `/`, otherwise the first executable in the search path.
    package var path: String? {
        guard let name = arguments.first else { return nil }
        if name.contains("/") { return name }
        return searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }
}

/// Why a program was not started.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    case notFound
    /// The system's error number.
    case cannotStart(Int32)

    /// The reason and what to do.
    package var description: String {
        switch self {
        case .notFound, .cannotStart(ENOENT): "It is not installed. Install it, or write its whole path."
        case .cannotStart(EACCES): "Galley may not run it. Make it executable (chmod +x), also for Galley's user."
        case .cannotStart(ENOEXEC): "It is neither a program nor a script with a first line such as #!/bin/sh."
        case .cannotStart(let code): unsafe "The system says: \(String(cString: strerror(code)))."
        }
    }
}

/// A program's resource limits. They apply from shortly after its start, before any program uses much.
package struct ProgramLimits: Hashable, Sendable {
    /// Of its whole address space, including libraries.
    package var memoryBytesMax: Int?
    package var processorSecondsMax: Int?
    /// Of each file that it writes.
    package var fileBytesMax: Int?

    package init(memoryBytesMax: Int? = nil, processorSecondsMax: Int? = nil, fileBytesMax: Int? = nil) {
        self.memoryBytesMax = memoryBytesMax
        self.processorSecondsMax = processorSecondsMax
        self.fileBytesMax = fileBytesMax
    }

    func apply(to process: pid_t) {
        func number(_ limit: Int?) -> Int64 { limit.map { Int64(max(0, $0)) } ?? -1 }
        galley_limit(process, number(memoryBytesMax), number(processorSecondsMax), number(fileBytesMax))
    }
}

/// Any thread may set it, once.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
