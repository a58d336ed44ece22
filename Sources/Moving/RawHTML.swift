import Posts
package import Wire

/// The HTML in a Markdown file. Pages show it only if the setting `raw_html` allows it.
package enum RawHTML {
    /// A note about each element outside of code, with its line.
    /// - Parameter start: where the body begins.
    package static func notes(on text: String, from start: Int = 0) -> [ImportNoteBody] {
        let bytes = Array(text.utf8)
        var code = MarkdownCode(bytes, from: min(start, bytes.count))
        var (notes, line, counted) = ([ImportNoteBody](), 1, 0)
        var position = min(start, bytes.count)
        while let found = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = found + 1
            if let range = code.range(at: found) {
                position = range.upperBound
                // The element `pre` counts as code, too.
                guard range.lowerBound == found else { continue }
            }
            guard found == 0 || bytes[found - 1] != UInt8(ascii: "\\"), let name = name(bytes, at: found) else {
                continue
            }
            line += bytes[counted..<found].count { $0 == 0x0A }
            counted = found
            let words = "Pages show the HTML <\(name)> only if `raw_html` allows it. It stays in the text as it is."
            notes.append(ImportNoteBody(line: line, what: "<\(name)>", words: words))
        }
        return notes
    }

    private static let nameBytesMax = 30

    /// The name in an opening tag. `<https://example.org>` is none.
    private static func name(_ bytes: [UInt8], at start: Int) -> String? {
        let text = String(decoding: bytes[start...].prefix(nameBytesMax), as: UTF8.self)
        guard let match = text.prefixMatch(of: /<([A-Za-z][A-Za-z0-9-]*)(?:\s|\/?>)/) else { return nil }
        // A tag ends before the next one begins.
        let end = bytes[(start + 1)...].first { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        return end == UInt8(ascii: ">") ? match.1.lowercased() : nil
    }
}
