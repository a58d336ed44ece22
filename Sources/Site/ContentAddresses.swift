extension String {
    /// The content of an entry with other addresses in links and pictures, as Galley writes them.
    /// - Parameters:
    ///   - hasAnchors: false to leave out the anchors of headings and footnotes.
    ///   - other: returns nil for an address that stays.
    package func withAddresses(hasAnchors: Bool = true, _ other: (String) -> String?) -> String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 512)
        var (copied, at) = (0, 0)
        func copy(to end: Int) {
            result += bytes[copied..<end]
            copied = end
        }
        func text(from start: Int) -> Range<Int> {
            start..<(bytes[start...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex)
        }
        while let tag = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            // What was replaced may contain the start of another tag.
            defer { at = max(tag + 1, copied) }
            let rest = bytes[tag...]
            var end = min(tag + 3, bytes.endIndex)
            if let start = Self.addressStarts.first(where: { rest.starts(with: $0.utf8) }) {
                let address = text(from: tag + start.utf8.count)
                if let other = other(String(decoding: bytes[address], as: UTF8.self)) {
                    copy(to: address.lowerBound)
                    result += other.utf8
                    copied = address.upperBound
                }
                end = min(address.upperBound + 1, bytes.endIndex)
            } else if !Self.anchorStarts.contains(where: { rest.starts(with: $0.utf8) }) {
                continue
            }
            if !hasAnchors, bytes[end...].starts(with: " id=\"".utf8) {
                let id = text(from: end + 5)
                copy(to: end)
                copied = min(id.upperBound + 1, bytes.endIndex)
            }
        }
        copy(to: bytes.endIndex)
        return String(decoding: result, as: UTF8.self)
    }

    private static let addressStarts = ["<a href=\"", "<img src=\""]
    private static let anchorStarts = ["<li", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6"]
}
