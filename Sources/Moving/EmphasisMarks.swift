/// Writes the emphasis in a line of Markdown so that it is emphasis, by CommonMark's rules for delimiter runs
/// (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis).
///
/// While a line is being made, a private character stands for each mark, because what follows a mark decides whether it
/// can be one: in `<b>Note:</b>text` the mark has to end before the colon. Where no mark can be, the words stay.
struct EmphasisMarks {
    /// One pair of marks.
    private struct Pair {
        let kind: Kind
        var open = 0
        var close = 0
        var isAlive = true
    }

    enum Kind: UInt32, CaseIterable {
        case em, strong, struck

        /// Noncharacters, which no text contains.
        var start: Character { EmphasisMarks.character(2 * rawValue) }
        var end: Character { EmphasisMarks.character(2 * rawValue + 1) }

        fileprivate var text: String {
            switch self {
            case .em: "*"
            case .strong: "**"
            case .struck: "~~"
            }
        }
    }

    private static let first: UInt32 = 0xFDD0

    /// One of the eight private characters, of which the last two belong to `BareAddress`.
    static func scalar(_ number: UInt32) -> Unicode.Scalar { Unicode.Scalar(first + number) ?? "\u{FFFD}" }

    private static func character(_ number: UInt32) -> Character { Character(scalar(number)) }

    /// Whether it is a private character.
    static func isMark(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (first..<first + 8).contains($0.value) } ?? false
    }

    private static func mark(_ character: Character) -> (kind: Kind, isStart: Bool)? {
        guard let scalar = character.unicodeScalars.first, (first..<first + 6).contains(scalar.value)
        else {
            return nil
        }
        return Kind(rawValue: (scalar.value - first) / 2).map {
            ($0, (scalar.value - first).isMultiple(of: 2))
        }
    }

    private var text: [Character]
    private var pairs: [Pair] = []

    /// - Parameter line: with the characters of `Kind` around emphasis, well nested.
    static func written(_ line: String) -> String {
        // Each mark begins with the byte 0xEF.
        guard line.utf8.contains(0xEF), line.contains(where: isMark) else { return line }
        var marks = EmphasisMarks(line)
        marks.narrow()
        marks.pair()
        marks.dropImpossible()
        return marks.written
    }

    private init(_ line: String) { text = Array(line) }

    // MARK: - Narrowing

    /// Moves marks past punctuation and blanks that have a letter on their other side.
    private mutating func narrow() {
        for index in text.indices {
            if let mark = EmphasisMarks.mark(text[index]), !mark.isStart { moveEnd(index) }
        }
        for index in text.indices.reversed() {
            if let mark = EmphasisMarks.mark(text[index]), mark.isStart { moveStart(index) }
        }
    }

    private static let soft: Set<Character> = [
        ".", ",", ":", "?", "!", "…", "\"", "'", "“", "”", "‘", "’", "«", "»", "–", "—", "-", "/", "¿",
        "¡", "%",
    ]

    private mutating func moveEnd(_ start: Int) {
        var index = start
        while index > 0, let next = text[(index + 1)...].first(where: { !EmphasisMarks.isMark($0) }),
            !next.isWhitespace, !next.isPunctuationHere, text[index - 1].isPunctuationHere
        {
            let isEscaped =
                index > 1 && text[index - 2] == "\\" && !(index > 2 && text[index - 3] == "\\")
            guard isEscaped || EmphasisMarks.soft.contains(text[index - 1]) else { return }
            for _ in 0..<(isEscaped ? 2 : 1) {
                text.swapAt(index, index - 1)
                index -= 1
            }
        }
    }

    private mutating func moveStart(_ start: Int) {
        var index = start
        while index + 1 < text.count {
            let before = text[..<index].last { !EmphasisMarks.isMark($0) }
            let isAfterWord = before.map { !$0.isWhitespace && !$0.isPunctuationHere } ?? false
            guard text[index + 1].isWhitespace || (text[index + 1].isPunctuationHere && isAfterWord)
            else { return }
            let isEscaped = text[index + 1] == "\\" && index + 2 < text.count && text[index + 2] != "\n"
            guard
                isEscaped || text[index + 1].isWhitespace || text[index + 1] == "("
                    || EmphasisMarks.soft.contains(text[index + 1]) && text[index + 1] != "!"
            else { return }
            for _ in 0..<(isEscaped ? 2 : 1) {
                text.swapAt(index, index + 1)
                index += 1
            }
        }
    }

    // MARK: - Pairing

    private mutating func pair() {
        var open: [Int] = []
        for (index, character) in text.enumerated() {
            guard let mark = EmphasisMarks.mark(character) else { continue }
            if mark.isStart {
                open.append(pairs.count)
                pairs.append(Pair(kind: mark.kind, open: index, close: index))
            } else if let last = open.lastIndex(where: { pairs[$0].kind == mark.kind }) {
                pairs[open.remove(at: last)].close = index
            }
        }
        for index in pairs.indices {
            let inner = text[pairs[index].open...pairs[index].close]
            if inner.allSatisfy({ EmphasisMarks.isMark($0) || $0.isWhitespace }) {
                pairs[index].isAlive = false
            }
        }
    }

    /// Marks of the same character with nothing between them.
    private struct Run {
        /// The position of its first mark.
        let start: Int
        let length: Int
        let canOpen, canClose: Bool
        /// Whether it ends one emphasis and begins another.
        let isMixed: Bool
    }

    private static let rounds = 8

    private mutating func dropImpossible() {
        for _ in 0..<EmphasisMarks.rounds {
            let runs = runs()
            let living = pairs.indices.filter { pairs[$0].isAlive }
            let wrong = self.wrong(of: living, runs)
            guard !wrong.isEmpty else { return }
            // Too many marks in a row may be wrong only because another emphasis begins there.
            let starts = Set(
                wrong.flatMap { [pairs[$0].open, pairs[$0].close] }.compactMap { runs[$0]?.start })
            let begun = living.filter { index in
                runs[pairs[index].open].map { $0.isMixed && starts.contains($0.start) } ?? false
            }
            for index in begun.isEmpty ? wrong : begun { pairs[index].isAlive = false }
        }
        for index in pairs.indices { pairs[index].isAlive = false }
    }

    /// The pairs among `living` that are no emphasis, or end another one.
    private func wrong(of living: [Int], _ runs: [Int: Run]) -> [Int] {
        // The pairs around the present one. They are few, since emphasis is not repeated inside itself.
        var around: [Int] = []
        return living.filter { index in
            let pair = pairs[index]
            while let last = around.last, pairs[last].close < pair.open { around.removeLast() }
            defer { around.append(index) }
            guard let open = runs[pair.open], let close = runs[pair.close],
                EmphasisMarks.match(open, close)
            else {
                return true
            }
            return around.contains { other in
                guard (pairs[other].kind == .struck) == (pair.kind == .struck),
                    let outer = runs[pairs[other].open]
                else {
                    return false
                }
                return outer.start != open.start && EmphasisMarks.match(outer, open)
            }
        }
    }

    private static func match(_ open: Run, _ close: Run) -> Bool {
        guard open.canOpen, close.canClose else { return false }
        // Rules 9 and 10.
        guard open.canClose || close.canOpen, (open.length + close.length).isMultiple(of: 3) else {
            return true
        }
        return open.length.isMultiple(of: 3) && close.length.isMultiple(of: 3)
    }

    /// The kinds of the marks that are not dropped, by their positions.
    private var living: [Int: Kind] {
        var living: [Int: Kind] = [:]
        for pair in pairs where pair.isAlive {
            (living[pair.open], living[pair.close]) = (pair.kind, pair.kind)
        }
        return living
    }

    /// The run of each living mark, by its position.
    private func runs() -> [Int: Run] {
        let living = living
        var runs: [Int: Run] = [:]
        var (run, before): ([Int], Character?) = ([], nil)
        func end(_ after: Character?) {
            guard let first = run.first, let kind = living[first] else { return }
            let isAfterBlank = before?.isWhitespace ?? true
            let isBeforeBlank = after?.isWhitespace ?? true
            let isAfterMark = before?.isPunctuationHere ?? false
            let isBeforeMark = after?.isPunctuationHere ?? false
            let length = run.reduce(0) { $0 + (living[$1]?.text.utf8.count ?? 0) }
            let starts = run.count { EmphasisMarks.mark(text[$0])?.isStart == true }
            let one = Run(
                start: first, length: length,
                canOpen: !isBeforeBlank && (!isBeforeMark || isAfterBlank || isAfterMark),
                canClose: !isAfterBlank && (!isAfterMark || isBeforeBlank || isBeforeMark),
                isMixed: starts > 0 && starts < run.count)
            for index in run { runs[index] = one }
            before = kind == .struck ? "~" : "*"
        }
        for (index, character) in text.enumerated() {
            if let kind = living[index] {
                // Different characters are different runs, and each is punctuation to the other.
                if let last = run.last, (living[last] == .struck) != (kind == .struck) || kind == .struck {
                    end(kind == .struck ? "~" : "*")
                    run = []
                }
                run.append(index)
            } else if !EmphasisMarks.isMark(character) {
                end(character)
                (run, before) = ([], character)
            }
        }
        end(nil)
        return runs
    }

    private var written: String {
        let living = living
        var result = ""
        for (index, character) in text.enumerated() {
            if let kind = living[index] {
                result += kind.text
            } else if !EmphasisMarks.isMark(character) {
                result.append(character)
            }
        }
        return result
    }
}

extension Character {
    /// As CommonMark counts: ASCII's, and Unicode's without symbols.
    fileprivate var isPunctuationHere: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        if scalar.isASCII {
            return !isLetter && !isNumber && !isWhitespace && scalar.value > 0x20 && scalar.value != 0x7F
        }
        return isPunctuation
    }
}
