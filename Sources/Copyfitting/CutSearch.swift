/// Reads a text word by word and records the last place of each level within the budget.
struct CutSearch {
    private let text: String
    private let budget: Int
    private let rule: CountingRule

    private var places: [CutPlace.Level: CutPlace] = [:]
    private var count = 0

    init(text: String, budget: Int, rule: CountingRule) {
        self.text = text
        self.budget = budget
        self.rule = rule
    }

    mutating func best() -> CutPlace? {
        var at = text.startIndex
        while at < text.endIndex, count <= budget {
            let wordEnd = text[at...].firstIndex(where: \.isWhitespace) ?? text.endIndex
            walkWord(at..<wordEnd)
            let next = text[wordEnd...].firstIndex { !$0.isWhitespace } ?? text.endIndex
            if wordEnd > at { keepWordEnd(at..<wordEnd, before: next) }
            count += cost(of: text[wordEnd..<next])
            at = next
        }
        return choose()
    }

    /// Prefers a higher level unless it wastes too much of the budget.
    private func choose() -> CutPlace? {
        let longest = places.values.map(\.count).max() ?? 0
        let shares: [(CutPlace.Level, Double)] = [(.paragraph, 0.6), (.sentence, 0.45), (.word, 0.4)]
        for (level, share) in shares {
            if let place = places[level], Double(place.count) >= Double(longest) * share { return place }
        }
        return [CutPlace.Level.word, .character].compactMap { places[$0] }.max { $0.count < $1.count }
    }

    private mutating func keep(_ end: String.Index, _ level: CutPlace.Level) {
        let place = CutPlace(end: end, count: count, level: level, endsReference: endsReference)
        if place.countWithEllipsis <= budget { places[level] = place }
    }

    private mutating func keepWordEnd(_ word: Range<String.Index>, before next: String.Index) {
        let endsParagraph = text[word.upperBound..<next].count(where: \.isNewline) > 1
        keep(word.upperBound, .word)
        // The end of a paragraph also ends a sentence, in case paragraphs are too rare.
        if endsParagraph || endsSentence(word, before: next) { keep(word.upperBound, .sentence) }
        if endsParagraph { keep(word.upperBound, .paragraph) }
    }

    /// Whether an address, mention or hashtag comes last.
    private var endsReference = false

    private mutating func walkWord(_ word: Range<String.Index>) {
        endsReference = false
        var at = word.lowerBound
        for reference in References.ranges(in: text[word]) {
            walkCharacters(at..<reference.lowerBound)
            guard count <= budget else { return }
            count += rule.count(String(text[reference]))
            endsReference = true
            keep(reference.upperBound, .character)
            at = reference.upperBound
        }
        walkCharacters(at..<word.upperBound)
    }

    private mutating func walkCharacters(_ range: Range<String.Index>) {
        var at = range.lowerBound
        while at < range.upperBound, count <= budget {
            let character = text[at]
            endsReference = false
            count += cost(of: character)
            at = text.index(after: at)
            keep(at, "。！？｡".contains(character) ? .sentence : .character)
        }
    }

    /// A full stop after a single letter (“J. S. Bach”) or before a lower-case one (“e.g. this”) does not end a
    /// sentence.
    private func endsSentence(_ word: Range<String.Index>, before next: String.Index) -> Bool {
        let closers: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]", "“"]
        let core = text[word].suffix(12).reversed().drop { closers.contains($0) }
        guard let mark = core.first, ".!?…".contains(mark) else { return false }
        if next < text.endIndex, text[next].isLowercase { return false }
        guard mark == "." else { return true }
        return core.dropFirst().prefix { $0.isLetter || $0.isNumber }.count > 1
    }

    private func cost(of text: Substring) -> Int { text.reduce(0) { $0 + cost(of: $1) } }

    private func cost(of character: Character) -> Int {
        switch rule.method {
        case .mastodon, .graphemes: 1
        case .codePoints, .codePointsOfText: character.unicodeScalars.count
        case .utf16: character.utf16.count
        case .bluesky: TextMarks.isMark(character) ? 0 : max(1, (character.utf8.count + 9) / 10)
        }
    }
}
