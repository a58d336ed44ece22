import CCMarkGFM
import Glibc

/// A text as Markdown again, for a service that reads Markdown of another dialect and may show its source.
///
/// It has only what pages show: no comments, no definitions of links that are not used, and HTML as the policy treats it.
package struct PlainMarkdown: Equatable, Sendable {
    package let text: String
    package let diagnostics: [Diagnostic]
    /// The HTML that is left out, in the order of the text.
    package let omitted: [OmittedHTML]
    /// Whether it has footnotes: their numbers in square brackets, and the notes after the text.
    package let hasFootnotes: Bool

    /// - Parameters:
    ///   - policy: how HTML is treated.
    ///   - words: what stands in place of a picture with this address and alternative text; nil keeps the picture.
    /// - Throws: `.tooLong` for more than `bodyBytesMax` bytes; `.tooNested` where writing it would take too long.
    package init(
        of markdown: String, _ policy: RawHTMLPolicy,
        inPlaceOfPictures words: (_ address: String, _ alt: String) -> String?
    ) throws(RenderError) {
        let options = RenderOptions(rawHTML: policy, smartPunctuation: false)
        let document = try MarkupDocument(markdown, options)
        document.dropUnknownAddresses()
        omitted = document.treatHTML(options)
        if policy == .omit { document.removeHTML() }
        document.replacePictures(words)
        hasFootnotes = document.writeOutFootnotes()
        try document.checkWork()
        document.plainParts()
        let marks = SpareMarks(in: document)
        text = marks.removed(from: document.markdown(options))
        diagnostics = document.diagnostics
    }
}

extension MarkupDocument {
    fileprivate func markdown(_ options: RenderOptions) -> String {
        guard let written = cmark_render_commonmark(root, options.cOptions, 0) else { return "" }
        defer { free(written) }
        return UnsafeMutableRawBufferPointer(start: written, count: strlen(written)).withoutControlCharacters
    }

    /// The nodes for which `isWanted` holds, in the order of the text. The links of the tree may change afterwards.
    private func nodes(where isWanted: (CNode) -> Bool) -> [CNode] {
        var found: [CNode] = []
        walk(root) { node, isEntering in if isEntering, isWanted(node) { found.append(node) } }
        return found
    }

    fileprivate func removeHTML() {
        for node in nodes(where: { $0.kind == CMARK_NODE_HTML_BLOCK || $0.kind == CMARK_NODE_HTML_INLINE }) {
            cmark_node_free(node)
        }
    }

    fileprivate func replacePictures(_ words: (_ address: String, _ alt: String) -> String?) {
        // Inner pictures first: a picture in the alternative text of another goes with it.
        for node in nodes(where: { $0.kind == CMARK_NODE_IMAGE }).reversed() {
            guard let text = words(node.pointee.as.link.url.string, node.words) else { continue }
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !line.isEmpty, let words = node.made(CMARK_NODE_TEXT) {
                cmark_node_set_literal(words, "(\(line))")
                if cmark_node_insert_before(node, words) == 0 { cmark_node_free(words) }
            }
            cmark_node_free(node)
        }
    }

    /// cmark's work grows with the square of the items of a numbered list, and with the cube of the depth of emphasis.
    private static var depthMax: Int { 60 }
    private static var numberedMax: Int { 3000 }

    fileprivate func checkWork() throws(RenderError) {
        var (depth, deepest, numbered) = (0, 0, 0)
        walk(root) { node, isEntering in
            if node.kind == CMARK_NODE_ITEM, isEntering, node.pointee.as.list.list_type == CMARK_ORDERED_LIST {
                numbered += 1
            }
            guard !node.isLeaf, !node.isBlock else { return }
            depth += isEntering ? 1 : -1
            deepest = max(deepest, depth)
        }
        if deepest > Self.depthMax { throw .tooNested("emphasis and links nest \(deepest) deep") }
        if numbered > Self.numberedMax { throw .tooNested("numbered lists have \(numbered) items") }
    }

    /// Leaves out what pages do not show, and makes text of what only looks like it.
    fileprivate func plainParts() {
        // Of the words after a fence, pages show the language.
        for node in nodes(where: { $0.kind == CMARK_NODE_CODE_BLOCK }) {
            let info = String(cString: cmark_node_get_fence_info(node))
            if let language = info.split(whereSeparator: \.isWhitespace).first, language.utf8.count < info.utf8.count {
                cmark_node_set_fence_info(node, String(language))
            }
        }
        // cmark writes tasks in a numbered list without their numbers.
        for node in nodes(where: { $0.kind == CMARK_NODE_ITEM && $0.pointee.extension != nil }) {
            guard node.pointee.as.list.list_type == CMARK_ORDERED_LIST else { continue }
            node.pointee.extension = nil
            node.begin(with: node.pointee.as.list.checked ? "[x] " : "[ ] ")
        }
        // Without a tag at its beginning, a service reads what is left of HTML as Markdown.
        for node in nodes(where: { $0.kind == CMARK_NODE_HTML_BLOCK }) {
            let html = node.literal.string
            guard html.first(where: { !$0.isWhitespace }) != "<" else { continue }
            guard !html.contains("<") else {
                cmark_node_set_literal(node, "<div>\n\(html)\n</div>\n")
                continue
            }
            if let paragraph = node.made(CMARK_NODE_PARAGRAPH), let text = node.made(CMARK_NODE_TEXT) {
                cmark_node_set_literal(text, html.wordsOfHTML)
                cmark_node_append_child(paragraph, text)
                if cmark_node_insert_before(node, paragraph) == 0 { cmark_node_free(paragraph) }
            }
            cmark_node_free(node)
        }
        for node in nodes(where: { $0.kind == CMARK_NODE_TEXT }) { node.divideLines() }
    }

    /// Footnotes are an extension that many programs do not know.
    /// - Returns: whether there were any.
    fileprivate func writeOutFootnotes() -> Bool {
        var numbers: [CNode: String] = [:]
        for node in nodes(where: { $0.kind == CMARK_NODE_FOOTNOTE_REFERENCE }) {
            let number = node.literal.string
            if let definition = node.pointee.parent_footnote_def { numbers[definition] = number }
            guard let text = node.made(CMARK_NODE_TEXT) else { continue }
            cmark_node_set_literal(text, "[\(number)]")
            if cmark_node_replace(node, text) == 0 { cmark_node_free(text) } else { cmark_node_free(node) }
        }
        let definitions = nodes { $0.kind == CMARK_NODE_FOOTNOTE_DEFINITION }
        if !definitions.isEmpty, let line = root.made(CMARK_NODE_THEMATIC_BREAK) { cmark_node_append_child(root, line) }
        for definition in definitions {
            definition.begin(with: "[\(numbers[definition] ?? "")] ")
            while let child = definition.pointee.first_child {
                cmark_node_unlink(child)
                if cmark_node_append_child(root, child) == 0 { cmark_node_free(child) }
            }
            cmark_node_free(definition)
        }
        return !definitions.isEmpty
    }
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate func made(_ kind: cmark_node_type) -> CNode? {
        cmark_node_new_with_mem(kind, cmark_get_default_mem_allocator())
    }

    /// The words of the inlines in a node.
    fileprivate var words: String {
        var words: [UInt8] = []
        walk(self) { node, _ in
            switch node.kind {
            case CMARK_NODE_TEXT, CMARK_NODE_CODE: words.append(contentsOf: node.literal)
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words.append(UInt8(ascii: " "))
            default: break
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    /// A text has no line ends and tabs of its own, which cmark would write as references.
    fileprivate func divideLines() {
        let text = literal.string
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return }
        let ends: Set<Character> = ["\n", "\r\n", "\r"]
        let lines = text.replacing("\t", with: " ").split(omittingEmptySubsequences: false) { ends.contains($0) }
        // A text as written may have a million lines, and each is two nodes.
        guard lines.count <= 10_000 else { return }
        for (index, line) in lines.enumerated() {
            if index > 0, let end = made(CMARK_NODE_LINEBREAK), cmark_node_insert_before(self, end) == 0 {
                cmark_node_free(end)
            }
            guard let part = made(CMARK_NODE_TEXT) else { continue }
            cmark_node_set_literal(part, String(line))
            if cmark_node_insert_before(self, part) == 0 { cmark_node_free(part) }
        }
        cmark_node_free(self)
    }

    /// Puts words before the first paragraph of a block, or a paragraph of their own before anything else.
    fileprivate func begin(with words: String) {
        guard let text = made(CMARK_NODE_TEXT) else { return }
        cmark_node_set_literal(text, words)
        if let first = pointee.first_child, first.kind == CMARK_NODE_PARAGRAPH {
            if cmark_node_prepend_child(first, text) == 0 { cmark_node_free(text) }
        } else if let paragraph = made(CMARK_NODE_PARAGRAPH) {
            cmark_node_append_child(paragraph, text)
            if cmark_node_prepend_child(self, paragraph) == 0 { cmark_node_free(paragraph) }
        }
    }
}

/// cmark escapes each `#` and `!`, also where they mean nothing. People read the source, and services look for hashtags in
/// it, so these are written without a backslash: they are something else while cmark writes.
private struct SpareMarks {
    private static let marks: [(mark: Unicode.Scalar, standIn: Unicode.Scalar)] = [
        ("#", "\u{F8F0}"), ("!", "\u{F8F1}"),
    ]
    private let areReplaced: Bool

    init(in document: borrowing MarkupDocument) {
        var areThere = false
        walk(document.root) { node, isEntering in
            guard isEntering else { return }
            areThere =
                areThere
                || node.allTexts.contains { text in
                    SpareMarks.marks.contains { text.unicodeScalars.contains($0.standIn) }
                }
        }
        areReplaced = !areThere
        guard areReplaced else { return }
        walk(document.root) { node, _ in
            guard node.kind == CMARK_NODE_TEXT else { return }
            let text = node.literal.string
            if text.unicodeScalars.contains(where: { $0 == "#" || $0 == "!" }) {
                let next = node.pointee.next?.kind
                let isAlone = next == nil || next == CMARK_NODE_SOFTBREAK || next == CMARK_NODE_LINEBREAK
                cmark_node_set_literal(node, SpareMarks.replaced(in: text, isAlone: isAlone))
            }
        }
    }

    /// - Parameter isAlone: no other inline follows on its line.
    private static func replaced(in text: String, isAlone: Bool) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch (scalar, next) {
            // `#` before a blank may begin a heading, `!` before a bracket a picture.
            case ("#", let next?) where next.properties.isAlphabetic: result.append("\u{F8F0}")
            case ("!", let next?) where next != "[": result.append("\u{F8F1}")
            case ("!", nil) where isAlone: result.append("\u{F8F1}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    func removed(from text: String) -> String {
        guard areReplaced else { return text }
        let scalars = text.unicodeScalars.map { scalar in
            SpareMarks.marks.first { $0.standIn == scalar }?.mark ?? scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    /// All texts that are written from the node.
    fileprivate var allTexts: [String] {
        switch kind {
        case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE: [literal.string]
        case CMARK_NODE_CODE_BLOCK: [pointee.as.code.literal.string, pointee.as.code.info.string]
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE: [pointee.as.link.url.string, pointee.as.link.title.string]
        default: []
        }
    }
}

extension CBytes {
    fileprivate var string: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    /// The text of HTML, without tags and with the characters that references stand for.
    fileprivate var wordsOfHTML: String {
        let bytes = Array(utf8)
        var (tags, words) = (HTMLTags(bytes), [UInt8]())
        while let piece = tags.next() {
            if case .text(let range) = piece { words.append(contentsOf: bytes[range]) }
        }
        var buffer = cmark_strbuf()
        cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
        defer { cmark_strbuf_free(&buffer) }
        words.withUnsafeBufferPointer { houdini_unescape_html_f(&buffer, $0.baseAddress, bufsize_t($0.count)) }
        let text = String(decoding: CBytes(start: buffer.ptr, count: Int(buffer.size)), as: UTF8.self)
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        return String(text[..<end].drop { $0.isWhitespace })
    }
}
