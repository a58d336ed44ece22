import Glibc

/// Why a file of the operator could not be read as text.
enum UnreadableFile {
    /// Whether there is no such file. One in a folder that the daemon may not search counts as present.
    static func isAbsent(_ path: String) -> Bool {
        unsafe access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    static func reason(_ path: String) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
            return unsafe String(cString: strerror(errno))
        }
        return status.st_mode & S_IFMT == S_IFREG ? "it is not in UTF-8" : "it is not a plain file"
    }
}
