import FoundationEssentials
import Glibc

/// Starts other programs: the editor, the browser, the daemon's check.
enum Program {
    /// `POSIX_SPAWN_SETSID`, which Swift does not import.
    private static let newSession: Int16 = 0x80
    private static let lookMicroseconds: UInt32 = 50_000, looksPerWork = 200

    /// Runs a program on this terminal and waits for it. Meanwhile only that program handles Ctrl-C.
    /// - Parameters:
    ///   - name: what the program takes for its own name; nil for that of its file.
    ///   - meanwhile: work to do every ten seconds.
    /// - Returns: its exit code, or 128 plus the signal's number; nil when the program does not exist.
    static func runOnTerminal(_ words: [String], as name: String? = nil, meanwhile: () -> Void = {}) -> Int32? {
        let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        guard let child = start(words, as: name) else { return nil }
        var status: Int32 = 0
        var looks = 0
        while true {
            let ended = unsafe waitpid(child, &status, WNOHANG)
            if ended == child { break }
            guard ended == 0 || errno == EINTR else { return nil }
            looks += 1
            if looks.isMultiple(of: looksPerWork) { meanwhile() }
            usleep(lookMicroseconds)
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Starts a program found in `PATH`, with default handlers for the signals that this process ignores.
    /// - Parameters:
    ///   - name: what the program takes for its own name; nil for that of its file.
    ///   - isApart: whether it goes on when this terminal is closed, and Ctrl-C does not reach it.
    /// - Returns: nil when the program does not exist.
    static func start(_ words: [String], as name: String? = nil, isApart: Bool = false) -> pid_t? {
        guard let file = words.first else { return nil }
        var (attributes, signals, child) = (posix_spawnattr_t(), sigset_t(), pid_t())
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = isApart ? Int16(POSIX_SPAWN_SETSIGDEF) | newSession : Int16(POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, flags)
        // The program that started this one may wait until all that it handed down is closed.
        if isApart { openDescriptors.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) } }
        let failure = unsafe withCStrings([name ?? file] + words.dropFirst()) {
            unsafe posix_spawnp(&child, file, nil, &attributes, $0, environ)
        }
        return failure == 0 ? child : nil
    }

    /// All but those of the terminal, however high their numbers are.
    private static var openDescriptors: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
    }

    /// Replaces this process with the program at `path`. Returns only if that fails.
    static func become(_ path: String, _ words: [String]) {
        signal(SIGPIPE, SIG_DFL)
        _ = unsafe withCStrings(words) { unsafe execv(path, $0) }
    }

    /// Calls `body` with the words as a null-terminated C array.
    private static func withCStrings<Result>(
        _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result? {
        let copies = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeBufferPointer { list in unsafe list.baseAddress.map { unsafe body($0) } }
    }
}
