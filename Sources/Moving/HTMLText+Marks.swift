/// Emphasis and links.
extension HTMLText {
    struct Mark {
        /// A character of `EmphasisMarks`, or `[` for a link.
        let text: String
        /// What ends it.
        let end: String
        /// Whether no closing tag ends it. Then it ends with its paragraph.
        let isLoose: Bool
        /// Whether `line` contains the mark; true from the first word on.
        var isShown = false
    }

    /// - Parameter tag: the one that begins the emphasis.
    mutating func openMark(_ kind: EmphasisMarks.Kind, _ tag: HTMLTag) {
        openMark(String(kind.start), end: String(kind.end), isLoose: tag.end == nil)
    }

    mutating func closeMark(_ kind: EmphasisMarks.Kind) { closeMark(String(kind.start)) }

    /// A mark precedes a word, never a blank, so it is written with the first word.
    mutating func openMark(_ text: String, end: String, isLoose: Bool) {
        guard !marks.contains(where: { $0.text == text }) else {
            if !isLoose { repeated[text, default: 0] += 1 }
            return
        }
        marks.append(Mark(text: text, end: end, isLoose: isLoose))
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

    mutating func hideMarks(from first: Int) {
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
}
