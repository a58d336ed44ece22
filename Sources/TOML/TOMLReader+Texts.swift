/// Strings in quotation marks.
extension TOMLReader {
    /// Parses `"basic"`, `'literal'`, and both in their multi-line forms with three quotation marks.
    mutating func readText(mayHaveLines: Bool) throws(TOMLError) -> String {
        let start = here
        guard let mark = next else { return "" }
        advance()
        guard next == mark, byte(1) == mark else { return try readLine(mark, start) }
        guard mayHaveLines else { throw error("A name has one quotation mark on each side, on one line.") }
        advance()
        advance()
        return try readLines(mark, start)
    }

    private mutating func readLine(_ mark: UInt8, _ start: Mark) throws(TOMLError) -> String {
        var text: [UInt8] = []
        while let next, !isAtLineBreak {
            if next == mark {
                advance()
                return String(decoding: text, as: UTF8.self)
            } else if next == .backslash, mark == .quote {
                try readEscape(into: &text)
            } else {
                try readCharacter(into: &text)
            }
        }
        throw error("The quotation mark is never closed. Close it on the same line, or use three.", at: start)
    }

    private mutating func readLines(_ mark: UInt8, _ start: Mark) throws(TOMLError) -> String {
        var text: [UInt8] = []
        // TOML ignores a line break directly after the opening marks.
        _ = takeLineBreak()
        while let next {
            if next == mark, byte(1) == mark, byte(2) == mark {
                for _ in 0..<3 { advance() }
                // Up to two further marks belong to the string.
                for _ in 0..<2 where take(mark) { text.append(mark) }
                return String(decoding: text, as: UTF8.self)
            } else if takeLineBreak() {
                text.append(.newline)
            } else if next == .backslash, mark == .quote {
                try readEscape(into: &text, mayHideLines: true)
            } else {
                try readCharacter(into: &text)
            }
        }
        throw error("The three quotation marks are never closed. Close them with three.", at: start)
    }

    /// One byte of an unescaped character.
    private mutating func readCharacter(into text: inout [UInt8]) throws(TOMLError) {
        guard let next, next.isText else {
            throw error("A text contains \(found). Write it as \\u with its number, in double quotation marks.")
        }
        text.append(next)
        advance()
    }

    private mutating func readEscape(into text: inout [UInt8], mayHideLines: Bool = false) throws(TOMLError) {
        let start = here
        advance()
        switch next {
        case UInt8(ascii: "u"): try readNumberedCharacter(digits: 4, start, into: &text)
        case UInt8(ascii: "U"): try readNumberedCharacter(digits: 8, start, into: &text)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "t"): text.append(.tab)
        case UInt8(ascii: "n"): text.append(.newline)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "r"): text.append(.carriageReturn)
        case .quote: text.append(.quote)
        case .backslash: text.append(.backslash)
        default: return try readHiddenLines(start, mayHideLines)
        }
        advance()
    }

    /// A “\” at the end of a line removes the line break and the whitespace after it.
    private mutating func readHiddenLines(_ start: Mark, _ isAllowed: Bool) throws(TOMLError) {
        skipBlanks()
        guard isAllowed, takeLineBreak() else {
            let known = "\\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX"
            throw error("“\\” can only begin \(known). For a plain “\\” use single quotation marks.", at: start)
        }
        repeat { skipBlanks() } while takeLineBreak()
    }

    /// Parses the hexadecimal number of a character except its last digit, which the caller consumes.
    private mutating func readNumberedCharacter(
        digits: Int, _ start: Mark, into text: inout [UInt8]
    ) throws(TOMLError) {
        var number = ""
        while number.utf8.count < digits, let digit = byte(1), digit.isHexDigit {
            number.unicodeScalars.append(Unicode.Scalar(digit))
            advance()
        }
        guard number.utf8.count == digits, let value = UInt32(number, radix: 16), value > 0,
            let scalar = Unicode.Scalar(value)
        else {
            let forms = "Write \\u with four hexadecimal digits, or \\U with eight."
            throw error("“\\\(digits == 4 ? "u" : "U")\(number)” is no character. \(forms)", at: start)
        }
        text += Array(String(scalar).utf8)
    }
}
