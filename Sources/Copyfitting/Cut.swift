/// The beginning of a text, ended with “…” at a place where a reader expects it.
struct Cut: Equatable {
    let text: String
    /// How much of the original it keeps, in bytes.
    let keptBytes: Int
}

extension Cut {
    /// The longest beginning of `text` that, with its ellipsis, counts no more than `budget` by `rule`: up to the end of
    /// a paragraph or a sentence if not much is lost by that, else of a word, and inside a word only where words are
    /// very long or not divided by spaces. Never inside a web address, a mention, a hashtag or a character.
    ///
    /// nil when not even the first word or character has room. The count is a sum over parts: whoever puts the cut
    /// into a message counts that again.
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
        // What was dropped behind an address was what kept the ellipsis out of it.
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
    /// The count of all before it.
    let count: Int
    let level: Level
    /// Right behind an address, mention or hashtag, to which an ellipsis would be added by those who link it.
    let endsReference: Bool

    var ellipsis: String { level >= .sentence || endsReference ? " …" : "…" }
    var countWithEllipsis: Int { count + ellipsis.unicodeScalars.count }
}

extension Character {
    /// Punctuation that looks forgotten before an ellipsis.
    fileprivate var isDangling: Bool { ",;:–—-([{„“‘«¿¡".contains(self) }
}

extension Substring {
    fileprivate var endsWithReference: Bool {
        let start = lastIndex(where: \.isWhitespace).map { index(after: $0) } ?? startIndex
        return References.ranges(in: self[start...]).last?.upperBound == endIndex
    }
}
