import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/tokens`: credentials of programs over TCP. Users list and revoke their own, administrators all.
struct TokenRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.listTokens, list)
        book.answer(API.addToken, make)
        book.answer(API.renameToken, rename)
        book.answer(API.revokeToken, revoke)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<TokenBody>> {
        let found = try await store.tokens(within: try call.reach)
        return try call.page(of: found.map { TokenBody($0, times) })
    }

    @Sendable private func make(_ call: Call<Nothing, NewTokenBody>) async throws -> Reply<TokenBody> {
        let request = try await call.body()
        try GivenName.token.check(request.name)
        let user = try await owner(request.user, call)
        let secret = try Secrets.newToken()
        // The store keeps only the hash of a token, so a repetition cannot return the secret again.
        let made = try await store.addToken(
            named: request.name, for: user.id, hash: Secrets.hash(secret), scopes: try scopes(request, for: user),
            expiresAt: try request.expires.map { try expiry($0) }, once: try call.requestKey(for: request))
        return try .json(TokenBody(made.token, times, secret: made.isRepetition ? nil : secret), status: .created)
    }

    /// The caller, or the user that an administrator names.
    private func owner(_ name: String?, _ call: Call<some Any, some Any>) async throws -> User {
        guard let name else { return try await store.user(try call.user) }
        let own = try await store.user(try call.user)
        if name == own.name { return own }
        try call.known.demand(.admin)
        return try await store.user(named: name)
    }

    private func scopes(_ request: NewTokenBody, for user: User) throws -> Set<Scope> {
        guard let words = request.scopes else { return .author }
        let scopes = try words.map { word in
            guard let scope = Scope(rawValue: word) else {
                let allowed = Scope.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.badField("scopes", "Found “\(word.shortened())”. Use one or more of \(allowed).")
            }
            return scope
        }
        guard !scopes.isEmpty else { throw Problem.badField("scopes", "A token needs at least one scope.") }
        guard !scopes.contains(.admin) || user.isAdministrator else {
            throw Problem.badField("scopes", "“\(user.name)” is not an administrator, so their tokens cannot be.")
        }
        return Set(scopes)
    }

    private func expiry(_ text: String) throws -> Instant {
        let now = service.now()
        let instant = try times.planned(text, now: now, field: "expires").instant
        guard instant > now else {
            throw Problem(
                "has-passed", "“\(text.shortened())” is in the past. Use a future time, such as +90d.", status: 422,
                field: "expires")
        }
        return instant
    }

    @Sendable private func rename(_ call: Call<UserQuery, NameBody>) async throws -> Reply<TokenBody> {
        let name = try await call.body().name
        try GivenName.token.check(name)
        let user = try await owner(call.query.user, call)
        return try .json(
            TokenBody(try await store.renameToken(named: try call.name("token"), of: user.id, to: name), times))
    }

    @Sendable private func revoke(_ call: Call<UserQuery, Nothing>) async throws -> Reply<Nothing> {
        let user = try await owner(call.query.user, call)
        try await store.revokeToken(named: try call.name("token"), of: user.id)
        return .nothing
    }
}

extension TokenBody {
    init(_ token: AccessToken, _ times: Times, secret: String? = nil) {
        self.init(
            name: token.name, user: token.userName, scopes: token.scopes.words, createdAt: times.text(token.createdAt),
            expiresAt: token.expiresAt.map(times.text), lastUsedAt: token.lastUsedAt.map(times.text), secret: secret)
    }
}
