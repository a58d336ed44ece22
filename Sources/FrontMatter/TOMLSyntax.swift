/// The grammar of TOML 1.0 (https://toml.io/en/v1.0.0), checked before TOMLKit reads a text.
///
/// The C++ library in TOMLKit 0.6.0 (toml++) asserts what it has not checked: `[=]` or `a = 2026-12-01Tnoon` end the
/// process instead of in an error. Besides, TOMLKit cuts a string short at `\u0000`. What passes here is safe for both;
/// they still find what no grammar can: keys that are there twice, days and numbers that cannot be.
///
/// Two bounds are ours: no number, date or time has more than 100 characters, and nothing is nested more than 32 deep.
/// toml++ and the reader of its tables recurse once for each part of a dotted name, so each part counts as a level.
package enum TOMLSyntax {
    package static func check(_ text: String) throws(TOMLSyntaxError) {
        var checker = TOMLChecker(bytes: Array(text.utf8))
        try checker.document()
    }
}

extension TOMLSyntax {
    /// Where the values above the first table stand, as byte offsets; nil for a text that is not TOML.
    static func assignments(in text: String) -> (all: [TOMLAssignment], header: Int?)? {
        var checker = TOMLChecker(bytes: Array(text.utf8))
        do { try checker.document() } catch { return nil }
        return (checker.assignments, checker.firstHeader)
    }
}

/// `name = value`, in bytes from the beginning of the text.
struct TOMLAssignment {
    let key: Range<Int>
    let value: Range<Int>
}

/// The first place at which a text is not TOML. Both are counted from 1; the column in bytes.
package struct TOMLSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    package let line, column: Int
    /// One or two sentences, without the place.
    package let problem: String

    package var description: String { "Line \(line), column \(column): \(problem)" }
}

struct TOMLChecker {
    let bytes: [UInt8]
    private var position = 0
    /// Those above the first header.
    private(set) var assignments: [TOMLAssignment] = []
    /// Where the first table begins.
    private(set) var firstHeader: Int?
    /// How deep the table of the latest header is.
    private var tableDepth = 0
    private static let depthMax = 32

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func document() throws(TOMLSyntaxError) {
        while true {
            skipBlanks()
            guard let next else { return }
            switch next {
            case .newline, .carriageReturn, .hash: break
            case .openBracket: try header()
            default: try keyAndValue(depth: tableDepth)
            }
            try endOfLine()
        }
    }

    private mutating func header() throws(TOMLSyntaxError) {
        firstHeader = firstHeader ?? position
        position += 1
        let isArray = take(.openBracket)
        tableDepth = try key(of: "table", depth: 0)
        guard take(.closeBracket), !isArray || take(.closeBracket) else {
            throw error("The name of the table has no “]” at its end.")
        }
    }

    private mutating func keyAndValue(depth: Int) throws(TOMLSyntaxError) {
        let start = position
        let isTopLevel = depth == 0
        let depth = try key(of: "value", depth: depth)
        let keyEnd = position
        guard take(.equals) else { throw error("There is no “=” behind the name. Write name = value.") }
        skipBlanks()
        let valueStart = position
        try value(depth: depth)
        if isTopLevel, firstHeader == nil {
            assignments.append(TOMLAssignment(key: start..<keyEnd, value: valueStart..<position))
        }
    }

    /// `name`, `"a name"`, `a.b."c d"`, with the blanks around it.
    /// - Returns: the depth below its last part.
    private mutating func key(of what: String, depth: Int) throws(TOMLSyntaxError) -> Int {
        var depth = depth
        repeat {
            depth += 1
            guard depth <= Self.depthMax else { throw tooDeep() }
            skipBlanks()
            if next == .quote || next == .apostrophe {
                try string(mayBeBlock: false)
            } else {
                let start = position
                while let next, next.isBareKey { position += 1 }
                guard position > start else {
                    throw error("The name of a \(what) is missing, or contains a sign. Put it in quotation marks.")
                }
            }
            skipBlanks()
        } while take(.period)
        return depth
    }

    private func tooDeep() -> TOMLSyntaxError {
        error("Names and values are nested more than \(Self.depthMax) deep. Flatten them.")
    }

    private mutating func value(depth: Int) throws(TOMLSyntaxError) {
        guard depth <= Self.depthMax else { throw tooDeep() }
        switch next {
        case .quote, .apostrophe: try string(mayBeBlock: true)
        case .openBracket: try array(depth: depth)
        case .openBrace: try inlineTable(depth: depth)
        default: try bareValue()
        }
    }

    private mutating func array(depth: Int) throws(TOMLSyntaxError) {
        position += 1
        try skipLines()
        while !take(.closeBracket) {
            try value(depth: depth + 1)
            try skipLines()
            guard take(.comma) || next == .closeBracket else { throw error("The list lacks a “,” or its “]”.") }
            try skipLines()
        }
    }

    private mutating func inlineTable(depth: Int) throws(TOMLSyntaxError) {
        position += 1
        skipBlanks()
        if take(.closeBrace) { return }
        repeat {
            try keyAndValue(depth: depth)
            skipBlanks()
        } while take(.comma)
        guard take(.closeBrace) else { throw error("The table lacks a “,” or its “}”. It has to stay in one line.") }
    }

    /// A number, a truth value, a date or a time.
    private mutating func bareValue() throws(TOMLSyntaxError) {
        let start = position
        while let next, next.isBareValue { position += 1 }
        var word = String(decoding: bytes[start..<position], as: UTF8.self)
        // A date and a time may have a space between them.
        if word.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil, next == .space, position + 1 < bytes.count,
            bytes[position + 1].isDigit
        {
            position += 1
            while let next, next.isBareValue { position += 1 }
            word = String(decoding: bytes[start..<position], as: UTF8.self)
        }
        guard word.utf8.count <= 100, TOMLChecker.isValue(word) else {
            position = start
            throw error(
                word.isEmpty
                    ? "A value is missing. Text needs quotation marks."
                    : "“\(word.prefix(40))” is not a value. Text needs quotation marks.")
        }
    }

    private static func isValue(_ word: String) -> Bool {
        word == "true" || word == "false"
            || word.wholeMatch(of: /[+-]?(inf|nan)/) != nil
            || word.wholeMatch(of: /[+-]?(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?/) != nil
            || word.wholeMatch(of: /0x[0-9A-Fa-f](_?[0-9A-Fa-f])*|0o[0-7](_?[0-7])*|0b[01](_?[01])*/) != nil
            || word.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
            || word.wholeMatch(
                of: /([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ])?[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?/) != nil
            || word.wholeMatch(
                of: /[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})/)
                != nil
    }

    private mutating func string(mayBeBlock: Bool) throws(TOMLSyntaxError) {
        let start = position
        guard let mark = next else { return }
        position += 1
        let isBlock = bytes[position...].starts(with: [mark, mark])
        guard !isBlock || mayBeBlock else { throw error("A name has to stay in one line.") }
        if isBlock { position += 2 }
        while let byte = next {
            if byte == .backslash, mark == .quote {
                try escape(inBlock: isBlock)
            } else if byte == mark, !isBlock {
                position += 1
                return
            } else if byte == mark, bytes[position...].starts(with: [mark, mark, mark]) {
                position += 3
                // Up to two marks more belong to the text.
                _ = take(mark) && take(mark)
                return
            } else if byte == .newline || byte == .carriageReturn {
                guard isBlock, lineBreak() else { break }
            } else {
                guard byte == .tab || (byte >= 0x20 && byte != 0x7F) else {
                    throw error("A text contains a control character. Write it as \\u and its number.")
                }
                position += 1
            }
        }
        position = start
        throw error("The quotation mark is never closed.")
    }

    private mutating func escape(inBlock isBlock: Bool) throws(TOMLSyntaxError) {
        let start = position
        position += 1
        switch next {
        case UInt8(ascii: "u"): try character(digits: 4)
        case UInt8(ascii: "U"): try character(digits: 8)
        case let byte? where "btnfr\"\\".utf8.contains(byte): position += 1
        default:
            // In a block a backslash at the end of a line hides the line break.
            skipBlanks()
            guard isBlock, lineBreak() else {
                position = start
                throw error("“\\” begins none of \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX. Use single quotation marks.")
            }
        }
    }

    private mutating func character(digits: Int) throws(TOMLSyntaxError) {
        position += 1
        let number = String(decoding: bytes[position...].prefix(digits), as: UTF8.self)
        let isNumber = number.utf8.count == digits && number.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isNumber, let value = UInt32(number, radix: 16), value > 0, Unicode.Scalar(value) != nil else {
            throw error("“\\u\(number)” is no character.")
        }
        position += digits
    }

    /// Blanks, comments and line breaks, between the values of a list.
    private mutating func skipLines() throws(TOMLSyntaxError) {
        repeat {
            skipBlanks()
            try comment()
        } while lineBreak()
    }

    private mutating func endOfLine() throws(TOMLSyntaxError) {
        skipBlanks()
        try comment()
        guard next == nil || lineBreak() else { throw error("Something stands behind the end. Begin a new line.") }
    }

    private mutating func comment() throws(TOMLSyntaxError) {
        guard next == .hash else { return }
        while let byte = next, byte != .newline {
            let isLineEnd = byte == .carriageReturn && bytes[position...].starts(with: [.carriageReturn, .newline])
            guard byte == .tab || isLineEnd || (byte >= 0x20 && byte != 0x7F) else {
                throw error("A comment contains a control character. Remove it.")
            }
            if isLineEnd { return }
            position += 1
        }
    }

    private mutating func lineBreak() -> Bool {
        if take(.newline) { return true }
        guard bytes[position...].starts(with: [.carriageReturn, .newline]) else { return false }
        position += 2
        return true
    }

    private mutating func skipBlanks() {
        while next == .space || next == .tab { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private func error(_ problem: String) -> TOMLSyntaxError {
        let above = bytes[..<position]
        let lineStart = above.lastIndex(of: .newline).map { $0 + 1 } ?? 0
        return TOMLSyntaxError(
            line: 1 + above.count { $0 == .newline }, column: 1 + position - lineStart, problem: problem)
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let openBracket = UInt8(ascii: "[")
    fileprivate static let closeBracket = UInt8(ascii: "]")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let apostrophe = UInt8(ascii: "'")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let hash = UInt8(ascii: "#")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let period = UInt8(ascii: ".")
    fileprivate static let equals = UInt8(ascii: "=")

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isBareKey: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
        }
    }

    /// Whatever is not sure to end a value: it is better to refuse a long word than half of it.
    fileprivate var isBareValue: Bool { self > .space && ![.comma, .closeBracket, .closeBrace, .hash].contains(self) }
}
