import CCMarkGFM
import Glibc

/// Owns a parsed text and its parser, whose list of extensions is needed for writing HTML.
struct MarkupDocument: ~Copyable {
    let root: CNode
    let diagnostics: [Diagnostic]
    private let parser: MarkupParser

    /// Parses `markdown`, without the parts that would take too long.
    init(_ markdown: String, _ options: RenderOptions) throws(RenderError) {
        let size = markdown.utf8.count
        guard size <= bodyBytesMax else { throw .tooLong(bytes: size) }
        var text = markdown
        var diagnostics: [Diagnostic] = []
        var parser = MarkupParser(options, hasTables: true)
        var verdict = BlockFeed.feed(&text, to: parser, hasTables: true)
        if case .tablesTooCostly(let line) = verdict {
            diagnostics.append(
                Diagnostic(line: line, message: "Tables are shown as written: one has too many columns or cells."))
            parser = MarkupParser(options, hasTables: false)
            verdict = BlockFeed.feed(&text, to: parser, hasTables: false)
        }
        if let reason = verdict.reasonAgainstMarkup {
            self.init(MarkupParser(options, hasTables: false), diagnostics: [reason])
            text.withUTF8 { appendAsWritten($0) }
            return
        }
        var inlines = InlineGuard(hasSmartPunctuation: options.smartPunctuation)
        inlines.inspect(parser)
        if !inlines.hasSmartPunctuation { parser.removeOption(CMARK_OPT_SMART) }
        if inlines.hasStrikethrough { parser.attach(.strikethrough) }
        if inlines.hasAutolinks { parser.attach(.autolink) }
        self.init(parser, diagnostics: diagnostics + inlines.diagnostics)
    }

    deinit { cmark_node_free(root) }

    private init(_ parser: consuming MarkupParser, diagnostics: [Diagnostic]) {
        // The first call of `finish` on a parser always returns a tree.
        root = parser.finish() ?? cmark_node_new_with_mem(CMARK_NODE_DOCUMENT, cmark_get_default_mem_allocator())
        self.parser = parser
        self.diagnostics = diagnostics
    }

    /// Appends the text as paragraphs without any markup.
    private func appendAsWritten(_ bytes: CBytes) {
        var lines = LineScanner(bytes)
        var line: Int32 = 0
        var (start, end, startLine): (Int, Int, Int32) = (0, 0, 1)
        while let next = lines.next() {
            line += 1
            if next.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
                appendParagraph(CBytes(rebasing: bytes[start..<end]), line: startLine)
                (start, startLine) = (end + next.count, line + 1)
            }
            end += next.count
        }
        appendParagraph(CBytes(rebasing: bytes[start..<end]), line: startLine)
    }

    private func appendParagraph(_ text: CBytes, line: Int32) {
        guard !text.isEmpty,
            let paragraph = cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, cmark_get_default_mem_allocator())
        else { return }
        paragraph.pointee.start_line = line
        paragraph.pointee.start_column = 1
        cmark_node_append_child(root, paragraph)
        Rendering.appendAsWritten(text, to: paragraph, line: line)
    }

    /// The document as a fragment of HTML.
    func html(_ options: RenderOptions) -> String {
        let extensions = cmark_parser_get_syntax_extensions(parser.raw)
        let memory = cmark_get_default_mem_allocator()
        guard let written = cmark_render_html_with_mem(root, options.cOptions, extensions, memory) else { return "" }
        defer { free(written) }
        return UnsafeMutableRawBufferPointer(start: written, count: strlen(written)).withoutControlCharacters
    }
}

extension UnsafeMutableRawBufferPointer {
    /// UTF-8 as a string, without characters that HTML and XML forbid and browsers do not show: U+FFFE, U+FFFF, and
    /// control characters except line breaks and tabs. They come from damaged or hostile sources, also as character
    /// references.
    var withoutControlCharacters: String {
        // Most text has none, which one pass without branches finds out in a tenth of the time.
        let suspects = reduce(0 as UInt8) { found, byte in
            let isControl = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
            return found | (isControl || byte == 0x7F || byte == 0xC2 || byte == 0xEF ? 1 : 0)
        }
        guard suspects != 0 else { return String(decoding: self, as: UTF8.self) }
        var length = 0
        var index = 0
        while index < count {
            let width = forbiddenWidth(at: index)
            if width == 0 {
                if length < index { self[length] = self[index] }
                length += 1
            }
            index += Swift.max(width, 1)
        }
        return String(decoding: self[..<length], as: UTF8.self)
    }

    /// The number of bytes of the forbidden character at `index`; 0 for an allowed one.
    private func forbiddenWidth(at index: Int) -> Int {
        switch self[index] {
        case 0x20...0x7E, 0x09, 0x0A, 0x0D: 0
        case 0x00...0x1F, 0x7F: 1
        case 0xC2: index + 1 < count && (0x80...0x9F).contains(self[index + 1]) ? 2 : 0
        case 0xEF: index + 2 < count && self[index + 1] == 0xBF && self[index + 2] >= 0xBE ? 3 : 0
        default: 0
        }
    }
}

extension MarkupParser {
    /// Makes a parser with the extensions for blocks. Those for inlines follow once the contents are known.
    init(_ options: RenderOptions, hasTables: Bool) {
        self.init(cOptions: options.cOptions)
        if hasTables { attach(.table) }
        attach(.tasklist)
    }
}

extension RenderOptions {
    var cOptions: Int32 {
        CMARK_OPT_FOOTNOTES
            | (smartPunctuation ? CMARK_OPT_SMART : 0)
            | (sourcePositions ? CMARK_OPT_SOURCEPOS : 0)
            | (rawHTML == .omit ? 0 : CMARK_OPT_UNSAFE)
    }
}

extension FeedVerdict {
    /// Why the text is shown as written; nil if it is not.
    fileprivate var reasonAgainstMarkup: Diagnostic? {
        let effect = "The text is shown as written:"
        return switch self {
        case .complete, .tablesTooCostly: nil
        case .tooDeep(let line):
            Diagnostic(
                line: line, message: "\(effect) quotes and lists nest more than \(WorkBudget.blockDepthMax) deep.")
        case .tooMany(let line):
            Diagnostic(line: line, message: "\(effect) it has more than \(WorkBudget.blocksMax) paragraphs and items.")
        }
    }
}
