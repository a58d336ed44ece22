import Digests
import FoundationEssentials
import Glibc
package import Pictures
import Posts

/// The folder `media` beside the store's file. A picture with the SHA-256 `abcdef…` is the file `ab/cdef…`, which never
/// changes.
///
/// All of it reads and writes the disk: do not call it on an event loop.
package struct MediaFolder: Hashable, Sendable {
    package let path: String

    init(path: String) { self.path = path }
    package init(beside store: String) { path = store.parentFolder + "/media" }

    /// - Parameter digest: 64 hexadecimal digits.
    package func file(of digest: String) -> String { "\(folder(of: digest))/\(digest.dropFirst(2))" }

    private func folder(of digest: String) -> String { "\(path)/\(digest.prefix(2))" }

    /// The folder of uploads under way. At a start, files in it were left by a daemon that was killed.
    var arrivals: String { path + "/arriving" }

    /// An empty file to write into. It is removed with the object unless `place` has moved it.
    package func draft() throws(StoreError) -> MediaDraft {
        _ = try scratch()
        let name = newArrival
        let file = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw MediaFolder.failure(name, errno) }
        return MediaDraft(path: name, descriptor: file)
    }

    /// An unused path for a file that another program writes. The next start removes a file left there.
    package var newArrival: String { "\(arrivals)/\(String(UInt64.random(in: .min ... .max), radix: 36))" }

    /// Opens the file that another program has written.
    package func draft(at path: String) throws(StoreError) -> MediaDraft {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw MediaFolder.failure(path, errno) }
        return MediaDraft(path: path, descriptor: file)
    }

    /// The folder for temporary files.
    package func scratch() throws(StoreError) -> String {
        try make(path)
        try make(arrivals)
        return arrivals
    }

    /// The contents of a picture's file.
    /// - Throws: `unavailable` when it is missing or cannot be read.
    package func bytes(of digest: String) throws(StoreError) -> [UInt8] {
        let name = file(of: digest)
        let file = unsafe open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw MediaFolder.failure(name, errno) }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        let bytes = StoreFile.bytes(of: file, at: 0, count: max(0, size))
        // Part of a picture must not pass for the picture.
        guard bytes.count == size else { throw MediaFolder.failure(name, EIO) }
        return bytes
    }

    /// Whether the contents of a picture's file are those that its name says. A file that cannot be read is not whole.
    func isWhole(_ digest: String) -> Bool {
        let file = unsafe open(file(of: digest), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let (hash, partLength) = (RunningDigest(), 1 << 18)
        var offset = 0
        while true {
            let part = StoreFile.bytes(of: file, at: offset, count: partLength)
            guard !part.isEmpty else { return hash.finish().hexadecimal == digest }
            hash.add(part)
            offset += part.count
        }
    }

    /// Renames a draft after its contents. Durable when it returns.
    func place(_ draft: MediaDraft, as digest: String) throws {
        try move(draft, to: digest)
        // An existing name may be one that an earlier attempt failed to make durable; so may each folder above it.
        for place in [folder(of: digest), path, path + "/.."] { try StoreFile.syncFolder(place) }
    }

    /// As `place`, but the name is durable only after `syncNames`. A file that has the name already is replaced: either
    /// it has the same contents, or it is damaged.
    func move(_ draft: MediaDraft, to digest: String) throws {
        let name = file(of: digest)
        try make(folder(of: digest))
        guard unsafe rename(draft.path, name) == 0 else { throw MediaFolder.failure(name, errno) }
    }

    /// Copies a picture from another folder unless it is here whole, or damaged there. The name is durable only after
    /// `syncNames`.
    /// - Returns: whether it was copied.
    func take(_ digest: String, from other: MediaFolder) throws -> Bool {
        guard !isWhole(digest), other.isWhole(digest) else { return false }
        let draft = try draft()
        try draft.write(other.bytes(of: digest), at: 0)
        try draft.sync()
        try move(draft, to: digest)
        return true
    }

    /// Whose owner the files in it get, if root writes them.
    var ownerPlace: String { StoreFile.size(of: path) == nil ? path.parentFolder : path }

    /// Makes the names of all files durable.
    func syncNames() throws {
        for folder in folders() { try StoreFile.syncFolder("\(path)/\(folder)") }
        try StoreFile.syncFolder(path)
    }

    func remove(_ digest: String) { _ = unsafe unlink(file(of: digest)) }

    func clearArrivals() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: arrivals)) ?? [] {
            // A file, or the folder in which a program was writing one.
            try? FileManager.default.removeItem(atPath: "\(arrivals)/\(name)")
        }
    }

    /// The digests of all files.
    func digests() -> [String] {
        folders().flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).map { folder + $0 }
        }
    }

    /// The names of the folders with pictures: the beginnings of digests.
    private func folders() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.utf8.count == 2 }
    }

    private func make(_ folder: String) throws(StoreError) {
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw MediaFolder.failure(folder, errno) }
    }

    static func failure(_ path: String, _ code: Int32) -> StoreError {
        StoreFile.failure("The picture's file \(path) cannot be used", code)
    }
}

/// A file that is being uploaded or written.
package final class MediaDraft: Sendable {
    package let path: String
    private let descriptor: Int32

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// A file that `place` has renamed stays.
    deinit {
        close(descriptor)
        _ = unsafe unlink(path)
    }

    package var size: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    package func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(StoreError) {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written,
                    off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw MediaFolder.failure(path, count == 0 ? EIO : errno) }
            written += count
        }
    }

    /// Makes what was written durable.
    func sync() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw MediaFolder.failure(path, errno) }
    }

    /// Fewer bytes at the end of the file, none on an error.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        StoreFile.bytes(of: descriptor, at: offset, count: count)
    }

    /// The picture in the file.
    package func picture() throws(PictureError) -> Picture {
        try Picture(size: size) { [self] in bytes(at: $0, count: $1) }
    }

    /// Writes the parts of this file that `picture` names into `other`, durably.
    /// - Returns: the SHA-256 of the bytes written, 64 hexadecimal digits.
    package func copy(_ picture: Picture, into other: MediaDraft) throws(StoreError) -> String {
        let hash = RunningDigest()
        var end = 0
        func append(_ bytes: [UInt8]) throws(StoreError) {
            hash.add(bytes)
            try other.write(bytes, at: end)
            end += bytes.count
        }
        for part in picture.parts {
            switch part {
            case .bytes(let bytes): try append(bytes)
            case .range(let range):
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 18) {
                    let count = min(1 << 18, range.upperBound - start)
                    let piece = bytes(at: start, count: count)
                    guard piece.count == count else { throw MediaFolder.failure(path, EIO) }
                    try append(piece)
                }
            }
        }
        try other.sync()
        return hash.finish().hexadecimal
    }
}
