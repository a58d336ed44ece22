/// The links of a Markdown text that may lead to pages of its old site.
package enum LinkReferences {
    package struct Link: Hashable, Sendable {
        package let address: String
        /// In the text, from 1; nil for a text that is not a file.
        package let line: Int?

        package init(address: String, line: Int?) { (self.address, self.line) = (address, line) }
    }

    /// Links from the byte `start` on, but not those to pictures and drawings: `[text](here)`, `[name]: here` and `href="here"`.
    package static func all(in text: String, from start: Int = 0) -> [Link] {
        let bytes = Array(text.utf8)
        var (links, line, counted) = ([Link](), 1, 0)
        for place in PictureReferences.places(bytes, from: start) {
            let address = String(decoding: bytes[place], as: UTF8.self)
            guard !PictureReferences.isPicture(address), !PictureReferences.isDrawing(address) else { continue }
            line += bytes[counted..<place.lowerBound].count { $0 == 0x0A }
            counted = place.lowerBound
            links.append(Link(address: address, line: line))
        }
        return links
    }
}
