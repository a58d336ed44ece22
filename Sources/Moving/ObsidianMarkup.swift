import Posts

/// Turns what only Obsidian reads in a Markdown text into what every program reads. Its comments are gone before
/// (`ObsidianComments`).
///
/// | in the text | becomes |
/// |---|---|
/// | `![[boats.png]]`, `![[boats.png\|300]]`, `![[boats.png\|Two boats]]`, `![Two boats\|300](boats.png)` | the picture, wherever the vault has it |
/// | `[[Harbour]]`, `[[Harbour#Boats\|the boats]]` | a link to the post; its words, if no post is known |
/// | `![[Harbour]]` | the same |
/// | `![[menu.pdf]]` | a link to the file |
/// | `> [!note] Title` | a quote with the title in bold |
/// | `#tag`, `#tag/part` | a tag of the post; a line of nothing but tags goes |
/// | `==words==` | marked words |
/// | `^block` at the end of a line | nothing |
///
/// Code is left alone, and tags are none in headings, links and HTML.
package struct ObsidianMarkup {
    package var text: String { String(decoding: result, as: UTF8.self) }
    /// Without “#”, in the order of the text, each once.
    package private(set) var tags: [String] = []
    private var knownTags: Set<String> = []
    /// The lines are those of the source.
    package private(set) var notes: [(line: Int, words: String)] = []
    /// Those of posts to which the links lead.
    package private(set) var addresses: Set<String> = []
    /// Where the lines of the source are in the text.
    package private(set) var lines = MovedLines()
    private let bytes: [UInt8]
    private let names: ObsidianNames
    private let file: String
    /// Of a post, by the path of its file.
    private let address: (String) -> String?
    private var code: MarkdownCode
    private var position: Int
    private var result: [UInt8]
    /// Of the source and of the result, from 1.
    private var (line, resultLine): (Int, Int)
    /// The end of the line that is being read, before its break.
    private var lineEnd = 0
    private var isHeading = false

    /// - Parameters:
    ///   - start: where the body begins.
    ///   - file: the path of the text in the vault.
    ///   - address: where readers find the post of a file; nil if it is unknown.
    package init(
        _ text: String, from start: Int, of file: String, _ names: ObsidianNames,
        address: @escaping (String) -> String?
    ) {
        bytes = Array(text.utf8)
        (self.file, self.names, self.address) = (file, names, address)
        position = min(start, bytes.count)
        result = Array(bytes[..<position])
        let above = result.count { $0 == 0x0A }
        (line, resultLine) = (above + 1, above + 1)
        code = MarkdownCode(bytes, from: position)
        run()
    }

    private mutating func run() {
        var isAtLineStart = true
        while position < bytes.count {
            if let range = code.range(at: position) {
                pass(to: range.upperBound)
                if position > lineEnd { lineEnd = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count }
            } else if isAtLineStart {
                lineEnd = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
                beginLine()
                if position <= lineEnd, position < bytes.count { step() }
            } else {
                step()
            }
            isAtLineStart = position > 0 && bytes[position - 1] == 0x0A
        }
    }

    private mutating func pass(to end: Int) {
        let breaks = bytes[position..<end].count { $0 == 0x0A }
        (line, resultLine) = (line + breaks, resultLine + breaks)
        result += bytes[position..<end]
        position = end
    }

    /// Leaves out the source up to `end`, and writes `words` instead.
    private mutating func replace(to end: Int, with words: String) {
        line += bytes[position..<end].count { $0 == 0x0A }
        result += Array(words.utf8)
        resultLine += words.utf8.count { $0 == 0x0A }
        position = end
        lines.set(line - resultLine, from: resultLine)
    }

    private mutating func note(_ words: String) {
        if notes.count < ObsidianMarkup.notesMax { notes.append((line, words)) }
    }

    private mutating func add(tag: String) {
        guard tags.count < ObsidianMarkup.tagsMax, knownTags.insert(tag).inserted else { return }
        tags.append(tag)
    }

    private static let (notesMax, tagsMax) = (500, 1000)

    // MARK: - Lines

    private mutating func beginLine() {
        let content = bytes[position..<lineEnd]
        isHeading = ObsidianLine.isHeading(content)
        if let found = ObsidianLine.tags(content) {
            found.forEach { add(tag: $0) }
            return replace(to: min(lineEnd + 1, bytes.count), with: "")
        }
        guard let callout = ObsidianLine.Callout(content) else { return }
        // An empty line of the quote keeps the title apart from the words below it.
        let isFollowed = bytes[min(lineEnd + 1, bytes.count)...].starts(with: callout.prefix.trimmed.utf8)
        pass(to: position + callout.prefix.utf8.count)
        replace(to: lineEnd, with: "**\(callout.title)**" + (isFollowed ? "\n" + callout.prefix.trimmed : ""))
    }

    // MARK: - Within a line

    private mutating func step() {
        let byte = bytes[position]
        let isDone =
            switch byte {
            case UInt8(ascii: "\\"): escaped()
            case UInt8(ascii: "!"): embed() || sizedPicture()
            case UInt8(ascii: "["): wikiLink(isEmbed: false) || link()
            case UInt8(ascii: "<"): element()
            case UInt8(ascii: "="): marked()
            case UInt8(ascii: "#"): tag()
            case UInt8(ascii: "^"): block()
            default: false
            }
        if !isDone, position < bytes.count { pass(to: position + 1) }
    }

    private mutating func escaped() -> Bool {
        pass(to: min(position + 2, bytes.count))
        return true
    }

    /// The link of `[[…]]` from the byte `start` on, which stays in one line and contains no brackets.
    private func brackets(at start: Int) -> (link: ObsidianLink, end: Int)? {
        guard bytes[start..<max(start, lineEnd)].starts(with: "[[".utf8),
            let close = bytes[(start + 2)..<lineEnd].firstIndex(where: \.isBracket),
            bytes[close..<lineEnd].starts(with: "]]".utf8)
        else { return nil }
        let link = ObsidianLink(String(decoding: bytes[(start + 2)..<close], as: UTF8.self))
        return link.isEmpty ? nil : (link, close + 2)
    }

    private mutating func embed() -> Bool {
        guard let (link, end) = brackets(at: position + 1) else { return false }
        guard let ending = link.fileEnding else { return wikiLink(isEmbed: true) }
        let found = names.file(named: link.path, in: file).map { "/" + $0 } ?? link.path
        let words = link.words.map { ObsidianLink.withoutSize($0) }
        if PictureReferences.isPicture("x." + ending) {
            replace(to: end, with: HTMLText.picture(found.addressEncoded, alt: words, title: nil))
        } else {
            replace(to: end, with: "[\((words ?? link.path).bracketsEscaped)](\(found.addressEncoded))")
        }
        return true
    }

    private mutating func wikiLink(isEmbed: Bool) -> Bool {
        guard let (link, end) = brackets(at: isEmbed ? position + 1 : position) else { return false }
        let words = (link.words ?? link.shownWords).bracketsEscaped
        let target = target(of: link, isEmbed: isEmbed)
        replace(to: end, with: target.map { "[\(words)](\($0))" } ?? words)
        return true
    }

    /// The address to which a link leads; nil, with a note, if there is none.
    private mutating func target(of link: ObsidianLink, isEmbed: Bool) -> String? {
        let anchor = link.anchor.map { "#\($0)" }
        guard !link.path.isEmpty else { return anchor }
        guard let other = names.note(named: link.path, in: file) else {
            if let found = names.file(named: link.path, in: file) { return "/\(found)".addressEncoded }
            note("“[[\(link.content)]]” names no note of this folder. Its words stay, without a link.")
            return nil
        }
        guard let address = address(other) else {
            note("“[[\(link.content)]]” names a note that is not public here. Its words stay, without a link.")
            return nil
        }
        if isEmbed { note("“![[\(link.content)]]” shows another note. It became a link to that post.") }
        addresses.insert(address + (anchor ?? ""))
        return HTMLText.address(address + (anchor ?? ""))
    }

    /// `![alt|300](boats.png)`, and a picture that is elsewhere in the vault.
    private mutating func sizedPicture() -> Bool {
        guard let parts = linkParts(at: position + 1) else { return false }
        let alt = String(decoding: bytes[parts.words], as: UTF8.self)
        let target = String(decoding: bytes[parts.target], as: UTF8.self)
        let path = target.percentRead
        let isSized = alt.contains("|")
        let isHere = PictureReferences.isPicture(path) && !path.contains(":") && !path.hasPrefix("//")
        let found = isHere ? names.file(named: path, in: file).map { "/\($0)".addressEncoded } : nil
        replace(to: parts.end, with: "![\(isSized ? ObsidianLink.withoutSize(alt) : alt)](\(found ?? target))")
        return true
    }

    /// Passes an ordinary link, whose words and address contain no tags.
    private mutating func link() -> Bool {
        guard let parts = linkParts(at: position) else { return false }
        pass(to: parts.end)
        return true
    }

    /// The parts of `[words](target)` in one line, whose target has no title and no spaces.
    private func linkParts(at start: Int) -> (words: Range<Int>, target: Range<Int>, end: Int)? {
        guard start < lineEnd, bytes[start] == UInt8(ascii: "[") else { return nil }
        guard let close = bytes[(start + 1)..<lineEnd].firstIndex(where: \.isBracket),
            bytes[close..<lineEnd].starts(with: "](".utf8),
            let end = bytes[(close + 2)..<lineEnd]
                .firstIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "(") }),
            bytes[end] == UInt8(ascii: ")")
        else { return nil }
        return ((start + 1)..<close, (close + 2)..<end, end + 1)
    }

    /// Passes an element of HTML or an address in angle brackets.
    private mutating func element() -> Bool {
        guard position + 1 < lineEnd, bytes[position + 1].isASCIILetter || bytes[position + 1] == UInt8(ascii: "/"),
            let end = bytes[(position + 1)..<lineEnd]
                .firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }),
            bytes[end] == UInt8(ascii: ">")
        else { return false }
        pass(to: end + 1)
        return true
    }

    private mutating func marked() -> Bool {
        let mark = Array("==".utf8)
        let begin = position + 2
        guard bytes[position..<max(position, lineEnd)].starts(with: mark), begin < lineEnd, !bytes[begin].isBlankOrMark,
            position == 0 || bytes[position - 1] != UInt8(ascii: "="),
            let close = bytes[begin..<lineEnd].firstRange(of: mark)?.lowerBound,
            close > begin, !bytes[close - 1].isBlankOrMark
        else { return false }
        let words = String(decoding: bytes[begin..<close], as: UTF8.self)
        // What stands in it is read as all else.
        guard !words.contains(where: { "[#`<".contains($0) }) else { return false }
        replace(to: close + 2, with: "<mark>\(words)</mark>")
        return true
    }

    private mutating func tag() -> Bool {
        guard !isHeading, position == 0 || bytes[position - 1] <= 0x20,
            let end = ObsidianLine.tagEnd(bytes[position..<max(position, lineEnd)])
        else { return false }
        add(tag: String(decoding: bytes[(position + 1)..<end], as: UTF8.self))
        pass(to: end)
        return true
    }

    private mutating func block() -> Bool {
        let name = bytes[(position + 1)..<max(position + 1, lineEnd)].prefix {
            $0.isASCIILetter || $0.isDigit || $0 == 0x2D
        }
        let rest = bytes[name.endIndex..<max(name.endIndex, lineEnd)]
        guard !name.isEmpty, position == 0 || bytes[position - 1] <= 0x20, rest.allSatisfy({ $0 <= 0x20 }) else {
            return false
        }
        let blanks = result.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        result.removeLast(blanks)
        replace(to: name.endIndex, with: "")
        return true
    }
}

extension UInt8 {
    fileprivate var isBracket: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "]") }
    fileprivate var isBlankOrMark: Bool { self <= 0x20 || self == UInt8(ascii: "=") }
}

extension String {
    fileprivate var bracketsEscaped: String { replacing("[", with: "\\[").replacing("]", with: "\\]") }

    /// A path as an address, in which Markdown ends nothing.
    fileprivate var addressEncoded: String { percentEncoded(keeping: "-._~/!$'*+,;=@") }
}
