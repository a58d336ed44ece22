import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/deliveries`: the queue, and the actions on its deliveries.
struct DeliveryRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.listDeliveries, list)
        book.answer(API.showDelivery, show)
        book.answer(API.listAttempts, attempts)
        book.answer(API.retryDelivery) { try await ask(.retry, $0) }
        book.answer(API.cancelDelivery) { try await ask(.cancel, $0) }
        book.answer(API.resendDelivery) { try await ask(.resend, $0) }
        book.answer(API.abandonDelivery) { try await ask(.abandon, $0) }
        book.answer(API.confirmDelivery, confirm)
    }

    @Sendable private func list(_ call: Call<DeliveriesQuery, Nothing>) async throws -> Reply<PageBody<DeliveryBody>> {
        let filter = try filter(call.query, within: try call.reach)
        let page = try await store.deliveries(
            filter, after: call.cursor, limit: call.limit())
        return try .page(page) { DeliveryBody($0, service) }
    }

    /// `state` is a state of `DeliveryState`, `open`, `all` or `restored`; the default is `open`: deliveries that are not finished.
    /// `target` selects the deliveries to one target.
    private func filter(_ query: DeliveriesQuery, within reach: AccessScope) throws -> QueueFilter {
        let target = try query.target.map { text in try TargetName(text) }
        let states: QueueFilter.States =
            switch query.state {
            case "open": .open
            case "all": .all
            case "restored": .restored
            default: query.state.flatMap(DeliveryState.Word.init).map { .one($0) } ?? .open
            }
        return QueueFilter(states, target: target, within: reach)
    }

    /// - Throws: `noSuchDelivery` for a delivery of another user's post too, as if it did not exist.
    private func entry(_ call: Call<Nothing, some Any>) async throws -> QueueEntry {
        try await store.delivery(DeliveryID(try call.number("delivery")), within: try call.reach)
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<DeliveryBody> {
        try .json(DeliveryBody(try await entry(call), service))
    }

    @Sendable private func attempts(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<AttemptBody>> {
        let id = try await entry(call).delivery.id
        let page = try await store.attempts(
            of: id, after: call.cursor, limit: call.limit(500))
        return try .page(page) { AttemptBody($0, times) }
    }

    @Sendable private func confirm(_ call: Call<Nothing, ConfirmationBody>) async throws -> Reply<DeliveryBody> {
        let seen = try await call.body(orElse: ConfirmationBody())
        if let url = seen.url { _ = try Draft.address(url, "url", "address") }
        let copy = try await service.copy(seen, of: try await entry(call).delivery)
        return try await ask(.confirmSent(copy), call)
    }

    private func ask(_ verb: DeliveryVerb, _ call: Call<Nothing, some Any>) async throws -> Reply<DeliveryBody> {
        let entry = try await entry(call)
        let delivery = try await service.ask(verb, of: entry.delivery, by: try call.known)
        return try .json(DeliveryBody(delivery, title: entry.postTitle, isWanted: entry.isWanted, service))
    }
}
