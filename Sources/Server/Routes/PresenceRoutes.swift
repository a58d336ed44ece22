import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/posts/{post}/presence`: who else has a post open.
struct PresenceRoutes: ServiceRoutes {
    let service: PostService
    let presence: Presence

    static let keyMax = 60

    func add(to book: inout RouteTable) {
        book.answer(API.listPresence, show)
        book.answer(API.enterPost, enter)
        book.answer(API.leavePost, leave)
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<PresenceBody>> {
        let id = try await call.post(in: store).post.id
        return try call.page(
            of: presence.entries(in: id, at: service.now()).map { PresenceBody($0) })
    }

    @Sendable private func enter(_ call: Call<Nothing, PresentBody>) async throws -> Reply<PageBody<PresenceBody>> {
        let id = try await call.post(in: store).post.id
        let body = try await call.body()
        guard (1...Self.keyMax).contains(body.key.unicodeScalars.count) else {
            throw Problem.badField("key", "The key has 1 to \(Self.keyMax) characters.")
        }
        if let caret = body.caret, !(0...Self.caretMax).contains(caret) {
            throw Problem.badField("caret", "Found \(caret). Send 0 to \(Self.caretMax), or leave it out.")
        }
        let entry = try await entry(call, caret: body.caret)
        let others = presence.note(entry, as: try key(body.key, call), in: id, at: service.now())
        return try .json(PageBody(items: others.map { PresenceBody($0) }, cursor: nil))
    }

    @Sendable private func leave(_ call: Call<PresenceQuery, Nothing>) async throws -> Reply<Nothing> {
        let id = try await call.post(in: store).post.id
        presence.remove(try key(call.query.key ?? "", call), from: id)
        return .nothing
    }

    static let caretMax = 10_000_000

    /// Keys of different users are different ones.
    private func key(_ text: String, _ call: Call<some Any, some Any>) throws -> String {
        "\(try call.user.number) \(text)"
    }

    private func entry(_ call: Call<some Any, some Any>, caret: Int?) async throws -> Presence.Entry {
        let user = try await store.user(try call.user)
        return Presence.Entry(
            user: user.name, program: BrowserName.label(call.header(.userAgent) ?? "galley"), caret: caret,
            until: service.now() + Presence.span)
    }

    /// Notes that a program has saved a post. The page, and `galley post edit`, say themselves that they have it open.
    func noteSave(of post: PostID, by call: Call<some Any, some Any>) async throws {
        guard try call.known.shown == nil else { return }
        _ = presence.note(
            try await entry(call, caret: nil), as: try key("save", call), in: post, at: service.now())
    }
}

extension PresenceBody {
    init(_ entry: Presence.Entry) {
        self.init(user: entry.user, program: entry.program, caret: entry.caret)
    }
}
