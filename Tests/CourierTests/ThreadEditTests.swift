import HTTPValues
import JSONTree
import PostStore
import Posts
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import Testing

@testable import Courier

/// A server of the Mastodon family that keeps its statuses, and at which a person changes or deletes some.
private final class StatusServer: Sendable {
    private let kept = Mutex<[String: JSON]>([:])
    private let service: any TargetKind

    init() throws {
        guard case .http(let service) = try mastodon().kind else { throw CancellationError() }
        self.service = service
    }

    var ids: [String] { kept.withLock { $0.keys.sorted { ($0.count, $0) < ($1.count, $1) } } }

    func text(_ id: String) -> String { kept.withLock { $0[id]?["content"]?.text ?? "" } }

    /// As Mastodon does, the answers to it forget what they answered.
    func remove(_ id: String) {
        kept.withLock { kept in
            kept[id] = nil
            for (other, status) in kept where status["in_reply_to_id"]?.text == id {
                kept[other] = status.fields.map { .object($0.merging(["in_reply_to_id": .null]) { $1 }) }
            }
        }
    }

    func change(_ id: String, to text: String) {
        kept.withLock { kept in
            kept[id] = kept[id]?.fields.map { .object($0.merging(["content": .text("<p>\(text)</p>")]) { $1 }) }
        }
    }

    func answer(_ request: HTTPRequest) -> Exchange {
        let id = request.url.split(separator: "/statuses/").dropFirst().first.map(String.init)
        switch (request.method, id) {
        case ("GET", let id?): return kept.withLock { $0[id] }.map { answered(200, $0.written) } ?? answered(404, "{}")
        case ("DELETE", let id?):
            guard kept.withLock({ $0[id] }) != nil else { return answered(404, "{}") }
            remove(id)
            return answered(200, "{}")
        case ("POST", nil) where request.url.hasSuffix("/statuses"), ("PUT", _):
            let id = id ?? "\(kept.withLock { $0.count } + 1)"
            let sent = try? JSON(reading: request.body)
            let previous = kept.withLock { $0[id]?["in_reply_to_id"] } ?? sent?["in_reply_to_id"] ?? .null
            let status = JSON.object([
                "id": .text(id), "uri": .text("https://social.example/\(id)"), "in_reply_to_id": previous,
                "content": .text("<p>\(sent?["status"]?.text ?? "")</p>"),
            ])
            kept.withLock { $0[id] = status }
            return answered(200, status.written)
        default: return .success(service.rehearsalAnswer(to: request, at: testClock()))
        }
    }
}

@Suite("An edit of a thread, parts of which are not as Galley left them", .timeLimit(.minutes(10)))
struct ThreadEditTests {
    private static let parts = 5

    private func thread() throws -> Target {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "a-token")
        settings.long = "thread"
        return try Target(settings)
    }

    private func body(_ edition: String) -> String {
        (1...Self.parts).map { "Part \($0) in its \(edition) edition." }.joined(separator: "\n\n---\n\n")
    }

    private func frozen(_ post: Post, _ kind: DeliveryKind, _ body: String, at target: Target) throws -> FrozenDelivery
    {
        var manuscript = Manuscript(of: post, for: target.name, published: testClock(), clocks: .utc, address: .none)
        manuscript.body = body
        let frozen = try target.freeze(manuscript, as: kind, facts: nil, key: "\(kind)")
        return FrozenDelivery(
            target: target.name, kind: kind, key: "\(kind)", dueAt: testClock(), payload: frozen.payload,
            parts: frozen.parts)
    }

    /// A thread that has arrived, whole.
    private func sent(_ server: StatusServer) async throws -> (Round, ScriptedTransport, Post) {
        let round = try await Round([try thread()])
        let post = try await round.store.create(Draft(body: body("first")), owner: round.user).post
        let creation = try frozen(post, .create, post.draft.body, at: round.targets[0])
        #expect(creation.parts == Self.parts)
        _ = try await round.store.publish(post.id, ifRevision: nil, date: nil, deliveries: [creation])
        let transport = ScriptedTransport { server.answer($0) }
        try await finish(round, transport)
        #expect(server.ids.count == Self.parts)
        return (round, transport, post)
    }

    /// Lets time pass between the parts until the author has to act or all is done.
    private func finish(_ round: Round, _ transport: ScriptedTransport) async throws {
        try await round.run(transport) { round in
            let open = try await round.store.deliveries(.open).items.map(\.delivery)
            if open.allSatisfy({ $0.state.word == .blocked }) { return true }
            if open.contains(where: { $0.wakeAt != nil }) { try await round.pass(.seconds(2)) }
            return false
        }
    }

    private func edit(_ round: Round, _ post: Post, _ transport: ScriptedTransport) async throws -> Delivery {
        let edit = try frozen(post, .edit, body("second"), at: round.targets[0])
        _ = try await round.store.replace(
            post.id, with: Draft(body: body("second")), ifRevision: nil, refrozen: [edit])
        try await finish(round, transport)
        return try #require(try await round.store.changes(of: post.id).first { $0.kind == .edit })
    }

    private func reason(_ delivery: Delivery) -> String {
        guard case .blocked(.content, let words) = delivery.state else { return "\(delivery.state)" }
        return words
    }

    private func edited(_ transport: ScriptedTransport) -> [String] {
        transport.requests.filter { $0.method == "PUT" }.compactMap {
            $0.url.split(separator: "/").last.map(String.init)
        }
    }

    @Test("a part that is gone is told before anything is changed, and what is left is taken back", arguments: 1...5)
    func takenBack(gone: Int) async throws {
        let server = try StatusServer()
        let (round, transport, post) = try await sent(server)
        server.remove("\(gone)")
        let edit = try await edit(round, post, transport)
        #expect(reason(edit).hasPrefix("Part \(gone) of 5 was deleted there."))
        #expect(edited(transport).isEmpty)
        _ = try await round.store.unpublish(
            post.id, deletions: [try frozen(post, .delete, post.draft.body, at: round.targets[0])])
        try await finish(round, transport)
        #expect(server.ids.isEmpty)
        #expect(try await round.store.deliveries(of: post.id).first?.takenBackAt != nil)
    }

    @Test("after a retry the other parts are edited, and the missing one is named", arguments: 1...5)
    func goesOn(gone: Int) async throws {
        let server = try StatusServer()
        let (round, transport, post) = try await sent(server)
        server.remove("\(gone)")
        let edit = try await edit(round, post, transport)
        _ = try await round.store.ask(.retry, of: edit.id, rules: round.targets[0].rules(facts: nil))
        try await finish(round, transport)
        let end = try await round.store.delivery(edit.id).delivery
        #expect(end.state.word == .delivered && end.remark?.contains("Part \(gone) of 5 was deleted there.") == true)
        #expect(edited(transport) == (1...5).filter { $0 != gone }.map(String.init))
        #expect(server.ids.allSatisfy { server.text($0).contains("second edition") })
    }

    @Test("a part that a person changed is told before anything is changed, with its number and its text")
    func changedByHand() async throws {
        let server = try StatusServer()
        let (round, transport, post) = try await sent(server)
        server.change("4", to: "Written by hand.")
        let edit = try await edit(round, post, transport)
        #expect(reason(edit).contains("Part 4 of 5: The copy was changed there."))
        #expect(reason(edit).contains("Written by hand.") && edited(transport).isEmpty)
        _ = try await round.store.ask(.retry, of: edit.id, rules: round.targets[0].rules(facts: nil))
        try await finish(round, transport)
        #expect(edited(transport) == ["1", "2", "3", "4", "5"])
    }

    @Test("several losses and changes are told at once")
    func several() async throws {
        let server = try StatusServer()
        let (round, transport, post) = try await sent(server)
        for gone in ["2", "5"] { server.remove(gone) }
        server.change("4", to: "Written by hand.")
        let words = reason(try await edit(round, post, transport))
        #expect(words.hasPrefix("Parts 2 and 5 of 5 were deleted there.") && words.contains("Part 4 of 5:"))
        // The answer to a part that is gone was not changed by a person.
        #expect(!words.contains("Part 3 of 5"))
    }

    @Test("the copy is gone when all parts are")
    func allGone() async throws {
        let server = try StatusServer()
        let (round, transport, post) = try await sent(server)
        for id in server.ids { server.remove(id) }
        let edit = try await edit(round, post, transport)
        #expect(edit.state.word == .failed)
        #expect(try await round.store.deliveries(of: post.id).first?.takenBackAt != nil)
    }
}
