import Foundation
import SQL
import StoreSupport
import Synchronization
import TestSupport
import Testing

@testable import PostStore

extension CommitTests {
    @Test("an acknowledged write is visible to readers at once, and after a kill", arguments: 0..<12)
    func outlivesKill(seed: UInt64) async throws {
        // given: a store that can remember next to nothing, and another connection to it
        let desk = try await StoreFixture(isFile: true)
        try await desk.withLittleMemory()
        let reader = try SQLiteDatabase(desk.path)
        let model = try SQLiteDatabase(":memory:")
        try model.write { try $0.script(Script.table) }
        let queue = CommitQueue(desk)
        var script = Script(seed: seed)
        for round in 0..<30 {
            // when: some jobs share a commit, and some of them fail after they have written
            let setting = script.setting()
            try desk.store.onWriter { try $0.script(setting) }
            let jobs = script.group()
            let results = await queue.writeTogether(jobs, holding: desk.store.engine)

            // then
            #expect(results == jobs.map { !$0.fails })
            for job in jobs where !job.fails { try model.write { try job.write($0) } }
            let expected = try model.read(Script.rows)
            #expect(try await desk.store.read(Script.rows) == expected)
            #expect(try reader.read(Script.rows) == expected)
            let heir = try desk.killed(round)
            #expect(try heir.read(Script.rows) == expected)
            #expect(try heir.read { try $0.texts("PRAGMA integrity_check") } == ["ok"])
        }
    }

    @Test(
        "no page goes into the log before the commit where a savepoint may be rolled back, in one group after another")
    func neverSpills() async throws {
        // given
        let desk = try await StoreFixture(isFile: true)
        try await desk.withLittleMemory()
        let (queue, engine) = (CommitQueue(desk), desk.store.engine)
        let sizes = Mutex<[Int]>([])
        let look = CrashJob { _ in sizes.withLock { $0.append(desk.logSize) } }
        let rows = (0..<20).map { "INSERT OR REPLACE INTO item VALUES (\($0), zeroblob(30000))" }
        let large = CrashJob(fails: true, rows)
        for _ in 0..<3 {
            // when: the disk has nothing yet after a large job of a group, and has something after one that writes alone
            let before = desk.logSize
            #expect(
                await queue.writeTogether(
                    [CrashJob(["INSERT INTO item VALUES (99, x'')"]), large, look]
                        + [CrashJob(["DELETE FROM item WHERE number = 99"])], holding: engine) == [
                        true, false, true, true,
                    ])
            let between = desk.logSize
            _ = await queue.writeTogether(
                [
                    CrashJob(fails: true) { db in
                        for row in rows { try db.script(row) }
                        try look.write(db)
                    }
                ], holding: engine)

            // then
            let seen = sizes.withLock { sizes in
                defer { sizes = [] }
                return sizes
            }
            try #require(seen.count == 2)
            #expect(seen[0] == before)
            #expect(seen[1] > between)
        }
    }
}

/// Some statements of one caller.
private struct CrashJob: Sendable {
    let fails: Bool
    let write: @Sendable (any Database) throws -> Void

    init(fails: Bool = false, _ write: @escaping @Sendable (any Database) throws -> Void) {
        self.fails = fails
        self.write = write
    }

    init(fails: Bool = false, _ statements: [String]) {
        self.init(fails: fails) { db in
            for statement in statements { try db.script(statement) }
        }
    }
}

extension CommitQueue {
    /// Writes all jobs in one group.
    /// - Returns: which of them succeeded, in the order of the jobs.
    fileprivate func writeTogether(_ jobs: [CrashJob], holding engine: any StoreEngine) async -> [Bool] {
        let writer = HeldWriter(engine)
        return await withCheckedContinuation { continuation in
            let results = Gathering<(Int, Bool)>(jobs.count) { results in
                continuation.resume(returning: results.sorted { $0.0 < $1.0 }.map(\.1))
            }
            for (number, job) in jobs.enumerated() {
                add { transaction in
                    try job.write(transaction.db)
                    if job.fails { throw StoreError.refused("No.") }
                } answer: { (result: Result<Void, StoreError>) in
                    if case .success = result { results.add((number, true)) } else { results.add((number, false)) }
                }
            }
            writer.release()
        }
    }
}

extension StoreFixture {
    fileprivate func withLittleMemory() async throws {
        try store.onWriter {
            try $0.script("PRAGMA cache_size = 8; PRAGMA cache_spill = 8; \(Script.table)")
        }
    }

    fileprivate var logSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
    }

    /// Opens a copy of the files, as a process killed now would leave them.
    fileprivate func killed(_ number: Int) throws -> SQLiteDatabase {
        let left = folder + "/left\(number)"
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + end, toPath: left + end) }
        return try SQLiteDatabase(left)
    }
}

/// The same statements every time, of all kinds that change the WAL.
private struct Script {
    static let table = "CREATE TABLE item (number INTEGER PRIMARY KEY, bytes BLOB)"
    static let rows: @Sendable (any Database) throws -> [[SQLValue?]] = { db in
        try db.all("SELECT number, bytes FROM item ORDER BY number") { [$0["number"], $0["bytes"]] }
    }
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    mutating func setting() -> String {
        let settings = ["NORMAL", "FULL", "EXTRA"].map { "PRAGMA synchronous = \($0)" }
        let checkpoints = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].map { "PRAGMA wal_checkpoint(\($0))" }
        let limits = ["PRAGMA wal_autocheckpoint = 20", "PRAGMA journal_size_limit = 20000"]
        return (settings + checkpoints + limits).randomElement(using: &random) ?? ""
    }

    mutating func group() -> [CrashJob] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let statements = (0..<Int.random(in: 1...8, using: &random)).map { _ in change() }
            return CrashJob(fails: Int.random(in: 0..<3, using: &random) == 0, statements)
        }
    }

    private mutating func change() -> String {
        let number = Int.random(in: 1...200, using: &random)
        let size = [10, 700, 5000, 60_000].randomElement(using: &random) ?? 1
        let byte = Int.random(in: 10...99, using: &random)
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: "DELETE FROM item WHERE number BETWEEN \(number) AND \(number + 5)"
        case 1: "UPDATE item SET bytes = bytes || x'\(byte)' WHERE number > \(number)"
        default: "INSERT OR REPLACE INTO item VALUES (\(number), replace(hex(zeroblob(\(size))), '00', '\(byte)'))"
        }
    }
}
