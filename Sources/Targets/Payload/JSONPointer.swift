import JSONTree

/// A JSON Pointer (RFC 6901), such as `/data/0/id`.
struct JSONPointer: Hashable, Sendable {
    let text: String
    /// The unescaped names and indexes.
    let path: [String]

    /// - Returns: nil if `text` is neither empty nor begins with `/`, or contains a `~` other than `~0` and `~1`.
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
            case .list(let elements):
                let isIndex =
                    token == "0" || (!token.hasPrefix("0") && token.utf8.allSatisfy { (48...57).contains($0) })
                guard isIndex, let index = Int(token), elements.indices.contains(index) else { return nil }
                value = elements[index]
            case .null, .bool, .number, .large, .text: return nil
            }
        }
        return value
    }
}
