import Foundation
import Testing

/// Galley's SQL is written for SQLite and PostgreSQL alike. Released migrations, which never change, are for SQLite alone.
@Suite("The common dialect of SQL")
struct DialectTests {
    @Test("no statement of the store has a form that one of the two does not know", arguments: Form.all)
    func statements(form: Form) throws {
        for (path, text) in try Self.literals.get() where form.isIn(text) {
            Issue.record("\(path): \(form). Write \(form.instead). Found in: \(text)")
        }
    }

    @Test("each form is found where it stands, and not where a statement is written without it", arguments: Form.all)
    func samples(form: Form) {
        for sample in form.samples { #expect(form.isIn(sample), "\(sample)") }
        for sample in Self.rightSamples { #expect(!form.isIn(sample), "\(sample)") }
    }

    @Test("all literals of a source are read, with those inside interpolations and without comments")
    func reading() throws {
        let source = #"""
            // "no" and 'neither'
            let one = "a \(is ? "b)" : f("c")) d \" e"  // "nor"
            let two = """
                f "g"
                h
                """
            """#
        #expect(SwiftLiterals(source).found == ["b)", "c", "a … d e", "f \"g\" h"])
        let texts = try Self.literals.get().map(\.text)
        #expect(texts.contains("SELECT 1 FROM post WHERE docId = ?") && texts.count > 500)
    }

    @Test("no table and no column has a name that PostgreSQL reserves")
    func schema() throws {
        let url = House.top.appendingPathComponent("Sources/PostStore/Schema/schema.sql")
        let schema = try String(contentsOf: url, encoding: .utf8)
        let named = schema.matches(of: /CREATE TABLE (\w+)|\n  (\w+) +(?:INTEGER|TEXT|BLOB|REAL)/)
        let names = named.map { $0.1 ?? $0.2 ?? "" }
        #expect(names.count > 200 && names.contains("pageWindow"))
        for name in names { #expect(!Form.reserved.contains(String(name)), "\(name)") }
    }

    private static let literals = Result {
        try House.swiftFiles(in: "PostStore").flatMap { file in
            SwiftLiterals(file.text).found.filter { $0.contains(" ") }.map { (path: file.path, text: $0) }
        }
    }

    private static let rightSamples = [
        "INSERT INTO a (b, isC) VALUES (?, TRUE) ON CONFLICT (b) DO UPDATE SET isC = excluded.isC RETURNING b",
        "INSERT INTO a (b) VALUES (1) ON CONFLICT DO NOTHING",
        "SELECT a IS NULL, b IS NOT NULL FROM c WHERE d IS DISTINCT FROM ?1",
        "SELECT a FROM b WHERE c IS NOT DISTINCT FROM (SELECT max(d) FROM e)",
        "SELECT CASE WHEN isA THEN max(b) ELSE min(c) END AS d FROM e GROUP BY isA LIMIT 1000000 OFFSET ?",
        "SELECT a, b AS c, count(*) FROM (SELECT a, b FROM d WHERE e IN (?, ?)) AS f GROUP BY a, b HAVING sum(g) > 0",
        "SELECT a FROM b WHERE (c, d) < (?, ?) AND e = 1 ORDER BY a",
    ]
}

/// What a statement must not have.
struct Form: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    let description: String
    let instead: String
    let samples: [String]
    let isIn: @Sendable (String) -> Bool
    var testDescription: String { description }

    init(_ name: String, instead: String, samples: [String], isIn: @escaping @Sendable (String) -> Bool) {
        (description, self.instead, self.samples, self.isIn) = (name, instead, samples, isIn)
    }

    /// - Parameter pattern: in a statement or in one of its parts between parentheses, see `levels`.
    init(_ name: String, instead: String, pattern: String, samples: [String]) {
        self.init(name, instead: instead, samples: samples) { sql in Form.levels(sql).contains { $0.has(pattern) } }
    }

    static let all = [
        Form(
            "INSERT OR, UPDATE OR", instead: "ON CONFLICT or NOT EXISTS", pattern: #"\b(INSERT|UPDATE) OR [A-Z]"#,
            samples: ["INSERT OR REPLACE INTO a VALUES (1)", "UPDATE OR IGNORE a SET b = 1"]),
        Form(
            "ON CONFLICT DO UPDATE", instead: "the columns of the key before DO", pattern: "ON CONFLICT DO UPDATE",
            samples: ["INSERT INTO a VALUES (1) ON CONFLICT DO UPDATE SET b = 1"]),
        Form(
            "IS with a value", instead: "IS [NOT] DISTINCT FROM",
            pattern: #"\bIS (NOT )?(?!NOT\b|NULL\b|DISTINCT FROM\b)"#,
            samples: ["SELECT a FROM b WHERE c IS ?", "SELECT a FROM b WHERE c IS NOT ?1", "SELECT a IS b FROM c"]),
        Form("iif()", instead: "CASE", pattern: #"\biif\("#, samples: ["SELECT iif(a, b, c) FROM d"]),
        Form(
            "max() or min() of several values", instead: "CASE", pattern: #"\b(max|min)\((SELECT)?,"#,
            samples: ["SELECT max(a, b) FROM c", "SELECT min(min(a, coalesce(b, c))) FROM d"]),
        Form(
            "comparing types", instead: "CAST(… AS BIGINT)", pattern: #"\btypeof\("#,
            samples: ["SELECT a FROM b WHERE typeof(a) = 'text'"]),
        Form(
            "functions of JSON", instead: "IN (?, ?, …) or VALUES with an ArgumentList", pattern: #"\bjson_\w+\(|->>"#,
            samples: ["SELECT a FROM b WHERE c IN (SELECT value FROM json_each(?))", "SELECT a ->> 0 FROM b"]),
        Form(
            "LIMIT -1", instead: "LIMIT 1000000", pattern: "LIMIT -1", samples: ["SELECT a FROM b LIMIT -1 OFFSET ?"]),
        Form(
            "state between two statements", instead: "RETURNING, or the count that `run` returns",
            pattern: #"\b(last_insert_rowid|changes|total_changes)\("#,
            samples: ["SELECT last_insert_rowid()", "SELECT changes() FROM a"]),
        Form(
            "0 or 1 for a truth", instead: "TRUE or FALSE",
            samples: [
                "UPDATE a SET isB = 1", "SELECT a FROM b WHERE isC <> 0", "SELECT a FROM b WHERE 1 ORDER BY a",
                "INSERT INTO a (b, isC) VALUES (?, 1)",
            ]
        ) { sql in
            sql.has(#"\bis[A-Z]\w* ?(=|<>|!=) ?[01]\b|\b(WHERE|AND|OR) [01]( |$)"#) || Form.hasNumberForTruth(sql)
        },
        Form(
            "a subquery without a name", instead: "AS and a name after it",
            pattern: #"(?<!DISTINCT )\b(FROM|JOIN) \(SELECT,?\)(?! AS )"#,
            samples: [
                "SELECT a FROM (SELECT a FROM b)", "SELECT a, (SELECT b FROM (SELECT b, c FROM d) LIMIT 1) FROM e",
            ]),
        Form(
            "a column that is neither grouped nor aggregated", instead: "a subquery, or NOT EXISTS",
            samples: [
                "SELECT a, max(b) FROM c GROUP BY d", "SELECT a FROM (SELECT a, b, max(c) FROM d GROUP BY b) AS e",
            ]
        ) { sql in Form.levels(sql).contains(where: Form.hasBareColumn) },
        Form(
            "a name that PostgreSQL reserves", instead: "another name",
            samples: ["SELECT name FROM user", "UPDATE a SET window = 1", "SELECT a.only FROM b AS a WHERE c = ?"]
        ) { sql in
            sql.has(#"\b(SELECT|INSERT INTO|UPDATE|DELETE|FROM|WHERE)\b"#)
                && sql.replacing(/'[^']*'/, with: "").split { !$0.isLetter && $0 != "_" }
                    .contains { reserved.contains(String($0)) }
        },
    ]

    /// In lower case, unlike the words of SQL in statements. https://www.postgresql.org/docs/current/sql-keywords-appendix.html
    static let reserved = Set(
        """
        all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column \
        concurrently constraint create cross current_catalog current_date current_role current_schema current_time \
        current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from \
        full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit \
        localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references \
        returning right select session_user similar some symmetric system_user table tablesample then to trailing true union \
        unique user using variadic verbose when where window with
        """.split(separator: " ").map(String.init))

    /// A statement, and each of its parts between parentheses by itself. In the whole, “SELECT” stands for such a part if it
    /// is a query, and a comma if it has commas.
    private static func levels(_ sql: String) -> [String] {
        var (open, whole): ([String], [String]) = ([""], [])
        for character in sql {
            switch character {
            case "(": open.append("")
            case ")" where open.count > 1:
                let part = open.removeLast()
                whole.append(part)
                let rest = (part.has("^(SELECT|WITH)\\b") ? "SELECT" : "") + (part.contains(",") ? "," : "")
                open[open.count - 1] += "(\(rest))"
            default: open[open.count - 1].append(character)
            }
        }
        return whole + open
    }

    private static func hasNumberForTruth(_ sql: String) -> Bool {
        guard let insert = sql.firstMatch(of: /INSERT INTO \w+ \(([^()]*)\) VALUES \(([^()]*)\)/) else { return false }
        return zip(insert.1.split(separator: ", "), insert.2.split(separator: ", "))
            .contains { column, value in String(column).has("^is[A-Z]") && ["0", "1"].contains(value) }
    }

    /// - Parameter level: of a statement, see `levels`. What is interpolated counts as a source after the columns.
    private static func hasBareColumn(_ level: String) -> Bool {
        let pattern = /.*SELECT (?:DISTINCT )?(.*?) (?:FROM|…).* GROUP BY (.*?)(?: HAVING.*| ORDER BY.*| LIMIT.*|$)/
        guard let grouped = level.firstMatch(of: pattern) else { return false }
        let keys = Set(grouped.2.split(separator: ", "))
        return grouped.1.split(separator: ", ").contains { column in
            let parts = String(column).components(separatedBy: " AS ")
            let isGrouped = parts.contains { keys.contains(Substring($0)) }
            return !isGrouped && !parts[0].has(#"^((count|sum|min|max|group_concat|CAST)\(|CASE )"#)
        }
    }
}

extension String {
    fileprivate func has(_ pattern: String) -> Bool { range(of: pattern, options: .regularExpression) != nil }
}

/// The string literals of Swift source, each in one line, with “…” for what is interpolated. Literals in an interpolation
/// come before the one around it.
private struct SwiftLiterals {
    private let text: [Character]
    private var place = 0
    private(set) var found: [String] = []

    init(_ source: String) {
        text = Array(source)
        readCode(isInterpolated: false)
    }

    private func isAt(_ word: String) -> Bool { text[place...].starts(with: word) }

    /// Up to the parenthesis that ends an interpolation, or to the end.
    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while place < text.count {
            if isAt("//") {
                place = text[place...].firstIndex(of: "\n") ?? text.count
            } else if isAt("\"") {
                readLiteral(isAt("\"\"\"") ? "\"\"\"" : "\"")
            } else {
                if text[place] == "(" { depth += 1 }
                if text[place] == ")" { depth -= 1 }
                place += 1
                if isInterpolated, depth < 0 { return }
            }
        }
    }

    private mutating func readLiteral(_ quote: String) {
        place += quote.count
        var literal = ""
        while place < text.count, !isAt(quote) {
            if isAt("\\(") {
                place += 2
                readCode(isInterpolated: true)
                literal.append("…")
            } else {
                // Which character is escaped does not matter.
                literal.append(text[place] == "\\" ? " " : text[place])
                place += text[place] == "\\" ? 2 : 1
            }
        }
        place += quote.count
        found.append(literal.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
