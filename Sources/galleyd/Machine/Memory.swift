import CMalloc

/// How memory is taken from the kernel.
enum Memory {
    /// Keeps what a preview takes for the next one. By itself the C library maps what is larger than 128 KB for each use and
    /// gives it back at once: two hundred page faults, a sixth of the time of a preview of 100 KB.
    static func prepare() {
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }
}
