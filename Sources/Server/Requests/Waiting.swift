import AsyncAlgorithms

/// Calls `find` after each change and every second, until it finds a value or `patience` has passed.
func waitUntil<Value>(
    changes: AsyncStream<Void>, patience: Duration, _ find: () async throws -> Value?
) async throws -> Value? {
    let deadline = ContinuousClock.now + patience
    let ticks = AsyncTimerSequence(interval: min(Duration.seconds(1), patience), clock: .continuous).map { _ in () }
    for await _ in merge(changes, ticks) {
        if let value = try await find() { return value }
        if ContinuousClock.now >= deadline { break }
    }
    return nil
}
