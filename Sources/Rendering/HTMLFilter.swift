import CCMarkGFM
import Glibc

/// HTML of a Markdown text that its pages do not show.
package struct OmittedHTML: Hashable, Sendable {
    /// In lower case.
    package let element: String
    /// Counts from 1.
    package let line: Int
    /// The beginning of the words that go with it, on one line; empty if only a tag goes.
    package fileprivate(set) var words = ""
    /// How many words go with it.
    package fileprivate(set) var wordCount = 0
}

extension MarkupDocument {
    /// Treats the raw HTML as the options say.
    /// - Returns: what pages do not show of it, in the order of the text.
    func treatHTML(_ options: RenderOptions) -> [OmittedHTML] {
        guard options.rawHTML != .allow else { return [] }
        var filter = HTMLFilter(options)
        walk(root) { node, isEntering in filter.visit(node, isEntering) }
        if options.rawHTML == .filter { filter.close() }
        return filter.omitted
    }
}

/// Replaces the HTML in the nodes of a document by the elements and attributes that `HTMLPolicy` keeps. It writes them
/// again in its own notation, because browsers could read the author's otherwise than Galley does. An element ends at the
/// latest where the paragraph, item or document ends in which it began, and a closing tag ends only elements that began
/// there. So no HTML changes the rest of a page.
private struct HTMLFilter {
    private let options: RenderOptions
    private(set) var omitted: [OmittedHTML] = []
    private var containers: [Container] = []
    /// How many pictures contain the present node.
    private var images = 0
    /// Where elements are left open at the end of a container.
    private var unclosed: [(container: CNode, tags: String)] = []

    private struct Container {
        let node: CNode
        var open: [String] = []
    }

    /// More open elements than a text needs, and fewer than a browser cannot bear.
    private static let depthMax = 100
    private static let omittedMax = 1000
    private static let wordsMax = 200

    init(_ options: RenderOptions) { self.options = options }

    mutating func visit(_ node: CNode, _ isEntering: Bool) {
        switch node.kind {
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
            if options.rawHTML == .omit, node.kind == CMARK_NODE_HTML_INLINE, node.isLineBreakTag {
                // Without it, the words of two lines would be one.
                _ = cmark_node_set_type(node, CMARK_NODE_LINEBREAK)
                return
            }
            // The alternative text of a picture has no elements.
            let written = images == 0 ? treated(Array(node.literal), line: node.line) : ""
            if options.rawHTML == .filter { cmark_node_set_literal(node, written) }
        case _ where node.isLeaf: break
        case _ where isEntering:
            containers.append(Container(node: node))
            if node.kind == CMARK_NODE_IMAGE { images += 1 }
        default:
            if node.kind == CMARK_NODE_IMAGE { images -= 1 }
            guard let ended = containers.popLast(), !ended.open.isEmpty else { return }
            unclosed.append((node, ended.open.reversed().map { "</\($0)>" }.joined()))
        }
    }

    /// Writes the closing tags of what was left open. Not while walking, because that changes the tree.
    func close() {
        for (container, tags) in unclosed {
            let kind = container.holdsInlines || !container.isBlock ? CMARK_NODE_HTML_INLINE : CMARK_NODE_HTML_BLOCK
            guard let node = cmark_node_new_with_mem(kind, cmark_get_default_mem_allocator()) else { continue }
            cmark_node_set_literal(node, tags)
            // Footnotes are written after the text.
            var footnote = container.pointee.first_child
            while let here = footnote, here.kind != CMARK_NODE_FOOTNOTE_DEFINITION { footnote = here.pointee.next }
            let isPlaced =
                footnote.map { cmark_node_insert_before($0, node) } ?? cmark_node_append_child(container, node)
            if isPlaced == 0 { cmark_node_free(node) }
        }
    }

    private mutating func treated(_ bytes: [UInt8], line start: Int) -> String {
        var (tags, written) = (HTMLTags(bytes), [UInt8]())
        var (line, counted) = (start, 0)
        written.reserveCapacity(bytes.count)
        while case let position = tags.position, let piece = tags.next() {
            line += bytes[counted..<position].count { $0 == 0x0A }
            counted = position
            switch piece {
            case .text(let range):
                written.append(contentsOf: bytes[range].textOfHTML)
                if options.rawHTML == .omit { lose(bytes[range]) }
            case .open(let tag) where HTMLPolicy.isCode(tag.name):
                tags.skip(toEndOf: tag.name)
                omit(tag.name, line: line)
            case .open(let tag): open(tag, in: bytes, line: line, &written)
            case .close(let name): close(name, &written)
            case .other: break
            }
        }
        return String(decoding: written, as: UTF8.self)
    }

    private mutating func open(_ tag: HTMLTag, in bytes: [UInt8], line: Int, _ written: inout [UInt8]) {
        guard options.rawHTML == .filter, HTMLPolicy.keeps(tag.name) else { return omit(tag.name, line: line) }
        guard let last = containers.indices.last else { return }
        let ended = HTMLPolicy.ended(by: tag.name)
        while let inner = containers[last].open.last, ended.contains(inner) { close(inner, &written) }
        let isVoid = HTMLPolicy.isVoid(tag.name)
        guard isVoid || tag.isClosed || containers[last].open.count < HTMLFilter.depthMax else { return }
        written.append(contentsOf: "<\(tag.name)\(attributes(of: tag, in: bytes))".utf8)
        written.append(contentsOf: (isVoid ? " />" : tag.isClosed ? "></\(tag.name)>" : ">").utf8)
        if !isVoid, !tag.isClosed { containers[last].open.append(tag.name) }
    }

    private mutating func close(_ name: String, _ written: inout [UInt8]) {
        guard let last = containers.indices.last, let start = containers[last].open.lastIndex(of: name) else { return }
        for inner in containers[last].open[start...].reversed() { written.append(contentsOf: "</\(inner)>".utf8) }
        containers[last].open.removeSubrange(start...)
    }

    private func attributes(of tag: HTMLTag, in bytes: [UInt8]) -> String {
        var (text, names) = ("", Set<String>())
        for (name, range) in tag.attributes
        where HTMLPolicy.keeps(name, of: tag.name) && names.insert(name).inserted {
            let value = UnescapedValue(bytes[range])
            if HTMLPolicy.isAddress(name), !value.isAllowedAddress { continue }
            text += " \(name)=\"\(value.escaped)\""
            if tag.name == "a", name == "href", options.linkRelations, value.leadsOutside(options.ownHosts) {
                text += " rel=\"external noopener\""
            }
        }
        if tag.name == "img", options.lazyImages { text += " loading=\"lazy\"" }
        return text
    }

    // MARK: What is omitted

    private mutating func omit(_ element: String, line: Int) {
        guard omitted.count < HTMLFilter.omittedMax, element != "br" else { return }
        omitted.append(OmittedHTML(element: element, line: line))
    }

    /// Adds words to the element that contains them.
    private mutating func lose(_ text: ArraySlice<UInt8>) {
        let lost = String(decoding: text, as: UTF8.self)
        let words = lost.split(whereSeparator: \.isWhitespace)
        guard let last = omitted.indices.last, !words.isEmpty else { return }
        omitted[last].wordCount += Rendering.wordCount(of: lost)
        guard omitted[last].words.utf8.count < HTMLFilter.wordsMax else { return }
        let kept = omitted[last].words.isEmpty ? [] : [omitted[last].words]
        omitted[last].words = (kept + words.prefix(20).map(String.init)).joined(separator: " ")
    }
}

/// The value of an attribute, without character references.
private struct UnescapedValue {
    private let bytes: [UInt8]

    init(_ written: ArraySlice<UInt8>) {
        bytes = written.withUnsafeBufferPointer { source in
            var buffer = cmark_strbuf()
            cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
            defer { cmark_strbuf_free(&buffer) }
            houdini_unescape_html_f(&buffer, source.baseAddress, bufsize_t(clamping: source.count))
            return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
        }
    }

    var isAllowedAddress: Bool { bytes.withUnsafeBufferPointer { LinkAddress($0).isAllowed } }

    func leadsOutside(_ ownHosts: Set<String>) -> Bool {
        guard let host = bytes.withUnsafeBufferPointer({ LinkAddress($0).webHost }) else { return false }
        return !ownHosts.contains(host)
    }

    var escaped: String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): text.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): text.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): text.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): text.append(contentsOf: "&quot;".utf8)
            case 0: break
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// A `<` in a text begins no tag.
    fileprivate var textOfHTML: [UInt8] {
        guard contains(UInt8(ascii: "<")) else { return Array(self) }
        return flatMap { $0 == UInt8(ascii: "<") ? Array("&lt;".utf8) : [$0] }
    }
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate var isLineBreakTag: Bool {
        var tags = HTMLTags(Array(literal))
        guard case .open(let tag)? = tags.next() else { return false }
        return tag.name == "br"
    }

    var isBlock: Bool { pointee.type & UInt16(CMARK_NODE_TYPE_MASK) == UInt16(CMARK_NODE_TYPE_BLOCK) }
}
