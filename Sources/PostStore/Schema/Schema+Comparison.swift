import SQL

// Whether a store is built as the migrations build it. A file can have the right version and be sound, and still lack a
// constraint, or have a trigger that Galley did not make and that would run with its next write.

extension Schema {
    /// Compares a store with what the first migrations make.
    /// - Parameter version: how many of the migrations the store has.
    /// - Returns: what differs, in words that end a sentence; nil if nothing does.
    static func difference(in db: SQLiteDatabase, at version: Int) throws -> String? {
        let made = try SQLiteDatabase(":memory:")
        try migrate(made, upTo: version)
        let expected = try definitions(made)
        var found = try definitions(db)
        // Migration 39 removes it.
        if version < 39 { found["table grdb_migrations"] = nil }
        for (name, definition) in expected.sorted(by: { $0.key < $1.key }) {
            guard let other = found[name] else { return "the \(name) is missing" }
            if other != definition { return "the \(name) is another" }
        }
        // An index that an administrator has added changes nothing but speed.
        let more = found.keys.sorted().first { expected[$0] == nil && !$0.hasPrefix("index ") }
        return more.map { "the \($0) is not one of Galley’s" }
    }

    /// The definition of each table, index, trigger and view, by its type and name, such as “table post”. Blanks and quotes
    /// do not count, since SQLite's versions differ in those that they write when a table is renamed.
    private static func definitions(_ db: any Database) throws -> [String: String] {
        let sql = """
            SELECT type || ' ' || name AS name, sql FROM sqlite_master WHERE sql IS NOT NULL
            AND NOT (type = 'table' AND name GLOB 'sqlite_stat[1-4]')
            """
        let rows = try db.all(sql) { row -> (String, String) in
            let item = row.columns(of: "sqlite_master")
            return (try item["name"], (try item["sql"] as String).filter { !" \t\"".contains($0) })
        }
        return Dictionary(rows) { first, _ in first }
    }
}
