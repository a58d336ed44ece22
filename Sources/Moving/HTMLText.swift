import Posts

/// Converts the HTML of a post to Markdown.
///
/// Galley's posts are Markdown, which their author edits; of HTML in it, pages show only what `raw_html` allows. Markdown
/// expresses what it can, including tables of plain cells. Of elements without a Markdown form, the
/// text stays. Videos, forms and tables with spans stay as HTML. The report names these, and elements whose meaning is
/// lost. Character references stay, because Markdown has the same ones.
struct HTMLText {
    /// The names of elements that stayed as HTML.
    var kept: Set<String> = []
    /// The names of elements with a meaning of which only the text stayed.
    var plain: Set<String> = []
    var scanner: HTMLScanner
    /// Whether line ends count outside of blocks, as in WordPress's old editor: one breaks the line, two the paragraph.
    private let hasLines: Bool
    /// How many blocks of WordPress's block editor are open. Line ends do not count in them.
    var openBlocks = 0
    /// Whether it stands in a table. A table in it stays HTML, or only its texts are read, so that tables in tables
    /// cannot recurse.
    let isCell: Bool
    /// Whether it comes from the clipboard (`RichText`).
    let isPasted: Bool
    /// Of each open element of a pasted text, by its name, the emphasis that ends with it.
    var styles: [String: [[EmphasisMarks.Kind]]] = [:]
    /// How many lists are open that Word has written as paragraphs, and the level of the present paragraph.
    var wordLists = 0
    var wordLevel: Int?
    /// The open emphasis and links, outermost first, each kind once.
    private var marks: [Mark] = []
    /// How many of each kind are open inside the same kind. They have no effect.
    private var repeated: [String: Int] = [:]
    /// Of each open `a`, whether it has an address and therefore a mark.
    var links: [Bool] = []
    /// The emphasis that ended at the very end of `line`.
    private var lastMark: String?
    private(set) var out = ""
    var line = ""
    /// The prefixes of each line, of which only the first `depthMax` are written: quotes and the indentation of lists.
    private var prefixes: [String] = []
    private var indents: ArraySlice<String> { prefixes.prefix(HTMLText.depthMax) }
    /// The prefix of the next line only: the bullet of an item.
    private var bullet: String?
    /// The place of the item's indentation among the prefixes.
    private var bulletDepth = 0
    private var lists: [(kind: ListKind, depth: Int, hasItems: Bool)] = []
    /// Whether the next item needs an empty line before it, as the first of a list does.
    private var isGap = false
    /// How many prefixes the previous block had.
    private var lastDepth = 0
    /// Whether `line` is a heading, which has only one line.
    private var isHeading = false

    private struct Mark {
        /// A character of `EmphasisMarks`, or `[` for a link.
        let text: String
        /// What ends it.
        let end: String
        /// Whether `line` contains the mark; true from the first word on.
        var isShown = false
    }

    private enum ListKind {
        case bullets
        case numbers(Int)
    }

    /// Whether the parenthesis is open in which the reading of a `ruby` stands.
    var isInReading = false

    /// The address that relative ones begin from.
    var base: String?

    /// How deep quotes and lists may nest; deeper ones stay at this depth.
    private static let depthMax = 32

    /// - Parameters:
    ///   - isWordPress: whether the HTML comes from WordPress. It breaks lines itself, even next to
    ///     paragraphs, except in the blocks of its block editor. In other HTML, line ends do not count if there are
    ///     paragraphs.
    ///   - base: the address that relative ones begin from; nil to keep those as they are.
    static func markdown(
        _ html: String, isWordPress: Bool = false, base: String? = nil
    ) -> (text: String, kept: Set<String>, plain: Set<String>) {
        var text = HTMLText(html, hasLines: isWordPress || !html.hasParagraphs)
        text.base = base
        text.run()
        return (text.out, text.kept, text.plain)
    }

    init(_ html: String, hasLines: Bool, isCell: Bool = false, isPasted: Bool = false) {
        scanner = HTMLScanner(html.withPlainLines)
        self.hasLines = hasLines
        self.isCell = isCell
        self.isPasted = isPasted
    }

    mutating func run() {
        while let token = scanner.next() {
            switch token {
            case .text(let text): add(text: text)
            case .comment(let text): passComment(text)
            case .open(let tag): open(tag)
            case .close(let name): close(name)
            }
        }
        endBlock()
    }

    // MARK: - Texts

    private mutating func add(text: String) {
        var text = text
        // A writer sees the pasted text as it is written. What would be read as a reference again stays one.
        if isPasted {
            text = text.referencesResolved.referencesEscaped
        } else if text.contains("&#") {
            // In Markdown the numbers of Windows' characters are those of control characters.
            text = text.replacing(/&#(?:12[89]|1[345][0-9]|[xX][89][0-9a-fA-F]);/) {
                String($0.0).referencesResolved
            }
        }
        guard hasLines, openBlocks == 0, text.utf8.contains(0x0A) else { return add(words: text) }
        for (index, block) in text.split(separator: /\n[ \t]*\n\s*/, omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { endBlock() }
            for (number, words) in block.split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                if number > 0 { breakLine() }
                add(words: String(words))
            }
        }
    }

    mutating func add(words text: String) {
        var rest = text[...]
        while !rest.isEmpty {
            let plain = rest.plainWords
            if plain.isEmpty {
                add(rest.removeFirst())
            } else {
                showMarks()
                line += plain
                rest = rest[plain.endIndex...]
            }
        }
    }

    private mutating func add(_ character: Character) {
        // Other white space has its width, as the narrow spaces of French and the indentation of Chinese.
        if character == " " || character == "\t" || character.isNewline {
            if !line.isEmpty, line.last?.isWhitespace == false {
                line.append(" ")
                lastMark = nil
            }
            return
        }
        showMarks()
        // A mark with a combining character, as in a keycap emoji, is still a mark.
        switch character.unicodeScalars.first {
        case "\\", "*", "`", "[", "]", "<": line.append("\\")
        case "_": if line.last?.isLetter != true { line.append("\\") }
        case "~": line.append("\\")
        case "#", ">", "+", "-", "=", "|": if isAtLineStart { line.append("\\") }
        case ".", ")": if isAfterNumber { line.append("\\") }
        case _ where EmphasisMarks.isMark(character): return
        default: break
        }
        line.append(character)
    }

    /// Whether nothing but marks stands in the present line of the paragraph.
    private var isAtLineStart: Bool {
        let last = line.last { !EmphasisMarks.isMark($0) }
        return last == nil || last == "\n"
    }

    /// Whether only a number stands in it, with which a list could begin.
    private var isAfterNumber: Bool {
        let text = line.reversed().lazy.filter { !EmphasisMarks.isMark($0) }
        let digits = text.prefix { ("0"..."9").contains($0) }.prefix(10).count
        let before = text.dropFirst(digits).first
        return (1...9).contains(digits) && (before == nil || before == "\n")
    }

    /// Two breaks in a row separate paragraphs.
    private mutating func breakLine() {
        guard !line.isEmpty else { return }
        lastMark = nil
        if isHeading {
            add(words: " ")
        } else if line.hasSuffix("\\\n") {
            endBlock()
        } else {
            line += "\\\n"
        }
    }

    /// Ends the current paragraph, if there is one. Open emphasis and links continue in the next.
    mutating func endBlock() {
        defer { isHeading = false }
        hideMarks(from: 0)
        while line.hasSuffix("\\\n") { line.removeLast(2) }
        while line.last == " " { line.removeLast() }
        guard !line.isEmpty else { return }
        line = EmphasisMarks.written(line)
        // A heading may end in number signs, which are no part of it.
        if isHeading, line.hasSuffix("#"), line.contains(" #") {
            line.insert("\\", at: line.index(before: line.endIndex))
        }
        write(line)
        line = ""
        lastMark = nil
    }

    /// The prefix of the first line of an item: the bullet in the place of the item's indentation.
    private var firstIndent: String? {
        bullet.map {
            indents.prefix(bulletDepth).joined() + $0 + indents.dropFirst(bulletDepth + 1).joined()
        }
    }

    /// Writes a separate block of one or more lines.
    mutating func write(_ block: String) {
        let indent = indents.joined()
        if bullet != nil, !lists.isEmpty { lists[lists.count - 1].hasItems = true }
        if !out.isEmpty, bullet == nil || isGap {
            out += indents.prefix(lastDepth).joined().trimmedAtEnd + "\n"
        }
        (isGap, lastDepth) = (false, prefixes.count)
        for (index, text) in block.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = index == 0 ? firstIndent ?? indent : indent
            out += (text.isEmpty ? start.trimmedAtEnd : start + text) + "\n"
        }
        bullet = nil
    }

    // MARK: - Tags

    private mutating func open(_ tag: HTMLTag) {
        if isPasted, openPasted(tag) { return }
        switch tag.name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center",
            "address":
            endBlock()
        case "figcaption":
            endBlock()
            openMark(.em)
        case "br": breakLine()
        case "hr":
            endBlock()
            write("* * *")
        case "h1", "h2", "h3", "h4", "h5", "h6":
            endBlock()
            line += String(repeating: "#", count: Int(tag.name.dropFirst()) ?? 2) + " "
            isHeading = true
        case "em", "i", "cite", "dfn": openMark(.em)
        case "strong", "b": openMark(.strong)
        case "del", "s", "strike": openMark(.struck)
        case "dt":
            endBlock()
            openMark(.strong)
        case "dl", "dd", "summary", "form", "fieldset", "legend", "nav", "hgroup": endBlock()
        case "details":
            endBlock()
            plain.insert(tag.name)
        case "table": if !isCell || !isPasted { addTable(tag) }
        case "code", "tt": addCode(tag)
        case "pre": addPre(tag)
        case "a": openLink(tag)
        case "img": addImage(tag)
        case "blockquote":
            endBlock()
            prefixes.append("> ")
        case "ul", "ol", "menu": openList(tag)
        case "li": openItem()
        case "span", "font", "html", "body", "picture", "wbr", "noscript", "input", "link", "meta",
            "source":
            break
        case "q": add(words: "“")
        case "small", "big", "time", "data", "bdi", "nobr", "label": break
        case "kbd", "samp", "var", "u", "mark", "ins", "bdo": plain.insert(tag.name)
        case "abbr", "acronym": if tag.attributes["title"]?.isEmpty == false { plain.insert(tag.name) }
        case "ruby", "rb", "rt", "rtc", "rp": addRuby(tag)
        case "sup", "sub": addRaised(tag)
        case "script": addScript(tag)
        case "style", "template": _ = content(of: tag)
        default: if !isPasted { keep(tag) }
        }
    }

    mutating func close(_ name: String) {
        if isPasted, closePasted(name) { return }
        switch name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center",
            "address", "h1",
            "h2", "h3", "h4", "h5", "h6":
            endBlock()
        case "dl", "dd", "details", "summary", "form", "fieldset", "legend", "nav", "hgroup": endBlock()
        case "dt":
            closeMark(.strong)
            endBlock()
        case "figcaption":
            closeMark(.em)
            endBlock()
        case "q": add(words: "”")
        case "em", "i", "cite", "dfn": closeMark(.em)
        case "strong", "b": closeMark(.strong)
        case "del", "s", "strike": closeMark(.struck)
        case "a": closeLink()
        case "ruby", "rt": closeReading()
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

    mutating func openMark(_ kind: EmphasisMarks.Kind) {
        openMark(String(kind.start), end: String(kind.end))
    }
    mutating func closeMark(_ kind: EmphasisMarks.Kind) { closeMark(String(kind.start)) }

    /// A mark precedes a word, never a blank, so it is written with the first word.
    mutating func openMark(_ text: String, end: String) {
        guard !marks.contains(where: { $0.text == text }) else {
            repeated[text, default: 0] += 1
            return
        }
        marks.append(Mark(text: text, end: end))
    }

    mutating func showMarks() {
        defer { lastMark = nil }
        for index in marks.indices where !marks[index].isShown {
            let text = marks[index].text
            if lastMark == text {
                // `**a****b**` would not be emphasis.
                line.removeLast()
            } else {
                // `![` would begin a picture.
                if text == "[", line.last == "!" {
                    line.insert("\\", at: line.index(before: line.endIndex))
                }
                line += text
            }
            lastMark = nil
            marks[index].isShown = true
        }
    }

    /// Marks close after a word, never after a blank. A mark that was never written contained no words.
    mutating func closeMark(_ text: String) {
        if let count = repeated[text], count > 0 {
            repeated[text] = count - 1
            return
        }
        guard let index = marks.lastIndex(where: { $0.text == text }) else { return }
        let isShown = marks[index].isShown
        // Elements overlap: inner marks close and open again.
        if isShown { hideMarks(from: index) }
        marks.remove(at: index)
    }

    private mutating func hideMarks(from first: Int) {
        let shown = marks.indices.filter { $0 >= first && marks[$0].isShown }
        guard !shown.isEmpty else { return }
        var blanks: [String] = []
        while let last = line.last, last.isWhitespace {
            line.removeLast()
            if last == "\n", line.last == "\\" { line.removeLast() }
            blanks.append(last == "\n" ? "\\\n" : String(last))
        }
        for index in shown.reversed() {
            line += marks[index].end
            marks[index].isShown = false
        }
        let outer = marks[shown[0]]
        lastMark = blanks.isEmpty && outer.text != "[" ? outer.text : nil
        line += blanks.reversed().joined()
    }

    mutating func openList(_ tag: HTMLTag) {
        endBlock()
        if lists.isEmpty { isGap = true }
        let kind =
            tag.name == "ol" ? ListKind.numbers(Int(tag.attributes["start"] ?? "") ?? 1) : .bullets
        lists.append((kind, prefixes.count, false))
    }

    /// Ends the current item of the innermost list and everything still open in it.
    private mutating func endItem() {
        endBlock()
        bullet = nil
        guard let depth = lists.last?.depth, prefixes.count > depth else { return }
        prefixes.removeLast(prefixes.count - depth)
    }

    mutating func openItem() {
        if lists.isEmpty { lists.append((.bullets, prefixes.count, false)) }
        endItem()
        let mark: String
        switch lists.last?.kind {
        case .numbers(let number)?:
            mark = "\(number). "
            lists[lists.count - 1].kind = .numbers(number &+ 1)
            // A list that begins with another number cannot follow a paragraph at once.
            if number != 1, lists.last?.hasItems == false { isGap = true }
        case .bullets?, nil: mark = "- "
        }
        prefixes.append(String(repeating: " ", count: mark.count))
        (bullet, bulletDepth) = (mark, prefixes.count - 1)
    }
}

extension String {
    fileprivate var hasParagraphs: Bool {
        let head = lowercased()
        return head.contains("<p>") || head.contains("<p ") || head.contains("<!-- wp:")
    }

    /// With `\n` for each line end.
    fileprivate var withPlainLines: String {
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard utf8.contains(carriage) else { return self }
        let bytes = Array(utf8)
        let plain = bytes.indices.compactMap { index -> UInt8? in
            guard bytes[index] == carriage else { return bytes[index] }
            return index + 1 < bytes.count && bytes[index + 1] == feed ? nil : feed
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// With `&amp;` for each `&` that would be read as a reference.
    fileprivate var referencesEscaped: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        let units = Array(utf8)
        var (result, index) = ([UInt8](), 0)
        while index < units.count {
            let start = index
            result.append(units[index])
            index += 1
            guard units[start] == UInt8(ascii: "&") else { continue }
            var end = index
            if end < units.count, units[end] == UInt8(ascii: "#") { end += 1 }
            let name = end
            while end < units.count, units[end].isNamePart { end += 1 }
            if end > name, end < units.count, units[end] == UInt8(ascii: ";") { result += "amp;".utf8 }
            result += units[index..<end]
            index = end
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Substring {
    /// The words at its beginning, up to a character that `HTMLText.add` treats in a special way, in that place or
    /// anywhere. Most of a text are such words.
    fileprivate var plainWords: Substring {
        var (end, before) = (startIndex, UInt8(0))
        for index in utf8.indices {
            let byte = utf8[index]
            let next = utf8.index(after: index)
            // A character may have more code points.
            guard byte.isPlain(after: before), next == endIndex || utf8[next] < 0x80 else { break }
            // A blank belongs to it only between words.
            if byte != 0x20 { end = next }
            before = byte
        }
        return self[..<end]
    }
}

extension UInt8 {
    fileprivate var isNamePart: Bool {
        isASCIILetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80
    }

    /// Whether the byte is a character that stands for itself.
    /// - Parameter before: the one before, also such a character; 0 for none.
    fileprivate func isPlain(after before: UInt8) -> Bool {
        switch self {
        case 0x20: before != 0 && before != 0x20
        case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "["),
            UInt8(ascii: "]"),
            UInt8(ascii: "<"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            false
        case UInt8(ascii: "."), UInt8(ascii: ")"): before != 0 && !before.isDigit
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "="),
            UInt8(ascii: "|"):
            before != 0
        default: 0x20 < self && self < 0x7F
        }
    }
}
