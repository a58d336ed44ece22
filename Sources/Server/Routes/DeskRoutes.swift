import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/status`, `/v1/settings`, `/v1/tokens` and `/healthz`.
struct DeskRoutes {
    let desk: Desk
    let settings: ServerSettings
    let tokens: TokenBook
    private var store: PostStore { desk.store }
    private var times: Times { desk.times }

    init(desk: Desk, settings: ServerSettings, tokens: TokenBook) {
        self.desk = desk
        self.settings = settings
        self.tokens = tokens
    }

    func add(to book: inout RouteBook) {
        book.add(.get, "/v1/status", status)
        book.add(.get, "/v1/settings") { _ in try .json(PageBody(items: settings.report, cursor: nil)) }
        book.add(.get, "/v1/tokens", .administrators, listTokens)
        book.add(.post, "/v1/tokens", .administrators, addToken)
        book.add(.delete, "/v1/tokens/:token", .administrators, revokeToken)
        book.add(.get, "/healthz", .everyoneHere, health)
    }

    @Sendable private func health(_ call: Call) async throws -> Response {
        guard await store.answers() else { throw StoreError.unavailable("The store does not answer.") }
        return Response(
            status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: .init(string: "well\n")))
    }

    @Sendable private func status(_ call: Call) async throws -> Response {
        let counts = try await store.counts()
        let next = try await store.deliveries(.open, limit: 1).items.first
        let pauses = try await store.pauses().map { $0?.text ?? "*" }.sorted()
        return try .json(
            StatusBody(
                version: settings.version, startedAt: times.text(settings.startedAt), store: store.path,
                storeHealth: store.soundness.words,
                posts: Dictionary(uniqueKeysWithValues: counts.posts.map { ($0.key.rawValue, $0.value) }),
                deliveries: Dictionary(uniqueKeysWithValues: counts.deliveries.map { ($0.key.rawValue, $0.value) }),
                nextDelivery: next.map { DeliveryBody($0, times) }, pauses: pauses, concerns: try await concerns(pauses)
            ))
    }

    /// What somebody should look at, the most urgent first.
    private func concerns(_ pauses: [String]) async throws -> [String] {
        var concerns: [String] = []
        if case .damaged(let lines) = store.soundness { concerns.append("The store is damaged: \(lines.first ?? "")") }
        for state in [DeliveryState.Word.uncertain, .blocked, .failed, .missed] {
            for entry in try await store.deliveries(.state(state), limit: 20).items {
                if let concern = concern(entry) { concerns.append(concern) }
            }
        }
        for pause in pauses {
            let command = pause == "*" ? "galley queue resume" : "galley queue resume \(pause)"
            concerns.append("\(pause == "*" ? "Every target" : "“\(pause)”") is paused. Next: \(command)")
        }
        return concerns
    }

    private func concern(_ entry: QueueEntry) -> String? {
        let delivery = entry.delivery
        let story = DeliveryStory(delivery)
        switch delivery.state {
        case .blocked(.parent, _), .blocked(.paused, _), .blocked(.budget, _), .blocked(.blackout, _): return nil
        // An old failure is history.
        case .failed(let at, _), .missed(let at, _): if desk.now() - at > .days(7) { return nil }
        default: break
        }
        let title = entry.postTitle.isEmpty ? delivery.postID.text : "“\(entry.postTitle.shortened())”"
        return "\(title) at \(delivery.target) is \(delivery.state.word.rawValue): \(story.reason ?? "") "
            + "Next: \(story.next ?? "galley queue show \(delivery.id.number)")"
    }

    // MARK: - Tokens

    @Sendable private func listTokens(_ call: Call) async throws -> Response {
        let bodies = try await store.tokens().map { token in
            TokenBody(
                name: token.name, createdAt: times.text(token.createdAt), lastUsedAt: token.lastUsedAt.map(times.text))
        }
        return try .json(PageBody(items: bodies, cursor: nil))
    }

    @Sendable private func addToken(_ call: Call) async throws -> Response {
        let name = try await call.json(NewTokenBody.self).name
        guard (1...100).contains(name.count), !name.contains("/"),
            !name.unicodeScalars.contains(where: { $0.value < 32 })
        else {
            throw Problem.badField(
                "name", "The token's name has \(name.count) characters. It needs 1 to 100, and no “/”.")
        }
        let secret = TokenBook.newToken()
        let token = try await store.addToken(named: name, for: try call.user, hash: TokenBook.hash(secret))
        tokens.forget()
        return try .json(
            TokenBody(name: token.name, createdAt: times.text(token.createdAt), secret: secret), status: .created)
    }

    @Sendable private func revokeToken(_ call: Call) async throws -> Response {
        try await store.revokeToken(named: try call.name("token"))
        tokens.forget()
        return .nothing
    }
}

extension StoreIntegrity {
    fileprivate var words: String {
        switch self {
        case .sound: "well"
        case .checking: "being checked after an unclean end"
        case .damaged(let lines): "damaged: \(lines.first ?? "")"
        }
    }
}
