/// `[caption …]<img/> words[/caption]`, which WordPress's old editor writes for a picture with a caption.
enum CaptionCode {
    private static let start = "[caption"
    private static let end = "[/caption]"
    /// WordPress writes short brackets; longer ones are not its own.
    private static let codeMax = 2000

    /// Replaces the codes in `html` by figures, so that a caption ends before the text after it. Linear in the length
    /// of `html`.
    static func replaced(in html: String) -> String {
        var result = ""
        var rest = html[...]
        while let opening = rest.firstRange(of: start) {
            let code = rest[opening.upperBound...].prefix(codeMax)
            guard let bracket = code.firstIndex(of: "]") else {
                result += rest[..<opening.upperBound]
                rest = rest[opening.upperBound...]
                continue
            }
            let inner = rest[rest.index(after: bracket)...]
            // Without an end here, no later code has one either.
            guard let closing = inner.firstRange(of: end) else { break }
            result += rest[..<opening.lowerBound] + figure(inner[..<closing.lowerBound], code: code[..<bracket])
            rest = inner[closing.upperBound...]
        }
        return result + rest
    }

    private static func figure(_ inner: Substring, code: Substring) -> String {
        guard let picture = inner.firstRange(of: "<img"),
            var close = inner[picture.upperBound...].firstIndex(of: ">")
        else { return String(inner) }
        let behind = inner[inner.index(after: close)...]
        if behind.drop(while: \.isWhitespace).hasPrefix("</a>"), let end = behind.firstIndex(of: ">") { close = end }
        let said = inner[inner.index(after: close)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = said.isEmpty ? attribute(in: code) : said
        let caption = words.isEmpty ? "" : "<figcaption>\(words)</figcaption>"
        return "<figure>\(inner[...close])\(caption)</figure>"
    }

    /// The oldest form: `[caption caption="words"]`.
    private static func attribute(in code: Substring) -> String {
        guard let name = code.firstRange(of: " caption=\"") else { return "" }
        return String(code[name.upperBound...].prefix { $0 != "\"" })
    }
}
