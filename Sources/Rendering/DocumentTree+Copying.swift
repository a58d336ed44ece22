import CCMarkGFM

extension MarkupDocument {
    /// Copies the document out of cmark's memory.
    func tree() -> DocumentTree {
        var open = [OpenNode(kind: nil, lines: 1...1)]
        var inlineDepth = 0
        walk(root) { node, isEntering in
            guard node.kind != CMARK_NODE_DOCUMENT else { return }
            let isContainer = !node.isLeaf
            let isInline = node.pointee.type & UInt16(CMARK_NODE_TYPE_MASK) == UInt16(CMARK_NODE_TYPE_INLINE)
            if isEntering {
                if isContainer, isInline { inlineDepth += 1 }
                if isContainer, isInline, inlineDepth > WorkBudget.inlineDepthMax { return }
                guard let kind = node.treeKind else { return }
                let lines = node.lines(within: open[open.count - 1].lines)
                if isContainer {
                    open.append(OpenNode(kind: kind, lines: lines))
                } else {
                    open[open.count - 1].children.append(Node(kind, lines: lines))
                }
            } else {
                defer { if isInline { inlineDepth -= 1 } }
                if isInline, inlineDepth > WorkBudget.inlineDepthMax { return }
                guard node.treeKind != nil, let done = open.popLast(), let kind = done.kind else { return }
                open[open.count - 1].children.append(Node(kind, lines: done.lines, children: done.children))
            }
        }
        return DocumentTree(blocks: open[0].children, diagnostics: diagnostics)
    }
}

/// A container whose children are not complete.
private struct OpenNode {
    let kind: Node.Kind?
    let lines: ClosedRange<Int>
    var children: [Node] = []
}

extension UnsafeMutablePointer where Pointee == cmark_node {
    fileprivate func lines(within outer: ClosedRange<Int>) -> ClosedRange<Int> {
        let first = pointee.start_line > 0 ? Int(pointee.start_line) : outer.lowerBound
        return first...max(first, Int(pointee.end_line))
    }

    fileprivate var treeKind: Node.Kind? { blockKind ?? inlineKind }

    private var blockKind: Node.Kind? {
        switch kind {
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_HEADING: .heading
        case CMARK_NODE_BLOCK_QUOTE: .blockQuote
        case CMARK_NODE_LIST: .list(start: listStart)
        case CMARK_NODE_ITEM: .item(isChecked: pointee.extension == nil ? nil : pointee.as.list.checked)
        case CMARK_NODE_CODE_BLOCK: .codeBlock(pointee.as.code.literal.string)
        case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
        case CMARK_NODE_HTML_BLOCK: .htmlBlock(pointee.as.literal.string)
        case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition(label: pointee.as.literal.string)
        case _ where isTable: .table
        case _ where isTableRow: .tableRow
        case _ where isTableCell: .tableCell
        default: nil
        }
    }

    private var inlineKind: Node.Kind? {
        switch kind {
        // cmark leaves empty texts, for example before a line break made of two spaces.
        case CMARK_NODE_TEXT: pointee.as.literal.len > 0 ? .text(pointee.as.literal.string) : nil
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_CODE: .code(pointee.as.literal.string)
        case CMARK_NODE_HTML_INLINE: .htmlInline(pointee.as.literal.string)
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK: .link(url: pointee.as.link.url.string, title: pointee.as.link.title.string)
        case CMARK_NODE_IMAGE: .image(url: pointee.as.link.url.string)
        case CMARK_NODE_FOOTNOTE_REFERENCE: footnoteReference
        case _ where isStrikethrough: .strikethrough
        default: nil
        }
    }

    private var listStart: Int? {
        let list = pointee.as.list
        return list.list_type == CMARK_ORDERED_LIST ? Int(list.start) : nil
    }

    /// cmark replaces the label with the number; the definition still has the label.
    private var footnoteReference: Node.Kind {
        let label = pointee.parent_footnote_def?.pointee.as.literal.string ?? ""
        return .footnoteReference(label: label, number: Int(pointee.as.literal.string) ?? 0)
    }
}
