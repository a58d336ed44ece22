/// A text in TOML 1.0 (https://toml.io/en/v1.0.0), read strictly: every key and value with its place.
///
/// The bounds are `bytesMax` for the text, `depthMax` for nesting (each part of a dotted key is a level) and
/// `wordBytesMax` for a number, a date or a time. Integers have 64 bits, fractions of a second nine digits (the rest is
/// cut off, as the specification allows). U+0000 in a text is refused too, because no setting and no field of a post can
/// hold it. A line break in a text of several lines is "\n", however the file writes it.
///
/// Time and memory grow with the length of the text and nothing else; no text ends the process.
package struct TOMLDocument: Hashable, Sendable {
    /// The keys of the top level, in the order in which the text first names them.
    package let entries: [TOMLEntry]
    /// The first `[table]` or `[[table]]`. The values of the top level stand above it.
    package let firstHeader: TOMLPlace?

    package static let bytesMax = 16 * 1024 * 1024
    package static let depthMax = 32
    package static let wordBytesMax = 100

    /// - Parameter firstLine: the number of the text's first line, where the text is a part of a file.
    /// - Throws: the first thing that is wrong.
    package init(_ text: String, firstLine: Int = 1) throws(TOMLError) {
        try self.init(valid: Array(text.utf8), firstLine: firstLine)
    }

    /// - Parameter bytes: UTF-8.
    /// - Throws: the first byte that is not UTF-8, else the first thing that is wrong.
    package init(bytes: [UInt8]) throws(TOMLError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw TOMLError(notUTF8: bytes) }
        try self.init(valid: bytes, firstLine: 1)
    }

    private init(valid bytes: [UInt8], firstLine: Int) throws(TOMLError) {
        guard bytes.count <= Self.bytesMax else {
            throw TOMLError(
                firstLine, 1, "The text has \(bytes.count) bytes. Keep it at or below \(Self.bytesMax).")
        }
        var reader = TOMLReader(bytes: bytes, firstLine: firstLine)
        try reader.readDocument()
        entries = reader.root.entries
        firstHeader = reader.firstHeader
    }
}

/// Why a text is not TOML, or goes beyond a bound.
package struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; the column in Unicode scalars.
    package let line, column: Int
    /// What is wrong, what was found, what to do: one to three sentences, without the place.
    package let problem: String

    init(_ line: Int, _ column: Int, _ problem: String) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    package var description: String { "Line \(line), column \(column): \(problem)" }

    /// - Parameter bytes: with something in them that is not UTF-8.
    fileprivate init(notUTF8 bytes: [UInt8]) {
        var (parser, rest, line, column) = (UTF8.ForwardParser(), bytes.makeIterator(), 1, 1)
        while case .valid(let character) = parser.parseScalar(from: &rest) {
            let isLineBreak = character.first == UInt8(ascii: "\n")
            (line, column) = isLineBreak ? (line + 1, 1) : (line, column + 1)
        }
        self.init(line, column, "The text is not in UTF-8 here. Save it as UTF-8.")
    }
}
