import Glibc
import Server
import Synchronization

/// What the system lets this process have. Where it is too little, the process would end by a signal or hang, so the
/// daemon refuses to start.
enum ProcessLimits {
    /// Ignores SIGXFSZ, so that a file at its size limit is reported like a full disk and does not kill the daemon, and
    /// SIGPIPE, so that a log without a reader does not. Raises the limit of open files as far as the system allows,
    /// because each connection needs one.
    static func prepare() throws(TooLowLimit) {
        for number in [SIGXFSZ, SIGPIPE] { _ = signal(number, SIG_IGN) }
        // If the program that started the daemon ignores it, the system discards the status of each child.
        _ = signal(SIGCHLD, SIG_DFL)
        // libdispatch counts its busy threads there, and stops the process when it cannot.
        guard unsafe access("/proc/self/task", R_OK) == 0 else {
            throw TooLowLimit("Galley needs /proc, which is not there. Next: mount -t proc proc /proc")
        }
        try prepareFiles()
    }

    // MARK: - Files

    /// Without a free descriptor the process ends: libdispatch stops it when it cannot open a file of `/proc` while all
    /// its threads are busy, and NIO when it cannot create an event loop. So connections may use half of the limit, and
    /// a limit whose other half is too small for the rest is refused.
    private static func prepareFiles() throws(TooLowLimit) {
        guard var limit = limit(filesOpen) else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = unsafe setrlimit(filesOpen, &limit)
        }
        guard limit.rlim_cur >= filesNeeded else {
            throw TooLowLimit(
                "Only \(limit.rlim_cur) files and connections may be open, and Galley needs \(filesNeeded). Allow more: "
                    + "“ulimit -n 65536” in the shell that starts it, or LimitNOFILE=65536 under [Service].")
        }
    }

    /// An idle daemon has about 35 files open, and up to 20 more with more processors.
    private static let filesNeeded: rlim_t = 256

    // MARK: - Threads

    /// Without a thread NIO stops the process, and libdispatch waits until there is one. Limits of the user, of the
    /// service and of a container count differently, so this tries it.
    static func checkThreads() throws(TooLowLimit) {
        let needed = ServerThreads.count + 12
        let megabytes = rlim_t(needed) * 72 + 300
        // A thread takes 72 MB of addresses: 8 for its stack, 64 for its part of the heap.
        if let space = limit(addressSpace), space.rlim_cur < megabytes << 20 {
            throw TooLowLimit(
                "The address space is limited to \(space.rlim_cur >> 20) MB, and Galley needs \(megabytes) MB for its threads, "
                    + "although it uses little of that. Allow more: “ulimit -v unlimited” in the shell that starts it, "
                    + "or MemoryMax= instead of LimitAS= under [Service].")
        }
        let possible = threadsPossible(upTo: needed)
        guard possible == needed else {
            throw TooLowLimit(
                "Only \(possible) more threads can be started, and Galley needs \(needed). Allow more: “ulimit -u 4096” in "
                    + "the shell that starts it, TasksMax=256 under [Service], or the container's limit of processes.")
        }
    }

    /// Starts threads that end at once, which takes about a millisecond.
    private static func threadsPossible(upTo count: Int) -> Int {
        // The threads wait for it, so that all exist at the same time.
        let gate = Gate()
        let threads = gate.lock.withLock { _ in
            var threads: [pthread_t] = []
            for _ in 0..<count {
                var thread = pthread_t()
                let code = unsafe pthread_create(
                    &thread, nil,
                    { raw in
                        if let raw = unsafe raw { unsafe Unmanaged<Gate>.fromOpaque(raw).takeUnretainedValue().pass() }
                        return nil
                    }, Unmanaged.passUnretained(gate).toOpaque())
                guard code == 0 else { break }
                threads.append(thread)
            }
            return threads
        }
        for thread in threads { pthread_join(thread, nil) }
        return withExtendedLifetime(gate) { threads.count }
    }

    private final class Gate: Sendable {
        let lock = Mutex(())
        func pass() { lock.withLock { _ in } }
    }

    // MARK: - Limits of the system

    private static func limit(_ resource: __rlimit_resource_t) -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(resource, &limit) == 0 ? limit : nil
    }

    /// The values on Linux (`asm-generic/resource.h`). Swift imports the constants as an enumeration in one place and as
    /// numbers in another.
    private static let filesOpen = __rlimit_resource_t(7)
    private static let addressSpace = __rlimit_resource_t(9)
}

/// The system gives this process too little for the daemon.
struct TooLowLimit: Error, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = words }
}
