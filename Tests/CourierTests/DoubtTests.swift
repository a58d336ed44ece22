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

private let did = "did:plc:abcdefghijklmnopqrstuvwx"
private let cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"

/// A blog that names the address of each post, and an account whose first answer about a new record is lost.
private final class Account: Sendable {
    private let records = Mutex<[String: JSON]>([:])
    private let isStored: Bool

    /// - Parameter isStored: whether the request whose answer is lost was carried out.
    init(isStored: Bool) { self.isStored = isStored }

    var count: Int { records.withLock { $0.count } }

    func answer(_ request: HTTPRequest) -> Exchange {
        let method = String(request.url.split(separator: "/xrpc/").last?.prefix { $0 != "?" } ?? "")
        let body = (try? JSON(reading: request.body)) ?? .null
        switch method {
        case "com.atproto.server.getSession": return answered(200, #"{"did":"\#(did)","handle":"ada.example"}"#)
        case "com.atproto.sync.getLatestCommit": return answered(200, #"{"cid":"\#(cid)","rev":"3z"}"#)
        case "com.atproto.repo.getRecord":
            let key = request.url.split(separator: "rkey=").last.map(String.init) ?? ""
            let isPost = request.url.contains("app.bsky.feed.post")
            guard isPost, let record = records.withLock({ $0[key] }) else {
                return answered(400, #"{"error":"RecordNotFound"}"#)
            }
            return answered(200, JSON.object(["value": record]).written)
        case "com.atproto.repo.putRecord":
            if isStored, let key = body["rkey"]?.text { records.withLock { $0[key] = body["record"] } }
            return .failure(HTTPFailure(reached: .sent, words: "The connection was lost."))
        case "com.atproto.repo.applyWrites":
            for write in body["writes"]?.elements ?? [] {
                if let key = write["rkey"]?.text { records.withLock { $0[key] = nil } }
            }
            return answered(200, "{}")
        default: return answered(200, #"{"url":"https://example.org/first-light/"}"#)
        }
    }
}

@Suite("A lost answer of Bluesky, and then the post is taken back", .timeLimit(.minutes(10)))
struct DoubtTests {
    private func targets() throws -> [Target] {
        var blog = TargetSettings(name: "blog", kind: "webhook")
        (blog.url, blog.urlPointer) = ("https://hooks.example.net/blog", "/url")
        var sky = TargetSettings(name: "sky", kind: "bluesky")
        (sky.account, sky.url) = ("ada.example", "https://pds.example")
        sky.secret = Secret(file: "app password")
        return [try Target(blog), try Target(sky)]
    }

    private func doubted(_ round: Round, _ transport: ScriptedTransport) async throws -> PostID {
        let id = try #require(try await round.publish(parent: round.targets[0].name).first).postID
        try await round.run(transport) { try await $0.states() == ["blog": .delivered, "sky": .uncertain] }
        return id
    }

    private func deletion(of id: PostID, at sky: Target, _ round: Round) async throws -> FrozenDelivery {
        let post = try await round.store.post(id).post
        let manuscript = Manuscript(of: post, for: sky.name, published: testClock(), clocks: .utc, address: .none)
        let payload = try sky.freeze(manuscript, as: .delete, facts: nil, key: "delete").payload
        return FrozenDelivery(
            target: sky.name, kind: .delete, key: "delete", dueAt: testClock(), payload: payload)
    }

    @Test("the copy goes if it arrived; if not, it never comes into being", arguments: [true, false])
    func unpublished(isStored: Bool) async throws {
        let account = Account(isStored: isStored)
        let round = try await Round(try targets())
        let transport = ScriptedTransport { account.answer($0) }
        let id = try await doubted(round, transport)
        #expect(account.count == (isStored ? 1 : 0))
        // The address that the text contains is gone with the post.
        _ = try await round.store.unpublish(
            id, deletions: [try await deletion(of: id, at: round.targets[1], round)],
            converging: [round.targets[0].name])
        if !isStored {
            try await round.pass(.minutes(10))
            try await round.run(transport) { round in
                let creation = try await round.store.deliveries(of: id).first { $0.target.text == "sky" }
                return creation?.state.word == .uncertain && creation?.history.absences == 1
            }
        }
        try await round.pass(.minutes(10))
        try await round.run(transport) { try await $0.store.deliveries(.open).items.isEmpty }
        #expect(account.count == 0)
        #expect(transport.requests.count { $0.url.hasSuffix("putRecord") } == 1)
        #expect(try await round.store.deliveries(.open).items.isEmpty)
    }

    @Test("a post that is still wanted is found by what was sent, although the blog's page is gone")
    func withoutAddress() async throws {
        let account = Account(isStored: true)
        let round = try await Round(try targets())
        let transport = ScriptedTransport { account.answer($0) }
        let id = try await doubted(round, transport)
        _ = try await round.store.unpublish(id, converging: [round.targets[0].name])
        _ = try await round.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        try await round.pass(.minutes(10))
        try await round.run(transport) { try await $0.states()["sky"] == .delivered }
        #expect(transport.requests.count { $0.url.hasSuffix("putRecord") } == 1)
    }

    @Test("an idempotent webhook gets the same bytes again, whether or not the address in them is still known")
    func webhook() async throws {
        var settings = TargetSettings(name: "hook", kind: "webhook")
        (settings.url, settings.idempotent) = ("https://hooks.example.net/hook", true)
        let round = try await Round([try targets()[0], try Target(settings)])
        let isLost = Mutex(true)
        let transport = ScriptedTransport { request in
            let lost =
                request.url.hasSuffix("/hook")
                && isLost.withLock { lost in
                    defer { lost = false }
                    return lost
                }
            return lost
                ? .failure(HTTPFailure(reached: .sent, words: "The connection was lost."))
                : answered(200, #"{"url":"https://example.org/first-light/"}"#)
        }
        let id = try #require(try await round.publish(parent: round.targets[0].name).first).postID
        try await round.run(transport) { try await $0.states() == ["blog": .delivered, "hook": .uncertain] }
        _ = try await round.store.unpublish(id, converging: [round.targets[0].name])
        _ = try await round.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        try await round.pass(.minutes(10))
        try await round.run(transport) { try await $0.states()["hook"] == .delivered }
        let bodies = transport.requests.filter { $0.url.hasSuffix("/hook") }.map(\.body)
        #expect(bodies.count == 2 && Set(bodies).count == 1)
    }
}
