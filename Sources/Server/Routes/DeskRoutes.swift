import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/status`, `/v1/settings`, `/v1/reload` and `/healthz`.
struct DeskRoutes {
    let desk: Desk
    let settings: ServerSettings
    private var store: PostStore { desk.store }
    private var times: Times { desk.times }

    init(desk: Desk, settings: ServerSettings) {
        self.desk = desk
        self.settings = settings
    }

    func add(to book: inout RouteBook) {
        book.add(
            .get, "/v1/status", .read,
            RouteDescription("Says how the desk is.").gives(StatusBody.self), status)
        book.add(
            .get, "/v1/settings", .read,
            RouteDescription("Lists the settings in effect, without secrets.").lists(SettingBody.self)
        ) { _ in try .json(PageBody(items: settings.report, cursor: nil)) }
        book.add(
            .post, "/v1/reload", .admin,
            RouteDescription("Reads the configuration again: all of it, or nothing.").gives(ReloadBody.self)
        ) { _ in try .json(await settings.reload()) }
        book.add(
            .get, "/healthz", .everyoneHere,
            RouteDescription("Says whether the daemon is well.").gives("text/plain", "It is well."), health)
    }

    @Sendable private func health(_ call: Call) async throws -> Response {
        guard await store.answers() else { throw StoreError.unavailable("The store does not answer.") }
        return Response(
            status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: .init(string: "well\n")))
    }

    @Sendable private func status(_ call: Call) async throws -> Response {
        let reach = try call.reach
        let counts = try await store.counts(within: reach)
        let next = try await store.deliveries(QueueFilter(.open, within: reach), limit: 1).items.first
        let pauses = try await pauses()
        var status = StatusBody(
            version: settings.version, startedAt: times.text(settings.startedAt), store: store.path,
            storeHealth: store.soundness.words,
            posts: Dictionary(uniqueKeysWithValues: counts.posts.map { ($0.key.rawValue, $0.value) }),
            deliveries: Dictionary(uniqueKeysWithValues: counts.deliveries.map { ($0.key.rawValue, $0.value) }),
            nextDelivery: next.map { DeliveryBody($0, times) }, pauses: pauses,
            concerns: try await concerns(pauses, within: reach))
        status.lastBackupAt = try await store.lastBackupAt.map(times.text)
        status.closedFolders = settings.closedFolders()
        return try .json(status)
    }

    func pauses() async throws -> [String] { try await store.pauses().map { $0?.text ?? "*" }.sorted() }

    /// What somebody should look at, the most urgent first.
    /// - Parameter pauses: names of targets; “*” is all of them.
    func concerns(_ pauses: [String], within reach: Reach) async throws -> [String] {
        var concerns = settings.troubles()
        if case .damaged(let lines) = store.soundness { concerns.append("The store is damaged: \(lines.first ?? "")") }
        for state in [DeliveryState.Word.uncertain, .blocked, .failed, .missed] {
            for entry in try await store.deliveries(QueueFilter(.one(state), within: reach), limit: 20).items {
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
