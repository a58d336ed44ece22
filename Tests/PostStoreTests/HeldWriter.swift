import Dispatch
import Synchronization

@testable import PostStore

/// Keeps the writer of a store busy until it is released, as a disk that does not answer does.
final class HeldWriter: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init(_ engine: any StoreEngine) { engine.write { [gate] _ in gate.wait() } }

    func release() { gate.signal() }
}

/// Collects values from several threads, and returns them when all have arrived.
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
