import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/notifications`: the notifications sent to the operator.
struct NotificationRoutes: ServiceRoutes {
    let service: PostService
    let settings: ServerSettings

    func add(to book: inout RouteTable) {
        book.answer(API.listNotifications, list)
        book.answer(API.tryNotification, trial)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<NotificationBody>> {
        let page = try await store.notifications(
            after: call.cursor, limit: call.limit())
        return try .page(page) { body(of: $0.notification, $0.entry) }
    }

    /// Records the request; the courier sends the notification. After the timeout, callers find the result in the list.
    @Sendable private func trial(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<NotificationBody>> {
        let means = settings.notificationMeans
        guard !means.isEmpty else { throw Problem.notificationsOff }
        let changes = store.changes(of: [.notificationChanged])
        let numbers = try await store.wantTrial(means, once: try call.requestKey())
        let ended = try await waitUntil(changes: changes, patience: settings.trialPatience) {
            () -> [OperatorNotification]? in
            var ended: [OperatorNotification] = []
            for number in numbers {
                guard let notification = try await store.notification(number), notification.ending != nil else {
                    return nil
                }
                ended.append(notification)
            }
            return ended
        }
        if let ended { return try .json(PageBody(items: ended.map { body(of: $0, nil) }, cursor: nil)) }
        return Reply(Response(status: .accepted, headers: [.location: "/v1/notifications"]))
    }

    private func body(of notification: OperatorNotification, _ entry: QueueEntry?) -> NotificationBody {
        let words = entry.map { DeliveryStory.sentence($0.delivery, heading: $0.postTitle.shortened()) }
        return NotificationBody(
            id: notification.number, at: times.text(notification.notedAt), means: notification.means.rawValue,
            delivery: notification.delivery?.number, about: words ?? "A test.",
            outcome: notification.ending?.outcome.rawValue,
            endedAt: notification.ending.map { times.text($0.at) }, tries: notification.tries,
            nextAt: notification.nextAt.map(times.text), reason: notification.reason)
    }
}

extension Problem {
    static let notificationsOff = Problem(
        "notifications-off",
        "No notification is configured. Set “command” or “webhook” in [notify], then run “galley reload”.",
        status: 409)
}
