extension String {
    /// The text as one word of a POSIX shell, in quotes if it needs them. Control characters are written as escapes in
    /// `$'…'` (POSIX of 2024, and bash, zsh and ksh), so that the word can be seen and typed.
    package var quotedForShell: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "/._-=,+@%:".unicodeScalars.contains(scalar)
        }
        guard !isPlain || isEmpty else { return self }
        guard !unicodeScalars.contains(where: \.isControl) else { return quotedWithEscapes }
        // By bytes: a quote with a combining mark is another character, but still ends the quotation.
        let inside = Array(utf8).replacing(Array("'".utf8), with: Array(#"'\''"#.utf8))
        return "'" + String(decoding: inside, as: UTF8.self) + "'"
    }

    private var quotedWithEscapes: String {
        var word = "$'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": word += "\\\(scalar)"
            case "\n": word += "\\n"
            case "\r": word += "\\r"
            case "\t": word += "\\t"
            default: word += scalar.isControl ? scalar.bytesEscaped : String(scalar)
            }
        }
        return word + "'"
    }
}

extension Unicode.Scalar {
    /// The bytes of its UTF-8, each as `\ooo`: octal digits end after three, hexadecimal ones differ among shells.
    fileprivate var bytesEscaped: String {
        UTF8.encode(self).map { bytes in
            bytes.map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
