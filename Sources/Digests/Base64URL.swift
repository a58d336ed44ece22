import FoundationEssentials

// base64url without padding (RFC 4648, section 5).

extension Collection<UInt8> {
    package var base64URL: String {
        String(
            Data(self).base64EncodedString().compactMap { letter -> Character? in
                switch letter {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: letter
                }
            })
    }
}

extension [UInt8] {
    /// - Returns: nil for text that is not base64url.
    package init?(base64URL text: some StringProtocol) {
        let letters = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - letters.count % 4) % 4)
        guard !text.contains(where: { "+/=".contains($0) }), let data = Data(base64Encoded: String(letters) + padding)
        else { return nil }
        self.init(data)
    }
}
