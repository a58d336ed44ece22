/// Names a picture on the desk: the first 16 of the 64 hexadecimal digits of its file's SHA-256, in lower case.
///
/// In Markdown it stands as `![alternative text](media:ID)`: an address that depends on no host and no target, and that
/// becomes one of its own at each of them.
package struct MediaID: Hashable, Sendable, CustomStringConvertible {
    package static let length = 16
    /// What stands before it in an address.
    package static let scheme = "media:"

    package let text: String
    package var description: String { text }
    package var address: String { MediaID.scheme + text }

    package init?(_ text: String) {
        guard text.utf8.count == MediaID.length, text.utf8.allSatisfy(MediaID.isDigit) else { return nil }
        self.text = text
    }

    /// - Parameter address: such as `media:0123456789abcdef`.
    package init?(address: String) {
        guard address.hasPrefix(MediaID.scheme) else { return nil }
        self.init(String(address.dropFirst(MediaID.scheme.count)))
    }

    /// Whether `text` could be the beginning of an id.
    package static func isStart(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= length && text.utf8.allSatisfy(isDigit)
    }

    /// Every id that a text names with its scheme, wherever it stands, once each and in the order of the text.
    package static func all(in bytes: some Collection<UInt8>) -> [MediaID] {
        var found: [MediaID] = []
        var rest = bytes[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let before = rest[..<colon].suffix(scheme.utf8.count - 1)
            rest = rest[rest.index(after: colon)...]
            guard before.elementsEqual(scheme.utf8.dropLast()) else { continue }
            let id = MediaID(String(decoding: rest.prefix(length), as: UTF8.self))
            if let id, !found.contains(id) { found.append(id) }
        }
        return found
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
