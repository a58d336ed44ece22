import Posts

/// Code that an editor put on the clipboard: a `div` for all lines, or an element for each, whose style tells that it is code.
extension HTMLText {
    /// What no code contains.
    private static let others: Set<String> = [
        "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "img",
    ]

    /// - Returns: false, without moving, if more than code stands in the element.
    mutating func addEditorCode(_ tag: HTMLTag) -> Bool {
        guard let end = scanner.end(of: tag), !marks.contains(where: { $0.text == "[" }) else { return false }
        // Found in an element around this one.
        guard !(tag.start..<end).contains(otherThanCode) else { return false }
        if let other = scanner.start(of: HTMLText.others, in: tag) {
            otherThanCode = other
            return false
        }
        let code = CodeText(scanner.content(of: tag) ?? "")
        let isBlock = HTMLElements.blocks.contains(tag.name)
        // An address is itself wherever it was copied.
        let line = code.lines.count == 1 ? code.lines[0].trimmed.referencesEscaped : ""
        if BareAddress.parts(of: line).allSatisfy(\.isAddress), !line.isEmpty {
            if isBlock { endBlock() }
            add(words: line)
            if isBlock { endBlock() }
        } else if isHeading || !isBlock && code.lines.count == 1 && !(isAtLineStart && scanner.isAtEndOfBlock) {
            add(code: code.inLine)
        } else {
            endBlock()
            codeLines += code.lines
        }
        return true
    }

    /// Writes the lines of code that were collected: several as a block, a single one as code in a paragraph.
    mutating func endCode() {
        guard !codeLines.isEmpty else { return }
        var lines = codeLines[...].drop { $0.allSatisfy(\.isWhitespace) }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        codeLines = []
        if lines.count > 1 {
            write(CodeBlock(Array(lines), language).text)
        } else if let line = lines.first {
            write(HTMLText.inLine(code: line.trimmed))
        }
        language = nil
    }
}
