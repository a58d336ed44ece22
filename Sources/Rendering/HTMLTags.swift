/// Reads HTML piece by piece. Whatever is not a complete tag is text, as in Markdown: so nothing is swallowed by a
/// `<` that was meant as itself.
struct HTMLTags {
    enum Piece: Equatable {
        /// As written, with its character references.
        case text(Range<Int>)
        case open(HTMLTag)
        /// The name in lower case.
        case close(String)
        /// A comment, a declaration or a processing instruction.
        case other
    }

    let bytes: [UInt8]
    private(set) var position = 0
    /// How many bytes may still be read in vain, in tags that have no end. Without it, a text full of them would take
    /// quadratic time.
    private var patience: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        patience = 4 * bytes.count + 1000
    }

    /// - Returns: nil at the end.
    mutating func next() -> Piece? {
        guard position < bytes.count else { return nil }
        if let piece = markup() { return piece }
        let start = position
        position = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<position)
    }

    /// Moves to the closing tag of an element whose content is no HTML, such as `script`; else to the end.
    mutating func skip(toEndOf name: String) {
        let closing = Array("</\(name)".utf8)
        while position < bytes.count {
            position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            let found = bytes[position...].prefix(closing.count)
            if found.count == closing.count, zip(found, closing).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return }
            position = min(position + 1, bytes.count)
        }
    }

    private mutating func markup() -> Piece? {
        guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count, patience > 0 else { return nil }
        let second = bytes[position + 1]
        if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") { return other() }
        var tag = TagScanner(bytes, from: position + 1)
        guard let piece = tag.piece() else {
            patience -= tag.position - position
            return nil
        }
        position = tag.position
        return piece
    }

    private mutating func other() -> Piece? {
        let (start, mark): (String, UInt8?) =
            bytes[position...].starts(with: "<!--".utf8)
            ? ("<!--", UInt8(ascii: "-"))
            : bytes[position...].starts(with: "<![CDATA[".utf8) ? ("<![CDATA[", UInt8(ascii: "]")) : ("<!", nil)
        let first = position + start.utf8.count
        var index = first
        while index < bytes.count, let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) {
            index = end + 1
            // `-->`, `]]>` or `>`
            if let mark, end < first + 2 || bytes[end - 1] != mark || bytes[end - 2] != mark { continue }
            position = index
            return .other
        }
        patience -= bytes.count - position
        return nil
    }
}

struct HTMLTag: Equatable {
    /// In lower case.
    let name: String
    /// In the order of the source, names in lower case, values as written.
    let attributes: [(name: String, value: Range<Int>)]
    /// Whether it ends with `/>`.
    let isClosed: Bool

    static func == (one: HTMLTag, other: HTMLTag) -> Bool {
        one.name == other.name && one.isClosed == other.isClosed
            && one.attributes.elementsEqual(other.attributes) { $0 == $1 }
    }
}

/// Reads one tag.
private struct TagScanner {
    private let bytes: [UInt8]
    private(set) var position: Int

    /// - Parameter position: behind the `<`.
    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func piece() -> HTMLTags.Piece? {
        let isClosing = take(UInt8(ascii: "/"))
        guard next?.isLetter == true else { return nil }
        let name = word { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        guard next.map({ $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }) == true else { return nil }
        var attributes: [(name: String, value: Range<Int>)] = []
        while true {
            skipSpaces()
            if take(UInt8(ascii: ">")) {
                return isClosing
                    ? .close(name) : .open(HTMLTag(name: name, attributes: attributes, isClosed: false))
            }
            if take(UInt8(ascii: "/")) {
                guard !isClosing, take(UInt8(ascii: ">")) else { continue }
                return .open(HTMLTag(name: name, attributes: attributes, isClosed: true))
            }
            guard let attribute = attribute() else { return nil }
            attributes.append(attribute)
        }
    }

    private mutating func attribute() -> (name: String, value: Range<Int>)? {
        let name = word { !$0.isSpace && !"=/<>\"'".utf8.contains($0) }
        guard !name.isEmpty else { return nil }
        let end = position
        skipSpaces()
        guard take(UInt8(ascii: "=")) else { return (name, end..<end) }
        skipSpaces()
        guard let mark = next else { return nil }
        if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
            position += 1
            let start = position
            guard let end = bytes[start...].firstIndex(of: mark) else {
                position = bytes.count
                return nil
            }
            position = end + 1
            return (name, start..<end)
        }
        let start = position
        while let byte = next, !byte.isSpace, !"<>".utf8.contains(byte) { position += 1 }
        return start == position ? nil : (name, start..<position)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpaces() {
        while next?.isSpace == true { position += 1 }
    }

    /// In lower case.
    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isPart(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
