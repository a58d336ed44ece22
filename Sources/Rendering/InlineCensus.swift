/// Counts the characters in a block's content that can make cmark's inline parser slow. One pass, about 1 ns per byte.
struct InlineCensus {
    private(set) var quotes = 0
    /// Runs of `*` or `_`.
    private(set) var emphases = 0
    /// Runs of `~`.
    private(set) var tildes = 0
    private(set) var closers = 0
    /// `![`
    private(set) var images = 0
    /// `<?` and `<!`
    private(set) var declarations = 0
    /// Bytes at which cmark splits text.
    private(set) var marks = 0
    private(set) var ats = 0
    private(set) var autolinkSteps = 0
    private let length: Int

    private var run = Run()
    private var line = Line()

    init(_ bytes: CBytes) {
        length = bytes.count
        var previous: UInt8 = 0
        isPlain.withUnsafeBufferPointer { isPlain in
            for index in bytes.indices {
                let byte = bytes[index]
                if isPlain[Int(byte)] == 0 { count(byte, after: previous, at: index, in: bytes) }
                previous = byte
            }
        }
        endRun(at: length)
        endLine(at: length)
        autolinkSteps += ats * emphases
    }

    var quoteSteps: Int { quotes * (quotes + emphases + tildes + closers) }
    var strikethroughSteps: Int { tildes * (tildes + emphases) }
    /// - Parameters:
    ///   - withQuotes: whether quotes are delimiters with the chosen extensions.
    ///   - withTildes: whether tildes are.
    func inlineSteps(withQuotes: Bool, withTildes: Bool) -> Int {
        let delimiters = emphases + (withQuotes ? quotes : 0) + (withTildes ? tildes : 0)
        return closers * (delimiters + images) + declarations * length
    }

    /// The cost of the search for mail addresses if the whole content is one text, including line breaks.
    var mailStepsAsOneText: Int { min(ats, Self.mailAddressesMax) * length }
    /// After this number of mail addresses in one text, cmark stops searching.
    private static let mailAddressesMax = 1_000

    private mutating func count(_ byte: UInt8, after previous: UInt8, at index: Int, in bytes: CBytes) {
        switch byte {
        case UInt8(ascii: " "), 0x09, 0x0B, 0x0C:
            endRun(at: index)
            return
        case 0x0A, 0x0D:
            endRun(at: index)
            endLine(at: index)
        case UInt8(ascii: "w"):
            if bytes.has("www.", at: index) { run.addresses += 1 }
        case UInt8(ascii: ":"):
            if bytes.has("://", at: index) { run.addresses += 1 }
        case UInt8(ascii: ")"):
            run.parentheses += 1
            return
        case UInt8(ascii: "@"):
            line.ats += 1
            return
        case UInt8(ascii: "&"):
            // cmark decodes `&#64;` and `&commat;` to `@` before it searches for mail addresses.
            if bytes.has("&#", at: index) || bytes.has("&c", at: index) { line.ats += 1 }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quotes += 1
        case UInt8(ascii: "*"), UInt8(ascii: "_"): if previous != byte { emphases += 1 }
        case UInt8(ascii: "~"): if previous != byte { tildes += 1 }
        case UInt8(ascii: "]"): closers += 1
        case UInt8(ascii: "["): if previous == UInt8(ascii: "!") { images += 1 }
        case UInt8(ascii: "<"): if bytes.has("<?", at: index) || bytes.has("<!", at: index) { declarations += 1 }
        default: break
        }
        marks += 1
    }

    /// A run is the text between two spaces, which is the longest possible address.
    private mutating func endRun(at index: Int) {
        if run.addresses > 0 { autolinkSteps += (run.addresses + run.parentheses) * (index - run.start) }
        run = Run(start: index + 1)
    }

    private mutating func endLine(at index: Int) {
        autolinkSteps += min(line.ats, Self.mailAddressesMax) * (index - line.start)
        ats += line.ats
        line = Line(start: index + 1)
    }

    private struct Run {
        var start = 0
        var addresses = 0
        var parentheses = 0
    }

    private struct Line {
        var start = 0
        var ats = 0
    }
}

/// 1 for each byte that the census can skip.
private let isPlain: [UInt8] = {
    var table = [UInt8](repeating: 1, count: 256)
    for byte in " \t\u{B}\u{C}\n\rw:)@&\"'*_~][<!`\\.-".utf8 { table[Int(byte)] = 0 }
    return table
}()

extension UnsafeBufferPointer<UInt8> {
    /// Whether the ASCII text occurs at `index`.
    func has(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
