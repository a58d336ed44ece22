/// A browser's interpretation of the address of a link or image. Works on the address as cmark decoded it, without
/// character references and backslashes.
struct LinkAddress {
    private let bytes: CBytes

    init(_ bytes: CBytes) { self.bytes = bytes }

    /// Whether a page may contain the address: one within the site, one of a known scheme, or a raster image as
    /// `data:`. All others are removed: `javascript:` and `file:`, but also `blob:`, `view-source:` and unknown
    /// schemes. Browsers ignore control characters and spaces before and inside a scheme, and the case of letters; this
    /// check ignores at least those.
    var isAllowed: Bool {
        var head: [UInt8] = []
        for byte in bytes where Self.counts(byte) {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return true
            case UInt8(ascii: ":"):
                guard Self.isScheme(head) else { return true }
                return Self.allowedSchemes.contains(head) || (head.elementsEqual("data".utf8) && isRasterImage)
            default: head.append(lowercased(byte))
            }
            // No known scheme is this long, so the address is allowed only without a colon.
            if head.count > Self.schemeLengthMax { return !bytes.contains(UInt8(ascii: ":")) }
        }
        return true
    }

    private var isRasterImage: Bool {
        var head: [UInt8] = []
        for byte in bytes where Self.counts(byte) {
            head.append(lowercased(byte))
            if head.count == Self.imagePrefixLengthMax { break }
        }
        return Self.rasterImages.contains { head.starts(with: $0.utf8) }
    }

    /// The host of an absolute web address, in lower case, without user and port; nil for other addresses.
    var webHost: String? {
        let lower = bytes.prefix(8).map(lowercased)
        let start = lower.starts(with: "https:".utf8) ? 6 : lower.starts(with: "http:".utf8) ? 5 : 0
        guard start > 0 || lower.starts(with: "//".utf8) else { return nil }
        let authority = bytes[start...].drop { $0 == UInt8(ascii: "/") }.prefix { !"/?#\\".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        return String(decoding: host.prefix { $0 != UInt8(ascii: ":") }.map(lowercased), as: UTF8.self)
    }

    private static func counts(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }

    /// RFC 3986, section 3.1. Other text before a colon is the start of a path.
    private static func isScheme(_ head: [UInt8]) -> Bool {
        guard let first = head.first, (0x61...0x7A).contains(first) else { return false }
        return head.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }

    /// Schemes that name a document, a recipient or a place, and none by which a browser runs code or reads the
    /// reader's files. `media` is the desk's own. `feed` is missing, because it wraps another address.
    private static let allowedSchemes: Set<[UInt8]> = Set(
        [
            "http", "https", "mailto", "tel", "sms", "geo", "xmpp", "matrix", "irc", "ircs", "sip", "sips", "ftp",
            "ftps",
            "sftp", "gemini", "gopher", "news", "nntp", "magnet", "ipfs", "ipns", "dat", "hyper", "webcal", "doi",
            "urn",
            "isbn", "at", "did", "acct", "bitcoin", "monero", "git", "ssh", "svn", "media",
        ].map { Array($0.utf8) })
    private static let rasterImages = ["png", "gif", "jpeg", "webp"].map { "data:image/" + $0 }
    private static let schemeLengthMax = 40
    private static let imagePrefixLengthMax = 16
}

private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
