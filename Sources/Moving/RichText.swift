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
        text.sheet = PastedStyleSheet(of: html)
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
        let style = PastedStyle(of: tag, sheet)
        if style.isCode(in: tag.name, sheet), addEditorCode(tag) { return true }
        switch tag.name {
        case "p": return openWordItem(tag, style)
        case "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre", "hr":
            closeWordLists(to: 0)
            return false
        case "span" where style["mso-list"] == "ignore":
            if let mark = scanner.content(of: tag) { beginWordItem(mark) }
        case "b", "strong", "i", "em", "cite", "dfn", "del", "s", "strike", "span", "font":
            let emphasis = style.emphasis(of: tag.name)
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
