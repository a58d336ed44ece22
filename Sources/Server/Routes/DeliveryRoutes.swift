import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/deliveries`: the queue, and the actions on its deliveries.
struct DeliveryRoutes: ServiceRoutes {
    let service: PostService
    private var repetition: String { "it goes by the state of the delivery, which the first request has changed." }

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/deliveries", .read,
            RouteDescription("Lists the queue.").returnsPage(DeliveryBody.self)
                .query(
                    "state",
                    "open, all, restored (what only its author can settle after a restore), or the word of one state.",
                    .oneOf(["open", "all", "restored"] + DeliveryState.Word.allCases.map(\.rawValue))
                )
                .query("target", "The name of a target.", .targetName), list)
        book.add(
            .get, "/v1/deliveries/:delivery", .read,
            RouteDescription("Shows a delivery.").returns(DeliveryBody.self), show)
        book.add(
            .get, "/v1/deliveries/:delivery/attempts", .read,
            RouteDescription("Lists the tries of a delivery, the first one first.").returnsPage(AttemptBody.self),
            attempts)
        let verbs: [(verb: DeliveryVerb, words: String)] = [
            (.retry, "Retries a delivery that did not arrive."),
            (.cancel, "Cancels a delivery that has not been sent."),
            (.resend, "Sends a delivery again that may have arrived."),
            (.abandon, "Abandons a delivery."),
        ]
        for (verb, words) in verbs {
            book.add(
                .post, "/v1/deliveries/:delivery/\(verb.word)", .publish,
                RouteDescription(words).returns(DeliveryBody.self).needsNoKey(repetition)
            ) { try await ask(verb, $0) }
        }
        book.add(
            .post, "/v1/deliveries/:delivery/confirm-sent", .publish,
            RouteDescription("Confirms that a delivery arrived.").takes(ConfirmationBody.self, orNothing: true)
                .returns(DeliveryBody.self).needsNoKey(repetition), confirm)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let filter = try filter(call.query, within: try call.reach)
        let page = try await store.deliveries(
            filter, after: call.query.cursor, limit: call.query.limit())
        return try .page(page) { DeliveryBody($0, service) }
    }

    /// `state` is a state of `DeliveryState`, `open`, `all` or `restored`; the default is `open`: deliveries that are not finished.
    /// `target` selects the deliveries to one target.
    private func filter(_ query: Query, within reach: AccessScope) throws -> QueueFilter {
        let target = try query["target"].map { text in try TargetName(text) }
        let states: QueueFilter.States =
            switch query["state"] {
            case "open": .open
            case "all": .all
            case "restored": .restored
            default: try query.word("state", DeliveryState.Word.self).map { .one($0) } ?? .open
            }
        return QueueFilter(states, target: target, within: reach)
    }

    /// - Throws: `noSuchDelivery` for a delivery of another user's post too, as if it did not exist.
    private func entry(_ call: Call) async throws -> QueueEntry {
        try await store.delivery(DeliveryID(try call.number("delivery")), within: try call.reach)
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        try .json(DeliveryBody(try await entry(call), service))
    }

    @Sendable private func attempts(_ call: Call) async throws -> Response {
        let id = try await entry(call).delivery.id
        let page = try await store.attempts(
            of: id, after: call.query.cursor, limit: call.query.limit(500))
        return try .page(page) { AttemptBody($0, times) }
    }

    @Sendable private func confirm(_ call: Call) async throws -> Response {
        let seen = try await call.json(ConfirmationBody.self, empty: ConfirmationBody())
        if let url = seen.url { _ = try Draft.address(url, "url", "address") }
        let copy = try await service.copy(seen, of: try await entry(call).delivery)
        return try await ask(.confirmSent(copy), call)
    }

    private func ask(_ verb: DeliveryVerb, _ call: Call) async throws -> Response {
        let entry = try await entry(call)
        let delivery = try await service.ask(verb, of: entry.delivery, by: try call.known)
        return try .json(DeliveryBody(delivery, title: entry.postTitle, isWanted: entry.isWanted, service))
    }
}
