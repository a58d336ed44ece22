import SQL

/// What a search looks for: words and phrases that all have to occur.
struct WordQuery: Hashable, Sendable {
    /// A word, or the words of a phrase, as the index has them.
    struct Term: Hashable, Sendable {
        let words: [String]
        /// Whether the last word may be the beginning of a longer one.
        let isOpen: Bool
    }
    /// Never empty, and only the last one is open.
    let terms: [Term]
    /// The letters of the last word, as it was typed.
    private let letters: Int

    /// The prefix index covers shorter words (`prefix` in schema.sql).
    private static let lettersMin = 4
    private static let termsMax = 32
    private static let charactersMax = 1000

    private init(_ terms: [Term], letters: Int) { (self.terms, self.letters) = (terms, letters) }

    /// Reads the text of a search field: words in quotation marks are a phrase, and the last word may be unfinished, from two
    /// letters on. Any text is allowed.
    /// - Returns: nil when it has no letter or digit.
    init?(_ typed: String) throws {
        let pieces = WordQuery.pieces(String(typed.unicodeScalars.prefix(WordQuery.charactersMax)))
        // The tokenizer takes signs for letters that are younger than its tables, such as many emoji.
        let cut = try pieces.filter { $0.text.contains { $0.isLetter || $0.isNumber } }.prefix(WordQuery.termsMax)
            .map { (piece: $0, words: try WordTexts.words(in: $0.text)) }.filter { !$0.words.isEmpty }
        guard let last = cut.last else { return nil }
        let letters = last.piece.isOpen ? last.piece.text.count : 0
        self.init(
            cut.dropLast().map { Term(words: $0.words, isOpen: false) } + [
                Term(words: last.words, isOpen: letters >= 2)
            ],
            letters: letters)
    }

    /// The same with the last word finished, if it may be unfinished and is too long for the prefix index.
    var finished: WordQuery? {
        guard letters >= WordQuery.lettersMin else { return nil }
        return WordQuery(terms.map { Term(words: $0.words, isOpen: false) }, letters: 0)
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
                piece.append(character)
            }
        }
        if !piece.isEmpty { pieces.append((piece, !isPhrase)) }
        return pieces
    }
}
