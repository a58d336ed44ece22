import TestSupport

/// Generates TOML texts: a third valid, a third with wrong parts, a third broken afterwards. The same seed generates
/// the same text.
struct TextMaker: RandomNumberGenerator {
    private var numbers: SeededNumbers
    /// How often a part is wrong, in percent.
    private var mistakes = 0

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    /// In UTF-8, for the most part.
    mutating func text() -> [UInt8] {
        let kind = number(0...2)
        mistakes = kind == 1 ? 3 : 0
        var bytes = Array(document().utf8)
        if kind == 2 {
            for _ in 0..<number(1...3) { mutate(&bytes) }
        }
        return bytes
    }

    // MARK: - Valid text

    private mutating func document() -> String {
        var text = ""
        for _ in 0..<number(1...9) {
            text += blanks()
            switch number(0...99) {
            case 0..<66: text += keyAndValue(depth: 0)
            case 66..<80: text += "[\(key())]"
            case 80..<92: text += "[[\(key())]]"
            default: break
            }
            text += blanks() + comment() + lineEnd()
        }
        return happens(30) ? text + keyAndValue(depth: 0) : text
    }

    private mutating func keyAndValue(depth: Int) -> String { "\(key())=\(blanks())\(value(depth: depth))" }

    private mutating func key() -> String {
        (0..<pick([1, 1, 1, 2, 2, 3])).map { _ in blanks() + keyPart() + blanks() }.joined(separator: ".")
    }

    private mutating func keyPart() -> String {
        if happens(mistakes) { return pick(["", "é", "a b", "\"\"\"a\"\"\"", "a+", "[a]", "\"a", "'a\n'"]) }
        // A few names, so that they collide; and names that never do.
        let meeting = [
            "a", "b", "c", "\"a\"", "'b'", "\"\\u0063\"", "\"\"", "''", "a-b_1", "1", "\"é\"", "'e\u{301}'", "true",
        ]
        return happens(45) ? pick(meeting) : "k\(number(0...999))"
    }

    private mutating func value(depth: Int) -> String {
        if happens(mistakes) {
            return pick(["", "x", "1 2", "True", "null", "]", ",", "\u{1}", "+", "1a", "''x", "=1"])
        }
        switch number(0...(depth < 3 ? 9 : 7)) {
        case 0, 1, 2: return text(over: happens(40))
        case 3, 4: return numberText()
        case 5, 6: return dateText()
        case 7: return pick(["true", "false"])
        case 8:
            let items = (0..<number(0...3)).map { _ in space() + value(depth: depth + 1) + space() }
            return "[" + items.joined(separator: ",") + (happens(20) && !items.isEmpty ? "," : "") + space() + "]"
        default:
            let items = (0..<number(0...3)).map { _ in blanks() + keyAndValue(depth: depth + 1) + blanks() }
            let end = happens(mistakes) ? pick([",", "\n", "#"]) : ""
            return "{" + items.joined(separator: ",") + blanks() + end + "}"
        }
    }

    private mutating func text(over lines: Bool) -> String {
        let isLiteral = happens(35)
        let mark = String(repeating: isLiteral ? "'" : "\"", count: lines ? 3 : 1)
        var pieces = [
            "a", "é", "日本", "😀", "\t", "#", "[a]", " ", "=", "\u{85}", "\u{2028}", "\u{FEFF}", "x y z", "\u{80}",
        ]
        pieces +=
            isLiteral
            ? ["\\", "\\u12", "\""]
            : ["'", "\\n", "\\\"", "\\\\", "\\u00e9", "\\U0001F600", "\\b", "\\f", "\\uFFFF", "\\r"]
        if lines { pieces += ["\n", "\r\n", "\n\n", isLiteral ? "''" : "\"\"", isLiteral ? "' " : "\" "] }
        if lines, !isLiteral { pieces += ["\\\n", "\\  \n\t \n ", "\\\r\n"] }
        if happens(mistakes) {
            pieces = [
                "\\x", "\\ud800", "\\U00110000", "\\u12", "\r", "\u{0}", "\u{7F}", "\u{1F}", "\n", "\\ a", "\\u0000",
                "\"", "'",
            ]
        }
        return mark + (0..<number(0...5)).map { _ in pick(pieces) }.joined() + mark
    }

    private mutating func numberText() -> String {
        let sign = pick(["", "", "+", "-"])
        switch number(0...6) {
        case 0: return sign + pick(["inf", "nan"])
        case 1:
            let (prefix, alphabet) = pick([("0x", "0123456789abcdefABCDEF"), ("0o", "01234567"), ("0b", "01")])
            return (happens(mistakes) ? sign : "") + prefix + digits(alphabet, 1...18)
        case 2:
            return sign + pick(["0", "9223372036854775807", "9223372036854775808", "9223372036854775809", "1_0", "7"])
        case 3, 4: return sign + whole()
        default:
            let fraction = happens(60) ? "." + digits("0123456789", 1...17) : ""
            let exponent = happens(50) ? pick(["e", "E"]) + pick(["", "+", "-"]) + digits("0123456789", 1...3) : ""
            return sign + whole() + fraction + exponent
        }
    }

    private mutating func whole() -> String {
        if happens(mistakes) { return pick(["00", "01", "0_1", "", "_1", "1_", "1__2"]) }
        return happens(25)
            ? "0" : digits("123456789", 1...1) + (happens(60) ? pick(["", "_"]) + digits("0123456789", 1...18) : "")
    }

    private mutating func digits(_ alphabet: String, _ count: ClosedRange<Int>) -> String {
        let digits = (0..<number(count)).map { _ in String(pick(Array(alphabet))) }
        return digits.joined(separator: happens(15) ? "_" : "")
    }

    private mutating func dateText() -> String {
        let year = pick(["1979", "2000", "1900", "2024", "2026", "9999", "0001", "0000"])
        let isWrong = happens(mistakes)
        let day = "\(year)-\(two(isWrong ? 0...13 : 1...12))-\(two(isWrong ? 0...32 : 1...(happens(20) ? 31 : 28)))"
        let time =
            "\(two(0...(isWrong ? 25 : 23))):\(two(0...(isWrong ? 61 : 59))):\(two(0...(isWrong ? 61 : 59)))"
            + (happens(40) ? "." + (0..<number(1...12)).map { _ in "\(number(0...9))" }.joined() : "")
        let offset = pick([
            "", "Z", "z", "+\(two(0...23)):\(two(0...59))", "-\(two(0...23)):\(two(0...(isWrong ? 61 : 59)))",
        ])
        return pick([day, time, day + pick(["T", "t", " "]) + time + offset])
    }

    private mutating func two(_ range: ClosedRange<Int>) -> String {
        let number = number(range)
        return (number < 10 ? "0" : "") + "\(number)"
    }

    private mutating func comment() -> String {
        if happens(mistakes) { return pick(["#\u{1}", "# \r x", "#\u{7F}", "x"]) }
        return happens(20) ? pick(["#", "# é", "# a = 1", "#\t\"", "# '''"]) : ""
    }

    private mutating func lineEnd() -> String {
        happens(mistakes) ? pick(["\r", " ", "\n\r"]) : pick(["\n", "\n", "\r\n"])
    }

    private mutating func blanks() -> String { happens(15) ? pick([" ", "\t", "  ", " \t"]) : "" }

    /// Between the values of an array.
    private mutating func space() -> String { happens(25) ? pick([" ", "\n", "\r\n\t", "# ,]\n", "\n# é\n"]) : "" }

    // MARK: - Broken

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let start = number(0...bytes.count)
        let end = min(bytes.count, start + number(0...(happens(80) ? 3 : 20)))
        switch number(0...4) {
        case 0: bytes.removeSubrange(start..<end)
        case 1, 2: bytes.insert(contentsOf: Array(pick(Self.pieces).utf8), at: start)
        case 3: bytes.replaceSubrange(start..<end, with: Array(pick(Self.pieces).utf8))
        default: bytes.insert(contentsOf: bytes[start..<end], at: number(0...bytes.count))
        }
    }

    private static let pieces = [
        "\"", "'", "\"\"\"", "'''", "[", "]", "[[", "]]", "{", "}", ",", "=", ".", "#", "\\", "\n", "\r", "\r\n", " ",
        "\t",
        "_", "+", "-", ":", "T", "Z", "0", "9", "e", "0x", "inf", "nan", "true", "\u{0}", "\u{7F}", "\u{FEFF}", "é",
        "\u{85}",
        "\\u0000", "\\ud800", "a", "a.", "[a]\n", "[[a]]\n", "a = 1\n", "{a = 1}", "[1, 2]", "\\\n", "1979-05-27",
        "\u{C}",
    ]

    // MARK: - Chance

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }
    private mutating func happens(_ percent: Int) -> Bool { number(0...99) < percent }
}
