/// Parses a document: lines, headers, keys, arrays and inline tables. The other files parse strings and unquoted
/// values.
struct TOMLReader {
    let bytes: [UInt8]
    /// The current position.
    private(set) var here: Mark
    let root = OpenTable(.header)
    private(set) var firstHeader: TOMLPlace?
    /// The table of the latest header, and the number of parts in its key.
    private var table: OpenTable
    private var tableDepth = 0

    struct Mark {
        var position = 0
        var line: Int
        /// In Unicode scalars, from 1.
        var column = 1
    }

    /// - Parameter bytes: UTF-8.
    init(bytes: [UInt8], firstLine: Int) {
        self.bytes = bytes
        here = Mark(line: firstLine)
        table = root
    }

    mutating func readDocument() throws(TOMLError) {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw error("The text begins with a byte order mark. Save it as UTF-8 without one.")
        }
        while true {
            skipBlanks()
            guard let next else { return }
            switch next {
            case .newline, .carriageReturn, .hash: break
            case .openBracket: try readHeader()
            default: try readKeyAndValue(into: table, depth: tableDepth)
            }
            try readEndOfLine()
        }
    }

    // MARK: - Lines

    /// Parses `[key]` or `[[key]]`.
    private mutating func readHeader() throws(TOMLError) {
        let start = here
        advance()
        let isOneOfSeveral = take(.openBracket)
        let key = try readKey(of: "table", depth: 0)
        guard take(.closeBracket), !isOneOfSeveral || take(.closeBracket) else {
            throw error("The header has no closing “\(isOneOfSeveral ? "]]" : "]")”. Found \(found).")
        }
        let place = place(from: start)
        firstHeader = firstHeader ?? place
        var parent = root
        for part in key.parents { parent = try parent.passed(part, header: place) }
        table =
            isOneOfSeveral
            ? try parent.appended(key.last, header: place) : try parent.opened(key.last, header: place)
        tableDepth = key.parents.count + 1
    }

    /// Parses `key = value`.
    /// - Parameter depth: the depth of the table that contains it.
    private mutating func readKeyAndValue(into table: OpenTable, depth: Int) throws(TOMLError) {
        let key = try readKey(of: "value", depth: depth)
        guard take(.equals) else {
            throw error("There is no “=” after the name. Found \(found). Write name = value.")
        }
        skipBlanks()
        let start = here
        let value = try readValue(depth: depth + key.parents.count + 1)
        var parent = table
        for part in key.parents { parent = try parent.dotted(part) }
        try parent.define(key.last, value, place(from: start))
    }

    private mutating func readEndOfLine() throws(TOMLError) {
        skipBlanks()
        try skipComment()
        guard next == nil || takeLineBreak() else {
            throw error("The line should end here. Found \(found). Start a new line.")
        }
    }

    // MARK: - Keys

    /// Parses `name`, `"a name"` or `a.b."c d"`, with the blanks around it.
    /// - Parameter depth: the depth of the table that contains it.
    private mutating func readKey(
        of what: String, depth: Int
    ) throws(TOMLError) -> (parents: [TOMLKey], last: TOMLKey) {
        var parents: [TOMLKey] = []
        while true {
            skipBlanks()
            guard depth + parents.count < TOMLDocument.depthMax else { throw tooDeep() }
            let part = try readKeyPart(of: what)
            skipBlanks()
            guard take(.period) else { return (parents, part) }
            parents.append(part)
        }
    }

    private mutating func readKeyPart(of what: String) throws(TOMLError) -> TOMLKey {
        let start = here
        if next == .quote || next == .apostrophe {
            let text = try readText(mayHaveLines: false)
            return TOMLKey(text: text, place: place(from: start))
        }
        while let next, next.isBareKey { advance() }
        guard here.position > start.position else {
            let rule = "The name of a \(what) has letters a–z, digits, “_” and “-”"
            throw error("\(rule). Found \(found). Put other names in quotation marks.")
        }
        let text = String(decoding: bytes[start.position..<here.position], as: UTF8.self)
        return TOMLKey(text: text, place: place(from: start))
    }

    // MARK: - Values

    /// - Parameter depth: how many keys and brackets contain the value.
    private mutating func readValue(depth: Int) throws(TOMLError) -> TOMLValue {
        guard depth <= TOMLDocument.depthMax else { throw tooDeep() }
        return switch next {
        case .quote, .apostrophe: .text(try readText(mayHaveLines: true))
        case .openBracket: .array(try readArray(depth: depth))
        case .openBrace: .table(try readInlineTable(depth: depth))
        default: try readWord()
        }
    }

    private mutating func readArray(depth: Int) throws(TOMLError) -> [TOMLItem] {
        let start = here
        advance()
        var items: [TOMLItem] = []
        try skipLines()
        while !take(.closeBracket) {
            let itemStart = here
            let value = try readValue(depth: depth + 1)
            items.append(TOMLItem(value: value, place: place(from: itemStart)))
            try skipLines()
            guard take(.comma) || next == .closeBracket else {
                throw error("The list that starts in line \(start.line) has no “,” or “]” here. Found \(found).")
            }
            try skipLines()
        }
        return items
    }

    private mutating func readInlineTable(depth: Int) throws(TOMLError) -> [TOMLEntry] {
        advance()
        let table = OpenTable(.header)
        skipBlanks()
        if take(.closeBrace) { return [] }
        repeat {
            try readKeyAndValue(into: table, depth: depth)
            skipBlanks()
        } while take(.comma)
        guard take(.closeBrace) else {
            throw error("The table in braces has no “,” or “}” here. Found \(found). Keep it on one line.")
        }
        return table.entries
    }

    // MARK: - Steps

    var next: UInt8? { here.position < bytes.count ? bytes[here.position] : nil }

    /// Advances by one byte that is not part of a line break.
    mutating func advance() {
        // Continuation bytes of a character start with the bits 10.
        if let next, next & 0xC0 != 0x80 { here.column += 1 }
        here.position += 1
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        advance()
        return true
    }

    /// A carriage return counts only before a newline; alone it is a control character.
    var isAtLineBreak: Bool { next == .newline || (next == .carriageReturn && byte(1) == .newline) }

    mutating func takeLineBreak() -> Bool {
        guard isAtLineBreak else { return false }
        here = Mark(position: here.position + (next == .newline ? 1 : 2), line: here.line + 1)
        return true
    }

    /// Returns the byte at this distance.
    func byte(_ distance: Int) -> UInt8? {
        let position = here.position + distance
        return position < bytes.count ? bytes[position] : nil
    }

    mutating func skipBlanks() {
        while next == .space || next == .tab { advance() }
    }

    /// Skips blanks, comments and line breaks.
    private mutating func skipLines() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while takeLineBreak()
    }

    private mutating func skipComment() throws(TOMLError) {
        guard next == .hash else { return }
        while let next, !isAtLineBreak {
            guard next.isText else { throw error("A comment contains \(found). Remove it.") }
            advance()
        }
    }

    // MARK: - Messages

    func place(from start: Mark) -> TOMLPlace {
        TOMLPlace(line: start.line, column: start.column, range: start.position..<here.position)
    }

    func error(_ problem: String, at mark: Mark? = nil) -> TOMLError {
        TOMLError((mark ?? here).line, (mark ?? here).column, problem)
    }

    private func tooDeep() -> TOMLError {
        error("Names and values are nested more than \(TOMLDocument.depthMax) deep. Flatten them.")
    }

    /// The next character, for messages.
    var found: String {
        guard let next else { return "the end of the text" }
        if isAtLineBreak { return "the end of the line" }
        guard next.isText else {
            let digits = String(next, radix: 16, uppercase: true)
            return "the control character U+00\(digits.count < 2 ? "0" : "")\(digits)"
        }
        // A character has at most four bytes.
        let character = String(decoding: bytes[here.position...].prefix(4), as: UTF8.self).unicodeScalars.first
        return "“\(character.map(String.init) ?? "")”"
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let hash = UInt8(ascii: "#")
    static let comma = UInt8(ascii: ",")
    static let period = UInt8(ascii: ".")
    static let equals = UInt8(ascii: "=")

    /// Whether comments and strings may contain it: everything but control characters other than the tab.
    var isText: Bool { self == .tab || (self >= 0x20 && self != 0x7F) }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }

    var isBareKey: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
        }
    }
}
