import Glibc

/// Why a file of the operator could not be read as text.
enum UnreadableFile {
    /// Whether there is no such file. One in a folder that the daemon may not search counts as present.
    static func isAbsent(_ path: String) -> Bool {
        unsafe access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    /// Reading a FIFO or a device may never end.
    static func isPlain(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func reason(_ path: String) -> String {
        guard unsafe access(path, R_OK) == 0 else { return unsafe String(cString: strerror(errno)) }
        return isPlain(path) ? "it is not in UTF-8" : "it is not a plain file"
    }
}
