import Synchronization

/// Limits the log lines about refused sign-ins to one per minute and address.
final class RefusalLog: Sendable {
    private let told = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let pause = Duration.seconds(60)
    private static let addressesMax = 1000

    func isNews(_ address: String, at now: ContinuousClock.Instant = .now) -> Bool {
        return told.withLock { told in
            if let last = told[address], now - last < RefusalLog.pause { return false }
            if told.count >= RefusalLog.addressesMax { told = told.filter { now - $0.value < RefusalLog.pause } }
            // In a flood from many addresses, the first thousand lines are enough.
            guard told.count < RefusalLog.addressesMax else { return false }
            told[address] = now
            return true
        }
    }
}
