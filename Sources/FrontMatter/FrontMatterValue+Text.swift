/// Writes values on one line, in both syntaxes.
extension FrontMatterValue {
    /// - Parameter like: the replaced value, whose quotation marks the new value keeps if it can.
    func text(_ syntax: FrontMatterBlock.Syntax, like old: String = "") -> String {
        switch self {
        case .empty: syntax == .yaml ? "" : "\"\""
        case .plain(let text):
            ["\"", "'"].contains(old.prefix(1)) ? "\(old.prefix(1))\(text)\(old.prefix(1))" : text
        case .text(let text): FrontMatterValue.quoted(text, syntax, like: old)
        case .list(let values): "[" + values.map { $0.text(syntax, like: "\"") }.joined(separator: ", ") + "]"
        case .table(let entries): FrontMatterValue.table(entries, syntax)
        }
    }

    private static func table(_ entries: [FrontMatterEntry], _ syntax: FrontMatterBlock.Syntax) -> String {
        let pairs = entries.map { entry in
            let divider = syntax == .yaml ? ": " : " = "
            return quoted(entry.key, syntax, like: "\"") + divider + entry.value.text(syntax, like: "\"")
        }
        return "{" + pairs.joined(separator: ", ") + "}"
    }

    private static func quoted(_ text: String, _ syntax: FrontMatterBlock.Syntax, like old: String) -> String {
        let hasControls = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.isLineEnd }
        if old.hasPrefix("'"), !hasControls, syntax == .yaml || !text.contains("'") {
            return "'" + text.replacing("'", with: "''") + "'"
        }
        let isUnquoted = syntax == .yaml && !old.hasPrefix("\"") && !old.hasPrefix("'")
        if isUnquoted, !hasControls, text.isPlainYAML { return text }
        return "\"" + text.unicodeScalars.map(\.escaped).joined() + "\""
    }
}

extension String {
    /// Whether every YAML parser reads it as a text without quotation marks.
    fileprivate var isPlainYAML: Bool {
        let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"]
        guard let first = unicodeScalars.first, first.properties.isAlphabetic, last != " ",
            !words.contains(lowercased())
        else { return false }
        return !unicodeScalars.contains { ":#,[]{}\"'`|>&*!%@\\".unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar {
    /// Further characters that YAML 1.1 treats as a line break or a byte order mark.
    fileprivate var isLineEnd: Bool { value == 0x85 || value == 0x2028 || value == 0x2029 || value == 0xFEFF }

    /// The scalar inside double quotation marks, for both YAML and TOML.
    fileprivate var escaped: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            guard value < 0x20 || (0x7F...0x9F).contains(value) || isLineEnd else { return String(self) }
            let digits = String(value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
