import Posts

/// Code, in a line and in blocks.
extension HTMLText {
    /// Code of several lines becomes a block, unless its lines are only those of its source.
    mutating func addCode(_ tag: HTMLTag) {
        let before = scanner.position
        let source = scanner.content(of: tag) ?? contentOfOpenCode(tag, from: before)
        let code = CodeText(source)
        let isAlone = isAtLineStart && scanner.isAtEndOfBlock
        let hasLines =
            isAlone || code.hasBreaks || code.lines.count > 2 && code.isIndented || areLinesCertain && keepsLines
        guard code.lines.count > 1, hasLines, !isHeading, !marks.contains(where: { $0.text == "[" }) else {
            return add(code: code.inLine)
        }
        endBlock()
        write(CodeBlock(code, CodeLanguage.name(in: tag) ?? language).text)
        language = nil
    }

    mutating func add(code: String) {
        let code = code.filter { !EmphasisMarks.isMark($0) }
        guard !code.isEmpty else { return }
        showMarks()
        line += HTMLText.inLine(code: code)
    }

    static func inLine(code: String) -> String {
        let fence = String(repeating: "`", count: code.longestRun(of: "`") + 1)
        // Markdown takes a blank away on both sides.
        let isPadded = code.hasPrefix(" ") && code.hasSuffix(" ") && !code.allSatisfy(\.isWhitespace)
        let space = code.hasPrefix("`") || code.hasSuffix("`") || isPadded ? " " : ""
        return fence + space + code + space + fence
    }

    /// Of code that is left open: up to the end of the paragraph.
    private mutating func contentOfOpenCode(_ tag: HTMLTag, from start: Int) -> String {
        let content = scanner.contentOfBlock(upTo: tag.name)
        guard keepsLines, let end = content.firstRange(of: "\n\n") else { return content }
        let code = content[..<end.lowerBound]
        scanner.resume(at: start + code.utf8.count)
        return String(code)
    }

    mutating func addPre(_ tag: HTMLTag) {
        endBlock()
        let source = scanner.content(of: tag) ?? scanner.contentOfBlock(upTo: tag.name)
        let block = CodeBlock(CodeText(source), CodeLanguage.name(in: tag) ?? CodeLanguage.inside(source) ?? language)
        language = nil
        if !block.isEmpty { write(block.text) }
        addPictures(of: source)
    }

    /// Code has no pictures, so they follow it.
    private mutating func addPictures(of source: String) {
        var pictures = HTMLScanner(source, isCode: true)
        while let token = pictures.next() {
            guard case .open(let tag) = token, tag.name == "img" else { continue }
            addImage(tag)
            endBlock()
        }
    }
}

/// A block of code in Markdown.
struct CodeBlock {
    let text: String
    let isEmpty: Bool

    init(_ code: CodeText, _ language: String?) { self.init(code.lines, language) }

    init(_ lines: [String], _ language: String?) {
        var lines = lines
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        isEmpty = lines.isEmpty
        let code = lines.joined(separator: "\n")
        let fence = String(repeating: "`", count: max(3, code.longestRun(of: "`") + 1))
        text = fence + (language ?? "") + "\n" + code + "\n" + fence
    }
}

/// The text of code in HTML: its lines and blanks as a browser shows them, without the numbers that highlighters put
/// before the lines.
struct CodeText {
    /// Without empty ones at the beginning, but for those that a browser shows, and at the end.
    private(set) var lines: [String]
    /// Whether tags break its lines.
    private(set) var hasBreaks = false

    init(_ html: String) {
        var (scanner, text) = (HTMLScanner(html, isCode: true), "")
        func endLine() { if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" } }
        while let token = scanner.next() {
            switch token {
            case .text(let words): text += words
            case .open(let tag) where tag.classes.contains(where: CodeText.numbers.contains):
                if let content = scanner.content(of: tag), !content.isLineNumbers { text += CodeText(content).whole }
            case .open(let tag) where tag.name == "br":
                text += "\n"
                hasBreaks = true
            case .open(let tag) where HTMLElements.blocks.contains(tag.name): endLine()
            case .close(let name) where HTMLElements.blocks.contains(name):
                endLine()
                hasBreaks = true
            case .open, .close, .comment, .unendedComment: break
            }
        }
        // Editors write the blanks of an indentation as ones that do not break.
        let written = text.referencesResolved
        isIndented = written.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().contains {
            $0.isEmpty || $0.hasPrefix(" ") || $0.hasPrefix("\t")
        }
        let resolved = written.replacing("\u{A0}", with: " ")
        lines = resolved.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let last = lines.count - 1
        inLine = lines.enumerated().map { index, line in
            let start = index > 0 ? line.drop(while: \.isWhitespace) : line[...]
            return index < last ? start.trimmedAtEnd : String(start)
        }.joined(separator: " ")
        if lines.first?.allSatisfy(\.isWhitespace) == true, lines.count > 1 { lines.removeFirst() }
        while lines.count > 1, lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    }

    /// Whether a line after the first one is empty or begins with a blank, as lines that count do.
    let isIndented: Bool
    /// The code in a line, where each end of a line is a blank.
    let inLine: String

    private var whole: String { lines.joined(separator: "\n").htmlTextEscaped }

    private static let numbers: Set<String> = [
        "lineno", "linenos", "linenodiv", "ln", "lnt", "line-number", "line-numbers", "gutter", "gl", "rouge-gutter",
    ]
}

/// Code that a highlighter writes as a table of one row: the numbers of the lines in one cell, the code in the other.
enum CodeListing {
    /// - Returns: the block; nil if the table is another one.
    static func text(ofTable html: String, _ language: String?) -> String? {
        guard html.contains("<pre") || html.contains("<code") else { return nil }
        var (scanner, cells, rows) = (HTMLScanner(html), [String](), 0)
        while let token = scanner.next(), cells.count <= 2, rows <= 1 {
            guard case .open(let tag) = token else { continue }
            if tag.name == "tr" { rows += 1 }
            if tag.name == "td" { cells.append(scanner.content(of: tag) ?? "") }
        }
        guard rows <= 1, cells.count == 2, cells[0].isLineNumbers else { return nil }
        let block = CodeBlock(CodeText(cells[1]), CodeLanguage.inside(cells[1]) ?? language)
        return block.isEmpty ? nil : block.text
    }
}

extension String {
    /// Whether it is HTML of nothing but numbers.
    fileprivate var isLineNumbers: Bool {
        withoutTags(lineBreak: " ").referencesResolved.allSatisfy { $0.isWhitespace || $0.isNumber || $0 == "." }
    }

    func longestRun(of character: Character) -> Int {
        var (longest, run) = (0, 0)
        for one in self {
            run = one == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
