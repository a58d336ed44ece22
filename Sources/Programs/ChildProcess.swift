import CConfine
import Glibc
import Posts

/// A started program and its output.
final class ChildProcess {
    typealias End = ShortProgram.End

    /// Also the process group.
    private let id: pid_t
    private let pipe: Int32
    private var isOpen = true
    private var tail: [UInt8] = []
    private let tailMax: Int
    private static let graceMilliseconds: Int64 = 2000

    init(_ command: ShortProgram) throws(ProgramError) {
        guard let program = command.path else { throw .notFound }
        tailMax = command.outputBytesMax
        let ends = try Self.newPipe()
        let input: Int32?
        do {
            input = try Self.filled(command.input)
        } catch {
            for end in ends { close(end) }
            throw error
        }
        let started = Self.spawn(program, command, input: input, output: ends[1])
        if let input { close(input) }
        close(ends[1])
        pipe = ends[0]
        switch started {
        case .success(let id): self.id = id
        case .failure(let error):
            close(ends[0])
            throw error
        }
        command.limits.apply(to: id)
    }

    deinit { close(pipe) }

    private static func newPipe() throws(ProgramError) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .cannotStart(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// Returns a pipe that already contains all of `input`, so that no thread waits for the program to read. A pipe
    /// holds 64 KB.
    /// - Returns: its reading end; nil for no input.
    private static func filled(_ input: [UInt8]) throws(ProgramError) -> Int32? {
        guard !input.isEmpty else { return nil }
        let ends = try newPipe()
        defer { close(ends[1]) }
        let bytes = Array(input.prefix(ShortProgram.inputBytesMax))
        guard unsafe write(ends[1], bytes, bytes.count) == bytes.count else {
            let code = errno
            close(ends[0])
            throw .cannotStart(code)
        }
        return ends[0]
    }

    /// The end of its output, standard output and error together.
    var output: String { String(decoding: tail, as: UTF8.self) }

    /// Returns when the program has exited, or was killed because of its time limit or a cancellation.
    ///
    /// By then no process of its group is left. While the program is not reaped, its id cannot be reused, so the signal
    /// reaches the right group.
    func wait(timeLimit: Span, isCancelled: () -> Bool) -> End {
        let start = Self.nowMilliseconds()
        let limit = timeLimit.microseconds / 1000
        var early: End?
        while !hasEnded() {
            if isCancelled() {
                early = .cancelled
            } else if Self.nowMilliseconds() - start >= limit {
                early = .outOfTime
            }
            if early != nil { break }
            listen(milliseconds: 50)
        }
        if early != nil {
            kill(-id, SIGTERM)
            let told = Self.nowMilliseconds()
            while !hasEnded(), Self.nowMilliseconds() - told < Self.graceMilliseconds { listen(milliseconds: 20) }
        }
        listen(milliseconds: 0)
        kill(-id, SIGKILL)
        let status = reap()
        return early ?? status
    }

    /// Whether it has exited; it is not reaped yet.
    private func hasEnded() -> Bool {
        var information = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        return unsafe code == 0 ? information.si_signo != 0 : errno != EINTR
    }

    private func reap() -> End {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) < 0 { if errno != EINTR { return .exited(255) } }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
    }

    /// Reads available output, waiting up to this time. Limited rounds keep endless output from blocking here.
    private func listen(milliseconds: Int32) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        for round in 0..<16 {
            var request = pollfd(fd: isOpen ? pipe : -1, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&request, 1, round == 0 ? milliseconds : 0) > 0 else { return }
            let count = unsafe read(pipe, &chunk, chunk.count)
            guard count > 0 else {
                isOpen = count < 0 && errno == EINTR
                return
            }
            tail += chunk.prefix(count)
            if tail.count > tailMax { tail.removeFirst(tail.count - tailMax) }
        }
    }

    private static func nowMilliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension ChildProcess {
    private static func spawn(
        _ program: String, _ command: ShortProgram, input: Int32?, output: Int32
    ) -> Result<pid_t, ProgramError> {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        let folderCode = unsafe galley_start_in(&actions, command.folder)
        guard folderCode == 0 else { return .failure(.cannotStart(folderCode)) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        // The program must not inherit the daemon's store and sockets.
        let filesCode = unsafe galley_start_without(&actions, 3)
        guard filesCode == 0 else { return .failure(.cannotStart(filesCode)) }
        // The daemon may block or ignore signals; reset them for its children.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var id: pid_t = 0
        let arguments = CStrings(command.arguments)
        let environment = CStrings(command.environment)
        let code =
            if let confinement = command.confinement {
                unsafe start(program, within: confinement, &actions, &attributes, arguments, environment, &id)
            } else {
                unsafe posix_spawn(&id, program, &actions, &attributes, arguments.pointers, environment.pointers)
            }
        return code == 0 ? .success(id) : .failure(.cannotStart(code))
    }
}

extension ChildProcess {
    /// Calls `posix_spawn` on a thread that has given up its rights.
    private static func start(
        _ program: String, within confinement: Confinement, _ actions: UnsafePointer<posix_spawn_file_actions_t>,
        _ attributes: UnsafePointer<posix_spawnattr_t>, _ arguments: borrowing CStrings,
        _ environment: borrowing CStrings,
        _ id: inout pid_t
    ) -> Int32 {
        // The thread uses C pointers of this frame and ends before the frame does.
        let rules = confinement.rules(toRun: program)
        return unsafe program.withCString { name in
            unsafe arguments.pointers.withUnsafeBufferPointer { arguments in
                unsafe environment.pointers.withUnsafeBufferPointer { environment in
                    var start = unsafe galley_start(
                        rules: rules.file, program: name, actions: actions, attributes: attributes,
                        arguments: arguments.baseAddress, environment: environment.baseAddress, files: 0, calls: 0,
                        code: 0,
                        id: 0)
                    let code = unsafe galley_confined(&start)
                    unsafe id = start.id
                    return unsafe code == 0 ? start.code : code
                }
            }
        }
    }
}

/// Strings for C: an array of pointers that ends with null.
@safe private struct CStrings: ~Copyable {
    var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { unsafe pointers = texts.map { unsafe strdup($0) } + [nil] }

    deinit { unsafe pointers.forEach { unsafe free($0) } }
}
