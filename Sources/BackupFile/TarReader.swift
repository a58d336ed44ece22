/// Parses a tar archive from pieces of any size.
struct TarReader {
    enum Piece {
        case comment(String)
        case begins(TarEntry)
        case bytes(ArraySlice<UInt8>)
        case ends
    }

    private enum State {
        case header([UInt8])
        case file(left: Int, padding: Int)
        case comment([UInt8], left: Int, padding: Int)
        case padding(left: Int)
        case over
    }
    private var state = State.header([])

    /// Whether the end of the archive was read.
    var isOver: Bool { if case .over = state { true } else { false } }

    /// Longer than any of our comments.
    private static let commentMax = 4096

    /// - Throws: `notABackup`, or the error of `take`.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (Piece) throws -> Void) throws {
        var rest = bytes
        while !rest.isEmpty { rest = try step(rest, take) }
    }

    /// - Returns: the rest of `bytes`, always shorter than before.
    private mutating func step(_ bytes: ArraySlice<UInt8>, _ take: (Piece) throws -> Void) throws -> ArraySlice<UInt8> {
        switch state {
        case .header(let start):
            let block = start + bytes.prefix(TarEntry.blockLength - start.count)
            state = block.count < TarEntry.blockLength ? .header(block) : try afterHeader(block, take)
            return bytes.dropFirst(block.count - start.count)
        case .file(let left, let padding):
            let part = bytes.prefix(left)
            try take(.bytes(part))
            state = .file(left: left - part.count, padding: padding)
            if part.count == left {
                try take(.ends)
                state = padding == 0 ? .header([]) : .padding(left: padding)
            }
            return bytes.dropFirst(part.count)
        case .comment(let start, let left, let padding):
            let part = bytes.prefix(left)
            state = .comment(start + part, left: left - part.count, padding: padding)
            if part.count == left {
                if let record = PaxRecord(start + part) { try take(.comment(record.comment)) }
                state = padding == 0 ? .header([]) : .padding(left: padding)
            }
            return bytes.dropFirst(part.count)
        case .padding(let left):
            let part = bytes.prefix(left)
            state = part.count == left ? .header([]) : .padding(left: left - part.count)
            return bytes.dropFirst(part.count)
        case .over:
            // Archives are often padded to whole tape blocks.
            guard bytes.allSatisfy({ $0 == 0 }) else { throw BackupFault.notABackup("something follows its end") }
            return []
        }
    }

    /// Names other files that are often next to backups, by their first bytes.
    private static func found(_ block: [UInt8]) -> String {
        let compressed: [[UInt8]] = [
            [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58], Array("BZh".utf8),
        ]
        if compressed.contains(where: block.starts) { return "it is compressed, and has to be unpacked first" }
        if block.starts(with: "SQLite format 3\0".utf8) { return "it is a database, such as a store is itself" }
        return "it is no tar archive as Galley writes them"
    }

    private func afterHeader(_ block: [UInt8], _ take: (Piece) throws -> Void) throws -> State {
        if block.allSatisfy({ $0 == 0 }) { return .over }
        guard let entry = TarEntry(block) else {
            throw BackupFault.notABackup(TarReader.found(block))
        }
        let padding = TarEntry.padding(after: entry.size).count
        switch entry.kind {
        case .comment:
            guard (1...TarReader.commentMax).contains(entry.size) else {
                throw BackupFault.notABackup("a comment in it has \(entry.size) bytes")
            }
            return .comment([], left: entry.size, padding: padding)
        case .file:
            try take(.begins(entry))
            guard entry.size == 0 else { return .file(left: entry.size, padding: padding) }
            try take(.ends)
            return .header([])
        }
    }
}
