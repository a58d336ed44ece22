import CCMarkGFM
import Glibc

extension MarkupDocument {
    /// Marks the nodes to which Galley adds attributes, removes addresses that a page may not contain, and reads the
    /// outline.
    func addOwnMarkup(_ options: RenderOptions) -> [Heading] {
        var outline: [Heading] = []
        var anchors = Anchors()
        var heading: [UInt8]?
        walk(root) { node, isEntering in
            switch node.kind {
            case CMARK_NODE_HEADING where isEntering: heading = []
            case CMARK_NODE_HEADING:
                let text = String(decoding: heading ?? [], as: UTF8.self)
                heading = nil
                let anchor = anchors.anchor(for: text)
                let level = Int(node.pointee.as.heading.level)
                outline.append(Heading(level: level, text: text, anchor: anchor, line: node.line))
                if options.headingAnchors { node.setAnchor(anchor) }
            case CMARK_NODE_TEXT, CMARK_NODE_CODE: heading?.append(contentsOf: node.literal)
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: heading?.append(UInt8(ascii: " "))
            case CMARK_NODE_LINK where isEntering:
                node.dropUnknownAddress()
                if options.linkRelations, node.leadsOutside(options.ownHosts) { node.pointee.extension = ownMarkup }
            case CMARK_NODE_IMAGE where isEntering:
                node.dropUnknownAddress()
                if options.lazyImages { node.pointee.extension = ownMarkup }
            default: break
            }
        }
        return outline
    }

    func dropUnknownAddresses() {
        walk(root) { node, isEntering in
            if isEntering, node.kind == CMARK_NODE_LINK || node.kind == CMARK_NODE_IMAGE { node.dropUnknownAddress() }
        }
    }
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate func dropUnknownAddress() {
        if !LinkAddress(pointee.as.link.url.bytes).isAllowed { cmark_node_set_url(self, "") }
    }

    fileprivate func leadsOutside(_ ownHosts: Set<String>) -> Bool {
        guard let host = LinkAddress(pointee.as.link.url.bytes).webHost else { return false }
        return !ownHosts.contains(host)
    }

    fileprivate func setAnchor(_ anchor: String) {
        pointee.extension = ownMarkup
        cmark_node_set_user_data(self, strdup(anchor))
        cmark_node_set_user_data_free_func(self) { _, anchor in free(anchor) }
    }
}

/// The extension of the nodes that Galley writes. It adds no syntax and only takes part in writing HTML. It is made
/// once; afterwards cmark's code only reads it.
nonisolated(unsafe) private let ownMarkup: UnsafeMutablePointer<cmark_syntax_extension>? = {
    let made = cmark_syntax_extension_new("galley")
    cmark_syntax_extension_set_html_render_func(made) { _, renderer, node, event, options in
        guard let renderer, let node, let html = renderer.pointee.html else { return }
        let isEntering = event == CMARK_EVENT_ENTER
        switch node.kind {
        case CMARK_NODE_HEADING: writeHeading(node, isEntering, to: html, options)
        case CMARK_NODE_LINK: writeOutsideLink(node, isEntering, to: html)
        case CMARK_NODE_IMAGE:
            writeLazyImage(node, isEntering, to: html)
            // The alternative text is the plain text of the image's children. cmark ends it when it reaches the node
            // again.
            if isEntering { renderer.pointee.plain = node }
        default: break
        }
    }
    return made
}()

private typealias HTML = UnsafeMutablePointer<cmark_strbuf>

private func writeHeading(_ node: CNode, _ isEntering: Bool, to html: HTML, _ options: Int32) {
    let level = node.pointee.as.heading.level
    guard isEntering else { return cmark_strbuf_puts(html, "</h\(level)>\n") }
    let size = Int(html.pointee.size)
    if size > 0, html.pointee.ptr[size - 1] != UInt8(ascii: "\n") { cmark_strbuf_puts(html, "\n") }
    cmark_strbuf_puts(html, "<h\(level)")
    if options & CMARK_OPT_SOURCEPOS != 0 { cmark_strbuf_puts(html, node.sourcePosition) }
    if let anchor = node.pointee.user_data {
        // An anchor contains only letters, digits, marks, hyphens and connectors, so it cannot end the attribute.
        cmark_strbuf_puts(html, " id=\"")
        cmark_strbuf_puts(html, anchor.assumingMemoryBound(to: CChar.self))
        cmark_strbuf_puts(html, "\"")
    }
    cmark_strbuf_puts(html, ">")
}

private func writeOutsideLink(_ node: CNode, _ isEntering: Bool, to html: HTML) {
    guard isEntering else { return cmark_strbuf_puts(html, "</a>") }
    cmark_strbuf_puts(html, "<a href=\"")
    let url = node.pointee.as.link.url
    houdini_escape_href(html, url.data, url.len)
    writeTitle(node, to: html)
    cmark_strbuf_puts(html, "\" rel=\"external noopener\">")
}

private func writeLazyImage(_ node: CNode, _ isEntering: Bool, to html: HTML) {
    if isEntering {
        cmark_strbuf_puts(html, "<img src=\"")
        let url = node.pointee.as.link.url
        houdini_escape_href(html, url.data, url.len)
        cmark_strbuf_puts(html, "\" alt=\"")
    } else {
        writeTitle(node, to: html)
        cmark_strbuf_puts(html, "\" loading=\"lazy\" />")
    }
}

/// Ends the current attribute and begins the title, if there is one.
private func writeTitle(_ node: CNode, to html: HTML) {
    let title = node.pointee.as.link.title
    guard title.len > 0 else { return }
    cmark_strbuf_puts(html, "\" title=\"")
    houdini_escape_html0(html, title.data, title.len, 0)
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate var sourcePosition: String {
        let node = pointee
        return " data-sourcepos=\"\(node.start_line):\(node.start_column)-\(node.end_line):\(node.end_column)\""
    }
}
