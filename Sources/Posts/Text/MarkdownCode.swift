/// The code of a Markdown text: fenced and indented blocks, spans, and elements such as `pre` and comments.
///
/// It recognises them by their form, without parsing the rest, and in one pass: what it calls code is left alone. A
/// position in a deeply nested list may be judged differently from a parser.
package struct MarkdownCode {
    private let bytes: [UInt8]
    /// The start of the next line to look at.
    private var position: Int
    /// Found code that ends behind the place asked for last, in order.
    private var found: ArraySlice<Range<Int>> = []
    private var isAfterBlank = true
    private var isInList = false

    /// - Parameter start: the first byte to look at, at the beginning of a block.
    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = min(start, bytes.count)
    }

    /// The range of code that contains the byte `index`; nil if none does.
    /// - Parameter index: no less than at the last call.
    package mutating func range(at index: Int) -> Range<Int>? {
        while let first = nextFound() {
            guard first.upperBound <= index else { return first.contains(index) ? first : nil }
            found.removeFirst()
        }
        return nil
    }

    /// Looks for code from the byte `index` on, after text that is to be left out: it may have looked like code.
    /// - Parameter isAfterBlank: whether the line above is blank without that text.
    package mutating func resume(at index: Int, isAfterBlank: Bool) {
        found = []
        position = index
        self.isAfterBlank = isAfterBlank
    }

    private mutating func nextFound() -> Range<Int>? {
        while found.isEmpty, position < bytes.count { readBlock() }
        return found.first
    }

    private static let raw = ["pre", "script", "style", "textarea"].map { Array("<\($0)".utf8) } + [Array("<!--".utf8)]

    private static func rawName(at line: Line) -> [UInt8]? { raw.first { line.begins(with: $0) } }

    private mutating func readBlock() {
        let start = position
        let line = Line(bytes, at: start)
        defer { isAfterBlank = line.isBlank }
        if line.isBlank {
            position = line.next
        } else if let fence = line.fence, line.indent < 4 || isInList {
            position = end(of: fence, after: line)
            found.append(start..<position)
        } else if line.indent >= 4, isAfterBlank, !isInList {
            position = line.next
            while position < bytes.count {
                let next = Line(bytes, at: position)
                guard next.isBlank || next.indent >= 4 else { break }
                position = next.next
            }
            found.append(start..<position)
        } else if let name = MarkdownCode.rawName(at: line) {
            position = endOfElement(name, from: line.text)
            found.append(start..<position)
        } else {
            readParagraph(line)
        }
    }

    private func end(of fence: Line.Fence, after line: Line) -> Int {
        var position = line.next
        while position < bytes.count {
            let next = Line(bytes, at: position)
            position = next.next
            if let closing = next.fence, closing.byte == fence.byte, closing.length >= fence.length, closing.isBare {
                break
            }
        }
        return position
    }

    /// The position behind `</pre>`, `-->` and so on.
    private func endOfElement(_ name: [UInt8], from start: Int) -> Int {
        let end = name == Array("<!--".utf8) ? Array("-->".utf8) : Array("</".utf8) + name.dropFirst()
        var index = start + name.count
        while index < bytes.count, !bytes[index...].lowercasedStarts(with: end) { index += 1 }
        return Line(bytes, at: min(index, bytes.count)).next
    }

    private mutating func readParagraph(_ first: Line) {
        let start = first.start
        var line = first
        while true {
            if line.beginsItem { isInList = true } else if line.indent == 0, isAfterBlank { isInList = false }
            isAfterBlank = false
            position = line.next
            guard position < bytes.count else { break }
            line = Line(bytes, at: position)
            let isFence = line.fence != nil && (line.indent < 4 || isInList)
            if line.isBlank || isFence || MarkdownCode.rawName(at: line) != nil { break }
        }
        findSpans(in: start..<position)
    }

    /// A span ends at a run of as many backticks as begin it.
    private mutating func findSpans(in block: Range<Int>) {
        let tick = UInt8(ascii: "`")
        var index = block.lowerBound
        // Lengths of runs that have no partner in the rest of the block, so that the search stays linear.
        var single: Set<Int> = []
        while index < block.upperBound {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            guard bytes[index] == tick else {
                index += 1
                continue
            }
            let start = index
            index = bytes.endOfRun(at: index, in: block)
            let length = index - start
            guard !single.contains(length) else { continue }
            var (other, isClosed) = (index, false)
            while other < block.upperBound, !isClosed {
                guard bytes[other] == tick else {
                    other += 1
                    continue
                }
                let end = bytes.endOfRun(at: other, in: block)
                isClosed = end - other == length
                other = end
            }
            guard isClosed else {
                single.insert(length)
                continue
            }
            found.append(start..<other)
            index = other
        }
    }
}

/// One line, without the marks of quotes and list items in front of it.
private struct Line {
    struct Fence {
        let byte: UInt8
        let length: Int
        /// Whether nothing stands behind it, as behind one that closes.
        let isBare: Bool
    }

    private let bytes: [UInt8]
    let start: Int
    /// The start of the next line.
    let next: Int
    /// Where its text begins.
    private(set) var text: Int
    /// Columns of blanks at its beginning.
    private(set) var indent = 0
    private(set) var beginsItem = false

    init(_ bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        self.start = start
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        next = Swift.min(end + 1, bytes.count)
        text = start
        while text < end, bytes[text] == 0x20 || bytes[text] == 0x09 {
            indent += bytes[text] == 0x09 ? 4 - indent % 4 : 1
            text += 1
        }
        // Quotes and items may nest; a line has few.
        while let mark = Line.mark(bytes[text..<end]) {
            if mark.isItem { beginsItem = true }
            text += mark.length
            while text < end, bytes[text] == 0x20 { text += 1 }
        }
        isBlank = bytes[text..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    let isBlank: Bool

    private static func mark(_ text: ArraySlice<UInt8>) -> (length: Int, isItem: Bool)? {
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: ">") { return (1, false) }
        let digits = text.prefix(9).prefix(while: \.isDigit).count
        let rest = text.dropFirst(digits)
        guard let mark = rest.first, let blank = rest.dropFirst().first, blank == 0x20 || blank == 0x09 else {
            return nil
        }
        let marks = digits == 0 ? "-+*" : ".)"
        return marks.utf8.contains(mark) ? (digits + 1, true) : nil
    }

    func begins(with name: [UInt8]) -> Bool { bytes[text..<next].lowercasedStarts(with: name) }

    var fence: Fence? {
        guard text < next, bytes[text] == UInt8(ascii: "`") || bytes[text] == UInt8(ascii: "~") else { return nil }
        let end = bytes.endOfRun(at: text, in: text..<next)
        let rest = bytes[end..<next]
        guard end - text >= 3, bytes[text] == UInt8(ascii: "~") || !rest.contains(UInt8(ascii: "`")) else { return nil }
        return Fence(
            byte: bytes[text], length: end - text,
            isBare: rest.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A })
    }
}

extension [UInt8] {
    /// Behind the last of the bytes that are equal to the one at `start`.
    fileprivate func endOfRun(at start: Int, in range: Range<Int>) -> Int {
        var end = start
        while end < range.upperBound, self[end] == self[start] { end += 1 }
        return end
    }
}

extension ArraySlice<UInt8> {
    /// - Parameter text: in lower case.
    fileprivate func lowercasedStarts(with text: [UInt8]) -> Bool {
        count >= text.count && zip(self, text).allSatisfy { ((65...90).contains($0) ? $0 | 0x20 : $0) == $1 }
    }
}
