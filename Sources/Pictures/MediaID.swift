/// The id of a stored picture: the first 16 of the 64 hexadecimal digits of its file's SHA-256, in lower case.
///
/// Markdown contains it as `![alternative text](media:ID)`, an address that depends on no host or target. Each target
/// replaces it by its own address of the picture.
package struct MediaID: Hashable, Sendable, CustomStringConvertible {
    package static let length = 16
    /// The prefix of an id in an address.
    package static let scheme = "media:"

    package let text: String
    package var description: String { text }
    package var address: String { MediaID.scheme + text }

    package init?(_ text: String) {
        guard text.utf8.count == MediaID.length, text.utf8.allSatisfy(MediaID.isDigit) else { return nil }
        self.text = text
    }

    /// - Parameter address: for example `media:0123456789abcdef`.
    package init?(address: String) {
        guard address.hasPrefix(MediaID.scheme) else { return nil }
        self.init(String(address.dropFirst(MediaID.scheme.count)))
    }

    /// Whether `text` could be the prefix of an id.
    package static func isStart(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= length && text.utf8.allSatisfy(isDigit)
    }

    /// All ids with the scheme in a text, once each, in the order of the text.
    package static func all(in text: Span<UInt8>) -> [MediaID] {
        let scheme = MediaID.scheme
        var found: [MediaID] = []
        var known: Set<MediaID> = []
        var start = 0
        while let index = text.firstIndex(of: scheme.utf8.span, from: start) {
            start = index + scheme.utf8.count
            guard start + length <= text.count else { break }
            let digits = (start..<start + length).map { text[$0] }
            if let id = MediaID(String(decoding: digits, as: UTF8.self)), known.insert(id).inserted { found.append(id) }
        }
        return found
    }

    package static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
