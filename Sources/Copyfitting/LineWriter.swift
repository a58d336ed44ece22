import Posts

/// Writes plain text line by line, each line with the markers of its quotes and lists.
struct LineWriter {
    private(set) var text = ""
    var byteCount: Int { text.utf8.count }

    private var marks: [Mark] = []
    /// Line breaks to write before the next text. They are dropped at the end of the text.
    private var owedLineEnds = 0
    private var isAtLineStart = true
    private var owesSoftBreak = false

    private struct Mark {
        let first: String
        let rest: String
        var isUsed = false
    }

    /// The marks of fifty nested lists would make a short line two hundred times as long, so only the outer ones are
    /// written.
    private static let marksMax = 16

    /// Until `endMarks`, the next line begins with `first` and the following ones with `rest`.
    mutating func beginMarks(first: String, rest: String) {
        let isOuter = marks.count < Self.marksMax
        marks.append(Mark(first: isOuter ? first : "", rest: isOuter ? rest : ""))
    }

    mutating func endMarks() { _ = marks.popLast() }

    /// Requests line breaks: 1 begins a new line, 2 leave an empty line.
    mutating func separate(_ lineEnds: Int) {
        owedLineEnds = max(owedLineEnds, lineEnds)
        owesSoftBreak = false
    }

    mutating func breakLine() {
        trimLine()
        owedLineEnds += 1
        owesSoftBreak = false
    }

    /// A soft line break of Markdown: it becomes a space, except between characters of scripts without spaces.
    mutating func breakSoftly() { owesSoftBreak = true }

    /// Writes running text. Drops spaces at the start of a line, and double spaces where something was left out.
    mutating func write(_ words: String) {
        var words = Substring(words)
        // Compares code points rather than characters: finding the last character of a row of flags takes reading the
        // whole row.
        if owesSoftBreak, let next = words.unicodeScalars.first, let last = text.unicodeScalars.last, !isAtFreshLine {
            if !(last.isWrittenWithoutSpaces && next.isWrittenWithoutSpaces) && last != " " { text += " " }
            owesSoftBreak = false
        }
        if isAtFreshLine || text.unicodeScalars.last == " " { words = words.drop { $0 == " " } }
        guard !words.isEmpty else { return }
        beginLine()
        text += words
    }

    /// Writes lines unchanged.
    mutating func writeVerbatim(_ lines: String) {
        for (number, line) in lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if number > 0 { owedLineEnds += 1 }
            guard !line.isEmpty else { continue }
            beginLine()
            text += line
        }
    }

    /// Removes spaces at the end of the line.
    mutating func trimLine() {
        guard !isAtFreshLine else { return }
        while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    }

    private var isAtFreshLine: Bool { isAtLineStart || owedLineEnds > 0 }

    private mutating func beginLine() {
        if !text.isEmpty, owedLineEnds > 0 {
            for number in 1...owedLineEnds {
                text += "\n"
                if number < owedLineEnds { appendMarksOfEmptyLine() }
            }
            isAtLineStart = true
        }
        owedLineEnds = 0
        guard isAtLineStart else { return }
        for index in marks.indices {
            text += marks[index].isUsed ? marks[index].rest : marks[index].first
            marks[index].isUsed = true
        }
        isAtLineStart = false
    }

    private mutating func appendMarksOfEmptyLine() {
        let marks = marks.filter(\.isUsed).map(\.rest).joined()
        text += marks.trimmed.isEmpty ? "" : String(marks.reversed().drop { $0 == " " }.reversed())
    }
}

extension Unicode.Scalar {
    /// Chinese characters, kana and their punctuation.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x2E80...0x312F, 0x31A0...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
