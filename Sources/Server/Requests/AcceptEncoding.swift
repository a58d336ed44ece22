import HTTPTypes
import Posts

extension HTTPFields {
    /// Whether `Accept-Encoding` accepts gzip and prefers no other coding that Galley supports (RFC 9110, 12.5.3). A
    /// coding with an unreadable weight counts as not named.
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

    /// The weight in `q=0.5`; 1 without a parameter, nil for anything else.
    static func weight(_ parameter: Substring?) -> Double? {
        guard let parameter else { return 1 }
        let parts = parameter.split(separator: "=", maxSplits: 1).map(\.trimmed)
        guard parts.count == 2, parts[0].lowercased() == "q", parts[1].utf8.count <= 5,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
            let weight = Double(parts[1]), weight <= 1
        else { return nil }
        return weight
    }
}
