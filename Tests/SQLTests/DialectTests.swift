import PostgresSupport
import SQL
import Testing

@Suite("PostgreSQL's form of the common dialect")
struct DialectTests {
    @Test(
        "marks become numbers outside quotes, and hints for SQLite go",
        arguments: [
            ("SELECT ?, ? FROM a", "SELECT $1, $2 FROM a"),
            ("SELECT ?2, ?, ?1", "SELECT $2, $3, $1"),
            ("SELECT '?', \"?\", '''?' || ?", "SELECT '?', \"?\", '''?' || $1"),
            ("SELECT a FROM b INDEXED BY c WHERE d = ?10", "SELECT a FROM b WHERE d = $10"),
            ("SELECT a FROM b CROSS JOIN c ON d = e", "SELECT a FROM b JOIN c ON d = e"),
            ("SELECT group_concat(a, ',') FROM b", "SELECT string_agg(a, ',') FROM b"),
            ("SELECT 'é?", "SELECT 'é?"),
        ])
    func statements(written: String, expected: String) { #expect(Dialect.postgres(written) == expected) }

    @Test("tables, indexes and triggers do on PostgreSQL what they do on SQLite")
    func schema() throws {
        let script = """
            -- A comment; with a semicolon, and it's 'odd'.
            CREATE TABLE item (
              number INTEGER PRIMARY KEY,          -- a key
              name   TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 9),
              isOpen INTEGER NOT NULL DEFAULT 1 CHECK (isOpen IN (0, 1)),
              isOver INTEGER NOT NULL CHECK (isOver = (name = 'over')),
              bytes  BLOB CHECK (length(bytes) = 2),
              size   REAL,
              twice  INTEGER GENERATED ALWAYS AS (number + number) VIRTUAL
            ) STRICT;
            CREATE TABLE itemCount (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX itemOpen ON item (name) WHERE isOpen;
            CREATE TRIGGER itemAdded AFTER INSERT ON item WHEN NEW.isOpen BEGIN
              INSERT INTO itemCount VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET count = itemCount.count + 1;
            END;
            CREATE TRIGGER itemGone AFTER DELETE ON item BEGIN
              UPDATE itemCount SET count = count - 1;
            END;
            """
        let database = try TemporaryDatabase()
        let (postgres, sqlite) = (try database.session(), try SQLiteDatabase(":memory:"))
        try postgres.script(Dialect.postgres(script: script))
        try sqlite.script(script)
        for engine in [postgres, sqlite] as [any Database] {
            for name in ["b", "B", "over", "é"] {
                try engine.tell("INSERT INTO item (name, isOver) VALUES (?, ?)", [name, name == "over"])
            }
            try engine.tell(
                "INSERT INTO item (name, isOpen, isOver, bytes) VALUES ('c', FALSE, FALSE, ?)", [[0, 1] as [UInt8]])
            try engine.tell("DELETE FROM item WHERE name = ?", ["b"])
            #expect(
                try engine.values("SELECT name FROM item ORDER BY name") == ["B", "c", "over", "é"].map(SQLValue.text))
            #expect(try engine.values("SELECT count FROM itemCount") == [.integer(3)])
            #expect(try engine.values("SELECT twice FROM item WHERE NOT isOpen") == [.integer(10)])
            for wrong: (String, Bool, [UInt8]?) in [
                ("", false, nil), ("over", true, nil), ("x", true, nil), ("y", false, [1]),
            ] {
                #expect(throws: SQLError.self, "\(wrong) on \(engine.engine)") {
                    try engine.run(
                        "INSERT INTO item (name, isOver, bytes) VALUES (?, ?, ?)", [wrong.0, wrong.1, wrong.2]
                    ) { _ in true }
                }
            }
        }
    }

    @Test("a script that cannot be written for both has a part for PostgreSQL")
    func parts() {
        let script = "CREATE VIRTUAL TABLE a USING fts5 (b);\n-- PostgreSQL\nCREATE TABLE a (b TSVECTOR);\n"
        #expect(Dialect.postgres(script: script) == "CREATE TABLE a (b TSVECTOR);\n")
    }
}

extension Database {
    /// The first column of each row.
    func values(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> [SQLValue] {
        var values: [SQLValue] = []
        try run(sql, arguments) { row in
            values.append(row.first)
            return true
        }
        return values
    }
}
