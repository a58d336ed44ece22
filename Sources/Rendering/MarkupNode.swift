import CCMarkGFM

// What this room asks of a cmark node. All of it is valid for as long as the document that owns the node.
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

    /// Whether cmark parses this node's content for inlines.
    var holdsInlines: Bool { kind == CMARK_NODE_PARAGRAPH || kind == CMARK_NODE_HEADING || isTableCell }

    /// The unparsed content of a block.
    var content: CBytes { CBytes(start: pointee.content.ptr, count: Int(pointee.content.size)) }
    /// The text of a text, code, HTML or footnote node.
    var literal: CBytes { pointee.as.literal.bytes }
}

extension cmark_chunk {
    var bytes: CBytes { CBytes(start: data, count: Int(len)) }
    var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Calls `visit` for each node on entering and on leaving, in the order of the text. Leaves are only entered.
func walk(_ root: CNode, _ visit: (_ node: CNode, _ isEntering: Bool) -> Void) {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
        let event = cmark_iter_next(iterator)
        guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
        visit(node, event == CMARK_EVENT_ENTER)
    }
}
