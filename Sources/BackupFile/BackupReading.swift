import Digests
import Glibc

/// Follows a backup from its first byte to its last and compares it with its own list of digests.
///
/// A backup is a tar archive, uncompressed: it can be written and read as a stream, one after the other holds files of any
/// size, and every machine has something that unpacks it. An SQLite archive would need SQLite on both ends, and room for
/// the store twice; compression is left to who wants it. `galley-backup.json` comes first, then the store, then the
/// pictures, and last the list of SHA-256 digests, so that whatever breaks off has none and counts for nothing.
package struct BackupReading {
    package enum Step {
        /// What the daemon says while it works.
        case comment(String)
        /// What it is a backup of; comes before all files.
        case facts(BackupFacts)
        /// A file: the store, or a picture.
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

    /// Reads a file of the machine to its end.
    /// - Returns: what the backup says of itself; all of it is as it was made.
    package static func read(
        _ path: String, _ take: (Step) throws -> Void
    ) throws -> BackupFacts {
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

    /// - Throws: `BackupFault`, and whatever `take` throws.
    package mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (Step) throws -> Void) throws {
        var reader = reader
        defer { self.reader = reader }
        try reader.read(bytes) { try step($0, take) }
    }

    /// To be called after the last byte.
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

    /// Whether the file under way is small and for us.
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
            // A line of the list is shorter than 200 bytes.
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
