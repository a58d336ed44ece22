/// What the address of a link or image means to a browser. Works on the address as cmark decoded it: character
/// references and backslashes are gone.
struct LinkAddress {
    private let bytes: CBytes

    init(_ bytes: CBytes) { self.bytes = bytes }

    /// Whether opening the address could run a script or read the reader's files: `javascript:`, `vbscript:`, `file:`,
    /// and `data:` other than the raster images cmark itself lets through. Browsers drop control characters and spaces
    /// before and inside a scheme, and do not mind case; so do we, and a little more.
    var isDangerous: Bool {
        guard let first = bytes.first(where: Self.counts), Self.dangerousInitials.contains(lowercased(first)) else {
            return false
        }
        // The longest prefix that decides; control characters do not count.
        var head: [UInt8] = []
        for byte in bytes where Self.counts(byte) {
            head.append(lowercased(byte))
            if head.count == Self.prefixLengthMax { break }
        }
        if head.starts(with: "data:".utf8) { return !Self.harmlessData.contains { head.starts(with: $0.utf8) } }
        return Self.dangerousSchemes.contains { head.starts(with: $0.utf8) }
    }

    /// The host of an absolute web address, lower case, without user and port; `nil` for all others.
    var webHost: String? {
        let lower = bytes.prefix(8).map(lowercased)
        var start: Int
        if lower.starts(with: "https:".utf8) {
            start = 6
        } else if lower.starts(with: "http:".utf8) {
            start = 5
        } else {
            start = 0
        }
        if start == 0, !lower.starts(with: "//".utf8) { return nil }
        while start < bytes.count, bytes[start] == UInt8(ascii: "/") { start += 1 }
        var host: [UInt8] = []
        for byte in bytes[start...] {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
                return String(decoding: host.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            case UInt8(ascii: "@"): host.removeAll()
            default: host.append(lowercased(byte))
            }
        }
        return String(decoding: host.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    private static func counts(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }

    /// The first letters of the schemes below and of `data`.
    private static let dangerousInitials: [UInt8] = Array("jvlfd".utf8)
    private static let dangerousSchemes = ["javascript:", "vbscript:", "livescript:", "file:"]
    private static let harmlessData = ["png", "gif", "jpeg", "webp"].map { "data:image/" + $0 }
    private static let prefixLengthMax = 16
}

private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
