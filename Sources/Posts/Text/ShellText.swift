extension String {
    /// The text as one word of a POSIX shell, in single quotes if it needs them.
    package var quotedForShell: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "/._-=,+@%:".unicodeScalars.contains(scalar)
        }
        guard !isPlain || isEmpty else { return self }
        // By bytes: a quote with a combining mark is another character, but still ends the quotation.
        let inside = Array(utf8).replacing(Array("'".utf8), with: Array(#"'\''"#.utf8))
        return "'" + String(decoding: inside, as: UTF8.self) + "'"
    }
}
