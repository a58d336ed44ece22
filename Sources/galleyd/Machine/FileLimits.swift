import Glibc

/// The process limits for files.
enum FileLimits {
    /// Ignores SIGXFSZ, so that a file at its size limit is reported like a full disk and does not kill the daemon.
    /// Raises the limit of open files as far as allowed and useful, because each connection needs one.
    ///
    /// Without a free descriptor the process ends: libdispatch stops it when it cannot open a file of `/proc` while all
    /// its threads are busy, and NIO when it cannot create an event loop. So connections may use half of the limit, and
    /// a limit whose other half is too small for the rest is refused.
    static func prepare() throws(TooFewFiles) {
        _ = signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        guard unsafe getrlimit(filesOpen, &limit) == 0 else { return }
        if limit.rlim_cur < useful {
            limit.rlim_cur = min(limit.rlim_max, useful)
            _ = unsafe setrlimit(filesOpen, &limit)
        }
        guard limit.rlim_cur >= needed else { throw TooFewFiles(limit: Int(limit.rlim_cur), needed: Int(needed)) }
    }

    /// The value on Linux (`asm-generic/resource.h`). Swift imports the constant as an enumeration in one place and as
    /// a number in another.
    private static let filesOpen = __rlimit_resource_t(7)
    private static let useful: rlim_t = 16_384
    /// An idle daemon has about 35 files open.
    private static let needed: rlim_t = 256
}

/// The limit of open files is too low for the daemon.
struct TooFewFiles: Error, CustomStringConvertible {
    let limit, needed: Int

    var description: String {
        "Only \(limit) files and connections may be open, and Galley needs \(needed). Allow more: “ulimit -n 65536” in "
            + "the shell that starts it, or LimitNOFILE=65536 under [Service]."
    }
}
