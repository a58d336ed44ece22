import PostgresSupport
import SQL
import Testing

@Suite("PostgreSQL behind the protocol of databases")
struct PostgresTests {
    private let database: TemporaryDatabase
    private let session: PostgresDatabase

    init() throws {
        database = try TemporaryDatabase()
        session = try database.session()
        try session.script(
            "CREATE TABLE item (number BIGINT PRIMARY KEY, name TEXT UNIQUE, isOpen BOOLEAN, bytes BYTEA)")
    }

    @Test(
        "each value comes back as it was given",
        arguments: [
            (Int64.min, .integer(.min)), (Int64.max, .integer(.max)), (-1, .integer(-1)), (true, .integer(1)),
            (false, .integer(0)),
            (-0.5, .double(-0.5)), (Double.greatestFiniteMagnitude, .double(.greatestFiniteMagnitude)), ("", .text("")),
            ("Zoë 👩‍👩‍👧 “x”", .text("Zoë 👩‍👩‍👧 “x”")), ([] as [UInt8], .bytes([])),
            ([0, 255, 0] as [UInt8], .bytes([0, 255, 0])),
            ([UInt8](repeating: 7, count: 1_000_000), .bytes([UInt8](repeating: 7, count: 1_000_000))),
            (String?.none, .null), ([UInt8]?.none, .null), (Bool?.none, .null), (Double?.none, .null),
            (Int?.none, .null),
            // PostgreSQL has no U+0000 in texts.
            ("a\0b\0", .text("a\u{FFFD}b\u{FFFD}")),
        ] as [(any SQLArgument, SQLValue)])
    func values(given: any SQLArgument, expected: SQLValue) throws {
        #expect(try session.values("SELECT ?", [given]) == [expected])
        #expect(try session.values("SELECT ? WHERE TRUE", [given]) == [expected])
    }

    @Test("columns are found by the names of the statement, and what it computes has types that are known")
    func columns() throws {
        try session.tell("INSERT INTO item VALUES (1, 'a', TRUE, NULL)", [])
        var found: [SQLValue?] = []
        let sql = "SELECT isOpen, number AS someNumber, count(*) OVER () AS count, length(name), 'x' AS word FROM item"
        try session.run(sql, []) { row in
            found = [
                row["isOpen"], row["someNumber"], row["count"], row["length"], row["word"], row["nothing"], row.first,
            ]
            return true
        }
        #expect(found == [.integer(1), .integer(1), .integer(1), .integer(1), .text("x"), nil, .integer(1)])
    }

    @Test("a statement gives its own count, and other statements run while its rows are read")
    func counts() throws {
        for number in 1...5 { try session.tell("INSERT INTO item (number) VALUES (?)", [number]) }
        #expect(try session.run("UPDATE item SET isOpen = TRUE WHERE number > ?", [2]) { _ in true } == 3)
        #expect(try session.run("UPDATE item SET isOpen = FALSE WHERE number > 9", []) { _ in true } == 0)
        var seen: [SQLValue] = []
        let rows = try session.run("SELECT number FROM item ORDER BY number", []) { row in
            seen += try session.values("SELECT number * 10 FROM item WHERE number = 3") + [row.first]
            return seen.count < 4
        }
        #expect(rows == 0 && seen == [.integer(30), .integer(1), .integer(30), .integer(2)])
        #expect(try session.run("DELETE FROM item WHERE number < 3 RETURNING number", []) { _ in true } == 2)
    }

    @Test("a told statement's error is known with the next answer, and again the session is as before")
    func told() throws {
        try session.tell("INSERT INTO item VALUES (1, 'a')", [])
        try session.tell("INSERT INTO item VALUES (2, 'a')", [])
        try session.tell("INSERT INTO item VALUES (3, 'b')", [])
        #expect { try session.values("SELECT 1") } throws: { ($0 as? SQLError)?.kind == .constraint }
        #expect(try session.values("SELECT 1") == [.integer(1)])
        try session.tell("INSERT INTO item VALUES (?, 'c')", [4])
        try session.tell("INSERT INTO item VALUES (?, 'c')", [5])
        #expect(throws: SQLError.self) { try session.settle() }
        try session.settle()
        // Far more than is held back.
        try session.tell("BEGIN", [])
        for number in 100..<1100 { try session.tell("INSERT INTO item (number) VALUES (?)", [number]) }
        try session.tell("COMMIT", [])
        #expect(try session.values("SELECT count(*) FROM item WHERE number >= 100") == [.integer(1000)])
    }

    @Test("a job that fails is rolled back alone, by a savepoint")
    func savepoints() throws {
        try session.tell("BEGIN", [])
        for (name, fails) in [("a", false), ("b", true), ("c", false)] {
            try session.tell("SAVEPOINT job", [])
            try session.tell("INSERT INTO item (number, name) VALUES (?, ?)", [name.utf8.first.map(Int.init), name])
            if fails {
                try session.tell("INSERT INTO item (number, name) VALUES (1000, 'a')", [])
                #expect(throws: SQLError.self) { try session.settle() }
                try session.tell("ROLLBACK TO job", [])
            }
            try session.tell("RELEASE job", [])
        }
        try session.tell("COMMIT", [])
        #expect(try session.values("SELECT name FROM item ORDER BY name") == [.text("a"), .text("c")])
    }

    @Test("a commit of what failed is an error, and so is one without the standby's answer")
    func commits() throws {
        try session.tell("BEGIN", [])
        try session.tell("INSERT INTO item VALUES (1)", [])
        try session.settle()
        #expect(session.isInTransaction)
        try session.commit()
        #expect(!session.isInTransaction)
        try session.tell("BEGIN", [])
        #expect(throws: SQLError.self) { try session.values("SELECT nothing") }
        #expect(session.isInTransaction)
        #expect { try session.commit() } throws: { ($0 as? SQLError)?.kind == .ended }
        #expect(!session.isInTransaction)
        // The warning of a cancelled wait for a standby comes from COMMIT.
        try session.script(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              RAISE WARNING USING MESSAGE = 'canceling wait'; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION warn();
            """)
        try session.tell("BEGIN", [])
        try session.tell("INSERT INTO item VALUES (2)", [])
        #expect { try session.commit() } throws: { ($0 as? SQLError)?.kind == .unconfirmed }
        #expect(try session.values("SELECT count(*) FROM item") == [.integer(2)])
        try session.tell("BEGIN", [])
        try session.commit()
    }

    @Test("reads see one state, and go on in a new session when the last one is lost")
    func reads() throws {
        let other = try database.session()
        let seen = try session.reading {
            let before = try session.values("SELECT count(*) FROM item")
            try other.tell("INSERT INTO item VALUES (1)", [])
            try other.settle()
            return (before, try session.values("SELECT count(*) FROM item"))
        }
        #expect(seen.0 == [.integer(0)] && seen.1 == [.integer(0)])
        #expect { try session.reading { try session.run("DELETE FROM item", []) { _ in true } } } throws: {
            ($0 as? SQLError)?.kind == .readOnly
        }
        _ = try other.values(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND datname = current_database()")
        #expect(try session.reading { try session.values("SELECT count(*) FROM item") } == [.integer(1)])
    }

    @Test("one text with arguments of other types is another statement, and wrong ones are errors")
    func types() throws {
        #expect(try session.values("SELECT ?", ["a"]) == [.text("a")])
        #expect(try session.values("SELECT ?", [1]) == [.integer(1)])
        #expect(try session.values("SELECT ?", ["b"]) == [.text("b")])
        #expect { try session.values("SELECT ?", []) } throws: { ($0 as? SQLError)?.kind == .other }
        #expect { try session.values("SELECT ?", [1, 2]) } throws: { ($0 as? SQLError)?.kind == .other }
        #expect { try session.values("SELECT 1; SELECT 2") } throws: { ($0 as? SQLError)?.kind == .other }
        #expect(try session.values("SELECT 5") == [.integer(5)])
    }

    @Test("more statements than are kept prepared")
    func forgets() throws {
        for number in 0..<1500 { #expect(try session.values("SELECT \(number)") == [.integer(Int64(number))]) }
        #expect(try session.values("SELECT 3") == [.integer(3)])
    }

    @Test("a session that the server ended says so, and the next one begins with nothing prepared")
    func lost() throws {
        #expect(try session.values("SELECT 7") == [.integer(7)] && !session.isLost)
        let other = try database.session()
        _ = try other.values(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND datname = current_database()")
        #expect { try session.values("SELECT 7") } throws: { ($0 as? SQLError)?.kind == .unreachable }
        #expect(session.isLost)
        #expect { try session.tell("SELECT 7", []) } throws: { ($0 as? SQLError)?.kind == .unreachable }
        #expect { try session.script("SELECT 7") } throws: { ($0 as? SQLError)?.kind == .unreachable }
        try session.connect()
        #expect(try session.values("SELECT 7") == [.integer(7)])
    }

    @Test("errors of a script")
    func scripts() throws {
        #expect { try session.script("SELECT 1; SELEC 2") } throws: { ($0 as? SQLError)?.kind == .other }
        try session.script("")
        #expect(try session.values("SELECT 1") == [.integer(1)])
    }

    @Test(
        "kinds of errors by their state",
        arguments: [
            ("23505", SQLError.Kind.constraint), ("54000", .constraint), ("XX001", .damaged), ("55P03", .busy),
            ("25006", .readOnly),
            ("42501", .notPermitted), ("53100", .diskFull), ("58030", .diskFailed), ("57014", .ended),
            ("57P01", .unreachable),
            ("08006", .unreachable), ("53300", .unreachable), ("42601", .other), ("3F000", .cannotOpen),
        ])
    func kinds(state: String, kind: SQLError.Kind) throws {
        let found = #expect(throws: SQLError.self) {
            try session.script("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(state)', MESSAGE = 'told'; END $$")
        }
        #expect(found?.kind == kind && found?.description == "told (\(state))")
    }

    @Test(
        "an address that cannot be used says why",
        arguments: [
            ("http://db/galley", "must begin with"), ("postgresql://galley:secret@db/galley", "has a password"),
            ("postgresql://galley@db", "names no database"),
            ("postgresql://db/galley?sslmode=require", "sslmode=require"),
            ("postgresql://db/galley?service=x", "names a service"),
            ("postgresql://db/galley?nonsense=1", "libpq cannot read it"),
            ("postgresql://[db/galley", "libpq cannot read it"), ("postgresql://db/a\0b", "U+0000"),
            ("postgresql://db/galley?target_session_attrs=standby", "Galley writes"),
            ("postgresql://db1,localhost/galley?sslmode=disable", "sslmode=disable"),
        ])
    func addresses(url: String, reason: String) throws {
        let error = #expect(throws: PostgresAddressError.self) { try PostgresAddress(url, password: nil) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("a server that is not there, a database that is not there")
    func unreachable() throws {
        #expect {
            try PostgresDatabase(PostgresAddress("postgresql://galley@/a?host=/nowhere", password: nil))
        } throws: {
            ($0 as? SQLError)?.kind == .unreachable
        }
        #expect { try PostgresServer.session(at: "nothing") } throws: {
            "\($0)".contains("database \"nothing\" does not exist")
        }
    }
}
