/// One shortcode or Liquid tag: its name and its values.
struct Shortcode {
    enum Syntax {
        /// `{{< name … >}}` or `{{% name … %}}`, of Hugo.
        case shortcode
        /// `{% name … %}`, of Liquid.
        case tag
        /// `{{ name(…) }}`, of Zola.
        case call
        /// `{{ … }}`, of Liquid: a value.
        case variable
    }

    let syntax: Syntax
    let range: Range<Int>
    let name: String
    /// Everything between the braces.
    let text: String
    /// The values without names, in order.
    private(set) var words: [String] = []
    private var values: [String: String] = [:]
    /// The byte behind the braces.
    private let sign: UInt8

    subscript(_ name: String) -> String? { values[name] }

    /// Longer ones are no shortcodes.
    private static let bytesMax = 2000

    /// - Returns: nil if there is none at `start`.
    init?(_ bytes: [UInt8], at start: Int) {
        guard bytes[start] == UInt8(ascii: "{"), start + 1 < bytes.count else { return nil }
        let second = bytes[start + 1]
        let third = start + 2 < bytes.count ? bytes[start + 2] : 0
        sign = third
        let (opening, closing): (Int, String)
        switch (second, third) {
        case (UInt8(ascii: "%"), _): (opening, closing) = (2, "%}")
        case (UInt8(ascii: "{"), UInt8(ascii: "<")): (opening, closing) = (3, ">}}")
        case (UInt8(ascii: "{"), UInt8(ascii: "%")): (opening, closing) = (3, "%}}")
        case (UInt8(ascii: "{"), _): (opening, closing) = (2, "}}")
        default: return nil
        }
        let rest = bytes[(start + opening)...].prefix(Shortcode.bytesMax)
        guard let end = Shortcode.end(rest, Array(closing.utf8)) else { return nil }
        range = start..<(end + closing.utf8.count)
        var inner = String(decoding: bytes[(start + opening)..<end], as: UTF8.self)
        if inner.hasPrefix("-") { inner.removeFirst() }
        if inner.hasSuffix("-") || inner.hasSuffix("/") && opening == 3 { inner.removeLast() }
        text = inner
        var reader = ValueReader(inner)
        let first = reader.word() ?? ""
        if closing == "}}", let call = Shortcode.call(inner) {
            (syntax, name) = (.call, call.name)
            reader = ValueReader(call.values)
        } else {
            (syntax, name) = (opening == 3 ? .shortcode : closing == "%}" ? .tag : .variable, first)
        }
        while let (key, value) = reader.value() {
            if let key { values[key] = value } else { words.append(value) }
        }
    }

    /// What `{{</* name */>}}` shows, as Markdown; nil for other shortcodes.
    var shown: String? {
        guard syntax == .shortcode, text.hasPrefix("/*"), text.hasSuffix("*") else { return nil }
        let mark = sign == UInt8(ascii: "<") ? ("<", ">") : ("%", "%")
        return "{{\\\(mark.0)\(text.dropFirst(2).dropLast())\(mark.1)}}"
    }

    /// The parts of `name(values)`; nil for anything else.
    private static func call(_ inner: String) -> (name: String, values: String)? {
        guard let last = inner.lastIndex(where: { !$0.isWhitespace }), inner[last] == ")",
            let open = inner.firstIndex(of: "(")
        else { return nil }
        let name = inner[..<open].drop(while: \.isWhitespace)
        guard !name.isEmpty, name.allSatisfy({ "a"..."z" ~= $0 || $0 == "_" }) else { return nil }
        return (String(name), String(inner[inner.index(after: open)..<last]))
    }

    /// The position of `closing` outside of quotes. Another brace begins before it if this one is never closed: without
    /// that rule a text of nothing but opening braces would cost its length for each of them.
    private static func end(_ bytes: ArraySlice<UInt8>, _ closing: [UInt8]) -> Int? {
        var quote: UInt8?
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if let open = quote {
                if byte == UInt8(ascii: "\\"), open != UInt8(ascii: "`") {
                    index += 1
                } else if byte == open {
                    quote = nil
                }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
                quote = byte
            } else if byte == closing.first, bytes[index...].starts(with: closing) {
                return index
            } else if byte == UInt8(ascii: "{") {
                return nil
            }
            index += 1
        }
        return nil
    }
}

/// Reads `word "quoted words" name="value"`, also with commas between.
struct ValueReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func word() -> String? {
        skip()
        let word = rest.prefix { !$0.isWhitespace && $0 != "(" }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : String(word)
    }

    mutating func value() -> (key: String?, value: String)? {
        skip()
        guard !rest.isEmpty else { return nil }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let behind = rest[name.endIndex...].drop { $0 == " " }
        guard !name.isEmpty, behind.first == "=" else { return (nil, single()) }
        rest = behind.dropFirst().drop { $0 == " " }
        return (String(name), single())
    }

    private mutating func skip() { rest = rest.drop { $0.isWhitespace || $0 == "," } }

    private mutating func single() -> String {
        guard let quote = rest.first, quote == "\"" || quote == "'" || quote == "`" else {
            let word = rest.prefix { !$0.isWhitespace && $0 != "," }
            // A comma at the beginning would never end.
            rest = word.isEmpty ? rest.dropFirst() : rest[word.endIndex...]
            return String(word)
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != quote {
            if character == "\\", quote != "`", let next = rest.popFirst() {
                text.append(next == "n" ? "\n" : next)
            } else {
                text.append(character)
            }
        }
        return text
    }
}

/// A value of Liquid that is, or begins, an address on the site itself.
enum LiquidValue {
    /// - Returns: the address from the root of the site, empty for the root; nil for any other value.
    static func address(_ text: String) -> String? {
        let parts = text.split(separator: "|").map { $0.filter { !$0.isWhitespace } }
        guard let value = parts.first else { return nil }
        let ofSite = ["site.baseurl", "site.url", "site.github.url"]
        let filters = ["relative_url", "absolute_url"] + ofSite.map { "prepend:\($0)" }
        guard parts.dropFirst().allSatisfy({ filters.contains($0) }) else { return nil }
        if ofSite.contains(value) { return "" }
        guard parts.count > 1, let quote = value.first, quote == "\"" || quote == "'", value.count > 1,
            value.last == quote
        else { return nil }
        return String(value.dropFirst().dropLast())
    }
}
