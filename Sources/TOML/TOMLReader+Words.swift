/// Values without quotation marks: numbers, booleans, dates and times.
extension TOMLReader {
    mutating func readWord() throws(TOMLError) -> TOMLValue {
        let start = here
        while let next, next.isWord { advance() }
        // A space may separate a date and a time.
        if here.position - start.position == 10, next == .space, byte(1)?.isDigit == true,
            Word(bytes[start.position..<here.position]).startsWithDate
        {
            advance()
            while let next, next.isWord { advance() }
        }
        let bytes = bytes[start.position..<here.position]
        let text = String(decoding: bytes.prefix(TOMLDocument.wordBytesMax), as: UTF8.self)
        guard !bytes.isEmpty else { throw error("A value is missing. Found \(found). Text needs quotation marks.") }
        guard bytes.count <= TOMLDocument.wordBytesMax else {
            throw error(
                "A value has more than \(TOMLDocument.wordBytesMax) characters. Text needs quotation marks.", at: start)
        }
        var word = Word(bytes)
        do throws(Word.Problem) {
            return try word.value(text)
        } catch {
            throw self.error(error.words(text), at: start)
        }
    }
}

/// A value without quotation marks, parsed from the start.
private struct Word {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    enum Problem: Error {
        case noValue, tooLarge, noDay, noTime

        func words(_ text: String) -> String {
            switch self {
            case .noValue: "“\(text.prefix(40))” is not a value. Text needs quotation marks."
            case .tooLarge:
                "“\(text)” does not fit into 64 bits. Write a number from \(Int.min) to \(Int.max), or a text."
            case .noDay: "“\(text)” is a day that does not exist. Write one such as 2026-12-01."
            case .noTime: "“\(text)” is a time that does not exist. Write one from 00:00:00 to 23:59:59."
            }
        }
    }

    /// Whether it starts like `2026-12-01`.
    var startsWithDate: Bool {
        let bytes = Array(rest.prefix(10))
        return bytes.count == 10
            && bytes.indices.allSatisfy { [4, 7].contains($0) ? bytes[$0] == UInt8(ascii: "-") : bytes[$0].isDigit }
    }

    private var startsWithTime: Bool {
        let bytes = Array(rest.prefix(3))
        return bytes.count == 3 && bytes[0].isDigit && bytes[1].isDigit && bytes[2] == UInt8(ascii: ":")
    }

    mutating func value(_ text: String) throws(Problem) -> TOMLValue {
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "inf", "+inf": return .fraction(.infinity)
        case "-inf": return .fraction(-.infinity)
        case "nan", "+nan", "-nan": return .fraction(.nan)
        default: break
        }
        if startsWithDate { return try dateOrDateTime() }
        if startsWithTime { return .time(try timeToEnd()) }
        return try number(text)
    }

    // MARK: - Numbers

    private mutating func number(_ text: String) throws(Problem) -> TOMLValue {
        let digits = text.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            rest = rest.dropFirst(2)
            guard takeDigits(radix: radix), rest.isEmpty else { throw .noValue }
            guard let number = Int(digits.dropFirst(2), radix: radix) else { throw .tooLarge }
            return .whole(number)
        }
        takeSign()
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let before = rest.count
        guard takeDigits(radix: 10), !hasLeadingZero || before - rest.count == 1 else { throw .noValue }
        if rest.isEmpty {
            guard let number = Int(digits) else { throw .tooLarge }
            return .whole(number)
        }
        if take(.period), !takeDigits(radix: 10) { throw .noValue }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            takeSign()
            guard takeDigits(radix: 10) else { throw .noValue }
        }
        guard rest.isEmpty, let number = Double(digits) else { throw .noValue }
        return .fraction(number)
    }

    private mutating func takeSign() {
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
    }

    /// Consumes digits with single `_` between them.
    /// - Returns: whether there is at least one digit, and one after each `_`.
    private mutating func takeDigits(radix: Int) -> Bool {
        repeat {
            let digits = rest.prefix { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
            guard !digits.isEmpty else { return false }
            rest = rest.dropFirst(digits.count)
        } while take(UInt8(ascii: "_"))
        return true
    }

    // MARK: - Dates and times

    private mutating func dateOrDateTime() throws(Problem) -> TOMLValue {
        let year = try digits(4)
        guard take(UInt8(ascii: "-")) else { throw .noValue }
        let month = try digits(2)
        guard take(UInt8(ascii: "-")) else { throw .noValue }
        guard let date = TOMLDate(year: year, month: month, day: try digits(2)) else { throw .noDay }
        if rest.isEmpty { return .date(date) }
        guard take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(.space) else { throw .noValue }
        let time = try time()
        if rest.isEmpty { return .dateTime(date, time, offset: nil) }
        return .dateTime(date, time, offset: try offset())
    }

    private mutating func timeToEnd() throws(Problem) -> TOMLTime {
        let time = try time()
        guard rest.isEmpty else { throw .noValue }
        return time
    }

    /// Parses `07:32:00.5`.
    private mutating func time() throws(Problem) -> TOMLTime {
        let hour = try digits(2)
        guard take(UInt8(ascii: ":")) else { throw .noValue }
        let minute = try digits(2)
        guard take(UInt8(ascii: ":")) else { throw .noValue }
        let second = try digits(2)
        var nanosecond = 0
        if take(.period) {
            let fraction = rest.prefix { $0.isDigit }
            guard !fraction.isEmpty else { throw .noValue }
            rest = rest.dropFirst(fraction.count)
            let zeros = Array(repeating: UInt8(ascii: "0"), count: 9)
            nanosecond = Int(String(decoding: (fraction + zeros).prefix(9), as: UTF8.self)) ?? 0
        }
        guard let time = TOMLTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond) else {
            throw .noTime
        }
        return time
    }

    /// Parses `Z` or `-07:00` up to the end, in minutes east of UTC.
    private mutating func offset() throws(Problem) -> Int {
        if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) {
            guard rest.isEmpty else { throw .noValue }
            return 0
        }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take(UInt8(ascii: "+")) || take(UInt8(ascii: "-")) else { throw .noValue }
        let hours = try digits(2)
        guard take(UInt8(ascii: ":")) else { throw .noValue }
        let minutes = try digits(2)
        guard rest.isEmpty else { throw .noValue }
        guard hours < 24, minutes < 60 else { throw .noTime }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private mutating func digits(_ count: Int) throws(Problem) -> Int {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { throw .noValue }
        rest = rest.dropFirst(count)
        return number
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }
}

extension UInt8 {
    /// All bytes that do not certainly end a value: rejecting a long word is better than accepting half of it.
    fileprivate var isWord: Bool { self > .space && ![.comma, .closeBracket, .closeBrace, .hash].contains(self) }
}
