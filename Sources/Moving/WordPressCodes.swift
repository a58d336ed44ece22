import Posts

/// Replaces WordPress's shortcodes in a text by HTML: captions and galleries by figures, `embed` and videos by a link, code
/// by `pre`. Others stay. The content of code is left alone.
struct WordPressCodes {
    private let pictures: WordPressPictures
    private let post: String
    private var lastEmbedEnd: Substring.Index?
    private(set) var html = ""
    /// The names of the codes that stay, in order.
    private(set) var left: [String] = []

    /// - Parameter post: the number of the post, to whose pictures `[gallery]` refers.
    init(_ text: String, of post: String, _ pictures: WordPressPictures) {
        self.pictures = pictures
        self.post = post
        for part in CodeCodes.parts(of: text) {
            switch part {
            case .code(let html): self.html += html
            case .text(let text): read(CaptionCode.replaced(in: text)[...])
            }
        }
    }

    private mutating func read(_ text: Substring) {
        var rest = text
        lastEmbedEnd = text.ranges(of: "[/embed]").last?.lowerBound
        // Behind the last bracket are no codes.
        let last = text.lastIndex(of: "]") ?? text.startIndex
        while let start = rest.firstIndex(of: "["), start < last {
            html += rest[..<start]
            rest = rest[start...]
            guard let code = Code(rest) else {
                html += "["
                rest = rest.dropFirst()
                continue
            }
            rest = rest[code.end...]
            html += meaning(of: code, &rest)
        }
        html += rest
    }

    private mutating func meaning(of code: Code, _ rest: inout Substring) -> String {
        guard !code.isEscaped else { return String(code.text.dropFirst().dropLast()) }
        switch code.name {
        case "gallery":
            if let gallery = pictures.gallery(code.values["ids"] ?? code.values["include"], of: post) { return gallery }
        case "embed":
            if let last = lastEmbedEnd, rest.startIndex <= last, let end = rest.prefix(2000).firstRange(of: "[/embed]")
            {
                let address = rest[..<end.lowerBound].filter { !$0.isWhitespace }
                rest = rest[end.upperBound...]
                // The address as the text of its own link.
                return link(String(address))
            }
        case "youtube", "vimeo", "gist": if let address = address(in: code, &rest) { return link(address) }
        default: break
        }
        if code.isCertain { left.append(code.name) }
        return String(code.text)
    }

    private func link(_ address: String) -> String { "\n\n<a href=\"\(address)\">\(address)</a>\n\n" }

    /// The page of `[youtube=https://…]`, `[vimeo 123]`, `[youtube]id[/youtube]` and their like.
    private func address(in code: Code, _ rest: inout Substring) -> String? {
        let closing = "[/\(code.name)]"
        var words = code.words + ["id", "url", "src", "file"].compactMap { code.values[$0] }
        var behind = rest
        if words.isEmpty, let end = rest.prefix(200).firstRange(of: closing) {
            words = [rest[..<end.lowerBound].trimmed]
            behind = rest[end.upperBound...]
        }
        guard let word = words.first(where: { !$0.isEmpty })?.referencesResolved else { return nil }
        let isID = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        let address: String? =
            switch code.name {
            case "gist": isID ? "https://gist.github.com/\(word)" : EmbedAddress.web(word)
            case "youtube": EmbedAddress.page(of: isID ? "https://youtu.be/\(word)" : word)
            default: EmbedAddress.page(of: isID ? "https://vimeo.com/\(word)" : word)
            }
        if address != nil { rest = behind }
        return address?.htmlEscaped
    }
}

/// `[name key="value"]`.
private struct Code {
    let name: String
    let text: Substring
    let end: Substring.Index
    private(set) var values: [String: String] = [:]
    /// The values without names.
    private(set) var words: [String] = []
    /// `[[name]]` shows a code.
    let isEscaped: Bool
    /// `[youtube=https://…]`.
    private let isAddress: Bool

    private static let lengthMax = 2000
    private static let known: Set<String> = [
        "gallery", "embed", "video", "audio", "playlist", "contact-form", "contact-form-7", "code", "sourcecode",
        "youtube", "vimeo", "gist",
    ]

    /// - Parameter text: begins with a bracket.
    init?(_ text: Substring) {
        isEscaped = text.hasPrefix("[[")
        let start = text.dropFirst(isEscaped ? 2 : 1)
        let name = start.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_") }
        guard name.first?.isLetter == true, let close = start.prefix(Code.lengthMax).firstIndex(of: "]") else {
            return nil
        }
        let behind = text[text.index(after: close)...]
        guard !isEscaped || behind.hasPrefix("]") else { return nil }
        end = isEscaped ? behind.index(after: behind.startIndex) : behind.startIndex
        self.text = text[..<end]
        self.name = String(name)
        let said = start[name.endIndex..<close]
        isAddress = Code.isAddress(said)
        var reader = ValueReader(String(said))
        while let (key, value) = reader.value() {
            if let key { values[key] = value } else { words.append(value.drop { $0 == "=" }.trimmed) }
        }
    }

    /// `=https://…`, also in quotes.
    private static func isAddress(_ said: Substring) -> Bool {
        let said = said.drop(while: \.isWhitespace)
        guard said.first == "=" else { return false }
        let value = said.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return value.hasPrefix("https://") || value.hasPrefix("http://")
    }

    /// Words in brackets, such as [sic], are no codes.
    var isCertain: Bool { Code.known.contains(name) || isAddress || !values.isEmpty }
}

/// The pictures of a WordPress export, for its galleries and featured pictures, and its reusable blocks.
package struct WordPressPictures: Sendable {
    private struct Picture {
        let address, alt, caption: String
        /// In the gallery.
        let position: Int

        var figure: String {
            let caption = caption.isEmpty ? "" : "<figcaption>\(caption)</figcaption>"
            return "<figure><img src=\"\(address)\" alt=\"\(alt.replacing("\"", with: "&quot;"))\">\(caption)</figure>"
        }
    }

    private var pictures: [String: Picture] = [:]
    /// The numbers of the pictures that were uploaded to a post.
    private var ofPosts: [String: [String]] = [:]
    /// The texts of blocks that several posts may contain (“synced patterns”), by number.
    private var blocks: [String: String] = [:]
    private static let countMax = 1_000_000
    private static let blocksMax = 1000
    /// Larger than any real post. It limits what repeated blocks add.
    private static let bytesMax = 8_000_000

    package init() {}

    package mutating func add(_ item: WXRItem) {
        if item["wp:post_type"] == "wp_block", blocks.count < WordPressPictures.blocksMax {
            blocks[item["wp:post_id"]] = item["content:encoded"]
        }
        guard item["wp:post_type"] == "attachment", pictures.count < WordPressPictures.countMax else { return }
        let id = item["wp:post_id"]
        pictures[id] = Picture(
            address: item["wp:attachment_url"],
            alt: item.meta.first { $0.key == "_wp_attachment_image_alt" }?.value ?? "",
            caption: item["excerpt:encoded"], position: Int(item["wp:menu_order"]) ?? 0)
        ofPosts[item["wp:post_parent"], default: []].append(id)
    }

    /// The text with the blocks to which it refers, and whether the export contains all of them. A block in a block is left
    /// out.
    func withBlocks(_ text: String) -> (text: String, isWhole: Bool) {
        guard text.contains("<!-- wp:block ") else { return (text, true) }
        var (bytes, isWhole) = (text.utf8.count, true)
        let whole = text.replacing(/<!-- wp:block \{[^\n]*?"ref":([0-9]+)[^\n]*?\/-->/) { match in
            guard let block = blocks[String(match.1)], bytes + block.utf8.count <= WordPressPictures.bytesMax else {
                isWhole = false
                return ""
            }
            bytes += block.utf8.count
            if block.contains("<!-- wp:block ") { isWhole = false }
            return block
        }
        return (whole, isWhole)
    }

    /// - Parameter ids: with commas; nil for those of the post.
    /// - Returns: nil unless the export contains all of them.
    func gallery(_ ids: String?, of post: String) -> String? {
        let ids = ids.map { $0.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) }
        let own = (ofPosts[post] ?? []).sorted { (pictures[$0]?.position ?? 0) < (pictures[$1]?.position ?? 0) }
        let shown = (ids ?? own).compactMap { pictures[$0] }
        guard !shown.isEmpty, shown.count == (ids ?? own).count else { return nil }
        return "\n\n" + shown.map(\.figure).joined(separator: "\n\n") + "\n\n"
    }

    /// The HTML of a post's featured picture: empty if the text itself shows it, in whatever size.
    /// - Returns: nil if the export does not contain it.
    func featured(_ id: String, above text: String) -> String? {
        guard let picture = pictures[id] else { return nil }
        let stem = picture.address.lastIndex(of: ".").map { picture.address[..<$0] } ?? picture.address[...]
        return text.contains(stem) ? "" : picture.figure + "\n\n"
    }
}
