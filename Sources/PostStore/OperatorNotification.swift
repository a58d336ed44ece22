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

    init(row: Row) throws {
        let telling = row.columns(of: "telling")
        number = try telling["number"]
        means = try telling["means"]
        delivery = try telling["delivery"]
        notedAt = try telling["notedAt"]
        tries = try telling["tries", in: 0...]
        nextAt = try telling["nextAt"]
        reason = try telling["reason"]
        ending = try (telling["endedAt"] as Instant?).map { Ending(at: $0, outcome: try telling["outcome"]) }
    }

    static let columns = "number, means, delivery, notedAt, tries, nextAt, endedAt, outcome, reason"
}

/// How one try to tell has ended, for all that was told with it.
package enum NotificationResult: Hashable, Sendable {
    case over(OperatorNotification.Outcome, reason: String?)
    case again(at: Instant, reason: String)
}
