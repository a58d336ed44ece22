import Synchronization

/// Counts calls that have ended, in any way.
final class Ends: Sendable {
    private let ended = Mutex(0)
    let changes: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation

    init() { (changes, tell) = AsyncStream.makeStream(of: Void.self) }

    var count: Int { ended.withLock { $0 } }

    func add(_ text: String?) {
        ended.withLock { $0 += 1 }
        tell.yield()
    }
}
