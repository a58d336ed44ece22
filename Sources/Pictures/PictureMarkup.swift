import Posts

/// The address of a picture at one target, and its size there.
package struct PicturePlace: Hashable, Sendable {
    /// Safe in an attribute: no quotes or angle brackets.
    package let address: String
    package let width: Int
    package let height: Int
    /// Used if the text has no alternative text; not yet escaped.
    package let alt: String
}

extension PicturePlace {
    package init(_ media: Media, address: String) {
        self.init(address: address, width: media.facts.width, height: media.facts.height, alt: media.notes.alt)
    }
}

/// Replaces the addresses of stored pictures, `media:ID`, in HTML by ones that readers' browsers can load. Each image
/// also gets its size, so that the page does not jump, and the picture's own alternative text if the post has none.
///
/// The input is finished HTML: quotes in text are escaped, so everything that looks like an attribute is one. The
/// author's raw HTML works too, if it uses double quotes and `src` precedes an empty `alt`.
/// - Parameter place: the place of a picture; nil leaves its address unchanged.
package func placingPictures(in html: String, _ place: (MediaID) throws -> PicturePlace?) rethrows -> String {
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
            result += " alt=\"\(place.alt.htmlEscaped)\""
            rest = rest.dropFirst(silence.count)
        }
    }
    return result + rest
}

/// Replaces whole `<img>` elements of stored pictures in finished HTML.
/// - Parameter markup: the HTML in place of a picture with this alternative text, as written in the attribute; nil keeps
///   the picture.
package func replacingPictures(in html: String, _ markup: (MediaID, _ alt: String) -> String?) -> String {
    var (result, rest) = ("", html[...])
    while let start = rest.firstRange(of: "<img "), let end = rest[start.upperBound...].firstIndex(of: ">") {
        let tag = rest[start.upperBound..<end]
        func attribute(_ name: String) -> Substring? {
            tag.firstRange(of: "\(name)=\"").map { tag[$0.upperBound...].prefix { $0 != "\"" } }
        }
        let id = attribute("src").flatMap { MediaID(address: String($0)) }
        let new = id.flatMap { markup($0, String(attribute("alt") ?? "")) }
        result += rest[..<start.lowerBound] + (new ?? String(rest[start.lowerBound...end]))
        rest = rest[rest.index(after: end)...]
    }
    return result + rest
}
