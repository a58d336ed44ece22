import CCMarkGFM

extension MarkupParser {
    /// Replaces a block's unparsed content with the same text as a finished node, so that cmark finds no markup in it.
    /// - Returns: false if the block was an open paragraph of link definitions only and has been removed.
    func setAside(_ node: CNode) -> Bool {
        // Ends the open paragraph as an empty line does. Otherwise `finish` would read link definitions from it and free
        // it if nothing else remains.
        if node == current, node.kind == CMARK_NODE_PARAGRAPH {
            let parent = node.pointee.parent
            feedNewline()
            guard parent?.pointee.last_child == node else { return false }
        }
        cmark_strbuf_trim(&node.pointee.content)
        appendAsWritten(node.content, to: node, line: node.pointee.start_line)
        cmark_strbuf_clear(&node.pointee.content)
        return true
    }

    /// - Returns: the number of definitions removed.
    func dropDefinitions(longerThan longest: Int) -> Int {
        guard let map = raw.pointee.refmap else { return 0 }
        var dropped = 0
        var kept: UnsafeMutablePointer<cmark_map_entry>?
        var next = map.pointee.refs
        while let entry = next {
            next = entry.pointee.next
            // cmark stores each definition as an entry followed by its address and title.
            let definition = UnsafeRawPointer(entry).assumingMemoryBound(to: cmark_reference.self)
            guard Int(definition.pointee.url.len) + Int(definition.pointee.title.len) > longest else {
                kept = entry
                continue
            }
            if let kept { kept.pointee.next = next } else { map.pointee.refs = next }
            map.pointee.size -= 1
            map.pointee.free(map, entry)
            dropped += 1
        }
        return dropped
    }
}

/// Makes `text` the only child of a paragraph, heading or cell. It becomes one node including its line breaks, because
/// the text may have a million lines.
func appendAsWritten(_ text: CBytes, to parent: CNode, line: Int32) {
    guard let node = cmark_node_new_with_mem(CMARK_NODE_TEXT, cmark_get_default_mem_allocator()) else { return }
    node.pointee.start_line = line
    cmark_node_set_literal(node, String(decoding: text, as: UTF8.self))
    if cmark_node_append_child(parent, node) == 0 { cmark_node_free(node) }
}
