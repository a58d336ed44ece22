import Dispatch
package import SQL
import Synchronization

@testable package import PostStore

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

extension PostStore {
    /// Runs `work` on the connection that writes, outside transactions, and waits for it.
    package func onWriter<Value: Sendable>(_ work: @escaping @Sendable (any Database) throws -> Value) throws -> Value {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        engine.write { writer in
            result.withLock { $0 = Result { try work(writer.db) } }
            done.signal()
        }
        done.wait()
        guard let value = try result.withLock({ $0 })?.get() else { throw CancellationError() }
        return value
    }
}
