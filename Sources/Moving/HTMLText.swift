import Posts

/// Converts the HTML of a post to Markdown.
///
/// Galley's posts are Markdown, which their author edits; of HTML in it, pages show only what `raw_html` allows. Markdown
/// expresses what it can, including tables of plain cells. Of elements without a Markdown form, the
/// text stays. Videos, forms and tables with spans stay as HTML. The report names these, and elements whose meaning is
/// lost. Character references stay, because Markdown has the same ones.
struct HTMLText {
    /// What it became so far.
    var result = ConvertedHTML()
    var scanner: HTMLScanner
    /// Whether line ends count outside of blocks, as in WordPress's old editor: one breaks the line, two the paragraph.
    private let hasLines: Bool
    /// Whether the source says so, and not only the lack of paragraphs.
    private(set) var areLinesCertain = false
    /// How many blocks of WordPress's block editor are open. Line ends do not count in them.
    var openBlocks = 0
    /// Whether it stands in a table. A table in it stays HTML, or only its texts are read, so that tables in tables
    /// cannot recurse.
    let isCell: Bool
    /// Whether it comes from the clipboard (`RichText`).
    let isPasted: Bool
    /// The address that relative ones begin from.
    var base: String?

    /// The paragraph being made.
    var line = ""
    /// Whether `line` is a heading, which has only one line.
    var isHeading = false
    /// The open emphasis and links, outermost first, each kind once.
    var marks: [Mark] = []
    /// How many of each kind are open inside the same kind. They have no effect.
    var repeated: [String: Int] = [:]
    /// Of each open `a`, whether it has an address and therefore a mark.
    var links: [Bool] = []
    /// The emphasis that ended at the very end of `line`.
    var lastMark: String?
    /// Of each open element of a pasted text, by its name, the emphasis that ends with it.
    var styles: [String: [[EmphasisMarks.Kind]]] = [:]
    /// Whether the parenthesis is open in which the reading of a `ruby` stands.
    var isInReading = false
    /// The language that an element around the next block of code names.
    var language: String?

    /// The prefixes of each line, of which only the first `depthMax` are written: quotes and the indentation of lists.
    var prefixes: [String] = []
    /// The prefix of the next line only: the bullet of an item.
    var bullet: String?
    /// The place of the item's indentation among the prefixes.
    var bulletDepth = 0
    var lists: [List] = []
    /// Whether the next item needs an empty line before it, as the first of a list does.
    var isGap = false
    /// How many prefixes the previous block had.
    var lastDepth = 0
    /// The open lists that Word has written as paragraphs, and the list and the level of the present paragraph.
    var wordLists: [WordList] = []
    var wordItem: (list: String, level: Int)?
    var notes = HTMLNotes()
    /// Of a pasted text: its style sheet, lines of code that were read and not written, and where the last element stood
    /// that made an element around it more than code.
    var sheet = PastedStyleSheet()
    var codeLines: [String] = []
    var otherThanCode = -1

    struct List {
        enum Kind {
            case bullets
            case numbers(Int)
        }

        var kind: Kind
        /// How many prefixes stand before its items.
        let depth: Int
        var hasItems = false
        /// The width of the last item's mark.
        var width = 0
    }

    /// - Parameters:
    ///   - isWordPress: whether the HTML comes from WordPress. It breaks lines itself, even next to
    ///     paragraphs, except in the blocks of its block editor. In other HTML, line ends do not count if there are
    ///     paragraphs.
    ///   - base: the address that relative ones begin from; nil to keep those as they are.
    static func markdown(_ html: String, isWordPress: Bool = false, base: String? = nil) -> ConvertedHTML {
        var text = HTMLText(html, hasLines: isWordPress || !html.hasParagraphs)
        text.base = base
        text.areLinesCertain = isWordPress
        text.run()
        return text.result
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
            case .unendedComment(let text): keepComment(text)
            case .open(let tag): open(tag)
            case .close(let name): close(name)
            }
        }
        endBlock()
        endCode()
    }

    /// Whether line ends count here.
    var keepsLines: Bool { hasLines && openBlocks == 0 }

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
        if isPasted { takeTaskMark(of: &text) }
        guard keepsLines, text.utf8.contains(0x0A) else { return add(words: text) }
        for (number, words) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { breakLine() }
            add(words: String(words))
        }
    }

    mutating func add(words text: String) {
        // A link contains no other.
        guard !marks.contains(where: { $0.text == "[" }) else { return add(plain: text) }
        for part in BareAddress.parts(of: text) {
            guard part.isAddress else {
                add(plain: part.text)
                continue
            }
            showMarks()
            line += BareAddress.marked(part.text)
        }
    }

    private mutating func add(plain text: String) {
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
        if EmphasisMarks.isMark(character) || character.isControl { return }
        showMarks()
        // A mark with a combining character, as in a keycap emoji, is still a mark.
        switch character.unicodeScalars.first {
        case "\\", "*", "`", "[", "]", "<": line.append("\\")
        case "_": if line.last?.isLetter != true { line.append("\\") }
        case "~": line.append("\\")
        case "#", ">", "+", "-", "=", "|": if isAtLineStart { line.append("\\") }
        case ".", ")": if isAfterNumber { line.append("\\") }
        default: break
        }
        line.append(character)
    }

    /// Whether nothing but marks stands in the present line of the paragraph.
    var isAtLineStart: Bool {
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
    mutating func breakLine() {
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

    /// Ends the current paragraph, if there is one. Open emphasis and links continue in the next, unless nothing ends them.
    mutating func endBlock() {
        defer { isHeading = false }
        hideMarks(from: 0)
        marks.removeAll(where: \.isLoose)
        while line.hasSuffix("\\\n") { line.removeLast(2) }
        while line.last == " " { line.removeLast() }
        guard !line.isEmpty else { return }
        line = EmphasisMarks.written(BareAddress.written(line))
        // A heading may end in number signs, which are no part of it.
        if isHeading, line.hasSuffix("#"), line.contains(" #") {
            line.insert("\\", at: line.index(before: line.endIndex))
        }
        write(line)
        line = ""
        lastMark = nil
        endNote(at: nil)
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
    var referencesEscaped: String {
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

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.first?.properties.generalCategory == .control }
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
