/// The beginning of a text, ended with “…” at a natural place.
struct Cut: Equatable {
    let text: String
    /// The length of the kept original, in bytes.
    let keptBytes: Int
}

extension Cut {
    /// The longest beginning of `text` whose count by `rule`, including the ellipsis, is at most `budget`. It ends at
    /// the end of a paragraph or sentence if that loses little, otherwise after a word. It ends inside a word only if
    /// words are very long or not separated by spaces. It never ends inside a web address, a mention, a hashtag or a
    /// character.
    ///
    /// Returns nil if not even the first word or character fits. The count is a sum over parts, so a caller that puts
    /// the cut into a message must count again.
    /// - Complexity: linear in the part that is kept, and in the length of the word at its end.
    init?(_ text: String, to budget: Int, by rule: CountingRule) {
        var search = CutSearch(text: text, budget: budget, rule: rule)
        guard let place = search.best() else { return nil }
        var kept = text[..<place.end]
        while let last = kept.last,
            last.isWhitespace || (place.level <= .word && !place.endsReference && last.isDangling)
        {
            kept.removeLast()
        }
        guard !kept.isEmpty else { return nil }
        // The dropped text separated an address from the ellipsis.
        let isApart = place.level >= .sentence || kept.endsWithReference
        self.text = kept + (isApart ? " …" : "…")
        keptBytes = kept.utf8.count
    }
}

/// A place at which a text may be cut.
struct CutPlace {
    enum Level: Int, Comparable {
        case character, word, sentence, paragraph
        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }
    let end: String.Index
    /// The count of the text before it.
    let count: Int
    let level: Level
    /// Whether it directly follows an address, mention or hashtag, into whose link services would include an ellipsis.
    let endsReference: Bool

    /// Every rule counts a space and the ellipsis as one each.
    var countWithEllipsis: Int { count + (level >= .sentence || endsReference ? 2 : 1) }
}

extension Character {
    /// Punctuation that looks misplaced before an ellipsis.
    fileprivate var isDangling: Bool { ",;:–—-([{„“‘«¿¡".contains(self) }
}

extension Substring {
    fileprivate var endsWithReference: Bool {
        let start = lastIndex(where: \.isWhitespace).map { index(after: $0) } ?? startIndex
        return References.ranges(in: self[start...]).last?.upperBound == endIndex
    }
}
