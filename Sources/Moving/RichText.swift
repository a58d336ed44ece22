import Posts

/// The HTML that browsers and word processors put on the clipboard, as Markdown.
///
/// It says with styles what a page says with elements, and contains much that is not meant: whole style sheets, buttons,
/// tables for layout. What Markdown cannot express becomes its text, never HTML.
package enum RichText {
    /// The most bytes of HTML that are converted.
    package static let bytesMax = 1_000_000

    /// - Returns: without line ends at the end; empty if the HTML has no words.
    package static func markdown(_ html: String) -> String {
        var text = HTMLText(RichText.fragment(of: html), hasLines: false, isPasted: true)
        text.run()
        var words = text.result.text
        while words.hasSuffix("\n") { words.removeLast() }
        return words
    }

    /// The part that was selected, if the source marks it.
    private static func fragment(of html: String) -> String {
        guard let start = html.firstRange(of: "<!--StartFragment-->") else { return html }
        let rest = html[start.upperBound...]
        return String(rest.firstRange(of: "<!--EndFragment-->").map { rest[..<$0.lowerBound] } ?? rest)
    }
}

/// What a pasted text treats otherwise than a post.
extension HTMLText {
    /// - Returns: whether the element was one of these.
    mutating func openPasted(_ tag: HTMLTag) -> Bool {
        switch tag.name {
        case "p": return openWordItem(tag)
        case "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre", "hr":
            closeWordLists(to: 0)
            return false
        case "span" where tag.style["mso-list"] == "ignore":
            if let mark = scanner.content(of: tag) { beginWordItem(mark) }
        case "b", "strong", "i", "em", "cite", "dfn", "del", "s", "strike", "span", "font":
            let emphasis = tag.emphasis
            if tag.end != nil { styles[tag.name, default: []].append(emphasis) }
            for kind in emphasis { openMark(kind, tag) }
        case "head", "title", "svg", "button", "select", "video", "audio": _ = scanner.content(of: tag)
        case "td", "th": add(words: " ")
        default: return false
        }
        return true
    }

    /// - Returns: whether the element was one of these.
    mutating func closePasted(_ name: String) -> Bool {
        if styles[name] != nil {
            for kind in (styles[name]?.popLast() ?? []).reversed() { closeMark(kind) }
            return true
        }
        guard name == "tr" || name == "table" else { return false }
        endBlock()
        return true
    }
}

// MARK: - Lists of Word

/// Word writes the items of a list as paragraphs, whose style names the level. Their mark stands in a `span` that is to be
/// ignored.
extension HTMLText {
    private static let wordLevelMax = 9

    /// - Returns: whether the paragraph is an item.
    private mutating func openWordItem(_ tag: HTMLTag) -> Bool {
        let list = tag.style["mso-list"]
        let level = list?.firstRange(of: "level").flatMap {
            list?[$0.upperBound...].first?.wholeNumberValue
        }
        wordLevel = level.map { min(max($0, 1), HTMLText.wordLevelMax) }
        closeWordLists(to: wordLevel ?? 0)
        return level != nil
    }

    private mutating func beginWordItem(_ mark: String) {
        guard let level = wordLevel else { return }
        wordLevel = nil
        let number = HTMLText.wordNumber(mark)
        while wordLists < level {
            openList(
                HTMLTag(name: number == nil ? "ul" : "ol", attributes: ["start": number ?? "1"], start: 0))
            wordLists += 1
        }
        openItem()
    }

    /// The number of an item, such as `7.`; 1 for a letter or a Roman number; nil for the mark of a list of bullets.
    private static func wordNumber(_ mark: String) -> String? {
        let mark = mark.drop(while: \.isWhitespace)
        let digits = mark.prefix(9).prefix { $0.isASCII && $0.isNumber }
        let letters = mark.prefix(4).prefix { $0.isASCII && $0.isLetter }
        let word = digits.isEmpty ? letters : digits
        guard !word.isEmpty, let end = mark[word.endIndex...].first, end == "." || end == ")" else {
            return nil
        }
        return digits.isEmpty ? "1" : String(digits)
    }

    private mutating func closeWordLists(to level: Int) {
        while wordLists > level {
            close("ul")
            wordLists -= 1
        }
    }
}

extension HTMLTag {
    /// The values of its style by their names, in lower case.
    fileprivate var style: [String: String] {
        guard let text = attributes["style"], !text.isEmpty else { return [:] }
        let declarations = text.lowercased().split(separator: ";")
        return Dictionary(
            declarations.compactMap { declaration in
                let parts = declaration.split(separator: ":", maxSplits: 1).map(\.trimmed)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
        ) { _, last in last }
    }

    /// The emphasis that the element and its style ask for. Word processors wrap everything in a `b` that is not bold.
    var emphasis: [EmphasisMarks.Kind] {
        let style = style
        let isStruck = ["text-decoration", "text-decoration-line"].contains {
            style[$0]?.contains("line-through") == true
        }
        var kinds: [EmphasisMarks.Kind] = []
        if style["font-weight"].map(HTMLTag.isBold) ?? ["b", "strong"].contains(name) {
            kinds.append(.strong)
        }
        if style["font-style"].map({ !$0.hasPrefix("normal") })
            ?? ["i", "em", "cite", "dfn"].contains(name)
        {
            kinds.append(.em)
        }
        if isStruck || ["del", "s", "strike"].contains(name) { kinds.append(.struck) }
        return kinds
    }

    private static func isBold(_ weight: String) -> Bool {
        weight.hasPrefix("bold") || (Int(weight.prefix { $0.isNumber }) ?? 0) >= 600
    }
}
