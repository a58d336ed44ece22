package import Posts
import SQL

/// How the operator is notified.
package enum NotificationMeans: String, Hashable, Sendable, CaseIterable { case command, webhook }

/// One notification of the operator by one means, sent or to be sent.
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

    /// The final outcome.
    package enum Outcome: String, Hashable, Sendable {
        case sent = "told"
        /// It was certainly not sent, and is no longer retried.
        case failed
        /// It may have been sent, so it is not sent again.
        case unknown
        /// Its cause was over before it was sent.
        case settled
    }

    init(row: any Row) throws {
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

/// A notification with its delivery; nil for a trial.
package typealias NotificationEntry = (notification: OperatorNotification, entry: QueueEntry?)

/// The result of one try to send, for all notifications that it carried.
package enum NotificationResult: Hashable, Sendable {
    case over(OperatorNotification.Outcome, reason: String?)
    case again(at: Instant, reason: String)
}
