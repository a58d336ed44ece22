import Posts
import SQL

/// The words of all posts: which posts have them. No other file of the store knows FTS5.
///
/// It stores no copy of the texts. To remove a post from it, SQLite needs the texts that were added. An entry has the
/// number that the post has as `docId`, and these numbers grow with the date: FTS5 returns entries by number at no cost.
struct WordIndex {
    let db: any Database

    /// As in schema.sql.
    static let tokenizer = "unicode61 remove_diacritics 2"

    enum Column: String { case title, body, tags }

    /// What the index has of a post. Always equal for equal drafts: else words would stay in the index.
    struct Texts {
        let title, body, tags: String

        init(_ draft: Draft) {
            title = SearchText.spaced(draft.title ?? "")
            body = SearchText.spaced(draft.body.replacing("\0", with: " "))
            tags = SearchText.spaced(draft.tags.map(\.text).joined(separator: "\n"))
        }

        fileprivate var arguments: [any SQLArgument] { [title, body, tags] }
    }

    /// The words of a text, as the index has them.
    static func words(in text: String, _ cutter: WordCutter) throws -> [String] {
        try cutter.words(in: SearchText.spaced(text))
    }

    func index(_ docId: Int64, _ texts: Texts) throws {
        try db.tell("INSERT INTO search (rowid, title, body, tags) VALUES (?, ?, ?, ?)", [docId] + texts.arguments)
    }

    /// - Parameter texts: those that were added.
    func remove(_ docId: Int64, _ texts: Texts) throws {
        try db.tell(
            "INSERT INTO search (search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)",
            [docId] + texts.arguments)
    }

    /// The statement that finds entries, newest first, and lacks its `LIMIT`.
    /// - Parameters:
    ///   - what: the columns of `post` to return; besides them there is `docId`.
    ///   - columns: those in which all the words have to occur; none for any.
    ///   - highest: entries below.
    ///   - conditions: on `post`, each after “ AND”, with their arguments.
    static func find(
        _ query: WordQuery, _ what: String = "", in columns: [Column] = [], from lowest: Int64 = .min,
        below highest: Int64, _ conditions: String, _ arguments: [any SQLArgument]
    ) -> (sql: String, arguments: [any SQLArgument]) {
        // CROSS JOIN makes SQLite begin with `search`.
        let sql = """
            SELECT \(what.isEmpty ? "" : what + ", ")search.rowid AS docId
            FROM search CROSS JOIN post ON post.docId = search.rowid
            WHERE search MATCH ? AND search.rowid >= ? AND search.rowid < ?\(conditions)
            ORDER BY search.rowid DESC
            """
        return (sql, [expression(query, columns), lowest, highest] + arguments)
    }

    /// Whether the words are in more posts than `count`.
    func finds(_ query: WordQuery, moreThan count: Int) throws -> Bool {
        let sql = "SELECT 1 FROM search WHERE search MATCH ? LIMIT 1 OFFSET ?"
        return try db.has(sql, [WordIndex.expression(query, []), count])
    }

    /// For `MATCH`. Every word is quoted, so that none is a syntax error.
    private static func expression(_ query: WordQuery, _ columns: [Column]) -> String {
        let terms = query.terms.map { "\"\($0.words.joined(separator: " "))\"\($0.isOpen ? "*" : "")" }
        let words = terms.joined(separator: " ")
        return columns.isEmpty ? words : "{\(columns.map(\.rawValue).joined(separator: " "))} : (\(words))"
    }
}

// MARK: - Repairs

extension WordIndex {
    /// - Throws: `SQLError` of the kind `damaged`.
    func check() throws {
        // This INSERT only checks, and changes nothing.
        try db.tell("INSERT INTO search (search) VALUES ('integrity-check')")
    }

    /// How many posts should have an entry and have none, and how many entries no post has made.
    func gaps() throws -> (lost: Int, ghosts: Int) {
        let lost = """
            SELECT count(*) FROM post WHERE docId IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM search_docsize WHERE id = post.docId)
            """
        let ghosts = """
            SELECT count(*) FROM search_docsize
            WHERE NOT EXISTS (SELECT 1 FROM post WHERE docId = search_docsize.id)
            """
        return (try db.count(lost), try db.count(ghosts))
    }

    func clear() throws { try db.tell("INSERT INTO search (search) VALUES ('delete-all')") }
}

// MARK: - Scripts without blanks

/// Prepares text for the tokenizer of the index.
///
/// The tokenizer takes a run of letters for one word. Chinese, Japanese, Thai and some other scripts have no blanks
/// between words, so that a sentence would be one word, found only by its beginning. Therefore each of their letters is
/// a word in the index, and a search for a word is one for a phrase of letters.
enum SearchText {
    /// `text` with a blank before and after each letter of a script without blanks. Equal texts always give equal
    /// results, as the index demands.
    static func spaced(_ text: String) -> String {
        // Letters of these scripts take three bytes or more, which most texts do not contain.
        guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return text }
        var spaced = String.UnicodeScalarView()
        var wantsBlank = false
        for scalar in text.unicodeScalars {
            let isAlone = hasNoBlanks(scalar)
            if isAlone || wantsBlank { spaced.append(" ") }
            spaced.append(scalar)
            wantsBlank = isAlone
        }
        return String(spaced)
    }

    /// By the blocks of Unicode 15: Thai, Lao, Myanmar, Khmer, kana and Chinese characters. Korean has blanks.
    private static func hasNoBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E01...0x0E5B, 0x0E81...0x0EDF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x323AF: true
        default: false
        }
    }
}
