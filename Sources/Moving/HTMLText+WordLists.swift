import Posts

/// Word writes the items of a list as paragraphs, whose style names the list and the level. Their mark stands in a `span`
/// that is to be ignored, or, in HTML from which Word's own styles were removed, before a `span` of blanks.
extension HTMLText {
    struct WordList: Equatable {
        /// Word's name for it, such as `l0`.
        let name: String
        let isNumbered: Bool
    }

    private static let wordLevelMax = 9

    /// - Returns: whether the paragraph is an item.
    mutating func openWordItem(_ tag: HTMLTag, _ style: PastedStyle) -> Bool {
        let list = style["mso-list"]
        let level = list?.firstRange(of: "level").flatMap { list?[$0.upperBound...].first?.wholeNumberValue }
        if let list, let level {
            let name = String(list.prefix { !$0.isWhitespace })
            wordItem = (name, min(max(level, 1), HTMLText.wordLevelMax))
            closeWordLists(to: wordItem?.level ?? 0)
            return true
        }
        wordItem = nil
        guard tag.classes.contains(where: { $0.hasPrefix("MsoListParagraph") }), let mark = bareMark() else {
            closeWordLists(to: 0)
            return false
        }
        wordItem = ("", style.level)
        closeWordLists(to: style.level)
        beginWordItem(mark)
        return true
    }

    mutating func beginWordItem(_ html: String) {
        guard let (name, level) = wordItem else { return }
        wordItem = nil
        let mark = WordMark(html.withoutTags(lineBreak: " ").referencesResolved)
        if case .words(let words) = mark {
            // What no list of Markdown counts, such as “Article 1”.
            closeWordLists(to: 0)
            endBlock()
            return add(words: words + " ")
        }
        let list = WordList(name: name, isNumbered: mark.number != nil)
        if wordLists.count == level, wordLists.last != list { closeWordLists(to: level - 1) }
        while wordLists.count < level {
            openList(
                HTMLTag(
                    name: list.isNumbered ? "ol" : "ul", attributes: ["start": "\(mark.number ?? 1)"], start: 0))
            wordLists.append(list)
        }
        openItem()
    }

    mutating func closeWordLists(to level: Int) {
        while wordLists.count > level {
            close("ul")
            wordLists.removeLast()
        }
    }

    private static let tokensMax = 12

    /// The mark before a `span` of blanks, at the beginning of a paragraph; nil, without moving, if there is none.
    private mutating func bareMark() -> String? {
        let before = scanner
        var mark = ""
        for _ in 0..<HTMLText.tokensMax where mark.utf8.count < 60 {
            guard let token = scanner.next() else { break }
            switch token {
            case .text(let words): mark += words
            case .open(let tag) where tag.name == "span":
                let inside = scanner
                if mark.contains(where: { !$0.isWhitespace }), case .text(let blanks)? = scanner.next(),
                    blanks.referencesResolved.allSatisfy(\.isWhitespace), scanner.next() == .close("span")
                {
                    return mark
                }
                scanner = inside
            case .open(let tag) where ["font", "b", "i"].contains(tag.name): break
            case .close(let name) where ["span", "font", "b", "i"].contains(name): break
            case .comment: break
            case .open, .close, .unendedComment:
                scanner = before
                return nil
            }
        }
        scanner = before
        return nil
    }
}

/// The mark of an item in Word.
private enum WordMark: Equatable {
    case bullet
    case numbered(Int)
    /// More than Markdown can count.
    case words(String)

    /// - Parameter text: such as `·`, `7.`, `2.1.`, `(c)` or `iv.`
    init(_ text: String) {
        let text = text.trimmed
        let core = text.drop { "(（[".contains($0) }.trimmed
        let inner = String(core.reversed().drop { ".)）].、．:：,".contains($0) }.reversed())
        let parts = inner.split(separator: ".")
        let numbers = parts.compactMap(WordMark.number)
        if let last = numbers.last, numbers.count == parts.count {
            self = .numbered(last)
        } else if inner.isEmpty || inner.count == text.count && inner.count < 3 {
            // In fonts of signs a letter is a bullet.
            self = .bullet
        } else if inner.count <= 4, inner.allSatisfy(\.isLetter) {
            // A letter or a Roman number.
            self = inner.count == text.count ? .words(text) : .numbered(1)
        } else {
            self = inner.contains { $0.isLetter || $0.isNumber } ? .words(text) : .bullet
        }
    }

    /// Up to nine digits, of whatever script.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.count <= 9 else { return nil }
        var number = 0
        for character in text {
            guard let digit = character.wholeNumberValue, (0...9).contains(digit) else { return nil }
            number = 10 * number + digit
        }
        return number
    }

    var number: Int? {
        switch self {
        case .numbered(let number): number
        case .bullet, .words: nil
        }
    }
}
