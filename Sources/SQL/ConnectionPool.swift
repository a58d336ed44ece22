import Dispatch
import Synchronization

/// A database that can show one unchanging state.
package protocol ReadingDatabase: Database, SendableMetatype {
    /// Runs `work` on one state.
    func reading<Value>(_ work: () throws -> Value) throws -> Value

    /// Later calls fail.
    func close()
}

/// A connection with a queue of its own, so that a slow disk or server holds up that thread and no other.
///
/// `@unchecked Sendable`: `database` is used on the queue only once it is open, but for `interrupt`, which SQLite allows on any
/// thread while the connection is open, and which the lock holds apart from `close`.
package final class Connection<Engine: ReadingDatabase>: @unchecked Sendable {
    private let database: Engine
    private let queue: DispatchQueue
    private let isOpen = Mutex(true)

    /// - Parameters:
    ///   - database: nothing else may use it from now on.
    ///   - label: of the queue, for debuggers.
    package init(_ database: sending Engine, label: String) {
        self.database = database
        queue = DispatchQueue(label: label)
    }

    /// Runs `work` after all that came before it, and does not wait.
    package func begin(_ work: @escaping @Sendable (Engine) -> Void) {
        queue.async { work(self.database) }
    }

    /// Runs `work` after all that came before it, and waits for it. Not for `work` that runs on this connection.
    package func wait<Value>(_ work: (Engine) throws -> Value) rethrows -> Value {
        try queue.sync { try work(database) }
    }

    /// Waits for what is under way, and closes it. Later calls fail.
    package func close() {
        wait { database in
            isOpen.withLock { isOpen in
                isOpen = false
                database.close()
            }
        }
    }
}

extension Connection<SQLiteDatabase> {
    /// Ends the statement that is running.
    package func interrupt() { isOpen.withLock { if $0 { database.interrupt() } } }
}

/// The connections to one database: one that writes, and some that read.
package final class ConnectionPool<Engine: ReadingDatabase>: Sendable {
    package let writer: Connection<Engine>
    private struct Readers {
        var all: [Connection<Engine>]
        var free: [Connection<Engine>]
        /// The first of them waits the longest.
        var waiting: [@Sendable (Connection<Engine>) -> Void] = []
    }
    private let readers: Mutex<Readers>

    package init(_ writer: Connection<Engine>, readers all: [Connection<Engine>]) {
        self.writer = writer
        readers = Mutex(Readers(all: all, free: all))
    }

    /// Runs `work` on one unchanging state, and does not wait.
    /// - Parameters:
    ///   - work: must not read from the pool in its turn: it could wait for itself.
    ///   - answer: gets what `work` returns; called on a reader's queue, so it must not wait for the pool either.
    package func read<Value>(
        _ work: @escaping @Sendable (Engine) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        lend { reader in
            reader.begin { database in
                let result = Result { try database.reading { try work(database) } }
                self.takeBack(reader)
                answer(result)
            }
        }
    }

    /// The same for a thread that may block, and for `work` that need not be kept.
    package func readNow<Value>(_ work: (Engine) throws -> Value) throws -> Value {
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
        return try reader.wait { database in try database.reading { try work(database) } }
    }

    private func lend(_ use: @escaping @Sendable (Connection<Engine>) -> Void) {
        let free = readers.withLock { readers in
            let free = readers.free.popLast()
            if free == nil { readers.waiting.append(use) }
            return free
        }
        if let free { use(free) }
    }

    private func takeBack(_ reader: Connection<Engine>) {
        let next = readers.withLock { readers -> (@Sendable (Connection<Engine>) -> Void)? in
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
