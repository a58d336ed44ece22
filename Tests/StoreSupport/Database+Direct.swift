package import SQL

@testable import PostStore

/// What tests ask a database for, and write into it.
extension Database {
    package func text(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> String? {
        let found: [String?] = try computed(sql, arguments)
        return found.first ?? nil
    }

    package func texts(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> [String] {
        let found: [String?] = try computed(sql, arguments)
        return found.compactMap { $0 }
    }

    package func number(_ sql: String, _ arguments: [any SQLArgument] = []) throws -> Int? {
        let found: [Int?] = try computed(sql, arguments)
        return found.first ?? nil
    }
}

extension SQLiteDatabase {
    /// Runs `work` in a transaction.
    package func write<Value>(_ work: (SQLiteDatabase) throws -> Value) throws -> Value {
        try transaction { try work(self) }
    }

    /// Runs `work` on one state.
    package func read<Value>(_ work: (SQLiteDatabase) throws -> Value) throws -> Value {
        try transaction("DEFERRED") { try work(self) }
    }
}
