import CCMarkGFM
import Glibc

/// The result of feeding a text.
enum FeedVerdict {
    case complete
    /// The tables would take too long. Feed a new parser without them.
    case tablesTooCostly(line: Int)
    /// The nesting of blocks exceeds `WorkBudget.blockDepthMax`.
    case tooDeep(line: Int)
    /// The number of blocks exceeds `WorkBudget.blocksMax`.
    case tooMany(line: Int)
}

/// Feeds a text to a parser line by line, and stops when the current blocks would make the next line too costly.
struct BlockFeed {
    private let hasTables: Bool
    private var line = 0
    private var blocks = 0
    private var tableSteps = 0
    private var tableCells = 0
    private var paragraph = OpenParagraph()

    /// Feeds all of `text` and ends its last line, so that `finish` adds no block without a check.
    static func feed(_ text: inout String, to parser: borrowing MarkupParser, hasTables: Bool) -> FeedVerdict {
        text.withUTF8 { bytes in
            var feed = BlockFeed(hasTables: hasTables)
            return feed.feed(bytes, to: parser)
        }
    }

    private mutating func feed(_ text: CBytes, to parser: borrowing MarkupParser) -> FeedVerdict {
        var lines = LineScanner(text)
        while let bytes = lines.next() {
            line += 1
            if let verdict = checkBefore(bytes, parser.current) { return verdict }
            parser.feed(bytes)
            if let last = bytes.last, last != 0x0A, last != 0x0D { parser.feedNewline() }
            if let verdict = checkAfter(bytes, parser.current) { return verdict }
        }
        return .complete
    }

    private mutating func checkBefore(_ bytes: CBytes, _ current: CNode) -> FeedVerdict? {
        let isVerbatim = current.kind == CMARK_NODE_CODE_BLOCK || current.kind == CMARK_NODE_HTML_BLOCK
        if !isVerbatim, bytes.count > WorkBudget.blockDepthMax, nestingMarkers(in: bytes) > WorkBudget.blockDepthMax {
            return .tooDeep(line: line)
        }
        guard hasTables else { return nil }
        if current.kind == CMARK_NODE_PARAGRAPH, couldDelimitTableHead(bytes) {
            let columns = pipes(in: bytes)
            if columns > WorkBudget.tableColumnsMax { return .tablesTooCostly(line: line) }
            // cmark reads the paragraph cell by cell. For a cell without a pipe it searches back to the paragraph's
            // start.
            tableSteps += paragraph.headSteps(of: current) + columns * columns
        } else if current.isTablePart {
            let columns = pipes(in: bytes)
            if columns > 2 * WorkBudget.tableColumnsMax { return .tablesTooCostly(line: line) }
            tableSteps += 2 * (columns * columns + bytes.count)
        }
        return tableSteps > WorkBudget.tableSteps ? .tablesTooCostly(line: line) : nil
    }

    private mutating func checkAfter(_ bytes: CBytes, _ current: CNode) -> FeedVerdict? {
        var depth = 0
        var ancestor: CNode? = current
        while let node = ancestor, depth <= WorkBudget.blockDepthMax {
            depth += 1
            if node.line == line { blocks += 1 }
            ancestor = node.pointee.parent
        }
        if depth > WorkBudget.blockDepthMax { return .tooDeep(line: line) }
        if blocks > WorkBudget.blocksMax { return .tooMany(line: line) }
        guard hasTables else { return nil }
        if current.kind == CMARK_NODE_PARAGRAPH {
            paragraph.took(bytes, current)
        } else if current.isTablePart, let table = current.enclosingTable {
            let columns = Int(cmark_gfm_extensions_get_table_columns(table))
            tableCells += columns
            tableSteps += columns * columns / 2
            if tableCells > WorkBudget.tableCellsMax { return .tablesTooCostly(line: line) }
        }
        return nil
    }
}

/// Statistics of the paragraph to which the next line may belong.
private struct OpenParagraph {
    private var node: CNode?
    private var startLine: Int32 = 0
    private var lines = 0
    private var pipesSquared = 0

    mutating func took(_ bytes: CBytes, _ current: CNode) {
        if current != node || current.pointee.start_line != startLine {
            self = OpenParagraph(node: current, startLine: current.pointee.start_line)
        }
        let found = pipes(in: bytes)
        lines += 1
        pipesSquared += found * found
    }

    /// The cost of reading the paragraph as the head of a table.
    func headSteps(of current: CNode) -> Int {
        Int(current.pointee.content.size) * (1 + lines) + pipesSquared
    }
}

private func pipes(in bytes: CBytes) -> Int {
    guard let base = bytes.baseAddress, memchr(base, 0x7C, bytes.count) != nil else { return 0 }
    var count = 0
    for byte in bytes where byte == UInt8(ascii: "|") { count += 1 }
    return count
}

/// Whether the line consists only of pipes, colons, hyphens and quote marks: a superset of `|:--|--:|`.
private func couldDelimitTableHead(_ bytes: CBytes) -> Bool {
    var hasHyphen = false
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "-"): hasHyphen = true
        case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ">"), 0x09...0x0D, UInt8(ascii: " "): continue
        default: return false
        }
    }
    return hasHyphen
}
