/// The block at the top of a Markdown file, with everything needed to write it back unchanged.
package struct FrontMatterBlock: Hashable, Sendable {
    package enum Syntax: Hashable, Sendable, CaseIterable {
        case yaml, toml

        var fence: String { self == .yaml ? "---" : "+++" }
        /// Between a key and its value.
        var divider: String { self == .yaml ? ": " : " = " }
    }

    package let syntax: Syntax
    /// The text between the fences, byte for byte, including comments.
    package let text: String
    /// The closing fence and the empty lines after it, byte for byte.
    package let closing: String

    /// The line of `text` in the file: the first fence is line 1.
    static let firstLine = 2
    /// Larger than any real block. It limits the cost of a hostile file.
    static let bytesMax = 64 * 1024
}

/// A file, split at the fences but not parsed.
struct DividedFile {
    let block: FrontMatterBlock?
    /// Everything before the body, byte for byte: the byte order mark, the block with its fences, empty lines.
    let head: String
    let body: String
    /// How many lines of the file stand before the body.
    let linesAbove: Int

    /// - Parameters:
    ///   - allowsPlainHead: whether a head may have no fences; it becomes one in YAML.
    ///   - isMDX: whether the head also contains the code of modules below the block.
    ///   - bytesMax: of the block.
    /// - Throws: when the block never ends, is too long, or contains a NUL character.
    init(
        _ file: String, allowsPlainHead: Bool = false, isMDX: Bool = false,
        bytesMax: Int = FrontMatterBlock.bytesMax
    ) throws(FrontMatterError) {
        let whole = Array(file.utf8)[...]
        var bytes = whole
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let (first, afterFirst) = DividedFile.line(of: bytes)
        guard let syntax = DividedFile.syntax(of: first) else {
            if allowsPlainHead, let plain = PlainHead(bytes) {
                try DividedFile.check(Array(plain.text.utf8)[...], bytesMax)
                block = FrontMatterBlock(syntax: .yaml, text: plain.text, closing: "---\n\n")
                head = "---\n\(plain.text)---\n\n"
                body = String(decoding: bytes.dropFirst(plain.length), as: UTF8.self)
                linesAbove = bytes.prefix(plain.length).count { $0 == 0x0A }
                return
            }
            block = nil
            head = String(decoding: whole[..<bytes.startIndex], as: UTF8.self)
            body = String(decoding: bytes, as: UTF8.self)
            linesAbove = 0
            return
        }
        var rest = afterFirst
        while !rest.isEmpty {
            let (line, afterLine) = DividedFile.line(of: rest)
            if DividedFile.isClosing(line, of: syntax) {
                let text = afterFirst[..<rest.startIndex]
                try DividedFile.check(text, bytesMax)
                let content = DividedFile.withoutEmptyLines(afterLine)
                let bodyStart = isMDX ? DividedFile.withoutModules(content) : content
                block = FrontMatterBlock(
                    syntax: syntax, text: String(decoding: text, as: UTF8.self),
                    closing: String(decoding: rest[..<bodyStart.startIndex], as: UTF8.self))
                head = String(decoding: whole[..<bodyStart.startIndex], as: UTF8.self)
                body = String(decoding: bodyStart, as: UTF8.self)
                linesAbove = whole[..<bodyStart.startIndex].count { $0 == 0x0A }
                return
            }
            rest = afterLine
        }
        let fence = syntax.fence
        throw FrontMatterError(
            line: 1,
            "The front matter begins with “\(fence)” and never ends. Close it with a line “\(fence)”. "
                + "If this is a rule of the text, put an empty line above it.")
    }

    private static func syntax(of line: ArraySlice<UInt8>) -> FrontMatterBlock.Syntax? {
        let line = trimmed(line)
        return FrontMatterBlock.Syntax.allCases.first { line.elementsEqual($0.fence.utf8) }
    }

    /// YAML documents may also end with `...`, which Pandoc writes.
    private static func isClosing(_ line: ArraySlice<UInt8>, of syntax: FrontMatterBlock.Syntax) -> Bool {
        DividedFile.syntax(of: line) == syntax || (syntax == .yaml && trimmed(line).elementsEqual("...".utf8))
    }

    /// Fences may have trailing spaces and a carriage return.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = line.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? line.startIndex
        return line[..<end]
    }

    /// The first line with its line break, and the rest.
    private static func line(of bytes: ArraySlice<UInt8>) -> (line: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        let end = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
        return (bytes[..<end], bytes[end...])
    }

    private static func withoutEmptyLines(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty, rest.starts(with: [0x0A]) || rest.starts(with: [0x0D, 0x0A]) { rest = line(of: rest).rest }
        return rest
    }

    /// MDX ends `import …` and `export …` with an empty line.
    private static func withoutModules(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while rest.starts(with: "import ".utf8) || rest.starts(with: "export ".utf8) {
            while !rest.isEmpty, !(rest.starts(with: [0x0A]) || rest.starts(with: [0x0D, 0x0A])) {
                rest = line(of: rest).rest
            }
            rest = withoutEmptyLines(rest)
        }
        return rest
    }

    private static func check(_ text: ArraySlice<UInt8>, _ bytesMax: Int) throws(FrontMatterError) {
        guard text.count <= bytesMax else {
            throw FrontMatterError(
                line: 1, "The front matter has \(text.count) bytes. Keep it at or below \(bytesMax).")
        }
        // libyaml takes it for the end of the text.
        if let index = text.firstIndex(of: 0) {
            let line = FrontMatterBlock.firstLine + text[..<index].count { $0 == 0x0A }
            throw FrontMatterError(line: line, "The front matter contains a NUL character. Remove it.")
        }
    }
}
