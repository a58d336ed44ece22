import Posts

extension String {
    /// The text without characters that XML 1.0 forbids (section 2.2) and browsers do not show: most control
    /// characters, U+FFFE and U+FFFF.
    var withoutControlCharacters: String {
        let isAllowed = { (scalar: Unicode.Scalar) in
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xFFFD, 0x10000...: true
            default: false
            }
        }
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) || unicodeScalars.allSatisfy(isAllowed) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(isAllowed)))
    }

    /// Escaped for text and attribute values of XML.
    var xmlEscaped: String {
        let escaped = withoutControlCharacters.htmlEscaped
        // XML readers turn a carriage return into a line break.
        guard escaped.utf8.contains(UInt8(ascii: "\r")) else { return escaped }
        return escaped.unicodeScalars.split(separator: "\r", omittingEmptySubsequences: false)
            .map { String($0) }.joined(separator: "&#13;")
    }

    /// Text that swift-mustache escapes correctly.
    ///
    /// It escapes characters, not scalars. A quotation mark with a combining accent, or after an Arabic number sign, is
    /// one character in Swift; swift-mustache would not escape it, and it would end the attribute. A zero-width space
    /// on both sides separates it. Only hostile or broken text contains such characters; other text stays the same.
    var templateSafe: String {
        let clean = withoutControlCharacters
        if clean.utf8.allSatisfy({ $0 < 0x80 }) || !clean.utf8.contains(where: Self.isMarkup) { return clean }
        guard clean.contains(where: { $0.utf8.count > 1 && $0.utf8.contains(where: Self.isMarkup) }) else {
            return clean
        }
        var result = ""
        for character in clean {
            guard character.utf8.count > 1, character.utf8.contains(where: Self.isMarkup) else {
                result.append(character)
                continue
            }
            for scalar in character.unicodeScalars {
                let isMarkup = scalar.isASCII && Self.isMarkup(UInt8(truncatingIfNeeded: scalar.value))
                result += isMarkup ? "\u{200B}\(scalar)\u{200B}" : String(scalar)
            }
        }
        return result
    }

    /// For places that do not isolate the direction of a text, such as the window title.
    var withoutDirectionOverrides: String {
        let isOverride = { (scalar: Unicode.Scalar) in
            (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
        guard unicodeScalars.contains(where: isOverride) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !isOverride($0) }))
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

/// The direction of a language's usual script for the attribute `dir`.
package func direction(of language: String) -> String {
    let parts = language.lowercased().split(separator: "-")
    let scripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg", "mand", "samr"]
    if let script = parts.dropFirst().first(where: { $0.count == 4 && $0.first?.isLetter == true }) {
        return scripts.contains(script) ? "rtl" : "ltr"
    }
    let languages: Set<Substring> = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ]
    return parts.first.map(languages.contains) == true ? "rtl" : "ltr"
}
