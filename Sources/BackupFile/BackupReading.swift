import Digests
import Glibc

/// Reads a backup from start to end and checks it against its own list of digests.
///
/// A backup is an uncompressed tar archive: it can be written and read as a stream, holds files of any size, and every
/// machine has a program that unpacks it. An SQLite archive would need SQLite on both ends and twice the store's space.
/// Users who want compression can add it. `galley-backup.json` comes first, then the store, then the pictures, and last
/// the list of SHA-256 digests. A truncated archive therefore has no list and is invalid.
package struct BackupReading {
    package enum Step {
        /// The daemon's progress.
        case comment(String)
        /// The backup's description; precedes all files.
        case facts(BackupFacts)
        /// A file: the store or a picture.
        case begins(String, size: Int)
        case bytes(ArraySlice<UInt8>)
        case ends(digest: String)
    }

    private var reader = TarReader()
    private var current: TarEntry?
    private var collected: [UInt8] = []
    private var digest = RunningDigest()
    private var digests = DigestList()
    private var facts: BackupFacts?
    private var isCompared = false
    private var hasStore = false

    package init() {}

    /// Reads a local file to its end.
    /// - Returns: the backup's description, once all of its files are verified.
    package static func read(_ path: String, _ take: (Step) throws -> Void) throws -> BackupFacts {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BackupFault.unreadable(words(errno)) }
        defer { close(file) }
        var reading = BackupReading()
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw BackupFault.unreadable(words(errno)) }
            guard count > 0 else { return try reading.finish() }
            try reading.read(part[..<count], take)
        }
    }

    private static func words(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// - Throws: `BackupFault`, or the error of `take`.
    package mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (Step) throws -> Void) throws {
        var reader = reader
        defer { self.reader = reader }
        try reader.read(bytes) { try step($0, take) }
    }

    /// Call after the last byte.
    package func finish() throws(BackupFault) -> BackupFacts {
        guard let facts, isCompared, reader.isOver else { throw .brokenOff }
        return facts
    }

    private mutating func step(_ piece: TarReader.Piece, _ take: (Step) throws -> Void) throws {
        switch piece {
        case .comment(let words): try take(.comment(words))
        case .begins(let entry): try begin(entry, take)
        case .bytes(let bytes):
            digest.add(bytes)
            if isCollected { collected += bytes } else { try take(.bytes(bytes)) }
        case .ends: try end(take)
        }
    }

    /// Whether the current file is small and read here, not passed on.
    private var isCollected: Bool {
        guard let name = current?.name else { return false }
        return name == BackupName.facts || name == BackupName.digests || name == BackupName.failure
    }

    private mutating func begin(_ entry: TarEntry, _ take: (Step) throws -> Void) throws {
        current = entry
        digest = RunningDigest()
        collected = []
        guard !isCompared else { throw BackupFault.notABackup("“\(entry.name)” follows its list of digests") }
        if isCollected {
            // A line of the list has less than 200 bytes.
            let sizeMax = entry.name == BackupName.facts ? BackupFacts.bytesMax : 65_536 + digests.count * 200
            guard entry.size <= sizeMax else { throw BackupFault.damaged(entry.name) }
            return
        }
        guard facts != nil else { throw BackupFault.notABackup("it begins with “\(entry.name)”") }
        guard entry.name == BackupName.store || BackupName.digest(ofPicture: entry.name) != nil else {
            throw BackupFault.notABackup("it contains “\(entry.name)”")
        }
        hasStore = hasStore || entry.name == BackupName.store
        try take(.begins(entry.name, size: entry.size))
    }

    private mutating func end(_ take: (Step) throws -> Void) throws {
        guard let entry = current else { return }
        let digest = digest.finish().hexadecimal
        switch entry.name {
        case BackupName.failure: throw BackupFault.failed(String(decoding: collected, as: UTF8.self))
        case BackupName.facts:
            let found = try BackupFacts(encoded: collected)
            facts = found
            digests.note(entry.name, digest)
            try take(.facts(found))
        case BackupName.digests:
            guard hasStore else { throw BackupFault.damaged(BackupName.store) }
            try digests.compare(with: collected)
            isCompared = true
        default:
            digests.note(entry.name, digest)
            try take(.ends(digest: digest))
        }
        current = nil
    }
}
