import GRDB
package import Posts

/// How the operator is told.
package enum NotificationMeans: String, Hashable, Sendable, CaseIterable { case command, webhook }

/// Something that the operator was told, or is to be told, by one means.
package struct OperatorNotification: Hashable, Sendable {
    package let number: Int64
    package let means: NotificationMeans
    /// Nil for a trial.
    package let delivery: DeliveryID?
    package let notedAt: Instant
    package let tries: Int
    /// Of the next try.
    package let nextAt: Instant?
    package let ending: Ending?
    /// Why the last try did not succeed.
    package let reason: String?

    package struct Ending: Hashable, Sendable {
        package let at: Instant
        package let outcome: Outcome
    }

    /// How it ended, for good.
    package enum Outcome: String, Hashable, Sendable {
        case told
        /// It certainly was not told, and is not tried any more.
        case failed
        /// It may have been told, so it is not told again.
        case unknown
        /// What it was about was over before anybody had been told.
        case settled
    }

    init(_ row: Row) throws {
        number = row[0]
        means = try word(row[1])
        delivery = (row[2] as Int64?).map { DeliveryID($0) }
        notedAt = Instant(microseconds: row[3])
        tries = row[4]
        nextAt = row.instant(5)
        reason = row[8]
        if let at = row.instant(6), let outcome: String = row[7] {
            ending = Ending(at: at, outcome: try word(outcome))
        } else {
            ending = nil
        }
    }

    static let columns = "number, means, delivery, notedAt, tries, nextAt, endedAt, outcome, reason"
}

/// How one try to tell has ended, for all that was told with it.
package enum NotificationResult: Hashable, Sendable {
    case over(OperatorNotification.Outcome, reason: String?)
    case again(at: Instant, reason: String)
}
