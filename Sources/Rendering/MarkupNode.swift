import CCMarkGFM

// Accessors for cmark nodes. The results are valid as long as the document that owns the node.
extension UnsafeMutablePointer where Pointee == cmark_node {
    var kind: cmark_node_type { cmark_node_type(UInt32(pointee.type)) }
    var line: Int { Int(pointee.start_line) }

    var isTable: Bool { pointee.type == galley_node_type_table() }
    var isTableRow: Bool { pointee.type == galley_node_type_table_row() }
    var isTableCell: Bool { pointee.type == galley_node_type_table_cell() }
    var isStrikethrough: Bool { pointee.type == galley_node_type_strikethrough() }
    var isTablePart: Bool { isTableRow || isTable || isTableCell }

    /// The table to which a table, row or cell belongs.
    var enclosingTable: Self? {
        var node: Self? = self
        while let here = node, !here.isTable { node = here.pointee.parent }
        return node
    }

    /// Whether cmark parses inlines in this node's content.
    var holdsInlines: Bool { kind == CMARK_NODE_PARAGRAPH || kind == CMARK_NODE_HEADING || isTableCell }

    /// Whether this kind of node never has children.
    var isLeaf: Bool {
        switch kind {
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
            CMARK_NODE_SOFTBREAK,
            CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
            true
        default: false
        }
    }

    /// The unparsed content of a block.
    var content: CBytes { CBytes(start: pointee.content.ptr, count: Int(pointee.content.size)) }
    /// The text of a text, code, HTML or footnote node.
    var literal: CBytes { pointee.as.literal.bytes }
}

extension cmark_chunk {
    var bytes: CBytes { CBytes(start: data, count: Int(len)) }
    var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Calls `visit` for each node in the order of the text: on entering and, except for leaves, on leaving. `visit` must
/// not change the links of the tree. (cmark's own iterator takes a third longer.)
@inline(__always)
func walk(_ root: CNode, _ visit: (_ node: CNode, _ isEntering: Bool) -> Void) {
    var node = root
    while true {
        visit(node, true)
        if let child = node.pointee.first_child {
            node = child
            continue
        }
        if !node.isLeaf { visit(node, false) }
        while node != root, node.pointee.next == nil, let parent = node.pointee.parent {
            node = parent
            visit(node, false)
        }
        guard node != root, let next = node.pointee.next else { return }
        node = next
    }
}
