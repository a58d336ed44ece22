import Posts
import SQL

/// What holds the tables of a store.
protocol StoreEngine: Sendable {
    /// Runs `work` on one unchanging state, and does not wait.
    /// - Parameters:
    ///   - work: must not read from the engine in its turn: it could wait for itself.
    ///   - answer: called on any thread; must not wait for the engine either.
    func read<Value>(
        _ work: @escaping @Sendable (any Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, any Error>) -> Void)

    /// The same for a thread that may block, and for `work` that need not be kept.
    func readNow<Value>(_ work: (any Database) throws -> Value) throws -> Value

    /// Runs `work` on the writer's thread after all that came before it, and does not wait.
    func write(_ work: @escaping @Sendable (any StoreWriter) -> Void)

    /// The fault of the machine behind an error of a statement; nil when there is none.
    func fault(of error: SQLError) -> MachineFault?

    /// Whether reading and writing still get their turn, for the watchdog.
    func answers() async -> Bool

    /// Checks whether the database is still there, and whether a fault is over.
    func checkCondition(at now: Instant) async

    /// Lets the engine tell when it keeps the writer waiting for too long although no job is at work, and when that is over.
    func whenSilent(_ began: @escaping @Sendable () -> Void, _ ended: @escaping @Sendable () -> Void)

    /// Waits for what is under way. Later calls fail.
    func close()
}

/// The connection that writes. It is used on the writer's thread only.
protocol StoreWriter {
    var db: any Database { get }
    /// False after an error for which the database has given up the whole transaction.
    var isInTransaction: Bool { get }

    /// Runs `work` in a transaction that keeps all other writers waiting. It is durable when this returns.
    /// - Parameters:
    ///   - isShared: whether several jobs write in it, each in a savepoint.
    ///   - slow: called once if it takes so long that the callers should wait no more. It goes on nevertheless.
    ///   - work: returns how many rows stay changed; with none, nothing is committed. It runs again if it turns out that a
    ///     commit has not happened.
    func turn<Value>(
        isShared: Bool, slow: @escaping () -> Void, _ work: () throws -> (Value, rows: Int)
    ) throws -> Value

    /// Runs `work`.
    /// - Returns: also how many rows it changed, those that triggers changed included.
    func counting<Value>(_ work: () throws -> Value) throws -> (value: Value, rows: Int)
}

extension StoreEngine {
    func whenSilent(_ began: @escaping @Sendable () -> Void, _ ended: @escaping @Sendable () -> Void) {}

    /// The fault of the machine behind any error of a turn; nil when there is none.
    func fault(behind error: any Error) -> MachineFault? {
        switch error {
        case let fault as MachineFault: fault
        case let error as SQLError: fault(of: error)
        case StoreError.faulty(let fault): fault
        default: nil
        }
    }
}
