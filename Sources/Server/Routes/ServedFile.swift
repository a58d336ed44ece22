import FoundationEssentials
import Glibc

/// An open file of a finished site or of the composer. It is closed with the last reference.
///
/// Files are replaced by renaming, so an open one never changes.
final class ServedFile: Sendable {
    private let descriptor: Int32
    let size: Int
    let entityTag: String
    let contentType: String

    enum Found: Sendable {
        case file(ServedFile)
        /// A folder requested without the trailing slash.
        case folder
        case missing
    }

    /// Reads the disk, so do not call it on an event loop.
    /// - Parameters:
    ///   - names: plain names, from the folder down.
    ///   - wantsFolder: whether the address ended with a slash, which stands for `index.html`.
    ///   - type: the content type; nil derives it from the name.
    static func open(
        _ names: [String], in folder: String, wantsFolder: Bool, type contentType: String? = nil
    ) -> Found {
        var directory = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return .missing }
        defer { close(directory) }
        guard wantsFolder || !names.isEmpty else { return .folder }
        let path = wantsFolder ? names + ["index.html"] : names
        for name in path.dropLast() {
            let next = unsafe openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { return .missing }
            close(directory)
            directory = next
        }
        guard let last = path.last else { return .missing }
        // Read before the file is opened: if it is replaced in between, its new content goes out under the old tag, and the
        // next request gets it again. Old content under the new tag would stay in browsers.
        let attributes = try? FileManager.default.attributesOfItem(atPath: ([folder] + path).joined(separator: "/"))
        // `O_NONBLOCK`, so that a named pipe cannot block the thread.
        let file = unsafe openat(directory, last, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return .missing }
        // Seeking to the end works on a file and fails on a pipe.
        let size = lseek(file, 0, SEEK_END)
        guard size >= 0, let attributes, let type = attributes[.type] as? FileAttributeType, type == .typeRegular else {
            close(file)
            let isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
            return isFolder && !wantsFolder ? .folder : .missing
        }
        let written = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let inode = attributes[.systemFileNumber] as? UInt64 ?? 0
        let tag = "\"\(String(inode, radix: 36))-\(String(written.bitPattern, radix: 36))-\(String(size, radix: 36))\""
        let kind = contentType ?? ServedFile.contentType(of: last)
        return .file(ServedFile(file, size: Int(size), entityTag: tag, contentType: kind))
    }

    /// Opens one file whose content type is known.
    static func open(file path: String, type: String) -> Found {
        guard let slash = path.lastIndex(of: "/") else { return .missing }
        let name = String(path[path.index(after: slash)...])
        return open([name], in: String(path[..<slash]), wantsFolder: false, type: type)
    }

    private init(_ descriptor: Int32, size: Int, entityTag: String, contentType: String) {
        self.descriptor = descriptor
        self.size = size
        self.entityTag = entityTag
        self.contentType = contentType
    }

    deinit { close(descriptor) }

    /// Returns fewer bytes than requested at the end of the file, and none on an error.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }

    private static func contentType(of name: String) -> String {
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "xml": "application/xml", "atom": "application/atom+xml",
        "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "woff": "font/woff", "woff2": "font/woff2", "pdf": "application/pdf", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "webmanifest": "application/manifest+json",
    ]
}
