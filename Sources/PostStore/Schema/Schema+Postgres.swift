import SQL

// The tables on PostgreSQL. They are derived from those of SQLite (`Dialect`), by one transaction.

extension Schema {
    /// Creates the tables, or runs the migrations that they lack.
    /// - Parameter address: for people.
    /// - Throws: `newerSchema`, `notAStore`
    static func prepare(_ db: PostgresDatabase, at address: String) throws {
        // The daemon that works holds the row while its commit waits for a standby.
        if try db.has("SELECT 1 WHERE to_regclass('turn') IS NOT NULL"), try present(db) == version { return }
        do {
            try db.script("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '30s'")
            // Of two daemons that start together one waits here.
            try db.tell("SELECT pg_advisory_xact_lock(\(StoreFile.applicationID))")
            if try db.has("SELECT 1 WHERE to_regclass('turn') IS NOT NULL") {
                try migrate(db, at: address)
            } else {
                guard try !db.has("SELECT 1 WHERE to_regclass('post') IS NOT NULL") else {
                    throw StoreError.notAStore(path: address, found: "its schema has another program's tables")
                }
                for script in [PackageResources.schema_sql, PackageResources.postgres_sql] {
                    try db.script(Dialect.postgres(script: String(decoding: script, as: UTF8.self)))
                }
                try db.tell("UPDATE turn SET schema = ?", [version])
            }
            try db.commit()
        } catch {
            try? db.script("ROLLBACK")
            throw error
        }
    }

    private static func present(_ db: PostgresDatabase) throws -> Int? {
        try db.value("schema", of: "turn", "SELECT schema FROM turn")
    }

    private static func migrate(_ db: PostgresDatabase, at address: String) throws {
        // Another daemon ends its turn first, and finds the new number in its next one.
        guard let found: Int = try db.value("schema", of: "turn", "SELECT schema FROM turn FOR UPDATE") else {
            throw StoreError.notAStore(path: address, found: "it does not say which schema it has")
        }
        guard found <= version else { throw StoreError.newerSchema(path: address, found: found, known: version) }
        guard found < version else { return }
        for migration in migrations.dropFirst(found) {
            try db.script(Dialect.postgres(script: String(decoding: migration.sql, as: UTF8.self)))
        }
        try db.tell("UPDATE turn SET schema = ?", [version])
    }
}
