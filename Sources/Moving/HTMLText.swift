import Posts

/// Converts the HTML of a post to Markdown.
///
/// Galley's posts are Markdown, and pages omit raw HTML unless `raw_html` allows it, so a post kept as HTML would be
/// invisible. Markdown expresses what it can, including tables of plain cells. Of elements without a Markdown form, the
/// text stays. Videos, forms and tables with spans stay as HTML, and the report names them. Character references stay,
/// because Markdown has the same ones.
struct HTMLText {
    /// The names of elements that stayed as HTML.
    var kept: Set<String> = []
    var scanner: HTMLScanner
    /// Whether line ends count, as in WordPress's old editor: one breaks the line, two the paragraph.
    private let hasLines: Bool
    /// Whether it is a cell of a table. A table in a cell stays HTML, so that tables in tables cannot recurse.
    let isCell: Bool
    /// The open emphasis, outermost first.
    private var marks: [Mark] = []
    /// The mark that ended at the very end of `line`.
    private var lastMark: String?
    private var out = ""
    var line = ""
    /// The prefix of each line: quotes and the indentation of lists.
    private var prefixes: [String] = []
    /// The prefix of the next line only: the bullet of an item.
    private var bullet: String?
    private var lists: [(kind: ListKind, depth: Int)] = []
    var links: [HTMLTag?] = []
    /// Whether the next item needs an empty line before it, as the first of a list does.
    private var isGap = false
    /// How many prefixes the previous block had.
    private var lastDepth = 0

    private struct Mark {
        let text: String
        /// Whether `line` contains the mark; true from the first word on.
        var isShown = false
        /// Whether it is inside the same mark and therefore has no effect.
        let isRepeated: Bool
    }

    private enum ListKind {
        case bullets
        case numbers(Int)
    }

    /// How deep quotes and lists may nest; deeper ones stay at this depth.
    private static let depthMax = 32

    /// - Parameter isWordPress: whether the HTML comes from WordPress. It breaks lines itself, even next to paragraphs,
    ///   except in text of its block editor. In other HTML, line ends do not count if there are paragraphs.
    static func markdown(_ html: String, isWordPress: Bool = false) -> (text: String, kept: Set<String>) {
        var text = HTMLText(html, hasLines: isWordPress ? !html.contains("<!-- wp:") : !html.hasParagraphs)
        text.run()
        return (text.out, text.kept)
    }

    /// - Returns: the text of a cell, or nil when it needs more than one line, which GFM has no room for.
    static func cell(_ html: String) -> String? {
        var text = HTMLText(html, hasLines: false, isCell: true)
        text.run()
        let lines = text.out.split(separator: "\n")
        guard text.kept.isEmpty, lines.count <= 1, lines.first?.hasPrefix("```") != true else { return nil }
        return lines.first.map(String.init) ?? ""
    }

    private init(_ html: String, hasLines: Bool, isCell: Bool = false) {
        scanner = HTMLScanner(html)
        self.hasLines = hasLines
        self.isCell = isCell
    }

    private mutating func run() {
        while let token = scanner.next() {
            switch token {
            case .text(let text): add(text: text)
            case .comment: break
            case .open(let tag): open(tag)
            case .close(let name): close(name)
            }
        }
        endBlock()
    }

    // MARK: - Texts

    private mutating func add(text: String) {
        let text = text.replacing("\r\n", with: "\n")
        guard hasLines else { return add(words: text) }
        for (index, block) in text.split(separator: /\n[ \t]*\n\s*/, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { endBlock() }
            for (number, words) in block.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if number > 0, !line.isEmpty { line += "\\\n" }
                add(words: String(words))
            }
        }
    }

    private mutating func add(words text: String) {
        for character in text {
            if character.isWhitespace, character != "\u{A0}" {
                if !line.isEmpty, line.last?.isWhitespace == false {
                    line.append(" ")
                    lastMark = nil
                }
                continue
            }
            showMarks()
            switch character {
            case "\\", "*", "`", "[", "]", "<": line.append("\\")
            case "_": if line.last?.isLetter != true { line.append("\\") }
            case "#", ">", "+", "-", "=", "~", "|": if line.isEmpty || line.hasSuffix("\\\n") { line.append("\\") }
            case ".", ")": if !line.isEmpty, line.utf8.count < 10, line.allSatisfy(\.isASCIIDigit) { line.append("\\") }
            default: break
            }
            line.append(character)
        }
    }

    /// Ends the current paragraph, if there is one. Open emphasis continues in the next.
    mutating func endBlock() {
        hideMarks(from: 0)
        while line.hasSuffix("\\\n") { line.removeLast(2) }
        while line.last == " " { line.removeLast() }
        guard !line.isEmpty else { return }
        write(line)
        line = ""
        lastMark = nil
    }

    /// Writes a separate block of one or more lines.
    mutating func write(_ block: String) {
        let indent = prefixes.joined()
        if !out.isEmpty, bullet == nil || isGap { out += prefixes.prefix(lastDepth).joined().trimmedEnd + "\n" }
        (isGap, lastDepth) = (false, prefixes.count)
        for (index, text) in block.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = index == 0 ? bullet.map { prefixes.dropLast().joined() + $0 } ?? indent : indent
            out += (text.isEmpty ? start.trimmedEnd : start + text) + "\n"
        }
        bullet = nil
    }

    // MARK: - Tags

    private mutating func open(_ tag: HTMLTag) {
        switch tag.name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center", "address":
            endBlock()
        case "figcaption":
            endBlock()
            openMark("*")
        case "br": if !line.isEmpty { line += "\\\n" }
        case "hr":
            endBlock()
            write("* * *")
        case "h1", "h2", "h3", "h4", "h5", "h6":
            endBlock()
            line += String(repeating: "#", count: Int(tag.name.dropFirst()) ?? 2) + " "
        case "em", "i", "cite", "dfn": openMark("*")
        case "strong", "b": openMark("**")
        case "del", "s", "strike": openMark("~~")
        case "dt":
            endBlock()
            openMark("**")
        case "dl", "dd", "details", "summary", "form", "fieldset", "legend", "nav", "hgroup": endBlock()
        case "table": addTable(tag)
        case "code", "tt": addCode(tag)
        case "pre": addPre(tag)
        case "a": openLink(tag)
        case "img": addImage(tag)
        case "blockquote":
            endBlock()
            push("> ")
        case "ul", "ol", "menu": openList(tag)
        case "li": openItem()
        case "span", "font", "html", "body", "picture", "wbr", "noscript", "input", "link", "meta", "source": break
        case "q": add(words: "“")
        case "kbd", "samp", "abbr", "acronym", "sup", "sub", "u", "mark", "small", "big", "ins", "time", "var", "data",
            "bdi", "bdo", "nobr", "label", "ruby", "rb", "rt", "rp":
            break
        case "script", "style", "template": _ = content(of: tag)
        default: keep(tag)
        }
    }

    private mutating func close(_ name: String) {
        switch name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center", "address", "h1",
            "h2", "h3", "h4", "h5", "h6":
            endBlock()
        case "dl", "dd", "details", "summary", "form", "fieldset", "legend", "nav", "hgroup": endBlock()
        case "dt":
            closeMark("**")
            endBlock()
        case "figcaption":
            closeMark("*")
            endBlock()
        case "q": add(words: "”")
        case "em", "i", "cite", "dfn": closeMark("*")
        case "strong", "b": closeMark("**")
        case "del", "s", "strike": closeMark("~~")
        case "a": closeLink()
        case "blockquote":
            endBlock()
            if !prefixes.isEmpty { prefixes.removeLast() }
        case "ul", "ol", "menu":
            endItem()
            if !lists.isEmpty { lists.removeLast() }
        case "li": endItem()
        default: break
        }
    }

    // MARK: - Emphasis

    /// A mark precedes a word, never a blank, so it is written with the first word.
    private mutating func openMark(_ text: String) {
        marks.append(Mark(text: text, isRepeated: marks.contains { $0.text == text }))
    }

    mutating func showMarks() {
        defer { lastMark = nil }
        for index in marks.indices where !marks[index].isShown && !marks[index].isRepeated {
            let text = marks[index].text
            if lastMark == text {
                // `**a****b**` would not be emphasis.
                line.removeLast(text.count)
            } else {
                line += text
            }
            lastMark = nil
            marks[index].isShown = true
        }
    }

    /// Marks close after a word, never after a blank. A mark that was never written contained no words.
    private mutating func closeMark(_ text: String) {
        guard let index = marks.lastIndex(where: { $0.text == text }) else { return }
        let isShown = marks[index].isShown
        // Elements overlap: inner marks close and open again.
        if isShown { hideMarks(from: index) }
        marks.remove(at: index)
    }

    private mutating func hideMarks(from first: Int) {
        let shown = marks.indices.filter { $0 >= first && marks[$0].isShown }
        guard !shown.isEmpty else { return }
        var blanks = ""
        while let last = line.last, last == " " || last == "\n" {
            line.removeLast()
            if last == "\n", line.last == "\\" { line.removeLast() }
            blanks = (last == "\n" ? "\\\n" : " ") + blanks
        }
        for index in shown.reversed() {
            line += marks[index].text
            marks[index].isShown = false
        }
        lastMark = blanks.isEmpty ? marks[shown[0]].text : nil
        line += blanks
    }

    private mutating func push(_ prefix: String) { prefixes.append(prefixes.count < HTMLText.depthMax ? prefix : "") }

    private mutating func openList(_ tag: HTMLTag) {
        endBlock()
        if lists.isEmpty { isGap = true }
        let kind = tag.name == "ol" ? ListKind.numbers(Int(tag.attributes["start"] ?? "") ?? 1) : .bullets
        lists.append((kind, prefixes.count))
    }

    /// Ends the current item of the innermost list and everything still open in it.
    private mutating func endItem() {
        endBlock()
        bullet = nil
        guard let depth = lists.last?.depth, prefixes.count > depth else { return }
        prefixes.removeLast(prefixes.count - depth)
    }

    private mutating func openItem() {
        if lists.isEmpty { lists.append((.bullets, prefixes.count)) }
        endItem()
        let mark: String
        switch lists.last?.kind {
        case .numbers(let number)?:
            mark = "\(number). "
            lists[lists.count - 1].kind = .numbers(number &+ 1)
        case .bullets?, nil: mark = "- "
        }
        push(String(repeating: " ", count: mark.count))
        bullet = mark
    }
}

extension String {
    fileprivate var hasParagraphs: Bool {
        let head = lowercased()
        return head.contains("<p>") || head.contains("<p ") || head.contains("<!-- wp:")
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
