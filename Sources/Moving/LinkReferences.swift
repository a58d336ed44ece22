/// The links of a Markdown text that may lead to pages of its old site.
package enum LinkReferences {
    package struct Link: Hashable, Sendable {
        package let address: String
        /// In the text, from 1; nil for a text that is not a file.
        package let line: Int?

        package init(address: String, line: Int?) { (self.address, self.line) = (address, line) }
    }

    /// Links from the byte `start` on, but not those to pictures: `[text](here)`, `[name]: here` and `href="here"`.
    package static func all(in text: String, from start: Int = 0) -> [Link] {
        let bytes = Array(text.utf8)
        var (links, line, counted) = ([Link](), 1, 0)
        for range in PictureReferences.ranges(bytes, from: start) {
            let address = String(decoding: bytes[range], as: UTF8.self)
            guard !PictureReferences.isPicture(address) else { continue }
            line += bytes[counted..<range.lowerBound].count { $0 == 0x0A }
            counted = range.lowerBound
            links.append(Link(address: address, line: line))
        }
        return links
    }

    /// Replaces the addresses of links that name a file: Zola's `@/post.md`, and `../post.md#part`. Code is left alone.
    /// - Parameter address: the address of the post that a reference names; nil leaves the link unchanged.
    package static func resolvingFiles(in text: String, from start: Int = 0, _ address: (String) -> String?) -> String {
        let bytes = Array(text.utf8)
        return bytes.replacing(PictureReferences.ranges(bytes, from: start)) { namesFile($0) ? address($0) : nil }
    }

    /// Whether the address is that of a Markdown file beside this one.
    package static func namesFile(_ address: String) -> Bool {
        let path = address.prefix { $0 != "#" && $0 != "?" }
        return [".md", ".markdown", ".mdx"].contains(where: path.hasSuffix) && !path.contains(":")
            && !path.hasPrefix("//")
    }
}
