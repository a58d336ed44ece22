import Posts

/// Writes values on one line, in both syntaxes.
extension FrontMatterValue {
    /// - Parameter like: the replaced value, whose quotation marks the new value keeps if it can.
    func text(_ syntax: FrontMatterBlock.Syntax, like old: String = "") -> String {
        switch self {
        case .empty: syntax == .yaml ? "" : "\"\""
        case .plain(let text):
            ["\"", "'"].contains(old.prefix(1)) ? "\(old.prefix(1))\(text)\(old.prefix(1))" : text
        case .text(let text): FrontMatterValue.quoted(text, syntax, like: old)
        case .list(let values): "[" + values.map { $0.inner(syntax) }.joined(separator: ", ") + "]"
        case .table(let entries):
            "{"
                + entries.map {
                    FrontMatterValue.quoted($0.key, syntax, like: "\"") + syntax.divider + $0.value.inner(syntax)
                }.joined(separator: ", ") + "}"
        }
    }

    /// The text inside brackets or braces, where numbers and truth values stay what they are and YAML allows no empty
    /// item.
    private func inner(_ syntax: FrontMatterBlock.Syntax) -> String {
        switch self {
        case .empty where syntax == .yaml: "null"
        case .plain(let text) where syntax == .toml || text.isPlainInBrackets: text
        default: text(syntax, like: "\"")
        }
    }

    private static func quoted(_ text: String, _ syntax: FrontMatterBlock.Syntax, like old: String) -> String {
        let needsEscapes = text.unicodeScalars.contains(where: \.needsEscape)
        if old.hasPrefix("'"), !needsEscapes, syntax == .yaml || !text.contains("'") {
            return "'" + text.replacing("'", with: "''") + "'"
        }
        let isUnquoted = syntax == .yaml && !old.hasPrefix("\"") && !old.hasPrefix("'")
        if isUnquoted, !needsEscapes, text.isPlainYAML { return text }
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

    /// Whether it is a number, a truth value, a date or a single word.
    fileprivate var isPlainInBrackets: Bool {
        utf8.contains { $0.isASCIILetter || $0.isDigit }
            && utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || "._+-".utf8.contains($0) }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or one that YAML 1.1 does not allow or takes for a line break or a byte order
    /// mark.
    fileprivate var needsEscape: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// The scalar inside double quotation marks, for both YAML and TOML.
    fileprivate var escaped: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            guard needsEscape else { return String(self) }
            let digits = String(value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
