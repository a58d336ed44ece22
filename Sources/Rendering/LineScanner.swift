import Glibc

/// Splits a text into lines, each with its line break: LF, CR LF or a single CR, as in cmark.
struct LineScanner {
    private let text: CBytes
    private var position = 0
    // The next position of each, cached until it is passed. In a text with only one kind of line break, each line would
    // otherwise cost a search for the other kind.
    private var newline: Int
    private var carriageReturn: Int

    init(_ text: CBytes) {
        self.text = text
        newline = text.firstIndex(of: 0x0A, from: 0)
        carriageReturn = text.firstIndex(of: 0x0D, from: 0)
    }

    mutating func next() -> CBytes? {
        guard position < text.count else { return nil }
        if newline < position { newline = text.firstIndex(of: 0x0A, from: position) }
        if carriageReturn < position { carriageReturn = text.firstIndex(of: 0x0D, from: position) }
        let isPair = newline == carriageReturn + 1
        let end = min(text.count, isPair ? newline + 1 : min(newline, carriageReturn) + 1)
        defer { position = end }
        return CBytes(rebasing: text[position..<end])
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first `byte` at or after `start`, or `count`.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }
}
