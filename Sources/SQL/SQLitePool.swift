import Dispatch
import Synchronization

/// A connection with a queue of its own, so that a slow disk holds up that thread and no other.
///
/// `@unchecked Sendable`: `database` is used on the queue only once it is open, but for `interrupt`, which SQLite allows on any
/// thread while the connection is open, and which the lock holds apart from `close`.
package final class SQLiteConnection: @unchecked Sendable {
    private let database: SQLiteDatabase
    private let queue: DispatchQueue
    private let isOpen = Mutex(true)

    /// - Parameter label: of the queue, for debuggers.
    package init(_ path: String, _ access: SQLiteDatabase.Access = .readAndWrite, label: String) throws {
        database = try SQLiteDatabase(path, access)
        queue = DispatchQueue(label: label)
    }

    /// Runs `work` after all that came before it, and does not wait.
    package func begin(_ work: @escaping @Sendable (SQLiteDatabase) -> Void) {
        queue.async { work(self.database) }
    }

    /// Runs `work` after all that came before it, and waits for it. Not for `work` that runs on this connection.
    package func wait<Value>(_ work: (SQLiteDatabase) throws -> Value) rethrows -> Value {
        try queue.sync { try work(database) }
    }

    /// Ends the statement that is running.
    package func interrupt() { isOpen.withLock { if $0 { database.interrupt() } } }

    /// Waits for what is under way, and closes the file. Later calls fail.
    package func close() {
        wait { database in
            isOpen.withLock { isOpen in
                isOpen = false
                database.close()
            }
        }
    }
}

/// The connections to one file with a write-ahead log: one that writes, and some that read.
package final class SQLitePool: Sendable {
    package let path: String
    package let writer: SQLiteConnection
    private struct Readers {
        var all: [SQLiteConnection] = []
        var free: [SQLiteConnection] = []
        /// The first of them waits the longest.
        var waiting: [@Sendable (SQLiteConnection) -> Void] = []
    }
    private let readers: Mutex<Readers>

    /// Opens all connections, so that none opens what has the name of the file later.
    /// - Parameters:
    ///   - label: of the queues, for debuggers.
    ///   - prepare: is called with the writing connection before the others are opened.
    package init(
        _ path: String, label: String, readers count: Int, prepare: (SQLiteDatabase) throws -> Void,
        prepareReader: (SQLiteDatabase) throws -> Void
    ) throws {
        self.path = path
        writer = try SQLiteConnection(path, label: "\(label).writer")
        try writer.wait { database in
            var mode: SQLValue?
            try database.run("PRAGMA journal_mode = WAL", []) { row in
                mode = row.first
                return false
            }
            guard mode == .text("wal") else { throw SQLError(.other, "\(path) cannot have a write-ahead log.") }
            try prepare(database)
        }
        let all = try (1...count).map { number in
            let reader = try SQLiteConnection(path, .readOnly, label: "\(label).reader.\(number)")
            try reader.wait(prepareReader)
            return reader
        }
        readers = Mutex(Readers(all: all, free: all))
    }

    /// Runs `work` on one unchanging state, and does not wait.
    /// - Parameters:
    ///   - work: must not read from the pool in its turn: it could wait for itself.
    ///   - answer: gets what `work` returns; called on a reader's queue, so it must not wait for the pool either.
    package func read<Value>(
        _ work: @escaping @Sendable (SQLiteDatabase) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        lend { reader in
            reader.begin { database in
                let result = Result { try database.transaction("DEFERRED") { try work(database) } }
                self.takeBack(reader)
                answer(result)
            }
        }
    }

    /// The same for a thread that may block, and for `work` that need not be kept.
    package func readNow<Value>(_ work: (SQLiteDatabase) throws -> Value) throws -> Value {
        // A reader takes its place before the wait ends.
        let lent = Mutex(writer)
        let arrival = DispatchSemaphore(value: 0)
        lend { reader in
            lent.withLock { $0 = reader }
            arrival.signal()
        }
        arrival.wait()
        let reader = lent.withLock { $0 }
        defer { takeBack(reader) }
        return try reader.wait { database in try database.transaction("DEFERRED") { try work(database) } }
    }

    private func lend(_ use: @escaping @Sendable (SQLiteConnection) -> Void) {
        let free = readers.withLock { readers in
            let free = readers.free.popLast()
            if free == nil { readers.waiting.append(use) }
            return free
        }
        if let free { use(free) }
    }

    private func takeBack(_ reader: SQLiteConnection) {
        let next = readers.withLock { readers -> (@Sendable (SQLiteConnection) -> Void)? in
            guard readers.waiting.isEmpty else { return readers.waiting.removeFirst() }
            readers.free.append(reader)
            return nil
        }
        next?(reader)
    }

    /// Waits for all that is under way, and closes the connections, the writing one last. Later calls fail.
    package func close() {
        for reader in readers.withLock({ $0.all }) { reader.close() }
        writer.close()
    }
}
