import HTTPTypes
import Hummingbird
import PostStore
import Posts

/// Knows the browsers in which a user has signed in, by their cookie.
struct Sessions: Sendable {
    private let store: PostStore
    private let cookies: SessionCookies
    private let now: @Sendable () -> Instant
    private let memory = HashMemory<Session>()

    init(store: PostStore, cookies: SessionCookies, now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.cookies = cookies
        self.now = now
    }

    /// A session and the cookie that showed it.
    struct Shown: Hashable, Sendable {
        let session: Session
        let cookie: String
    }

    /// What may be cookies of this desk.
    func cookies(in request: Request) -> [String] { cookies.values(in: request.head) }

    /// Whom a cookie shows; nil when it is not known.
    func shown(by cookie: String) async throws -> Shown? {
        try await session(of: cookie).map { Shown(session: $0, cookie: cookie) }
    }

    /// Asks the store itself: it tells of commits before anything is forgotten here.
    func isLive(_ shown: Shown) async throws -> Bool {
        try await store.session(hash: Secrets.hash(shown.cookie)) != nil
    }

    private func session(of cookie: String) async throws -> Session? {
        try await memory.value(of: Secrets.hash(cookie), at: now()) { try await store.session(hash: $0) }
    }

    // MARK: - Coming and going

    /// A new key, good for one browser.
    /// - Parameters:
    ///   - kept: for how long.
    ///   - request: what came before gets a key in the place of the one it got then.
    func newKey(
        for user: UserID, kept: Span = PostStore.signInKeyKept, once request: RequestKey? = nil
    ) async throws -> (key: String, expiresAt: Instant) {
        let key = try Secrets.newWord()
        return (key, try await store.addSignInKey(hash: Secrets.hash(key), for: user, kept: kept, once: request))
    }

    /// Whom a key signs in, which it still does after this; nil when the key is not known, or no more.
    func user(of key: String) async throws -> User? {
        guard key.utf8.count == Secrets.length else { return nil }
        return try await store.user(signInKey: Secrets.hash(key))
    }

    /// - Parameter former: the browser's session until now, which ends with this.
    /// - Returns: the `Set-Cookie` of the new session; nil when the key is not known, or no more.
    func signIn(_ key: String, on request: Request, insteadOf former: Session?) async throws -> String? {
        guard key.utf8.count == Secrets.length else { return nil }
        let cookie = try Secrets.newWord()
        let label = BrowserName.label(request.headers[.userAgent] ?? "")
        let session = try await store.openSession(
            key: Secrets.hash(key), hash: Secrets.hash(cookie), label: label, insteadOf: former?.number)
        if former != nil { memory.forget() }
        return session.map { _ in cookies.field(cookie, for: request.head) }
    }

    /// The `Set-Cookie` which lets a session that is in use go on.
    func renewal(of shown: Shown, on request: Request) -> String { cookies.field(shown.cookie, for: request.head) }

    /// The `Set-Cookie` that takes the cookie away.
    func farewell(on request: Request) -> String { cookies.field(nil, for: request.head) }

    func end(_ number: Int64, within reach: AccessScope) async throws {
        try await store.endSession(number, within: reach)
        memory.forget()
    }

    /// Users have changed.
    func forget() { memory.forget() }
}
