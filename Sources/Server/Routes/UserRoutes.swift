import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/users`: the users of this desk.
struct UserRoutes: ServiceRoutes {
    let service: PostService
    let ownUID: UInt32

    func add(to book: inout RouteTable) {
        book.answer(API.listUsers, list)
        book.answer(API.addUser, make)
        book.answer(API.renameUser, rename)
        book.answer(API.removeUser, remove)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<UserBody>> {
        let bodies = try await store.users().map { UserBody($0.user, posts: $0.posts, times) }
        return try call.page(of: bodies)
    }

    @Sendable private func make(_ call: Call<Nothing, NewUserBody>) async throws -> Reply<UserBody> {
        let request = try await call.body()
        try GivenName.user.check(request.name)
        let user = try await store.addUser(
            named: request.name, uid: try uid(request), isAdministrator: request.isAdministrator ?? false,
            once: try call.requestKey(for: request))
        return try .json(UserBody(user, posts: 0, times), status: .created)
    }

    @Sendable private func rename(_ call: Call<Nothing, NameBody>) async throws -> Reply<UserBody> {
        let name = try await call.body().name
        try GivenName.user.check(name)
        let (user, posts) = try await store.renameUser(named: try call.name("user"), to: name)
        return try .json(UserBody(user, posts: posts, times))
    }

    private func uid(_ request: NewUserBody) throws -> UInt32? {
        guard let number = request.uid else { return nil }
        // System calls use the largest value for “no user”.
        guard (1..<Int64(UInt32.max)).contains(number) else {
            throw Problem.badField(
                "uid", "Found \(number). Use a user id of this machine; 0 is root, who always has access.")
        }
        guard number != Int64(ownUID) else {
            throw Problem.badField("uid", "\(number) is the daemon's own user, who already acts for the first user.")
        }
        return UInt32(number)
    }

    /// `?posts_to=` names the user who takes over the posts.
    @Sendable private func remove(_ call: Call<RemovedUserQuery, Nothing>) async throws -> Reply<RemovedUserBody> {
        let removed = try await store.removeUser(named: try call.name("user"), heir: call.query.postsTo)
        return try .json(
            RemovedUserBody(name: removed.user.name, posts: removed.posts, postsTo: removed.heir?.name))
    }
}

extension UserBody {
    init(_ user: User, posts: Int, _ times: Times) {
        self.init(
            name: user.name, uid: user.uid.map { Int64($0) }, isAdministrator: user.isAdministrator,
            createdAt: times.text(user.createdAt), posts: posts)
    }
}
