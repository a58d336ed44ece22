import Glibc

/// A path at which a command is about to write a file.
struct OutputFile {
    let path: String

    /// Whether a file stands there. Only a file may be replaced: no device, no pipe, and no link to something else.
    func exists() throws(CommandFailure) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(
                .refused, "“\(path.oneLine)” exists and is not an ordinary file. Name another file.")
        }
        return true
    }
}
