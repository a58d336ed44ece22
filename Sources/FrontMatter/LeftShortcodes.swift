import Posts

/// The shortcodes of Hugo and Zola and the tags and variables of Jekyll's Liquid in a Markdown text, outside of code, each
/// with its line from 1 and its name. Tags that end another one are left out.
struct LeftShortcodes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var code: MarkdownCode
    private var position = 0
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        code = MarkdownCode(bytes)
    }

    mutating func next() -> (line: Int, name: String)? {
        while position < bytes.count {
            let start = position
            if let range = code.range(at: start) {
                let found = (line, "raw")
                move(to: range.upperBound)
                // Jekyll removes it from code, too. Here it stays.
                if bytes[start..<position].firstRange(of: Array("{% raw %}".utf8)) != nil { return found }
            } else {
                // An escaped brace is only a brace.
                move(to: Swift.min(bytes[start] == UInt8(ascii: "\\") ? start + 2 : start + 1, bytes.count))
                if bytes[start] == UInt8(ascii: "{"), let name = name(at: start) {
                    let found = (line, name)
                    move(to: Swift.min(start + 2, bytes.count))
                    return found
                }
            }
        }
        return nil
    }

    private mutating func move(to end: Int) {
        line += bytes[position..<end].count { $0 == 0x0A }
        position = end
    }

    private static let nameBytesMax = 60

    /// The name in the braces at `start`. It reads bytes, because a text may consist of braces, and regular expressions
    /// take 140 µs for each.
    private func name(at start: Int) -> String? {
        var rest = bytes[start...].prefix(LeftShortcodes.nameBytesMax).dropFirst()
        switch rest.popFirst() {
        case UInt8(ascii: "%"):
            return LeftShortcodes.tag(rest) {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
            }
        case UInt8(ascii: "{") where rest.first == UInt8(ascii: "<") || rest.first == UInt8(ascii: "%"):
            return LeftShortcodes.tag(rest.dropFirst()) { $0.isASCIILetter || $0.isDigit || "_/.-".utf8.contains($0) }
        case UInt8(ascii: "{"): return LeftShortcodes.variable(rest)
        // Attributes of Jekyll's kramdown: `{: .lead}`.
        case UInt8(ascii: ":"):
            let content = rest.prefix { $0 != UInt8(ascii: "}") && $0 != 0x0A }
            return !content.isEmpty && rest.dropFirst(content.count).first == UInt8(ascii: "}") ? "{:" : nil
        default: return nil
        }
    }

    /// A tag that does not end another one.
    private static func tag(_ text: ArraySlice<UInt8>, named isPart: (UInt8) -> Bool) -> String? {
        let name = text.behindDash.prefix(while: isPart)
        guard let first = name.first, first.isASCIILetter || first == UInt8(ascii: "_"), !name.starts(with: "end".utf8)
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Formulas have double braces, too. A variable of Liquid has a dot or a filter, a call of Zola a bracket.
    private static func variable(_ text: ArraySlice<UInt8>) -> String? {
        let text = text.behindDash
        let object = text.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
        let path = text.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
        let rest = text[path.endIndex...]
        let isUsed = rest.first == UInt8(ascii: "(") || rest.first { !$0.isWhitespace } == UInt8(ascii: "|")
        guard !object.isEmpty, path.count > object.count + 1 || (path.count == object.count && isUsed) else {
            return nil
        }
        return String(decoding: path, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Without a dash, which removes the white space around a tag, and white space.
    fileprivate var behindDash: Self {
        (first == UInt8(ascii: "-") ? dropFirst() : self).drop(while: \.isWhitespace)
    }
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    /// A space, a tab or a part of a line break.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
