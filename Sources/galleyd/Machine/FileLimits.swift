import Glibc

/// What the system lets the daemon do with files.
enum FileLimits {
    /// A file that may grow no more is told as a full disk, instead of ending the daemon; and of the files that may be open
    /// at once the daemon takes as many as it is allowed, within reason: each connection is one.
    static func prepare() {
        _ = signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        guard unsafe getrlimit(filesOpen, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = unsafe setrlimit(filesOpen, &limit)
    }

    /// Linux's own number of it (`asm-generic/resource.h`), since Swift sees an enumeration in one place and a number in another.
    private static let filesOpen = __rlimit_resource_t(7)
    private static let enough: rlim_t = 16_384
}
