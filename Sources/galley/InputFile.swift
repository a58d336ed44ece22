import Glibc

/// A file that the author named. Every command reads such a file here, so that a missing one has the same message and
/// exit code everywhere.
enum InputFile {
    /// More than any text or picture that Galley accepts.
    private static let bytesMax = 64_000_000

    /// - Parameter path: “-” for standard input.
    /// - Throws: when the file cannot be read or is too large.
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : try opened(path)
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        if descriptor == STDIN_FILENO { sayIfWaiting() }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 18))
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandFailure(unreadable: path, errno) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            guard bytes.count <= bytesMax else {
                throw CommandFailure(.refused, "“\(path.oneLine)” has more than 64 MB, the limit. Make it smaller.")
            }
        }
    }

    /// A pipe that another program keeps open looks like a command that hangs.
    private static func sayIfWaiting() {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard isatty(STDIN_FILENO) == 0, unsafe poll(&input, 1, 2000) == 0 else { return }
        remark("Waiting for standard input, which another program keeps open. To go without it, add “</dev/null”.")
    }

    static func text(of path: String) throws(CommandFailure) -> String { try text(bytes(of: path), of: path) }

    static func text(_ bytes: [UInt8], of path: String) throws(CommandFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.misused, "The file “\(path.oneLine)” is not in UTF-8. Save it as UTF-8.")
        }
        return text
    }

    /// Checks a file that another program will read.
    static func check(_ path: String) throws(CommandFailure) { close(try opened(path)) }

    private static func opened(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(unreadable: path, errno) }
        return descriptor
    }
}

extension CommandFailure {
    /// - Parameter code: the `errno` of the failed call.
    init(unreadable path: String, _ code: Int32) {
        let reason = unsafe String(cString: strerror(code))
        let what = [ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG].contains(code) ? "name" : "permissions"
        self.init(.misused, "The file “\(path.oneLine)” cannot be read: \(reason). Check its \(what).")
    }
}
