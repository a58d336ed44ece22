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

    private func name(at start: Int) -> String? {
        let text = String(decoding: bytes[start...].prefix(LeftShortcodes.nameBytesMax), as: UTF8.self)
        if let match = text.prefixMatch(of: /\{\{[<%]-?\s*([A-Za-z_\/][A-Za-z0-9_\/.-]*)|\{%-?\s*([a-z_]+)/) {
            guard let name = match.1 ?? match.2, !name.hasPrefix("/"), !name.hasPrefix("end") else { return nil }
            return String(name)
        }
        // Attributes of Jekyll's kramdown: `{: .lead}`.
        if text.prefixMatch(of: /\{:[^}\n]+\}/) != nil { return "{:" }
        // Formulas have double braces, too. A variable of Liquid has a dot or a filter, a call of Zola a bracket.
        let variable = text.prefixMatch(of: /\{\{-?\s*([A-Za-z_]+(?:\.[A-Za-z_.]+|(?=\s*\|)|(?=\()))/)
        return variable.map { String($0.1) }
    }
}
