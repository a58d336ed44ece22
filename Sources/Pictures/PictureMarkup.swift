/// Where a picture is to be found at one place, and how large it is there.
package struct PicturePlace: Hashable, Sendable {
    /// Safe within an attribute: no quotes, no angle brackets.
    package let address: String
    package let width: Int
    package let height: Int
    /// Said where the text itself says nothing; not yet escaped.
    package let alt: String

    package init(address: String, width: Int, height: Int, alt: String = "") {
        self.address = address
        self.width = width
        self.height = height
        self.alt = alt
    }

    package init(_ media: Media, address: String) {
        self.init(address: address, width: media.facts.width, height: media.facts.height, alt: media.notes.alt)
    }
}

/// HTML in which the desk's own addresses of pictures, `media:ID`, have become ones that readers' browsers understand;
/// an image also gets its size, so that the page does not jump, and the picture's own words where the text has none.
///
/// Works on finished HTML: in text quotes are escaped, so an attribute is what it looks like. Raw HTML of the author's
/// own is served as well, as long as its quotes are double and `src` comes before an empty `alt`.
/// - Parameter place: of a picture; nil leaves its address as it is.
package func placingPictures(
    in html: String, _ place: (MediaID) throws -> PicturePlace?
) rethrows -> String {
    let mark = "=\"" + MediaID.scheme
    guard html.utf8.span.firstIndex(of: mark.utf8.span) != nil else { return html }
    var result = ""
    result.reserveCapacity(html.utf8.count + 200)
    var rest = html[...]
    while let found = rest.firstRange(of: mark) {
        let name = rest[..<found.lowerBound].suffix(5).lowercased()
        let idStart = found.upperBound
        let id = MediaID(String(rest[idStart...].prefix(MediaID.length)))
        result += rest[..<found.lowerBound]
        guard let id, rest[idStart...].dropFirst(MediaID.length).first == "\"", let place = try place(id) else {
            result += rest[found]
            rest = rest[found.upperBound...]
            continue
        }
        rest = rest[idStart...].dropFirst(MediaID.length + 1)
        result += "=\"\(place.address)\""
        guard name.hasSuffix(" src") else { continue }
        result += " width=\"\(place.width)\" height=\"\(place.height)\""
        let silence = " alt=\"\""
        if rest.hasPrefix(silence), !place.alt.isEmpty {
            result += " alt=\"\(place.alt.attributeEscaped)\""
            rest = rest.dropFirst(silence.count)
        }
    }
    return result + rest
}

extension String {
    fileprivate var attributeEscaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
