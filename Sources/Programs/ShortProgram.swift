import Glibc
package import Posts
import Synchronization

/// A program that does one thing and ends: started without a shell, in a process group of its own, with the input and the
/// environment given and nothing of the daemon's.
///
/// What it starts ends with it: when it has ended or its time is up, the whole group is told to end (SIGTERM) and two
/// seconds later made to (SIGKILL).
package struct ShortProgram: Sendable {
    /// The program and what it is told; not empty.
    package let arguments: [String]
    /// In which it runs.
    package let folder: String
    /// `NAME=value`.
    package let environment: [String]
    /// Folders with a colon between them, for a program that is named without one.
    package let searchPath: String
    package let timeLimit: Span
    package let limits: ProgramLimits
    /// What it may see and change; nil for what the daemon may.
    package let confinement: Confinement?
    /// What it reads; of more than 32 KB the rest is left out.
    package let input: [UInt8]

    package enum End: Hashable, Sendable { case exited(Int32), signalled(Int32), outOfTime, cancelled }

    package init(
        arguments: [String], folder: String, environment: [String], searchPath: String, timeLimit: Span,
        limits: ProgramLimits = ProgramLimits(), confinement: Confinement? = nil, input: [UInt8] = []
    ) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.searchPath = searchPath
        self.timeLimit = timeLimit
        self.limits = limits
        self.confinement = confinement
        self.input = input
    }

    /// Waits until the program has ended, on a thread of its own. A cancelled task ends the program.
    /// - Returns: how it ended, and the end of what it printed, at most 4 KB.
    /// - Throws: `ProgramError` when it was not started.
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

    /// The program's file: as written if it has a `/`, else the first in the search path that may be run.
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
package enum ProgramError: Error, Hashable, Sendable {
    case notFound
    /// The system's error number.
    case cannotStart(Int32)
}

/// What a program may use. It holds from a moment after its start, before which no program does anything large.
package struct ProgramLimits: Hashable, Sendable {
    /// Of its whole address space, libraries included.
    package var memoryBytesMax: Int?
    package var processorSecondsMax: Int?
    /// Of each file that it writes.
    package var fileBytesMax: Int?

    package init(memoryBytesMax: Int? = nil, processorSecondsMax: Int? = nil, fileBytesMax: Int? = nil) {
        self.memoryBytesMax = memoryBytesMax
        self.processorSecondsMax = processorSecondsMax
        self.fileBytesMax = fileBytesMax
    }

    /// By numbers of Linux's own (`asm-generic/resource.h`), which Swift does not see.
    func apply(to process: pid_t) {
        let wanted: [(resource: Int32, limit: Int?)] = [
            (0, processorSecondsMax), (1, fileBytesMax), (9, memoryBytesMax),
        ]
        for case (let resource, let limit?) in wanted {
            var value = rlimit(rlim_cur: rlim_t(max(0, limit)), rlim_max: rlim_t(max(0, limit)))
            _ = unsafe ProcessLimits.set?(process, resource, &value, nil)
        }
    }
}

/// One of glibc's additions, found by name: its headers hide it from Swift.
private enum ProcessLimits {
    typealias Function =
        @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

    static var set: Function? {
        guard let symbol = unsafe dlsym(nil, "prlimit") else { return nil }
        return unsafe unsafeBitCast(symbol, to: Function.self)
    }
}

/// Set from any thread, once.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
