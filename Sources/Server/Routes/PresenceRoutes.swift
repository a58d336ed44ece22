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
        book.add(
            .get, "/v1/posts/:post/presence", .read,
            RouteDescription("Lists who has a post open, or saved it half a minute ago or less.").returnsPage(
                PresenceBody.self), show)
        book.add(
            .put, "/v1/posts/:post/presence", .read,
            RouteDescription("Marks the post as open for half a minute, and lists who else has it open.")
                .takes(PresentBody.self).returns(PageBody<PresenceBody>.self), enter)
        book.add(
            .delete, "/v1/posts/:post/presence", .read,
            RouteDescription("Ends the mark that the caller has the post open.").query(
                "key", "The key with which it entered.", .text(1...Self.keyMax)
            ).returnsNothing, leave)
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        let id = try await call.post(in: store).post.id
        return try call.page(
            of: presence.entries(in: id, at: service.now()).map { PresenceBody($0) })
    }

    @Sendable private func enter(_ call: Call) async throws -> Response {
        let id = try await call.post(in: store).post.id
        let body = try await call.json(PresentBody.self)
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

    @Sendable private func leave(_ call: Call) async throws -> Response {
        let id = try await call.post(in: store).post.id
        presence.remove(try key(call.query["key"] ?? "", call), from: id)
        return .nothing
    }

    static let caretMax = 10_000_000

    /// Keys of different users are different ones.
    private func key(_ text: String, _ call: Call) throws -> String { "\(try call.user.number) \(text)" }

    private func entry(_ call: Call, caret: Int?) async throws -> Presence.Entry {
        let user = try await store.user(try call.user)
        return Presence.Entry(
            user: user.name, program: BrowserName.label(call.header(.userAgent) ?? "galley"), caret: caret,
            until: service.now() + Presence.span)
    }

    /// Notes that a program has saved a post. The page, and `galley post edit`, say themselves that they have it open.
    func noteSave(of post: PostID, by call: Call) async throws {
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
