import Foundation
import GRDB
import LogFile
import Testing

@Suite("SQLite's log, written in long pieces")
struct LogFileTests {
    @Test("What is committed is there for others at once, and for who comes after a kill", arguments: 0..<12)
    func committed(seed: UInt64) throws {
        let folder = try LogFolder()
        let store = try folder.open("store.db")
        let model = try DatabaseQueue()
        let pageSize = seed % 2 == 0 ? 4096 : 512
        try store.run(["PRAGMA page_size = \(pageSize)", "PRAGMA journal_mode = WAL", "PRAGMA cache_size = 8"])
        let reader = try folder.open("store.db")
        for queue in [store, model] { try queue.run([Script.table]) }
        var script = Script(seed: seed)
        for number in 0..<60 {
            // when
            try store.run([script.setting()])
            let transaction = script.transaction()
            for queue in [store, model] { try queue.run(transaction) }

            // then
            let expected = try model.rows()
            #expect(try store.rows() == expected)
            #expect(try reader.rows() == expected)
            let heir = try folder.killed("store.db", number)
            #expect(try heir.rows() == expected)
            #expect(try heir.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        }
    }

    @Test("Frames that commit nothing yet are not written one by one")
    func gathered() throws {
        // given: a connection that has to write pages before the end, since it can keep so few
        let folder = try LogFolder()
        let store = try folder.open("store.db")
        try store.run(["PRAGMA journal_mode = WAL", Script.table, "PRAGMA cache_size = 8", "PRAGMA cache_spill = 8"])
        let before = try folder.size("store.db-wal")

        // when
        let rows = (1...20).map { "INSERT INTO item VALUES (\($0), zeroblob(4000))" }
        try store.run(["BEGIN"] + rows)

        // then
        #expect(try folder.size("store.db-wal") == before)
        try store.run(["COMMIT"])
        #expect(try folder.size("store.db-wal") > before + 20 * 4000)
    }
}

/// The same statements every time, of all sorts that change what stands in a log.
private struct Script {
    static let table = "CREATE TABLE item (number INTEGER PRIMARY KEY, bytes BLOB)"
    private var random: Seeded

    init(seed: UInt64) {
        LogVFS.install()
        random = Seeded(state: seed)
    }

    mutating func setting() -> String {
        let settings = ["OFF", "NORMAL", "FULL", "EXTRA"].map { "PRAGMA synchronous = \($0)" }
        let checkpoints = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].map { "PRAGMA wal_checkpoint(\($0))" }
        let limits = ["PRAGMA wal_autocheckpoint = 20", "PRAGMA journal_size_limit = 20000"]
        return (settings + checkpoints + limits).randomElement(using: &random) ?? ""
    }

    mutating func transaction() -> [String] {
        // As in the store: SQLite itself must not spill while savepoints may be rolled back.
        let hasSavepoint = Bool.random(using: &random)
        var statements = ["PRAGMA cache_spill = \(hasSavepoint ? "OFF" : "ON")", "BEGIN"]
        for _ in 0..<Int.random(in: 1...12, using: &random) { statements.append(change()) }
        if hasSavepoint {
            statements += ["SAVEPOINT inner"] + (0..<6).map { _ in change() }
            statements.append(Bool.random(using: &random) ? "ROLLBACK TO inner" : "RELEASE inner")
            statements.append(change())
        }
        return statements + [Int.random(in: 0..<5, using: &random) == 0 ? "ROLLBACK" : "COMMIT"]
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

private final class LogFolder {
    private let path = FileManager.default.temporaryDirectory.path + "/log-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func open(_ name: String) throws -> DatabaseQueue {
        #expect(LogVFS.install())
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path + "/" + name, configuration: configuration)
    }

    /// Opens what a process leaves behind that is killed now.
    func killed(_ name: String, _ number: Int) throws -> DatabaseQueue {
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + "/" + name + end, toPath: path + "/left\(number).db" + end)
        }
        return try open("left\(number).db")
    }

    func size(_ name: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)).count
    }
}

extension DatabaseQueue {
    fileprivate func run(_ statements: [String]) throws {
        try writeWithoutTransaction { database in
            for statement in statements { try database.execute(sql: statement) }
        }
    }

    fileprivate func rows() throws -> [Row] {
        try read { try Row.fetchAll($0, sql: "SELECT number, length(bytes), bytes FROM item ORDER BY number") }
    }
}
