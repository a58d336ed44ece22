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
    /// - Throws: `.tooLong` for more than `bodyBytesMax` bytes.
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
            if !text.isEmpty, let emphasis = node.made(CMARK_NODE_EMPH), let inner = node.made(CMARK_NODE_TEXT) {
                cmark_node_set_literal(inner, text)
                cmark_node_append_child(emphasis, inner)
                if cmark_node_insert_before(node, emphasis) == 0 { cmark_node_free(emphasis) }
            }
            cmark_node_free(node)
        }
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
    private static let marks: [(mark: String, standIn: String)] = [("#", "\u{F8F0}"), ("!", "\u{F8F1}")]
    private let areReplaced: Bool

    init(in document: borrowing MarkupDocument) {
        var areThere = false
        walk(document.root) { node, _ in
            let text =
                node.kind == CMARK_NODE_TEXT || node.kind == CMARK_NODE_CODE || node.isHTML ? node.literal.string : ""
            areThere = areThere || SpareMarks.marks.contains { text.contains($0.standIn) }
        }
        areReplaced = !areThere
        guard areReplaced else { return }
        walk(document.root) { node, _ in
            guard node.kind == CMARK_NODE_TEXT else { return }
            let text = node.literal.string
            if text.contains(where: { $0 == "#" || $0 == "!" }) {
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
        return SpareMarks.marks.reduce(text) { $0.replacing($1.standIn, with: $1.mark) }
    }
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate var isHTML: Bool { kind == CMARK_NODE_HTML_BLOCK || kind == CMARK_NODE_HTML_INLINE }
}

extension CBytes {
    fileprivate var string: String { String(decoding: self, as: UTF8.self) }
}
