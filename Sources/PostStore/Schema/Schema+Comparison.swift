import GRDB

// Whether a store is built as the migrations build it. A file can have the right version and be sound, and still lack a
// constraint, or have a trigger that Galley did not make and that would run with its next write.

extension Schema {
    /// Compares a store with what the first migrations make.
    /// - Parameter version: how many of the migrations the store has.
    /// - Returns: what differs, in words that end a sentence; nil if nothing does.
    static func difference(in db: Database, at version: Int) throws -> String? {
        let names = migrations.prefix(version).map(\.name)
        guard try migrator.appliedIdentifiers(db) == Set(names) else { return "its list of migrations is another" }
        let made = try DatabaseQueue()
        if let last = names.last { try migrator.migrate(made, upTo: last) }
        let (expected, found) = (try made.read(definitions), try definitions(db))
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
    private static func definitions(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name AS name, sql FROM sqlite_master WHERE sql IS NOT NULL
                AND NOT (type = 'table' AND (name = 'grdb_migrations' OR name GLOB 'sqlite_stat[1-4]'))
                """)
        return Dictionary(
            try rows.map { row in
                let sql = try row.decode(String.self, forColumn: "sql")
                return (try row.decode(String.self, forColumn: "name"), sql.filter { !" \t\"".contains($0) })
            }
        ) { first, _ in first }
    }
}
