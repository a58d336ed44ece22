/// The text of a search field as an expression of FTS5 that is never a syntax error: every word is quoted, words in
/// quotation marks are a phrase, and the last word may be unfinished.
struct SearchExpression {
    /// For `MATCH`; all words have to occur.
    let text: String
    /// The same with the last word finished, if it may be unfinished and is too long for the prefix index.
    let finished: String?

    /// The prefix index covers shorter words (`prefix` in schema.sql).
    private static let lettersMin = 4

    /// - Returns: nil when it has no letter or digit.
    init?(_ typed: String) {
        let pieces = SearchExpression.pieces(String(typed.unicodeScalars.prefix(1000)))
        let terms = pieces.prefix(32).filter { $0.text.contains { $0.isLetter || $0.isNumber } }
        guard !terms.isEmpty else { return nil }
        let words = terms.map { "\"\(SearchText.spaced($0.text))\"" }.joined(separator: " ")
        // Only the last word can be open.
        let letters = terms.last.map { $0.isOpen ? $0.text.count : 0 } ?? 0
        text = words + (letters >= 2 ? "*" : "")
        finished = letters >= SearchExpression.lettersMin ? words : nil
    }

    /// Words and phrases. The last word is open while the text ends with it.
    private static func pieces(_ typed: String) -> [(text: String, isOpen: Bool)] {
        var pieces: [(text: String, isOpen: Bool)] = []
        var piece = ""
        var isPhrase = false
        for character in typed {
            if character == "\"" || (!isPhrase && character.isWhitespace) {
                if !piece.isEmpty { pieces.append((piece, false)) }
                piece = ""
                if character == "\"" { isPhrase.toggle() }
            } else {
                // For FTS5, U+0000 ends the expression.
                piece.append(character == "\0" ? " " : character)
            }
        }
        if !piece.isEmpty { pieces.append((piece, !isPhrase)) }
        return pieces
    }
}
