import Glibc

/// Owns the descriptor of one open file or folder.
struct Descriptor: ~Copyable {
    let raw: Int32

    init(_ raw: Int32) { self.raw = raw }

    /// Opens the folder `name` within `folder`; nil, with `errno`, if it is missing, not a folder, or a link.
    init?(opening name: String, in folder: borrowing Descriptor) {
        let raw = unsafe openat(folder.raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        self.raw = raw
    }

    deinit { close(raw) }

    /// nil if it is not a regular file.
    var fileSize: Int? {
        var status = stat()
        guard unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether the rest of the file equals `bytes`.
    func reads(_ bytes: [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: min(bytes.count + 1, 1 << 16))
        var compared = 0
        while true {
            let count = unsafe Glibc.read(raw, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, count <= bytes.count - compared else { return false }
            if count == 0 { return compared == bytes.count }
            let isSame = unsafe bytes.withUnsafeBytes { wanted in
                unsafe chunk.withUnsafeBytes { found in
                    guard let wanted = wanted.baseAddress, let found = found.baseAddress else { return false }
                    return unsafe memcmp(wanted + compared, found, count) == 0
                }
            }
            guard isSame else { return false }
            compared += count
        }
    }

    func write(_ bytes: [UInt8]) throws(DiskError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(raw, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DiskError(count == 0 ? EIO : errno) }
            written += count
        }
    }

    /// Copies a whole file in pieces.
    func copy(_ original: SiteFile.Original) throws(DiskError) {
        let raw = unsafe open(original.path, O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { throw DiskError(errno) }
        let source = Descriptor(raw)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var copied = 0
        while true {
            let count = unsafe Glibc.read(source.raw, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DiskError(errno) }
            if count == 0 { break }
            try write(Array(chunk[..<count]))
            copied += count
        }
        // A picture of another length is not the one for which the page was made.
        guard copied == original.size else { throw DiskError(EIO) }
    }

    /// Makes the file, or the names in the folder, durable.
    func sync() throws(DiskError) { guard fsync(raw) == 0 else { throw DiskError(errno) } }

    /// Makes everything on the file system of this file durable.
    func syncFileSystem() throws(DiskError) {
        // An extension of Linux, which glibc's headers hide from Swift.
        typealias Function = @convention(c) (Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "syncfs") else { return Glibc.sync() }
        guard unsafe unsafeBitCast(symbol, to: Function.self)(raw) == 0 else { throw DiskError(errno) }
    }

    /// The rest of the file; nil, with `errno`, if it has more than `limit` bytes or cannot be read.
    func read(upTo limit: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(raw, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, result.count + count <= limit else { return nil }
            if count == 0 { return result }
            result += chunk.prefix(count)
        }
    }
}

/// An error of the operating system.
struct DiskError: Error {
    let code: Int32
    init(_ code: Int32) { self.code = code }
}

/// The error as a sentence, with advice where the author can act.
func errorText(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "The disk is full. Make room."
    case EDQUOT: "The disk quota is used up. Make room, or raise it."
    case ENOENT: "A file that it is made from is missing. Restore it from a backup."
    case EACCES, EPERM: "Galley may not write there. Give its user write permission."
    case EROFS: "The disk, or this part of it for Galley, is read-only."
    case ENOTDIR: "A file stands where a folder should be."
    case EISDIR: "A folder stands where a file should be."
    case EXDEV: "The folder is on another disk than the site. The site's folder needs to be on one disk."
    default: unsafe "The system says: \(strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")."
    }
}
