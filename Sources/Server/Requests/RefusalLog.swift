import Synchronization

/// Limits the log lines about refused sign-ins to one per minute and address.
final class RefusalLog: Sendable {
    private let latest = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let pause = Duration.seconds(60)
    private static let addressesMax = 1000

    func isNews(_ address: String, at now: ContinuousClock.Instant = .now) -> Bool {
        latest.withLock { latest in
            if let last = latest[address], now - last < RefusalLog.pause { return false }
            if latest.count >= RefusalLog.addressesMax { latest = latest.filter { now - $0.value < RefusalLog.pause } }
            // In a flood from many addresses, the first thousand lines are enough.
            guard latest.count < RefusalLog.addressesMax else { return false }
            latest[address] = now
            return true
        }
    }
}
