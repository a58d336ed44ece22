import HTTPTypes
import Posts

extension HTTPFields {
    /// Whether `Accept-Encoding` takes gzip, and prefers nothing to it that Galley has (RFC 9110, 12.5.3). A weight that
    /// cannot be read makes its coding one that was not named.
    var takesGzip: Bool {
        var weights: [String: Double] = [:]
        for part in (self[.acceptEncoding] ?? "").split(separator: ",").prefix(32) {
            let pieces = part.split(separator: ";", maxSplits: 1)
            guard let coding = pieces.first?.trimmed.lowercased(), let weight = Self.weight(pieces.dropFirst().first)
            else { continue }
            weights[coding == "x-gzip" ? "gzip" : coding] = weight
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// `q=0.5`; 1 where there is none, nil where it is no weight.
    private static func weight(_ parameter: Substring?) -> Double? {
        guard let parameter else { return 1 }
        let parts = parameter.split(separator: "=", maxSplits: 1).map(\.trimmed)
        guard parts.count == 2, parts[0].lowercased() == "q", parts[1].utf8.count <= 5,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
            let weight = Double(parts[1]), weight <= 1
        else { return nil }
        return weight
    }
}
