import Foundation
import SQL
import Synchronization
import Testing

@Suite("The connections to one SQLite file")
struct PoolTests {
    private func pool(_ folder: Folder) throws -> SQLitePool {
        try SQLitePool(folder.path("a.db"), label: "test", readers: 2) { db in
            try db.script("CREATE TABLE IF NOT EXISTS item (number INTEGER PRIMARY KEY) STRICT")
        } prepareReader: { _ in
        }
    }

    private static func count(_ database: SQLiteDatabase) throws -> Int64 {
        var count: Int64 = -1
        try database.run("SELECT count(*) FROM item", []) { row in
            if case .integer(let number) = row.first { count = number }
            return true
        }
        return count
    }

    @Test("a read sees what was written before it, and one state only")
    func reads() async throws {
        let folder = try Folder()
        let pool = try pool(folder)
        for number in 1...50 {
            try pool.writer.wait { try $0.tell("INSERT INTO item VALUES (?)", [number]) }
            let (before, after) = try await pool.reading { db in
                let before = try Self.count(db)
                try pool.writer.wait { try $0.tell("INSERT INTO item VALUES (?)", [number + 1000]) }
                return (before, try Self.count(db))
            }
            #expect(before == Int64(number * 2 - 1) && after == before)
        }
        pool.close()
    }

    @Test("more reads than readers all get their turn, and those that fail give the reader back")
    func turns() async throws {
        struct Stop: Error {}
        let folder = try Folder()
        let pool = try pool(folder)
        let results = await withTaskGroup(of: Int64?.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try? await pool.reading { db in
                        if number.isMultiple(of: 3) { throw Stop() }
                        return try Self.count(db)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count(where: { $0 == 0 }) == 133 && results.count(where: { $0 == nil }) == 67)
        #expect(try pool.readNow(Self.count) == 0)
        #expect(throws: Stop.self) { try pool.readNow { _ in throw Stop() } }
        for _ in 0..<5 { #expect(try pool.readNow(Self.count) == 0) }
        pool.close()
    }

    @Test("a reader writes nothing")
    func readOnly() async throws {
        let folder = try Folder()
        let pool = try pool(folder)
        let error = #expect(throws: SQLError.self) {
            try pool.readNow { try $0.tell("INSERT INTO item VALUES (1)", []) }
        }
        #expect(error?.kind == .readOnly)
        pool.close()
    }

    @Test("all connections stay with the files that they opened, when others get their names")
    func otherFiles() async throws {
        let folder = try Folder()
        let pool = try pool(folder)
        try pool.writer.wait { try $0.tell("INSERT INTO item VALUES (1)", []) }
        for end in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(atPath: folder.path("a.db\(end)"), toPath: folder.path("b.db\(end)"))
        }
        let other = try SQLiteDatabase(folder.path("a.db"))
        try other.script("PRAGMA journal_mode = WAL; CREATE TABLE item (number INTEGER PRIMARY KEY)")
        try pool.writer.wait { try $0.tell("INSERT INTO item VALUES (2)", []) }
        for _ in 0..<4 { #expect(try await pool.reading(Self.count) == 2) }
        #expect(try Self.count(other) == 0)
        pool.close()
    }

    @Test("a closed pool answers with an error")
    func closed() async throws {
        let folder = try Folder()
        let pool = try pool(folder)
        pool.close()
        let error = await #expect(throws: SQLError.self) { try await pool.reading(Self.count) }
        #expect(error?.kind == .ended)
        #expect(throws: SQLError.self) { try pool.readNow(Self.count) }
        #expect(throws: SQLError.self) { try pool.writer.wait(Self.count) }
    }

    @Test("a long statement ends when it is interrupted")
    func interrupted() async throws {
        let connection = try Connection<SQLiteDatabase>(":memory:", label: "test")
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let error: SQLError? = await withCheckedContinuation { continuation in
            connection.begin { database in
                do {
                    try database.run(endless, []) { row in
                        if row.first == .integer(1000) { connection.interrupt() }
                        return true
                    }
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error as? SQLError)
                }
            }
        }
        #expect(error?.kind == .ended)
    }
}

extension SQLitePool {
    fileprivate func reading<Value: Sendable>(
        _ work: @escaping @Sendable (SQLiteDatabase) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            read(work) { continuation.resume(with: $0) }
        }
    }
}
