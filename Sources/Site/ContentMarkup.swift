/// What a page adds to the content of an entry: code has colours, and can be scrolled with the keyboard; each heading has
/// a link to itself, which readers can copy; a browser can choose among the sizes of a picture. Feeds get the content
/// without these.
enum ContentMarkup {
    /// - Parameters:
    ///   - html: as Galley rendered it, perhaps with an author's own HTML, which stays unchanged.
    ///   - hasAnchors: false in lists, whose headings have no `id`.
    ///   - sizes: the smaller versions of pictures, by the picture's file on the site.
    static func finished(
        _ html: String, hasAnchors: Bool, sizes: [String: [SitePictureSize]] = [:], highlighter: CodeHighlighter? = nil
    ) -> String {
        let bytes = Array(html.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 512)
        var copied = 0
        var anchor: ArraySlice<UInt8>?
        func copy(to end: Int) {
            result += bytes[copied..<end]
            copied = end
        }
        var at = 0
        while let tag = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = tag + 1
            // Most tags are none of these.
            guard at < bytes.endIndex, "pih/".utf8.contains(bytes[at]) else { continue }
            if bytes[tag...].starts(with: "<pre>".utf8) || bytes[tag...].starts(with: "<pre ".utf8) {
                let whole = bytes[tag...].prefix(tagBytesMax).prefix { $0 != UInt8(ascii: ">") }
                guard !String(decoding: whole, as: UTF8.self).contains("tabindex") else { continue }
                copy(to: tag + 4)
                result += " tabindex=\"0\"".utf8
                guard let highlighter, let (code, language) = codeBlock(bytes[tag...]),
                    let coloured = highlighter.coloured(String(decoding: code, as: UTF8.self), language: language)
                else { continue }
                copy(to: code.startIndex)
                result += coloured.utf8
                copied = code.endIndex
                at = code.endIndex
            } else if !sizes.isEmpty, let (end, choice) = sourceSet(bytes[tag...], sizes) {
                copy(to: end)
                result += choice.utf8
            } else if hasAnchors, bytes[tag...].starts(with: "<h".utf8), let id = headingID(bytes[tag...]) {
                anchor = id
            } else if let id = anchor, bytes[tag...].starts(with: "</h".utf8) {
                copy(to: tag)
                result += " <a class=\"anchor\" href=\"#".utf8
                result += id
                result += "\" aria-label=\"Link to this section\">#</a>".utf8
                anchor = nil
            }
        }
        copy(to: bytes.endIndex)
        return String(decoding: result, as: UTF8.self)
    }

    /// So much of a tag is looked at, which may have no end.
    private static let tagBytesMax = 1000

    /// The sizes to choose from in `<img src="…/media/FILE" width="…"`, as Galley writes it, and where they belong.
    private static func sourceSet(
        _ tag: ArraySlice<UInt8>, _ sizes: [String: [SitePictureSize]]
    ) -> (end: Int, attributes: String)? {
        let start = Array("<img src=\"".utf8)
        guard tag.starts(with: start) else { return nil }
        let source = tag.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        let rest = tag[source.endIndex...]
        let width = rest.dropFirst("\" width=\"".utf8.count).prefix { (0x30...0x39).contains($0) }
        guard rest.starts(with: "\" width=\"".utf8), !width.isEmpty else { return nil }
        let address = String(decoding: source, as: UTF8.self)
        guard let slash = address.lastIndex(of: "/") else { return nil }
        let folder = address[...slash]
        let file = String(address[address.index(after: slash)...])
        guard folder.hasSuffix("/media/"), let smaller = sizes[file] else { return nil }
        let choices =
            smaller.map { "\(folder)\($0.file(beside: file)) \($0.width)w" }
            + ["\(address) \(String(decoding: width, as: UTF8.self))w"]
        // `auto` takes the size that the theme gives the picture. Browsers that do not know it assume the whole window,
        // and at most a wide column.
        let attributes =
            " srcset=\"\(choices.joined(separator: ", "))\" sizes=\"auto, (min-width: 60rem) 60rem, 100vw\""
        return (rest.startIndex + 1, attributes)
    }

    /// The code and language of `<pre><code class="language-…">…</code></pre>`, as Galley writes it.
    private static func codeBlock(_ tag: ArraySlice<UInt8>) -> (code: ArraySlice<UInt8>, language: String)? {
        let start = Array("<pre><code class=\"language-".utf8)
        guard tag.starts(with: start) else { return nil }
        let language = tag.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        let rest = tag[language.endIndex...]
        guard rest.starts(with: "\">".utf8) else { return nil }
        let code = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "<") }
        guard tag[code.endIndex...].starts(with: "</code></pre>".utf8) else { return nil }
        return (code, String(decoding: language, as: UTF8.self))
    }

    /// The anchor of `<h2 id="…">`, as Galley writes it.
    private static func headingID(_ tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let level = tag.dropFirst(2)
        guard let digit = level.first, (0x31...0x36).contains(digit), level.dropFirst().starts(with: " id=\"".utf8)
        else {
            return nil
        }
        let id = level.dropFirst(6).prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ">") }
        return !id.isEmpty && tag.dropFirst(id.endIndex - tag.startIndex).starts(with: "\">".utf8) ? id : nil
    }

    /// The minutes that reading takes, at 220 words or 500 ideographs a minute; at least 1.
    static func minutes(of html: String) -> Int {
        var (words, ideographs, isTag, isWord) = (0, 0, false, false)
        for scalar in html.unicodeScalars {
            switch scalar {
            case "<": (isTag, isWord) = (true, false)
            case ">": isTag = false
            case _ where isTag: continue
            case "\u{3040}"..."\u{30FF}", "\u{3400}"..."\u{9FFF}", "\u{AC00}"..."\u{D7AF}", "\u{20000}"..."\u{3FFFF}":
                ideographs += 1
                isWord = false
            case " ", "\n", "\t", "\r": isWord = false
            default:
                if !isWord { words += 1 }
                isWord = true
            }
        }
        return max(1, (words * 500 + ideographs * 220 + 55_000) / 110_000)
    }
}
