import Glibc

/// The regular files below a folder, in the order of their names. It skips symbolic links, devices, sockets and names
/// that begin with a dot, so that it never leaves the folder.
struct FolderWalk {
    /// Absolute, without symbolic links and without a trailing slash.
    let root: String
    private(set) var files: [String] = []
    /// Skipped files with the reason.
    private(set) var skipped: [(path: String, words: String)] = []

    /// Larger than any blog. They limit the cost of a hostile folder.
    private static let filesMax = 1_000_000
    private static let depthMax = 64
    /// Top-level folders of a blog that contain generated files, themes, or templates with examples.
    private static let foldersLeftOut: Set<String> = [
        "_includes", "_layouts", "_site", "archetypes", "layouts", "node_modules", "public", "resources", "scaffolds",
        "themes", "vendor",
    ]

    init(_ path: String) throws(CommandFailure) {
        guard let root = FolderWalk.resolved(path) else {
            throw CommandFailure(
                .misused, "The folder “\(path.oneLine)” cannot be read: \(systemError()). Check its name.")
        }
        self.root = root
        var information = stat()
        guard unsafe lstat(root, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure(
                .misused, "“\(path.oneLine)” is not a folder. Name the folder with the Markdown files.")
        }
        try walk("", depth: 0)
    }

    private mutating func walk(_ folder: String, depth: Int) throws(CommandFailure) {
        let path = folder.isEmpty ? root : root + "/" + folder
        guard let (names, unnameable) = FolderWalk.names(in: path) else {
            return skipped.append((folder, "The folder cannot be read: \(systemError())."))
        }
        for name in unnameable {
            let child = folder.isEmpty ? name : folder + "/" + name
            skipped.append((child, "Its name is not UTF-8, so it was skipped. Rename it."))
        }
        for name in names {
            let child = folder.isEmpty ? name : folder + "/" + name
            var information = stat()
            guard unsafe lstat(root + "/" + child, &information) == 0 else { continue }
            switch information.st_mode & S_IFMT {
            case S_IFREG: files.append(child)
            case S_IFDIR where depth >= FolderWalk.depthMax:
                skipped.append((child, "The folder is more than \(FolderWalk.depthMax) levels deep: skipped."))
            case S_IFDIR where depth == 0 && FolderWalk.foldersLeftOut.contains(name):
                skipped.append((child, "The folder belongs to the generator, so it was skipped."))
            case S_IFDIR: try walk(child, depth: depth + 1)
            case S_IFLNK: skipped.append((child, "It is a symbolic link, so it was skipped."))
            default: skipped.append((child, "It is a device or a socket, so it was skipped."))
            }
            guard files.count <= FolderWalk.filesMax else {
                throw CommandFailure(
                    .refused, "“\(root)” has more than \(FolderWalk.filesMax) files. Name a smaller folder.")
            }
        }
    }

    /// - Returns: the names that are valid UTF-8, and a printable form of the others; no name that begins with a dot.
    private static func names(in path: String) -> (names: [String], unnameable: [String])? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var (names, unnameable) = ([String](), [String]())
        while let entry = unsafe readdir(folder) {
            let (name, shown) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe (String(validatingCString: $0), String(cString: $0))
                }
            }
            guard !shown.hasPrefix(".") else { continue }
            if let name { names.append(name) } else { unnameable.append(shown) }
        }
        return (names.sorted(), unnameable.sorted())
    }

    /// The path without symbolic links, `.` and `..`; nil when the file does not exist.
    static func resolved(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(validatingCString: found)
    }

    /// Whether a path without symbolic links is that of a regular file.
    static func isFile(_ path: String) -> Bool {
        var information = stat()
        return unsafe lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// Why a file was not read.
    enum Unread: Error {
        case tooLarge
        case noPlainFile
        /// The system's error message.
        case refused(String)
    }

    static func read(_ path: String, bytesMax: Int) throws(Unread) -> [UInt8] {
        // `O_NONBLOCK`, because opening a pipe would wait for its other end.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .refused(systemError()) }
        defer { close(descriptor) }
        var information = stat()
        guard unsafe fstat(descriptor, &information) == 0 else { throw .refused(systemError()) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .noPlainFile }
        guard information.st_size <= bytesMax else { throw .tooLarge }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while bytes.count <= bytesMax {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .refused(systemError()) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw .tooLarge
    }
}
