import SQL

/// The words of all posts on PostgreSQL, in the table `search` of `postgres.sql`.
///
/// A vector has each word once for each column, under a letter. It does not know their order: a vector's positions end at
/// 16,383, and at 256 for one word. So phrases are looked for in the cut texts, among the posts that have all their words.
struct VectorIndex: WordIndex {
    let db: any Database

    /// PostgreSQL takes vectors of a megabyte. Of a post with more different words, some eighty thousand, the rest is not found.
    private static let vectorMax = 900_000
    /// Bytes of a word; PostgreSQL takes no more than 2,046. A longer one is found by its beginning.
    private static let wordMax = 2000

    func add(_ docId: Int64, _ texts: WordTexts) throws {
        let columns = try texts.words()
        var letters: [String: String] = [:]
        for (column, words) in columns {
            for word in Set(words) { letters[VectorIndex.kept(word), default: ""] += column.letter }
        }
        var (vector, size) = ("", 0)
        for (word, letters) in letters.sorted(by: { $0.key < $1.key }) {
            size += word.utf8.count + 16
            guard size <= VectorIndex.vectorMax else { break }
            let places = letters.enumerated().map { "\($0.offset + 1)\($0.element)" }.joined(separator: ",")
            vector += "'\(word)':\(places) "
        }
        let cut = columns.map { _, words in " " + words.joined(separator: " ") + " " }
        try db.tell(
            "INSERT INTO search (docId, words, title, tags, body) VALUES (?, CAST(? AS TSVECTOR), ?, ?, ?)",
            [docId, vector] + cut)
    }

    func remove(_ docId: Int64, _ texts: WordTexts) throws {
        try db.tell("DELETE FROM search WHERE docId = ?", [docId])
    }

    func find(
        _ query: WordQuery, _ what: String, in columns: [WordTexts.Column], _ entries: Range<Int64>,
        _ conditions: String, _ arguments: [any SQLArgument]
    ) -> (sql: String, arguments: [any SQLArgument]) {
        let (words, values) = VectorIndex.condition(query, columns)
        let sql = """
            SELECT \(what.isEmpty ? "" : what + ", ")search.docId AS docId
            FROM search JOIN post ON post.docId = search.docId
            WHERE \(words) AND search.docId >= ? AND search.docId < ?\(conditions)
            ORDER BY search.docId DESC
            """
        return (sql, values + [entries.lowerBound, entries.upperBound] + arguments)
    }

    func finds(_ query: WordQuery, moreThan count: Int) throws -> Bool {
        let (words, values) = VectorIndex.condition(query, [])
        return try db.has("SELECT 1 FROM search WHERE \(words) LIMIT 1 OFFSET ?", values + [count])
    }

    func damage() -> String? { nil }

    func gaps() throws -> (lost: Int, ghosts: Int) {
        let lost = """
            SELECT count(*) FROM post WHERE docId IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM search WHERE search.docId = post.docId)
            """
        let ghosts = """
            SELECT count(*) FROM search WHERE NOT EXISTS (SELECT 1 FROM post WHERE post.docId = search.docId)
            """
        return (try db.count(lost), try db.count(ghosts))
    }

    func clear() throws { try db.tell("DELETE FROM search") }

    // MARK: - Queries

    /// That an entry has all the words, and each phrase in one column.
    private static func condition(
        _ query: WordQuery, _ columns: [WordTexts.Column]
    ) -> (sql: String, arguments: [any SQLArgument]) {
        let letters = columns.map(\.letter).joined()
        let words = query.terms.map { term in
            term.words.enumerated().map { index, word in
                let isOpen = term.isOpen && index == term.words.count - 1
                let marks = (isOpen ? "*" : "") + letters
                return "'\(kept(word))'" + (marks.isEmpty ? "" : ":\(marks)")
            }.joined(separator: " & ")
        }.joined(separator: " & ")
        var (sql, arguments): (String, [any SQLArgument]) = ("search.words @@ CAST(? AS TSQUERY)", [words])
        let places = (columns.isEmpty ? WordTexts.Column.all : columns).map { "strpos(search.\($0.rawValue), ?) > 0" }
        for term in query.terms where term.words.count > 1 {
            let phrase = " " + term.words.joined(separator: " ") + (term.isOpen ? "" : " ")
            sql += " AND (\(places.joined(separator: " OR ")))"
            arguments += places.map { _ in phrase }
        }
        return (sql, arguments)
    }

    private static func kept(_ word: String) -> String {
        guard word.utf8.count > wordMax else { return word }
        var start = Substring(word)
        while start.utf8.count > wordMax { start.removeLast() }
        return String(start)
    }
}

extension WordTexts.Column {
    fileprivate static let all: [Self] = [.title, .tags, .body]

    /// Of PostgreSQL's four weights.
    fileprivate var letter: String {
        switch self {
        case .title: "A"
        case .tags: "B"
        case .body: "C"
        }
    }
}
