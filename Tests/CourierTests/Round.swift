import Courier
import Foundation
import HTTPValues
import Logging
import PostStore
import Posts
import ServiceLifecycle
import ServiceLifecycleTestKit
import Site
import StoreSupport
import Synchronization
import TargetSupport
import Targets

/// The scripted double of the network: a function from request to answer, and a record of every request.
final class ScriptedTransport: HTTPTransport {
    private let asked = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest) async -> Exchange

    init(_ answer: @escaping @Sendable (HTTPRequest) async -> Exchange) { self.answer = answer }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange {
        asked.withLock { $0.append(request) }
        return await answer(request)
    }
}

func answered(_ status: Int, _ body: String = "") -> Exchange {
    .success(HTTPAnswer(status: status, body: Array(body.utf8), receivedAt: testClock()))
}

@Sendable func testClock() -> Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) }

/// A store in a temporary folder with one courier working on it.
final class Round: Sendable {
    let folder = FileManager.default.temporaryDirectory.path + "/courier-\(UUID().uuidString)"
    let user: UserID
    let targets: [Target]
    /// How far its clock is ahead.
    private let lead: Lead
    private let place: StorePlace
    private let opened: Mutex<(store: PostStore, boot: Int)>

    var store: PostStore { opened.withLock { $0.store } }

    private final class Lead: Sendable {
        let span = Mutex(Span.zero)
        var now: Instant { testClock() + span.withLock { $0 } }
    }

    /// Advances the clock, and wakes the courier as a step of the machine's clock would.
    func pass(_ span: Span) async throws {
        lead.span.withLock { $0 = $0 + span }
        try await store.pause(try TargetName("elsewhere"))
    }

    init(_ targets: [Target]) async throws {
        place = try StorePlace(in: folder)
        self.targets = targets
        let lead = Lead()
        self.lead = lead
        let store = try place.open { lead.now }
        opened = Mutex((store, 1))
        user = try await store.firstUser(named: "ana").id
    }

    /// Opens the store again, as the next start of the daemon does. A courier that stops leaves what it claimed and did
    /// not send, and only a later start takes it up.
    func restart() throws {
        try opened.withLock { [place, lead] opened in
            opened.store.close()
            let boot = opened.boot + 1
            opened = (try place.open("boot \(boot)") { lead.now }, boot)
        }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Publishes a post to every target.
    /// - Parameters:
    ///   - chosen: the targets; nil for the round's.
    ///   - wait: until it is due.
    @discardableResult
    func publish(
        _ title: String = "First light", body: String = "Hello, *world*.", parent: TargetName? = nil,
        to chosen: [Target]? = nil, after wait: Span = .zero
    ) async throws -> [Delivery] {
        let stored = try await store.create(Draft(title: title, body: body), owner: user)
        let now = testClock()
        let frozen = try (chosen ?? targets).map { target in
            let waits = parent == target.name ? nil : parent
            let manuscript = Manuscript(
                of: stored.post, for: target.name, published: now, clocks: .utc,
                address: waits == nil ? .none : .awaited(predicted: "https://example.org/first-light/"))
            let key = "key-\(target.name)-\(stored.post.id)"
            let payload = try target.freeze(manuscript, facts: nil, key: key).payload
            return FrozenDelivery(target: target.name, key: key, dueAt: now + wait, parent: waits, payload: payload)
        }
        return try await store.publish(
            stored.post.id, ifRevision: stored.post.revision, date: nil, deliveries: frozen
        ).deliveries
    }

    /// Runs a courier until `isDone` holds of the store, then stops it as systemd would.
    func run(
        _ transport: any HTTPTransport, perTarget: Int = 6, until isDone: @Sendable (Round) async throws -> Bool
    ) async throws {
        try await run(courier(transport, perTarget: perTarget), until: isDone)
    }

    /// - Parameter known: the targets of its configuration; nil for the round's.
    func courier(
        _ transport: any HTTPTransport, knowing known: [Target]? = nil, perTarget: Int = 6, underWay: Int = 256,
        grace: Duration? = nil,
        isClockTrusted: @escaping @Sendable () -> Bool = { true }
    ) -> Courier {
        var limits = Courier.Limits(underWayMax: underWay, perTargetMax: perTarget)
        limits.grace = grace ?? limits.grace
        return Courier(
            store: store, targets: known ?? targets, transport: transport, limits: limits,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, environment: [:],
            now: { [lead] in lead.now }, isClockTrusted: isClockTrusted)
    }

    func run(_ courier: Courier, until isDone: @Sendable (Round) async throws -> Bool) async throws {
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await courier.run() }
                let changes = store.changes()
                if try await !isDone(self) {
                    for await _ in changes where try await isDone(self) { break }
                }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }

    func states() async throws -> [String: DeliveryState.Word] {
        let page = try await store.deliveries(.all)
        return Dictionary(page.items.map { ($0.delivery.target.text, $0.delivery.state.word) }) { first, _ in first }
    }
}

func webhook(
    _ name: String = "hook", at origin: String = "https://hooks.example.net", idempotent: Bool = false
) throws -> Target {
    var settings = TargetSettings(name: name, kind: "webhook")
    settings.url = "\(origin)/\(name)"
    settings.secret = Secret(file: "a secret of decent length")
    settings.idempotent = idempotent
    return try Target(settings)
}

func site(
    folder: String, at address: String = "https://example.org", afterWrite: [String] = [], atproto: String? = nil,
    tagAuthority: String? = nil, rawHTML: String? = nil, smartPunctuation: Bool? = nil
) throws -> Target {
    let themes = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/Site/themes/default").path
    var settings = TargetSettings(name: "site", kind: "site")
    settings.site = Site(
        settings: try SiteSettings(
            name: "Mine", address: address, folder: folder, permalink: "/{slug}/", afterWrite: afterWrite,
            tagAuthority: tagAuthority),
        theme: try Theme(defaultFolder: themes))
    settings.atproto = atproto
    settings.rawHTML = rawHTML
    settings.smartPunctuation = smartPunctuation
    return try Target(settings)
}
