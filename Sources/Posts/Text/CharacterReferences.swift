// HTML character references.
// - SeeAlso: https://html.spec.whatwg.org/multipage/syntax.html#character-references

extension String {
    /// Escaped for HTML text.
    package var htmlTextEscaped: String { escaped(quotes: false) }

    /// Escaped for HTML text and for quoted attributes.
    package var htmlEscaped: String { escaped(quotes: true) }

    /// By scalars: “<” with a combining mark is another character, but still begins a tag.
    private func escaped(quotes: Bool) -> String {
        guard utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where quotes: result += "&quot;"
            case "'" where quotes: result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Decodes `&amp;`, `&#8217;`, `&#x2019;` and the names of `CharacterNames`. Other names stay unchanged.
    ///
    /// By scalars: a “;” before a variation selector, as in `&hearts;` with one, is another character.
    package var referencesResolved: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            let end = rest.prefix(12).firstIndex(of: ";")
            if let end, let resolved = String.character(named: Substring(rest[..<end].dropFirst())) {
                result += resolved.unicodeScalars
                rest = rest[end...].dropFirst()
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return String(result + rest)
    }

    /// - Parameter name: the text between `&` and `;`.
    private static func character(named name: Substring) -> String? {
        guard name.hasPrefix("#") else { return CharacterNames.characters[String(name)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        guard let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), number > 0 else {
            return nil
        }
        if (0x80...0x9F).contains(number) { return String(windows[Int(number) - 0x80]) }
        return Unicode.Scalar(number).map { String($0) }
    }

    /// What HTML takes the numbers 128 to 159 for, which in Unicode are control characters.
    private static let windows = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
