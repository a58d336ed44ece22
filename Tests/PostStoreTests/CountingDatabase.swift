import SQL

/// Remembers the statements that run through it.
final class CountingDatabase: Database {
    private let database: any Database
    private(set) var statements: [String] = []

    var engine: SQLEngine { database.engine }

    init(_ database: any Database) { self.database = database }

    func run(_ sql: String, _ arguments: [any SQLArgument], _ read: (any Row) throws -> Bool) throws -> Int {
        statements.append(sql)
        return try database.run(sql, arguments, read)
    }

    func tell(_ sql: String, _ arguments: [any SQLArgument]) throws {
        statements.append(sql)
        try database.tell(sql, arguments)
    }

    func settle() throws { try database.settle() }

    func script(_ sql: String) throws {
        statements.append(sql)
        try database.script(sql)
    }
}
