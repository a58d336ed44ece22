/// A value that is one of a few words, also in JSON.
package protocol CodedWord: RawRepresentable<String>, CaseIterable, Codable {}

extension CodedWord {
    /// - Throws: a `DecodingError` that says which words there are.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let word = Self(rawValue: text) else {
            let allowed = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "Found “\(text.shortened)”. Use one of \(allowed)."))
        }
        self = word
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
