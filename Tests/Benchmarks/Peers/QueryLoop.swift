/// Runs SQL statements repeatedly, as a program on bare SQLite would: prepared once, every column of every row read.
enum QueryLoop {
    /// - Parameter sql: statements, with a line `;` between them.
    static func run(_ path: String, sql: [UInt8], count: Int) throws {
        let database = try Database(path)
        // The cache size of a reader in the daemon.
        try database.statement("PRAGMA cache_size = -8000").run()
        let texts = String(decoding: sql, as: UTF8.self).split(separator: "\n;\n").map(String.init)
        let statements = try texts.map { try database.statement($0) }
        var rows = 0
        for _ in 0..<(count / 10) { for statement in statements { rows += try statement.readAll() } }
        rows = 0
        let start = Time.computed
        for _ in 0..<count { for statement in statements { rows += try statement.readAll() } }
        report(#"{"cpu": \#(Time.computed - start), "count": \#(count), "rows": \#(rows / max(1, count))}"#)
    }
}
