import Posts

/// Takes the comments of Obsidian, `%%…%%` in a line or over several, out of a Markdown text, or those of MDX, `{/*…*/}`.
///
/// Code is left alone. A comment that never ends reaches to the end of the text, as in Obsidian. A line that has nothing but
/// a comment goes with it, and of several such lines an empty one stays, which keeps the paragraphs around them apart.
package struct ObsidianComments {
    /// Without the comments.
    package var text: String { String(decoding: result, as: UTF8.self) }
    /// Without the marks around them, and with the line in which each begins.
    package private(set) var comments: [(line: Int, words: String)] = []
    /// Their words, for the private notes of the post; nil if there are none.
    package var notes: String? {
        let words = comments.map(\.words).filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: "\n\n")
    }
    /// Where the lines of the source are in the text.
    package private(set) var lines = MovedLines()
    private let opening: [UInt8], closing: [UInt8]
    private let bytes: [UInt8]
    private let start: Int
    private var code: MarkdownCode
    private var position: Int
    private var result: [UInt8]
    /// Of the source and of the result, from 1.
    private var (line, resultLine): (Int, Int)
    private var rereadBytes = 0

    package enum Marks: Sendable {
        case obsidian, mdx

        var opening: [UInt8] { Array((self == .obsidian ? "%%" : "{/*").utf8) }
        var closing: [UInt8] { Array((self == .obsidian ? "%%" : "*/}").utf8) }
    }

    /// - Parameter start: where the body begins.
    package init(in text: String, from start: Int = 0, _ marks: Marks = .obsidian) {
        (opening, closing) = (marks.opening, marks.closing)
        bytes = Array(text.utf8)
        self.start = min(start, bytes.count)
        position = self.start
        result = Array(bytes[..<position])
        let above = result.count { $0 == 0x0A }
        (line, resultLine) = (above + 1, above + 1)
        code = MarkdownCode(bytes, from: position)
        guard bytes[position...].firstRange(of: opening) != nil else {
            result = bytes
            return
        }
        run()
    }

    private mutating func run() {
        while position < bytes.count {
            if rereadBytes <= ObsidianComments.rereadBytesMax, let range = code.range(at: position) {
                pass(to: range.upperBound)
            } else if bytes[position] == UInt8(ascii: "\\") {
                pass(to: min(position + 2, bytes.count))
            } else if bytes[position...].starts(with: opening) {
                remove()
            } else {
                pass(to: position + 1)
            }
        }
    }

    private mutating func pass(to end: Int) {
        let breaks = bytes[position..<end].count { $0 == 0x0A }
        (line, resultLine) = (line + breaks, resultLine + breaks)
        result += bytes[position..<end]
        position = end
    }

    private mutating func remove() {
        let begin = position + opening.count
        let close = bytes[begin...].firstRange(of: closing)?.lowerBound ?? bytes.count
        let next = min(close + closing.count, bytes.count)
        let words = bytes[begin..<close]
        comments.append((line, String(decoding: words, as: UTF8.self).trimmed))
        let end = endOfLine(from: next) ?? next
        line += bytes[position..<end].count { $0 == 0x0A }
        if words.contains(0x0A), hasTextAbove, bytes[end...].first(where: { !$0.isBlank }) ?? 0x0A != 0x0A {
            result.append(0x0A)
            resultLine += 1
        }
        lines.set(line - resultLine, from: resultLine)
        position = end
        if words.contains(where: ObsidianComments.isOfCode) { lookAgainForCode() }
    }

    /// The start of the next line, if nothing else than the comment that ends at `end` stands in its lines. Blanks in front
    /// of it leave the result.
    private mutating func endOfLine(from end: Int) -> Int? {
        let blanks = result[start...].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        let isAtStart = result.count - blanks == start || result[result.count - blanks - 1] == 0x0A
        let next = bytes[end...].firstIndex { !$0.isBlank } ?? bytes.count
        guard isAtStart, next == bytes.count || bytes[next] == 0x0A else { return nil }
        result.removeLast(blanks)
        return min(next + 1, bytes.count)
    }

    /// Whether the result ends with a line that has text.
    private var hasTextAbove: Bool {
        result.last == 0x0A && result.dropLast().last { !$0.isBlank } ?? 0x0A != 0x0A && result.count > start
    }

    /// Whether a comment with the byte may have looked like code, or hidden where code begins.
    private static func isOfCode(_ byte: UInt8) -> Bool { "`~<\n".utf8.contains(byte) }

    private mutating func lookAgainForCode() {
        rereadBytes += bytes.count
        guard rereadBytes <= ObsidianComments.rereadBytesMax else { return }
        let isAtLine = position == start || bytes[position - 1] == 0x0A
        code.resume(at: position, isAfterBlank: isAtLine && !hasTextAbove)
    }

    /// It limits the cost of a text that consists of comments. Behind them, code may be taken for text.
    private static let rereadBytesMax = 300_000_000
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
