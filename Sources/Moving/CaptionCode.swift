/// `[caption …]<img/> words[/caption]`, as WordPress's old editor keeps a picture with words under it.
enum CaptionCode {
    private static let start = "[caption"
    private static let end = "[/caption]"
    /// What stands in the brackets is short; a longer one is none of WordPress's.
    private static let codeMax = 2000

    /// `html` with figures in place of the codes, so that the words end before what follows. Linear in its length.
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
            // Without an end there is none further on either.
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
