import SQL

/// The words of all posts on SQLite. No other file of the store knows FTS5.
///
/// It stores no copy of the texts. To remove a post from it, SQLite needs the texts that were added. FTS5 returns entries by
/// number at no cost.
struct FTS5Index: WordIndex {
    let db: any Database

    func add(_ docId: Int64, _ texts: WordTexts) throws {
        try db.tell(
            "INSERT INTO search (rowid, title, body, tags) VALUES (?, ?, ?, ?)",
            [docId, texts.title, texts.body, texts.tags])
    }

    func remove(_ docId: Int64, _ texts: WordTexts) throws {
        try db.tell(
            "INSERT INTO search (search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)",
            [docId, texts.title, texts.body, texts.tags])
    }

    func find(
        _ query: WordQuery, _ what: String, in columns: [WordTexts.Column], _ entries: Range<Int64>,
        _ conditions: String, _ arguments: [any SQLArgument]
    ) -> (sql: String, arguments: [any SQLArgument]) {
        // CROSS JOIN makes SQLite begin with `search`.
        let sql = """
            SELECT \(what.isEmpty ? "" : what + ", ")search.rowid AS docId
            FROM search CROSS JOIN post ON post.docId = search.rowid
            WHERE search MATCH ? AND search.rowid >= ? AND search.rowid < ?\(conditions)
            ORDER BY search.rowid DESC
            """
        return (sql, [FTS5Index.expression(query, columns), entries.lowerBound, entries.upperBound] + arguments)
    }

    func finds(_ query: WordQuery, moreThan count: Int) throws -> Bool {
        let sql = "SELECT 1 FROM search WHERE search MATCH ? LIMIT 1 OFFSET ?"
        return try db.has(sql, [FTS5Index.expression(query, []), count])
    }

    /// For `MATCH`. Every word is quoted, so that none is a syntax error.
    private static func expression(_ query: WordQuery, _ columns: [WordTexts.Column]) -> String {
        let terms = query.terms.map { "\"\($0.words.joined(separator: " "))\"\($0.isOpen ? "*" : "")" }
        let words = terms.joined(separator: " ")
        return columns.isEmpty ? words : "{\(columns.map(\.rawValue).joined(separator: " "))} : (\(words))"
    }

    func damage() throws -> String? {
        do {
            // This INSERT only checks, and changes nothing.
            try db.tell("INSERT INTO search (search) VALUES ('integrity-check')")
        } catch let error as SQLError where error.kind == .damaged {
            return "SQLite calls it damaged."
        }
        return nil
    }

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
