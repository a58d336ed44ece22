import Posts
import Rendering

/// Writes a document tree as plain text and records the losses. It recurses, because the depth of the tree is bounded.
struct TreeWalk {
    var out = LineWriter()
    private(set) var lost: [Lost] = []
    /// See `PlainText.whole`.
    private(set) var whole: [Range<Int>] = []
    /// See `PlainText.init`.
    var isMarked = false
    /// An excerpt contains only words, without addresses and footnote marks.
    var isExcerpt = false

    mutating func document(_ tree: DocumentTree) {
        var isFirstNote = true
        for block in tree.blocks {
            if case .footnoteDefinition = block.kind {
                // Footnotes form one list: an empty line before it and none within.
                separate(since: 0, isFirstNote ? 2 : 1)
                isFirstNote = false
            } else {
                separate(since: 0, 2)
            }
            self.block(block)
        }
    }

    mutating func note(_ kind: Loss.Kind, _ quote: String, _ node: Node) {
        lost.append(Lost(kind: kind, quote: quote, line: node.lines.lowerBound, offset: out.byteCount))
    }

    mutating func block(_ node: Node) {
        switch node.kind {
        case .heading:
            note(.heading, "", node)
            paragraph(node)
        case .blockQuote:
            out.beginMarks(first: "> ", rest: "> ")
            blocks(node.children, apart: 2)
            out.endMarks()
        case .list(let start): list(node, from: start)
        case .item(let isChecked): item(node, marker: "•", isChecked: isChecked)
        case .codeBlock(let text):
            note(.code, "", node)
            let lines = text.hasSuffix("\n") ? String(text.dropLast()) : text
            keepWhole { $0.out.writeVerbatim($0.isMarked ? TextMarks.around(code: lines) : lines) }
        case .thematicBreak: out.write("* * *")
        case .table: keepWhole { $0.table(node) }
        case .htmlBlock(let html): noteHTML(html, node)
        case .footnoteDefinition(let label): footnote(node, label)
        case .paragraph: paragraph(node)
        case .tableRow, .tableCell: inlineBlock(node)
        // An inline in the place of a block gets no separate line.
        case .text, .softBreak, .lineBreak, .code, .emphasis, .strong, .strikethrough, .link, .image, .htmlInline,
            .footnoteReference:
            inline(node)
        }
    }

    /// Records what `write` writes as undivided. In a table, this covers the code in its cells.
    mutating func keepWhole(_ write: (inout TreeWalk) -> Void) {
        let start = out.byteCount
        write(&self)
        let end = out.byteCount
        while let last = whole.last, last.lowerBound >= start { whole.removeLast() }
        if end > start { whole.append(start..<end) }
    }

    /// Dashes alone in a paragraph are escaped ones, and no break of a thread.
    private mutating func paragraph(_ node: Node) {
        guard ["---", "* * *"].contains(words(of: node).trimmed) else { return inlineBlock(node) }
        keepWhole { $0.inlineBlock(node) }
    }

    private mutating func inlineBlock(_ node: Node) {
        inlines(node.children)
        trimLine()
    }

    /// Trims what is whole with it.
    private mutating func trimLine() {
        out.trimLine()
        while let last = whole.last, last.upperBound > out.byteCount {
            whole.removeLast()
            if last.lowerBound < out.byteCount { whole.append(last.lowerBound..<out.byteCount) }
        }
    }

    private mutating func blocks(_ nodes: [Node], apart lineEnds: Int) {
        let start = out.byteCount
        for node in nodes {
            separate(since: start, lineEnds)
            block(node)
        }
    }

    /// Requests a separation only if something was written.
    private mutating func separate(since start: Int, _ lineEnds: Int) {
        if out.byteCount > start { out.separate(lineEnds) }
    }

    /// - Parameter first: the number of its first item; nil for a bulleted list.
    private mutating func list(_ node: Node, from first: Int?) {
        let start = out.byteCount
        var number = first ?? 0
        for item in node.children {
            separate(since: start, 1)
            guard case .item(let isChecked) = item.kind else { continue }
            self.item(item, marker: first == nil ? "•" : "\(number).", isChecked: isChecked)
            number += 1
        }
    }

    private mutating func item(_ node: Node, marker: String, isChecked: Bool?) {
        let marker = isChecked.map { $0 ? "☑" : "☐" } ?? marker
        out.beginMarks(first: marker + " ", rest: String(repeating: " ", count: marker.count + 1))
        blocks(node.children, apart: 1)
        out.endMarks()
    }

    private mutating func table(_ node: Node) {
        note(.table, "", node)
        let start = out.byteCount
        for row in node.children {
            separate(since: start, 1)
            for (column, cell) in row.children.enumerated() {
                if column > 0 { out.write(" | ") }
                inlines(cell.children)
            }
            trimLine()
        }
    }

    private mutating func footnote(_ node: Node, _ label: String) {
        let number = numbers[label] ?? numbers.count + 1
        numbers[label] = number
        let mark = "[\(number)] "
        out.beginMarks(first: mark, rest: String(repeating: " ", count: mark.count))
        blocks(node.children, apart: 1)
        out.endMarks()
    }

    /// Footnote numbers by label, from the references met so far.
    var numbers: [String: Int] = [:]

    /// Skips comments, which readers never see, line breaks between blocks, and end tags, whose start tags were recorded.
    mutating func noteHTML(_ html: String, _ node: Node) {
        let html = html.trimmed
        if html.hasPrefix("</") || (html.hasPrefix("<!--") && html.hasSuffix("-->")) { return }
        if html.split(whereSeparator: \.isNewline).allSatisfy(\.trimmed.isLineBreakTag) { return }
        note(.html, html, node)
    }
}
