import Posts

/// Converts the HTML of a post to Markdown.
///
/// Galley's posts are Markdown, and pages omit raw HTML unless `raw_html` allows it, so a post kept as HTML would be
/// invisible. Markdown expresses what it can, including tables of plain cells. Of elements without a Markdown form, the
/// text stays. Videos, forms and tables with spans stay as HTML, and the report names them. Character references stay,
/// because Markdown has the same ones.
struct HTMLText {
    /// The names of elements that stayed as HTML.
    private(set) var kept: Set<String> = []
    private var scanner: HTMLScanner
    /// Whether line ends count, as in WordPress's old editor: one breaks the line, two the paragraph.
    private let hasLines: Bool
    /// The open emphasis, outermost first.
    private var marks: [Mark] = []
    /// The mark that ended at the very end of `line`.
    private var lastMark: String?
    private var out = ""
    private var line = ""
    /// The prefix of each line: quotes and the indentation of lists.
    private var prefixes: [String] = []
    /// The prefix of the next line only: the bullet of an item.
    private var bullet: String?
    private var lists: [(kind: ListKind, depth: Int)] = []
    private var links: [HTMLTag?] = []
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

    private init(_ html: String, hasLines: Bool) {
        scanner = HTMLScanner(html)
        self.hasLines = hasLines
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
    private mutating func endBlock() {
        hideMarks(from: 0)
        while line.hasSuffix("\\\n") { line.removeLast(2) }
        while line.last == " " { line.removeLast() }
        guard !line.isEmpty else { return }
        write(line)
        line = ""
        lastMark = nil
    }

    /// Writes a separate block of one or more lines.
    private mutating func write(_ block: String) {
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

    private mutating func showMarks() {
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

    private mutating func openLink(_ tag: HTMLTag) {
        let hasAddress = tag.attributes["href"].map { !$0.isEmpty } ?? false
        links.append(hasAddress ? tag : nil)
        guard hasAddress else { return }
        showMarks()
        line += "["
    }

    private mutating func closeLink() {
        guard let tag = links.popLast() ?? nil, let address = tag.attributes["href"] else { return }
        line += "](" + HTMLText.address(address) + HTMLText.title(tag) + ")"
    }

    private mutating func addImage(_ tag: HTMLTag) {
        guard let source = tag.attributes["src"], !source.isEmpty else { return }
        let words = (tag.attributes["alt"] ?? "").replacing("\n", with: " ")
        let alt = words.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
        showMarks()
        line += "![\(alt)](\(HTMLText.address(source))\(HTMLText.title(tag)))"
    }

    private static func address(_ text: String) -> String {
        let address = text.replacing("\n", with: "").referencesResolved
        let isPlain = !address.contains { $0 == " " || $0 == "(" || $0 == ")" || $0 == "<" }
        return isPlain ? address : "<\(address.replacing("<", with: "%3C").replacing(">", with: "%3E"))>"
    }

    private static func title(_ tag: HTMLTag) -> String {
        guard let title = tag.attributes["title"], !title.isEmpty else { return "" }
        return " \"" + title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ")
            + "\""
    }

    private mutating func addCode(_ tag: HTMLTag) {
        let code = content(of: tag).referencesResolved.replacing("\n", with: " ")
        let fence = String(repeating: "`", count: code.longestRun(of: "`") + 1)
        let space = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
        guard !code.isEmpty else { return }
        showMarks()
        line += fence + space + code + space + fence
    }

    private mutating func addPre(_ tag: HTMLTag) {
        endBlock()
        var code = content(of: tag)
        var language = tag.attributes["class"] ?? ""
        if let open = code.prefixMatch(of: /\s*<code([^>]*)>/) {
            if let name = open.1.firstMatch(of: /language-([A-Za-z0-9+#-]+)/) { language = "language-\(name.1)" }
            code = String(code[open.range.upperBound...])
            if let close = code.firstRange(of: "</code>") { code.removeSubrange(close.lowerBound..<code.endIndex) }
        }
        code = code.replacing(/<br\s*\/?>/, with: "\n").replacing(/<[^>]*>/, with: "").referencesResolved
        while code.hasSuffix("\n") { code.removeLast() }
        if code.hasPrefix("\n") { code.removeFirst() }
        let name = language.firstMatch(of: /language-([A-Za-z0-9+#-]+)/).map { String($0.1) } ?? ""
        let fence = String(repeating: "`", count: max(3, code.longestRun(of: "`") + 1))
        write(fence + name + "\n" + code + "\n" + fence)
    }

    private mutating func content(of tag: HTMLTag) -> String {
        let start = scanner.position
        let whole = scanner.rest(of: tag.name, from: start)
        return whole.hasSuffix(">") ? String(whole[..<(whole.lastIndex(of: "<") ?? whole.endIndex)]) : whole
    }

    // MARK: - Tables

    private static let columnsMax = 50

    /// Converts a table without spans whose cells have one line each, as GFM requires. Any other table stays HTML.
    private mutating func addTable(_ tag: HTMLTag) {
        let html = scanner.rest(of: tag.name, from: tag.start)
        guard let rows = HTMLText.rows(of: html), let width = rows.map(\.cells.count).max(),
            (1...HTMLText.columnsMax).contains(width)
        else { return keep(html, of: tag) }
        endBlock()
        func line(_ cells: [String]) -> String {
            "| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ") + " |"
        }
        let hasHead = rows[0].isHead
        let rule = "|" + String(repeating: " --- |", count: width)
        let lines = [line(hasHead ? rows[0].cells : []), rule] + rows.dropFirst(hasHead ? 1 : 0).map { line($0.cells) }
        write(lines.joined(separator: "\n"))
    }

    /// - Returns: nil for a table that GFM cannot express.
    private static func rows(of html: String) -> [(cells: [String], isHead: Bool)]? {
        var scanner = HTMLScanner(html)
        var rows: [(cells: [String], isHead: Bool)] = []
        // Skips the table's own tag.
        _ = scanner.next()
        while let token = scanner.next() {
            switch token {
            case .open(let tag) where tag.name == "tr": rows.append(([], true))
            case .open(let tag) where tag.name == "td" || tag.name == "th":
                let hasSpan = ["colspan", "rowspan"].contains { tag.attributes[$0].map { $0 != "1" } ?? false }
                guard !hasSpan, !rows.isEmpty else { return nil }
                let start = scanner.position
                let whole = scanner.rest(of: tag.name, from: start)
                guard whole.hasSuffix(">"), let end = whole.lastIndex(of: "<") else { return nil }
                let (text, kept) = markdown(String(whole[..<end]))
                let cell = text.split(separator: "\n").map(String.init)
                guard kept.isEmpty, cell.count <= 1, cell.first?.hasPrefix("```") != true else { return nil }
                let words = (cell.first ?? "").replacing("\\|", with: "|").replacing("|", with: "\\|")
                rows[rows.count - 1].cells.append(words)
                if tag.name == "td" { rows[rows.count - 1].isHead = false }
            case .open(let tag) where ["thead", "tbody", "tfoot", "colgroup", "col"].contains(tag.name): break
            case .close, .comment: break
            case .text(let text): guard text.allSatisfy(\.isWhitespace) else { return nil }
            case .open: return nil
            }
        }
        return rows.isEmpty ? nil : rows
    }

    private mutating func keep(_ tag: HTMLTag) {
        keep(
            tag.isVoid ? scanner.slice(tag.start..<scanner.position) : scanner.rest(of: tag.name, from: tag.start),
            of: tag)
    }

    /// Removes empty lines, which would end a block of HTML.
    private mutating func keep(_ html: String, of tag: HTMLTag) {
        kept.insert(tag.name)
        endBlock()
        write(html.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n"))
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

    fileprivate func longestRun(of character: Character) -> Int {
        var (longest, run) = (0, 0)
        for one in self {
            run = one == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
