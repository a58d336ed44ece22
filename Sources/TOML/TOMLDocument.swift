/// A document in TOML 1.0 (https://toml.io/en/v1.0.0), parsed strictly. Every key and value has its place.
///
/// The limits are `bytesMax` for the text, `depthMax` for nesting (each part of a dotted key is a level) and
/// `wordBytesMax` for a number, a date or a time. Integers have 64 bits. Fractions of a second have nine digits;
/// further ones are dropped, as the specification allows. U+0000 is an error too, because no setting and no field of a
/// post can contain it. A line break in a multi-line string is "\n", however the file writes it.
///
/// Time and memory grow only with the length of the text. No input ends the process.
package struct TOMLDocument: Hashable, Sendable {
    /// The keys of the top level, in the order of first mention.
    package let entries: [TOMLEntry]
    /// The first `[table]` or `[[table]]`. The values of the top level are above it.
    package let firstHeader: TOMLPlace?

    package static let bytesMax = 16 * 1024 * 1024
    package static let depthMax = 32
    package static let wordBytesMax = 100

    /// - Parameter firstLine: the number of the text's first line, if the text is part of a file.
    /// - Throws: the first error.
    package init(_ text: String, firstLine: Int = 1) throws(TOMLError) {
        let bytes = Array(text.utf8)
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

/// Why a text is not TOML or exceeds a limit.
package struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1; the column in Unicode scalars.
    package let line, column: Int
    /// What is wrong, what was found, what to do: one to three sentences, without the place.
    package let problem: String

    init(_ line: Int, _ column: Int, _ problem: String) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    package var description: String { "Line \(line), column \(column): \(problem)" }
}
