import Dispatch
import GRDB
import Synchronization

/// Keeps the writer of a store busy, as a disk does that does not answer, until it is released.
final class HeldWriter: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init(_ pool: DatabasePool) { pool.asyncWriteWithoutTransaction { [gate] _ in gate.wait() } }

    func release() { gate.signal() }
}

/// Gathers values from several threads, and hands them over when all have come.
final class Gathering<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let count: Int
    private let finish: @Sendable ([Value]) -> Void

    init(_ count: Int, finish: @escaping @Sendable ([Value]) -> Void) {
        self.count = count
        self.finish = finish
    }

    func add(_ value: Value) {
        let all = values.withLock { values -> [Value]? in
            values.append(value)
            return values.count == count ? values : nil
        }
        if let all { finish(all) }
    }
}
