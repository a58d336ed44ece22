import JSONTree

/// What the product tells, and what the row says about it.
struct Claim {
    /// A row may leave out a name that ends with “?”; it must say all others.
    let told: [String: JSON]
    let expected: [String: JSON]

    /// - Throws: the first difference. Numbers may differ by `tolerance`.
    func check(within tolerance: Double) throws {
        try Self.compare(.object(told), .object(expected), "it", max(tolerance, 1e-9))
    }

    private static func compare(_ told: JSON, _ said: JSON, _ name: String, _ tolerance: Double) throws {
        switch (told, said) {
        case (.object(let told), .object(let said)):
            for key in said.keys.sorted() {
                guard let found = told[key] ?? told[key + "?"] else { throw RowError("\(name): unknown “\(key)”") }
                try compare(found, said[key] ?? .null, "\(name) \(key)", tolerance)
            }
            if let missing = told.keys.sorted().first(where: { !$0.hasSuffix("?") && said[$0] == nil }) {
                throw RowError("\(name): the row does not say “\(missing)”")
            }
        case (.list(let told), .list(let said)) where told.count == said.count:
            for (index, pair) in zip(told, said).enumerated() {
                try compare(pair.0, pair.1, "\(name) \(index + 1)", tolerance)
            }
        case (.text(let told), .text(let said)) where matches(told, said): return
        default:
            if let one = told.number, let other = said.number, abs(one - other) <= tolerance { return }
            guard told == said else { throw RowError("\(name) is \(told), the row says \(said)") }
        }
    }

    /// In the text that a row says, “…” stands for any words.
    private static func matches(_ told: String, _ said: String) -> Bool {
        let parts = said.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return told == said }
        return told.hasPrefix(first) && told.hasSuffix(last)
            && parts.allSatisfy { $0.isEmpty || told.contains($0) }
    }
}
