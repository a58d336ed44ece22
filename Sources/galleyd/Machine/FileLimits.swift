import Glibc

/// The process limits for files.
enum FileLimits {
    /// Ignores SIGXFSZ, so that a file at its size limit is reported like a full disk and does not kill the daemon.
    /// Raises the limit of open files as far as allowed and useful, because each connection needs one.
    static func prepare() {
        _ = signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        guard unsafe getrlimit(filesOpen, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = unsafe setrlimit(filesOpen, &limit)
    }

    /// The value on Linux (`asm-generic/resource.h`). Swift imports the constant as an enumeration in one place and as
    /// a number in another.
    private static let filesOpen = __rlimit_resource_t(7)
    private static let enough: rlim_t = 16_384
}
