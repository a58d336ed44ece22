extension Slug {
    /// Derives a slug from a title, by these rules in order:
    ///
    /// 1. Lower case in every script that has it; “İ” becomes “i”. Nothing is transliterated: “Été” gives `été`.
    /// 2. Apostrophes (' ’ ‘ ` ´ and the Hebrew geresh) and the Catalan middle dot are removed: “It's” gives `its`. So
    ///    are invisible characters and the joiners of emoji, but the zero-width non-joiner separates words.
    /// 3. Letters, marks and numbers stay. Any characters between them, such as spaces, punctuation or emoji, become
    ///    one hyphen. There is no hyphen at the ends. No words are added: “R&D” gives `r-d`.
    /// 4. A result longer than 60 characters or 180 bytes is cut at the last hyphen in its second half, otherwise
    ///    between two characters.
    ///
    /// - Returns: nil if nothing remains, as from “!!!”.
    package static func derived(from title: String) -> Slug? {
        var words = String.UnicodeScalarView()
        var isParted = false
        // A slug never needs more of the title, however long it is.
        for scalar in String(title.unicodeScalars.prefix(2000)).lowered.composed.unicodeScalars {
            if scalar.isDroppedFromSlugs { continue }
            guard scalar.isWordPart, !((isParted || words.isEmpty) && scalar.isMark) else {
                isParted = true
                continue
            }
            if isParted, !words.isEmpty { words.append("-") }
            isParted = false
            words.append(scalar)
        }
        // Composes again, because a letter and its accent may have become adjacent.
        let cut = String(words).composed.cutAtWord(characters: 60, bytes: 180)
        return cut.isEmpty ? nil : Slug(unchecked: cut)
    }

    /// This slug with a suffix such as `-2`, for a second post with the same title; shortened if necessary.
    package func numbered(_ number: Int) -> Slug {
        let suffix = "-\(number)"
        let characters = Slug.charactersMax - suffix.count
        var stem = text.cut(characters: characters, bytes: Slug.bytesMax - suffix.utf8.count)
        while let last = stem.last, "-.".contains(last) { stem.removeLast() }
        return Slug(unchecked: stem.isEmpty ? String(suffix.dropFirst()) : stem + suffix)
    }
}

extension Unicode.Scalar {
    fileprivate var isDroppedFromSlugs: Bool {
        switch self {
        case "'", "’", "‘", "`", "´", "\u{05F3}", "\u{05F4}", "·": true
        case "\u{200C}": false
        default: !isASCII && (properties.isDefaultIgnorableCodePoint || properties.generalCategory == .enclosingMark)
        }
    }
}

extension String {
    fileprivate var lowered: String {
        // Unicode lowers “İ” to “i” and a combining dot, which no keyboard types.
        let isPlain = utf8.allSatisfy { $0 < 0x80 }
        return isPlain || !contains("İ") ? lowercased() : String(map { $0 == "İ" ? "i" : $0 }).lowercased()
    }

    /// The longest prefix of whole characters within both limits.
    fileprivate func cut(characters: Int, bytes: Int) -> String {
        var end = startIndex
        var bytesLeft = bytes
        for index in indices.prefix(characters) {
            bytesLeft -= self[index].utf8.count
            if bytesLeft < 0 { break }
            end = self.index(after: index)
        }
        return String(self[..<end])
    }

    fileprivate func cutAtWord(characters: Int, bytes: Int) -> String {
        if utf8.count <= min(characters, bytes) { return self }
        var cut = cut(characters: characters, bytes: bytes)
        guard cut.utf8.count < utf8.count else { return self }
        let isAtWordEnd = utf8.dropFirst(cut.utf8.count).first == .hyphen
        let middle = cut.index(cut.startIndex, offsetBy: cut.count / 2)
        if !isAtWordEnd, let hyphen = cut.lastIndex(of: "-"), hyphen >= middle { cut = String(cut[..<hyphen]) }
        while cut.last == "-" { cut.removeLast() }
        return cut
    }
}
