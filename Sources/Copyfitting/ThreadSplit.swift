/// Divides a text into the parts of a thread.
///
/// The author's own breaks come first: a line that contains only `---` or `* * *`, except within code. Elsewhere a part ends where a
/// paragraph ends, else a sentence, else a word; inside a word only where that alone is longer than a part. An address,
/// a mention, a hashtag, a code span, a code block and a table stay whole. The parts are of about equal length.
///
/// The parts contain all characters of the text in their order, except for white space at their ends and the breaks.
package struct ThreadSplit: Hashable, Sendable {
    package let parts: [String]
    /// Of each part, by the rule.
    package let counts: [Int]
    /// How many addresses, code blocks and the like are longer than a part and were divided all the same.
    package let torn: Int
    /// Whether two parts would hold the text and more were made, because `avoidsPairs` asks for it.
    package let hasAvoidedPair: Bool

    /// - Parameters:
    ///   - whole: ranges of the UTF-8 of `text` that must not be divided.
    ///   - avoidsPairs: whether to make three parts rather than two, unless the author asks for two.
    /// - Complexity: linear in the length of the text.
    package init(_ text: String, whole: [Range<Int>] = [], rule: CountingRule, avoidsPairs: Bool) {
        let sections = ThreadSplit.sections(text, whole: whole)
        var parts: [String] = []
        var counts: [Int] = []
        var torn = 0
        var hasAvoidedPair = false
        for section in sections {
            let start = text.utf8.distance(from: text.startIndex, to: section.startIndex)
            // Every rule counts spaces, so a text with more of them than the limit does not fit.
            let spaces = section.utf8.count { $0 == UInt8(ascii: " ") }
            let count = spaces > rule.limit ? spaces : rule.count(String(section))
            if count <= rule.limit {
                parts.append(String(section))
                counts.append(count)
                continue
            }
            var (divided, counted, divisions, room) = ([String](), [Int](), 0, rule.limit)
            // What is next to an address or a mention decides whether a service counts it as one. So a part may count more
            // than its pieces, and then all parts are made shorter.
            for _ in 0..<ThreadSplit.triesMax {
                let narrow = rule.limited(to: room)
                let pieces = ThreadAtoms(section, offset: start, whole: whole, rule: narrow)
                (divided, hasAvoidedPair) = pieces.parts(pairsAllowed: !avoidsPairs || sections.count > 1)
                divisions = pieces.torn
                counted = divided.map { rule.count($0) }
                let excess = (counted.max() ?? 0) - rule.limit
                guard excess > 0 else { break }
                room = max(room - excess, room / 2)
            }
            parts += divided
            counts += counted
            torn += divisions
        }
        (self.parts, self.counts) = (parts, counts)
        (self.torn, self.hasAvoidedPair) = (torn, hasAvoidedPair)
    }

    private static let triesMax = 10

    /// The text without breaks at its end.
    package static func withoutBreaksAtEnd(_ text: String, whole: [Range<Int>]) -> Substring {
        sections(text, whole: whole).last.map { text[..<$0.endIndex] } ?? ""
    }

    /// The text between the author's breaks, without empty ones.
    private static func sections(_ text: String, whole: [Range<Int>]) -> [Substring] {
        var sections: [Substring] = []
        var start = text.startIndex
        var kept = whole[...]
        for line in lines(text) where isBreak(line) {
            let offset = text.utf8.distance(from: text.startIndex, to: line.startIndex)
            while let range = kept.first, range.upperBound <= offset { kept.removeFirst() }
            if let range = kept.first, range.lowerBound < offset + line.utf8.count { continue }
            sections.append(text[start..<line.startIndex])
            start = line.endIndex
        }
        sections.append(text[start...])
        return sections.map { $0.trimmingSpace }.filter { !$0.isEmpty }
    }

    /// The text between its line feeds. CR LF is another character.
    private static func lines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if let last = lines.last, last.utf8.last == UInt8(ascii: "\r") {
                lines[lines.count - 1] = text[last.startIndex..<line.endIndex]
            } else {
                lines.append(Substring(line))
            }
        }
        return lines
    }

    private static func isBreak(_ line: Substring) -> Bool {
        // Most lines begin otherwise.
        guard let first = line.utf8.first(where: { $0 > UInt8(ascii: " ") }),
            first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first >= 0x80
        else { return false }
        let line = line.trimmingSpace
        return line == "---" || line == "* * *"
    }
}

/// The smallest pieces of a section between which a part may end.
private struct ThreadAtoms {
    private struct Atom {
        /// In the UTF-8 of the section.
        let range: Range<Int>
        let size: Size
        /// The white space before it.
        let gap: Size
        /// How well a part ends before it.
        let level: CutPlace.Level
    }
    fileprivate typealias Size = (characters: Int, bytes: Int)

    private let text: Substring
    private let scanner: CharacterScanner
    private let limit: Int
    private let bytesMax: Int
    private var atoms: [Atom] = []
    /// For each atom, and behind the last, the characters before it.
    private var starts = [0]
    private(set) var torn = 0

    init(_ text: Substring, offset: Int, whole: [Range<Int>], rule: CountingRule) {
        self.text = text
        scanner = CharacterScanner(text)
        limit = rule.limit
        bytesMax = rule.method == .bluesky ? 10 * rule.limit : Int.max
        var gap: Size = (0, 0)
        var lineEnds = 0
        var level = CutPlace.Level.word
        var kept = whole[...]
        var at = 0
        let count = scanner.bytes.count
        while at < count {
            let character = scanner.character(at: at)
            if character.isSpace {
                gap = (gap.characters + 1, gap.bytes + character.bytes)
                lineEnds += character.isLineEnd ? 1 : 0
                if lineEnds > 0 { level = lineEnds > 1 ? .paragraph : .sentence }
                at += character.bytes
                continue
            }
            var end = scanner.wordEnd(from: at)
            // The word is extended to the end of what stays whole, if it begins in it.
            while let range = kept.first, range.lowerBound - offset < end {
                if range.upperBound - offset > end {
                    end = scanner.wordEnd(from: min(range.upperBound - offset, count))
                }
                kept.removeFirst()
            }
            add(at..<end, gap, level, rule)
            level = endsSentence(at..<end) ? .sentence : .word
            (gap, lineEnds) = ((0, 0), 0)
            at = end
        }
    }

    private mutating func append(_ range: Range<Int>, _ size: Size, _ gap: Size, _ level: CutPlace.Level) {
        atoms.append(Atom(range: range, size: size, gap: gap, level: level))
        starts.append((starts.last ?? 0) + size.characters + gap.characters)
    }

    private mutating func add(_ range: Range<Int>, _ gap: Size, _ level: CutPlace.Level, _ rule: CountingRule) {
        if range.count <= min(limit, Self.wordMax), scanner.bytes.span.extracting(range).isPlainWord {
            return append(range, rule.size(ofPlainWord: range.count), gap, level)
        }
        let word = scanner.text(range)
        let size = rule.size(word)
        if fits(size), size.characters <= Self.wordMax { return append(range, size, gap, level) }
        let isReference = !References.ranges(in: word).isEmpty || word.contains(where: \.isWhitespace)
        if fits(size), isReference { return append(range, size, gap, level) }
        // A word without spaces, as in Chinese, ends a part after a sentence if possible, else after any character. The
        // addresses, mentions and hashtags in it stay whole if they fit.
        let fitting = References.ranges(in: word).filter { fits(rule.size(text[$0])) }
        if isReference, fitting.isEmpty { torn += 1 }
        var references = (fitting + rule.addresses(in: word)).sorted { $0.lowerBound < $1.lowerBound }[...]
        var (gap, level) = (gap, level)
        var at = word.startIndex
        while at < word.endIndex {
            var next = text.index(after: at)
            while let reference = references.first, reference.lowerBound < at { references.removeFirst() }
            if let reference = references.first, reference.lowerBound < next {
                while next < reference.upperBound { next = text.index(after: next) }
            }
            append(scanner.offset(of: at)..<scanner.offset(of: next), rule.size(text[at..<next]), gap, level)
            (gap, level) = ((0, 0), "。！？｡".contains(text[at]) ? .sentence : .character)
            at = next
        }
    }

    private func fits(_ size: Size) -> Bool { size.characters <= limit && size.bytes <= bytesMax }

    /// Longer words may be divided between characters.
    private static let wordMax = 60

    private func endsSentence(_ range: Range<Int>) -> Bool {
        // Most words end with a letter.
        guard let last = scanner.bytes[range].last, !Unicode.Scalar(last).isASCIIAlphanumeric else { return false }
        let word = scanner.text(range)
        guard let mark = word.unicodeScalars.last(where: { !Self.closers.contains($0) }) else { return false }
        guard mark == "." else { return Self.marks.contains(mark) }
        let next = text[word.endIndex...].first { !$0.isWhitespace }
        return next?.isLowercase != true && word.count > 2
    }

    private static let closers = "\"'”’»)]".unicodeScalars
    private static let marks = "!?…。！？".unicodeScalars

    // MARK: Parts

    /// The best of the divisions into the least number of parts and into one or two more: one more part is better than
    /// two ends inside sentences.
    /// - Returns: the parts, and whether two of them would do but are not allowed.
    func parts(pairsAllowed: Bool) -> ([String], avoidsPair: Bool) {
        let least = leastParts()
        guard let all = least.first, all > 0 else { return ([], false) }
        let avoidsPair = all == 2 && !pairsAllowed && atoms.count > 2
        let fewest = avoidsPair ? 3 : all
        let tries = all == 1 ? [1] : (fewest...fewest + 2).filter { $0 <= atoms.count }
        let divisions = tries.map { division(into: $0, least) }
        guard let best = divisions.min(by: { $0.cost < $1.cost }) ?? divisions.first else { return ([], false) }
        let parts = zip([0] + best.ends, best.ends).map { start, end in
            String(scanner.text(atoms[start].range.lowerBound..<atoms[end - 1].range.upperBound))
        }
        return (parts, avoidsPair)
    }

    private func division(into parts: Int, _ least: [Int]) -> (ends: [Int], cost: Double) {
        var ends: [Int] = []
        var cost = Double(parts) * Self.partPrice
        var start = 0
        for left in (1...parts).reversed() where start < atoms.count {
            let end = left > 1 ? self.end(from: start, parts: left, least) : (end: atoms.count, cost: 0)
            ends.append(end.end)
            cost += end.cost
            start = end.end
        }
        return (ends, cost)
    }

    private static let partPrice = 0.15

    /// For each atom the least number of parts that hold the rest of the text from there, and 0 behind the last.
    private func leastParts() -> [Int] {
        var least = [Int](repeating: 0, count: atoms.count + 1)
        var end = atoms.count
        var (characters, bytes) = (0, 0)
        // The window from `start` to `end` is the longest part that begins at `start`.
        for start in atoms.indices.reversed() {
            if start + 1 < end {
                characters += atoms[start + 1].gap.characters
                bytes += atoms[start + 1].gap.bytes
            }
            characters += atoms[start].size.characters
            bytes += atoms[start].size.bytes
            while end > start + 1, characters > limit || bytes > bytesMax {
                end -= 1
                characters -= atoms[end].size.characters + atoms[end].gap.characters
                bytes -= atoms[end].size.bytes + atoms[end].gap.bytes
            }
            least[start] = 1 + least[end]
        }
        return least
    }

    /// Where the part from `start` ends, if `parts` parts are to hold the rest: where a paragraph or a sentence ends,
    /// near an equal share.
    private func end(from start: Int, parts: Int, _ least: [Int]) -> (end: Int, cost: Double) {
        let share = Double(starts[atoms.count] - starts[start]) / Double(parts)
        var best = (end: start + 1, cost: Double.infinity)
        var (characters, bytes) = (0, 0)
        for end in start + 1..<atoms.count {
            let last = atoms[end - 1]
            characters += last.size.characters + (end - 1 > start ? last.gap.characters : 0)
            bytes += last.size.bytes + (end - 1 > start ? last.gap.bytes : 0)
            guard characters <= limit, bytes <= bytesMax else { break }
            guard least[end] < parts else { continue }
            let distance = (Double(characters) - share) / share
            let isStub = 3 * characters < limit
            let cost = distance * distance + Self.price(of: atoms[end].level) + (isStub ? 1 : 0)
            if cost < best.cost { best = (end, cost) }
        }
        return best
    }

    /// In squares of the distance from an equal share.
    private static func price(of level: CutPlace.Level) -> Double {
        switch level {
        case .paragraph: 0
        case .sentence: 0.06
        case .word: 0.2
        case .character: 0.6
        }
    }
}

extension CountingRule {
    /// What counts as one address of a fixed length.
    fileprivate func addresses(in word: Substring) -> [Range<String.Index>] {
        guard case .mastodon = method else { return [] }
        let scalars = word.unicodeScalars
        return MastodonText(String(word)).entities.compactMap { range, entity in
            guard entity == .address else { return nil }
            let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
            return start..<scalars.index(start, offsetBy: range.count)
        }
    }

    /// The most that a part of a text adds to the count of the whole: what is next to a mention decides whether it is one.
    fileprivate func size(_ part: Substring) -> ThreadAtoms.Size {
        if part.utf8.span.isPlainWord { return size(ofPlainWord: part.utf8.count) }
        let text = String(part)
        switch method {
        case .mastodon(let reserved):
            return (MastodonText(text).countable(reservedPerURL: reserved, mentionsWhole: true).count, 0)
        case .bluesky:
            let shown = BlueskyText(text).text
            return (shown.count, shown.utf8.count)
        case .graphemes, .codePoints, .codePointsOfText, .utf16: return (count(text), 0)
        }
    }

    fileprivate func size(ofPlainWord bytes: Int) -> ThreadAtoms.Size { (bytes, method == .bluesky ? bytes : 0) }
}

extension Substring {
    fileprivate var trimmingSpace: Substring {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
