import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/users`: the users of this desk.
struct UserRoutes: ServiceRoutes {
    let service: PostService
    let ownUID: UInt32

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/users", .admin,
            RouteDescription("Lists the users.").returnsPage(UserBody.self), list)
        book.add(
            .post, "/v1/users", .admin,
            RouteDescription("Adds a user.").takes(NewUserBody.self).creates(UserBody.self), make)
        book.add(
            .put, "/v1/users/:user/name", .admin,
            RouteDescription("Gives a user another name.").takes(NameBody.self).returns(UserBody.self), rename)
        book.add(
            .delete, "/v1/users/:user", .admin,
            RouteDescription("Removes a user.").returns(RemovedUserBody.self)
                .query("posts_to", "The user who takes over the posts."), remove)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let bodies = try await store.users().map { UserBody($0.user, posts: $0.posts, times) }
        return try call.page(of: bodies)
    }

    @Sendable private func make(_ call: Call) async throws -> Response {
        let request = try await call.json(NewUserBody.self)
        try GivenName.user.check(request.name)
        let user = try await store.addUser(
            named: request.name, uid: try uid(request), isAdministrator: request.isAdministrator ?? false,
            once: try call.requestKey(for: request))
        return try .json(UserBody(user, posts: 0, times), status: .created)
    }

    @Sendable private func rename(_ call: Call) async throws -> Response {
        let name = try await call.json(NameBody.self).name
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
    @Sendable private func remove(_ call: Call) async throws -> Response {
        let removed = try await store.removeUser(named: try call.name("user"), heir: call.query["posts_to"])
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
