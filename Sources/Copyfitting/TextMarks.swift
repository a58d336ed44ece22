/// Marks in a text for Bluesky, which links words and shows no code: code points for private use before the words of a
/// link, between words and address, and after the address; and around each word of code that would become a facet.
enum TextMarks {
    static let words: Unicode.Scalar = "\u{F0001}"
    static let address: Unicode.Scalar = "\u{F0002}"
    static let end: Unicode.Scalar = "\u{F0003}"
    private static let code: Unicode.Scalar = "\u{F0004}"
    private static let codeEnd: Unicode.Scalar = "\u{F0005}"

    static func isMark(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { (words...codeEnd).contains($0) }
    }

    static func removed(from text: String) -> String {
        guard text.unicodeScalars.contains(where: { (words...codeEnd).contains($0) }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !(words...codeEnd).contains($0) }))
    }

    /// The words are marked one by one, so that a text may be divided between them.
    static func around(code text: String) -> String {
        let text = removed(from: text)
        guard text.utf8.contains(where: { "@#:.$".utf8.contains($0) }) || text.unicodeScalars.contains("＃") else {
            return text
        }
        var marked = String.UnicodeScalarView()
        var rest = text[...].unicodeScalars
        while !rest.isEmpty {
            let word = Substring(rest.prefix { !$0.isSpaceOfJavaScript })
            let isPlain = word.utf8.span.isPlainWord
            if !isPlain { marked.append(code) }
            marked.append(contentsOf: word.unicodeScalars)
            if !isPlain { marked.append(codeEnd) }
            rest = rest[word.endIndex...]
            if let space = rest.popFirst() { marked.append(space) }
        }
        return String(marked)
    }

    /// A mark whose other one was cut off stands for the rest of its word.
    /// - Returns: the text without the marks of code, and the code in it as ranges of its UTF-8, in order.
    static func divided(_ text: Substring) -> (text: String, code: [Range<Int>]) {
        // The first byte of the marks.
        guard text.utf8.contains(0xF3) else { return (String(text), []) }
        var plain = String.UnicodeScalarView()
        var found: [Range<Int>] = []
        var (place, wordStart, codeStart) = (0, 0, Int?.none)
        func endCode() {
            if let start = codeStart, start < place { found.append(start..<place) }
            codeStart = nil
        }
        for scalar in text.unicodeScalars {
            if scalar == code {
                endCode()
                codeStart = place
            } else if scalar == codeEnd {
                codeStart = codeStart ?? wordStart
                endCode()
            } else {
                if scalar.isSpaceOfJavaScript { endCode() }
                plain.append(scalar)
                place += UTF8.width(scalar)
                if scalar.isSpaceOfJavaScript { wordStart = place }
            }
        }
        endCode()
        return (String(plain), found)
    }
}
