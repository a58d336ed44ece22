extension JSON {
    /// The value on one line, the names of each object sorted: equal values give equal bytes.
    var written: String {
        switch self {
        case .null: "null"
        case .bool(let truth): truth ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): JSON.quoted(text)
        case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { JSON.quoted($0.key) + ":" + $0.value.written }.joined(separator: ",") + "}"
        }
    }

    static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// `text` as it stands between the quotes of a JSON string.
    ///
    /// Beside what RFC 8259 asks for, U+2028 and U+2029 are escaped, because receivers paste JSON into scripts.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{2028}", "\u{2029}", "\u{0}"..<"\u{20}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// A JSON Pointer (RFC 6901), such as `/data/0/id`.
struct JSONPointer: Hashable, Sendable {
    let text: String
    /// The names and indexes on the way, unescaped.
    let path: [String]

    /// - Returns: nil when `text` is not empty and does not begin with `/`, or has a `~` that is not `~0` or `~1`.
    init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/"), text.utf8.count <= 1000 else { return nil }
        var tokens: [String] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
            var token = String(pieces.first ?? "")
            for piece in pieces.dropFirst() {
                guard let digit = piece.first, digit == "0" || digit == "1" else { return nil }
                token += (digit == "0" ? "~" : "/") + piece.dropFirst()
            }
            tokens.append(token)
        }
        self.text = text
        path = tokens
    }

    func value(in json: JSON) -> JSON? {
        var value = json
        for token in path {
            switch value {
            case .object(let members):
                guard let member = members[token] else { return nil }
                value = member
            case .array(let elements):
                let isIndex =
                    token == "0" || (!token.hasPrefix("0") && token.utf8.allSatisfy { (48...57).contains($0) })
                guard isIndex, let index = Int(token), elements.indices.contains(index) else { return nil }
                value = elements[index]
            case .null, .bool, .number, .string: return nil
            }
        }
        return value
    }
}
