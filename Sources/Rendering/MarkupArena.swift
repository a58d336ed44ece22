/// Memory for cmark while it works on one text.
///
/// Ten kilobytes of text become thousands of nodes and strings, each made and freed by itself, and `malloc`, which guards
/// what threads share, takes a third of the whole time for them. An arena is one thread's own: it cuts small blocks from
/// chunks and keeps what cmark frees, by size, for the next block. Large blocks come from `malloc` all the same.
///
/// It owns its memory alone, so it may go from thread to thread; it is never on two at once, since it cannot be copied.
struct MarkupArena: ~Copyable, @unchecked Sendable {
    /// Where the next block is cut, and how much of the chunk is left there.
    private var position: UnsafeMutableRawPointer?
    private var room = 0
    private var chunks: [UnsafeMutableRawPointer] = []
    /// How many of `chunks` are in use; the others are left from an earlier text.
    private var used = 0
    /// Freed blocks by the number of steps they have. Each begins with the address of the next.
    private let freed: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Sizes are whole steps. In front of each block is one more step, which holds the block's size.
    static let step = 16
    static let smallMax = 1024
    private static let sizes = smallMax / step + 1
    private static let chunkSize = 1 << 16
    /// What is kept between two texts is enough for a hundred kilobytes of Markdown.
    private static let keptChunks = 64

    init() {
        freed = .allocate(capacity: Self.sizes)
        freed.initialize(repeating: nil, count: Self.sizes)
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
        freed.deallocate()
    }

    /// A block of at least `size` bytes, at most `smallMax`, with anything in it.
    mutating func take(_ size: Int) -> UnsafeMutableRawPointer {
        let steps = max(1, (size + Self.step - 1) / Self.step)
        if let block = freed[steps] {
            freed[steps] = block.load(as: UnsafeMutableRawPointer?.self)
            return block
        }
        let length = (steps + 1) * Self.step
        let start = room >= length ? position ?? nextChunk() : nextChunk()
        position = start + length
        room -= length
        start.storeBytes(of: steps * Self.step, as: Int.self)
        return start + Self.step
    }

    /// - Parameter size: as the block itself says.
    mutating func give(_ block: UnsafeMutableRawPointer, _ size: Int) {
        block.storeBytes(of: freed[size / Self.step], as: UnsafeMutableRawPointer?.self)
        freed[size / Self.step] = block
    }

    private mutating func nextChunk() -> UnsafeMutableRawPointer {
        if used == chunks.count {
            chunks.append(.allocate(byteCount: Self.chunkSize, alignment: Self.step))
        }
        used += 1
        room = Self.chunkSize
        return chunks[used - 1]
    }

    /// Takes everything back.
    mutating func reset() {
        while chunks.count > Self.keptChunks { chunks.removeLast().deallocate() }
        freed.update(repeating: nil, count: Self.sizes)
        (position, room, used) = (nil, 0, 0)
    }
}
