/// The bytes of a file, read in pieces on demand, so that a picture of 30 MB need not be in memory.
struct PictureSource {
    let size: Int
    private let kind: PictureKind
    private let read: (_ offset: Int, _ count: Int) -> [UInt8]
    private var window: [UInt8] = []
    private var start = 0
    private static let windowSize = 1 << 16

    /// - Parameter read: returns fewer bytes than requested at the end of the file or on an error.
    init(size: Int, kind: PictureKind, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
        self.size = size
        self.kind = kind
        self.read = read
    }

    /// - Parameter count: at most 64 KB.
    mutating func bytes(at offset: Int, count: Int) throws(PictureError) -> [UInt8] {
        try load(offset, count)
        return Array(window[(offset - start)..<(offset - start + count)])
    }

    mutating func byte(at offset: Int) throws(PictureError) -> UInt8 {
        try load(offset, 1)
        return window[offset - start]
    }

    /// Reads a new window unless the current one holds these bytes.
    private mutating func load(_ offset: Int, _ count: Int) throws(PictureError) {
        guard offset >= 0, count >= 0, count <= PictureSource.windowSize, offset <= size - count else {
            throw .damaged(kind, "it ends before its picture does")
        }
        if offset < start || offset + count > start + window.count {
            window = read(offset, min(PictureSource.windowSize, size - offset))
            start = offset
            guard window.count >= count else { throw .damaged(kind, "it cannot be read completely") }
        }
    }

    /// The position of the next byte with this value, from `offset` on; nil if there is none.
    mutating func firstIndex(of wanted: UInt8, from offset: Int) throws(PictureError) -> Int? {
        var offset = offset
        while offset < size {
            try load(offset, 1)
            if let found = window[(offset - start)...].firstIndex(of: wanted) { return start + found }
            offset = start + window.count
        }
        return nil
    }

    /// Two bytes, big-endian.
    mutating func big16(at offset: Int) throws(PictureError) -> Int {
        try bytes(at: offset, count: 2).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func big32(at offset: Int) throws(PictureError) -> Int {
        try bytes(at: offset, count: 4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Up to four bytes, little-endian.
    mutating func little(at offset: Int, count: Int) throws(PictureError) -> Int {
        try bytes(at: offset, count: count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func damaged(_ words: String) -> PictureError { .damaged(kind, words) }
}
