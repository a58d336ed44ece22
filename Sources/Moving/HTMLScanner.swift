import Posts

/// Splits HTML into tags and texts, as tolerant as browsers: whatever is not a tag is text.
struct HTMLScanner {
    enum Token: Equatable {
        case text(String)
        case open(HTMLTag)
        case close(String)
        case comment(String)
    }

    private let bytes: [UInt8]
    private(set) var position = 0
    /// The last place that can end a tag, and the last quotes. A search for one of them beyond its place would read the
    /// whole rest, for each of many texts that look like tags.
    private let lastEnd, lastQuote, lastApostrophe: Int
    /// How many texts looked like tags but were not.
    private var failures = 0
    private static let failuresMax = 50

    init(_ html: String) {
        bytes = Array(html.utf8)
        lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
        lastQuote = bytes.lastIndex(of: UInt8(ascii: "\"")) ?? -1
        lastApostrophe = bytes.lastIndex(of: UInt8(ascii: "'")) ?? -1
    }

    /// - Returns: nil at the end.
    mutating func next() -> Token? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "<"), let token = tag() { return token }
        let start = position
        position += 1
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count,
                bytes[position + 1].beginsTag
            {
                break
            }
            position += 1
        }
        return .text(slice(start..<position))
    }

    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the source up to the end of the element's closing tag, unchanged.
    /// - Parameter start: where the opening tag begins.
    mutating func rest(of name: String, from start: Int) -> String {
        var depth = 1
        while depth > 0, let token = next() {
            switch token {
            case .open(let tag) where tag.name == name && !tag.isVoid: depth += 1
            case .close(name): depth -= 1
            case .open, .close, .text, .comment: break
            }
        }
        return slice(start..<position)
    }

    private mutating func tag() -> Token? {
        let start = position
        guard start + 1 < bytes.count, bytes[start + 1].beginsTag, failures < HTMLScanner.failuresMax
        else {
            return nil
        }
        if bytes[start + 1] == UInt8(ascii: "!"), bytes[start...].starts(with: "<!--".utf8) {
            return comment()
        }
        guard start < lastEnd else { return nil }
        var index = start + 1
        let isClosing = bytes[index] == UInt8(ascii: "/")
        if isClosing || bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "?") {
            index += 1
        }
        let nameStart = index
        while index < bytes.count, bytes[index].isNamePart { index += 1 }
        let name = slice(nameStart..<index).lowercased()
        var attributes: [String: String] = [:]
        guard let end = readAttributes(from: index, into: &attributes) else {
            failures += 1
            return nil
        }
        position = end
        if isClosing { return .close(name) }
        guard !name.isEmpty, bytes[start + 1].isASCIILetter else { return .comment("") }
        return .open(HTMLTag(name: name, attributes: attributes, start: start))
    }

    private mutating func comment() -> Token {
        let start = position + 4
        var index = start
        let (hyphen, closer) = (UInt8(ascii: "-"), UInt8(ascii: ">"))
        while index < bytes.count {
            if bytes[index] == hyphen, index + 2 < bytes.count, bytes[index + 1] == hyphen,
                bytes[index + 2] == closer
            {
                break
            }
            index += 1
        }
        position = min(bytes.count, index + 3)
        return .comment(slice(min(start, bytes.count)..<min(index, bytes.count)))
    }

    /// - Returns: the position after the `>`; nil if there is none.
    private func readAttributes(from start: Int, into attributes: inout [String: String]) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            guard bytes[index].isNamePart else {
                index += 1
                continue
            }
            let nameStart = index
            while index < bytes.count, bytes[index].isNamePart { index += 1 }
            let name = slice(nameStart..<index).lowercased()
            while index < bytes.count, bytes[index].isSpace { index += 1 }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
                attributes[name] = ""
                continue
            }
            index += 1
            while index < bytes.count, bytes[index].isSpace { index += 1 }
            guard index < bytes.count else { return nil }
            let mark = bytes[index]
            let valueStart: Int
            if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
                valueStart = index + 1
                guard valueStart <= (mark == UInt8(ascii: "'") ? lastApostrophe : lastQuote),
                    let end = bytes[valueStart...].firstIndex(of: mark)
                else { return nil }
                index = end
            } else {
                valueStart = index
                while index < bytes.count, !bytes[index].isSpace, bytes[index] != UInt8(ascii: ">") {
                    index += 1
                }
            }
            attributes[name] = slice(valueStart..<index)
            if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") { index += 1 }
        }
        return nil
    }
}

extension String {
    /// The text of HTML, with its character references.
    /// - Parameter lineBreak: what stands for `br` and before a `p`.
    func withoutTags(lineBreak: String) -> String {
        var (scanner, text) = (HTMLScanner(self), "")
        while let token = scanner.next() {
            switch token {
            case .text(let words): text += words
            case .open(let tag) where tag.name == "br" || tag.name == "p": text += lineBreak
            case .open, .close, .comment: break
            }
        }
        return text
    }
}

struct HTMLTag: Equatable {
    let name: String
    /// As written, with their character references.
    let attributes: [String: String]
    /// The position of its first byte.
    let start: Int

    /// Whether it is an element without a closing tag.
    var isVoid: Bool {
        [
            "br", "img", "hr", "input", "wbr", "source", "col", "embed", "area", "base", "link", "meta",
            "param", "track",
        ]
        .contains(name)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var beginsTag: Bool {
        isASCIILetter || self == UInt8(ascii: "/") || self == UInt8(ascii: "!")
            || self == UInt8(ascii: "?")
    }
    fileprivate var isNamePart: Bool {
        isASCIILetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ":")
            || self >= 0x80
    }
}
