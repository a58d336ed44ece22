import FoundationEssentials
import Posts

/// A picture whose address is its content: `data:image/png;base64,…` (RFC 2397).
package struct EmbeddedPicture: Hashable, Sendable {
    /// By which the text refers to it, made from its content.
    package let name: String
    package let bytes: [UInt8]

    /// As long as the longest text that an import reads.
    private static let bytesMax = 16_000_000

    private static let endings = [
        "image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/gif": "gif", "image/webp": "webp",
        "image/svg+xml": "svg",
    ]

    /// - Returns: nil unless the address contains a picture of a kind that Galley takes.
    init?(address: String) {
        guard EmbeddedPicture.isOne(address), address.utf8.count <= 2 * EmbeddedPicture.bytesMax,
            let comma = address.utf8.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = address[..<comma].dropFirst(5).lowercased().split(separator: ";").map(\.trimmed)
        let content = address[address.index(after: comma)...]
        guard let ending = EmbeddedPicture.endings[head.first ?? ""] else { return nil }
        let read =
            head.last == "base64"
            ? Data(base64Encoded: content.percentRead, options: .ignoreUnknownCharacters).map(Array.init)
            : Array(content.percentRead.utf8)
        guard let read, !read.isEmpty, read.count <= EmbeddedPicture.bytesMax else { return nil }
        bytes = read
        name = "embedded-\(Fingerprint(read).text).\(ending)"
    }

    /// Whether an address is such content, of whatever kind.
    static func isOne(_ address: String) -> Bool { address.prefix(5).lowercased() == "data:" }
}
