import Posts

/// Reads the attributes of one tag, as tolerant as browsers, but without going beyond the next tag.
struct HTMLTagReader {
    struct Traits: Equatable {
        var hasAttributes = false
        /// Whether it ends with `/>`.
        var isClosed = false
        /// Whether it contains signs that no attribute has, as `a<b && c>d` does.
        var hasSigns = false
    }

    private let bytes: [UInt8]
    private(set) var position: Int
    private(set) var traits = Traits()
    /// The position behind the `>`; nil if there is none, or none was reached.
    private(set) var end: Int?

    /// - Parameter position: behind the name.
    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// - Returns: nil at the end of the tag.
    mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
        while end == nil, position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ">"): end = position + 1
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: "/"):
                position += 1
                traits.isClosed = position < bytes.count && bytes[position] == UInt8(ascii: ">")
            case let byte where byte.isAttributePart: return attribute()
            case let byte:
                if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") { traits.hasSigns = true }
                position += 1
            }
        }
        return nil
    }

    private mutating func attribute() -> (name: Range<Int>, value: Range<Int>) {
        traits.hasAttributes = true
        let start = position
        while position < bytes.count, bytes[position].isAttributePart { position += 1 }
        let name = start..<position
        skipSpaces()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, position..<position) }
        position += 1
        skipSpaces()
        return (name, value())
    }

    private mutating func value() -> Range<Int> {
        guard position < bytes.count else { return position..<position }
        let mark = bytes[position]
        if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
            position += 1
            if let end = end(of: mark) {
                defer { position = end + 1 }
                return position..<end
            }
        }
        let start = position
        while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != UInt8(ascii: ">"),
            bytes[position] != UInt8(ascii: "<")
        {
            position += 1
        }
        return start..<position
    }

    /// Where a quoted value ends; nil if its quotation mark was left out, and the next one begins another value.
    private func end(of mark: UInt8) -> Int? {
        guard let end = bytes[position...].firstIndex(of: mark) else { return nil }
        guard end + 1 < bytes.count, !bytes[end + 1].isHTMLSpace, bytes[end + 1] != UInt8(ascii: ">"),
            bytes[end + 1] != UInt8(ascii: "/")
        else { return end }
        let hasTag = bytes[position..<end].contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        return hasTag ? nil : end
    }

    private mutating func skipSpaces() {
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
    }
}

extension UInt8 {
    fileprivate var isAttributePart: Bool {
        isASCIILetter || isDigit || self >= 0x80 || "-_:.@#*[]()".utf8.contains(self)
    }
}
