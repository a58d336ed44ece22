import Digests
import HTTPTypes
import Hummingbird
import PostStore
import Posts

/// Looks up browser sessions by their cookie.
struct Sessions: Sendable {
    let store: PostStore
    let cookies: SessionCookies
    /// Of this run: after a restart a direct link asks as any other.
    private let directSecret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

    init(store: PostStore, cookies: SessionCookies) {
        self.store = store
        self.cookies = cookies
    }

    /// A session and the cookie that identified it.
    struct Shown: Hashable, Sendable {
        let session: Session
        let cookie: String
    }

    /// The session of a cookie; nil when the cookie is unknown.
    func shown(by cookie: String) async throws -> Shown? {
        try await store.session(hash: Secrets.hash(cookie)).map { Shown(session: $0, cookie: cookie) }
    }

    func isLive(_ shown: Shown) async throws -> Bool {
        try await store.session(hash: Secrets.hash(shown.cookie)) != nil
    }

    // MARK: - Signing in and out

    /// Makes a sign-in key for one browser.
    /// - Parameters:
    ///   - kept: how long the key is valid.
    ///   - request: a repetition gets a new key, which replaces the key it got before.
    func newKey(
        for user: UserID, kept: Span, once request: RequestKey?
    ) async throws -> (key: String, expiresAt: Instant) {
        let key = try Secrets.newWord()
        return (key, try await store.addSignInKey(hash: Secrets.hash(key), for: user, kept: kept, once: request))
    }

    /// The user whom a key signs in, without using the key up; nil when the key is unknown or no longer valid.
    func user(of key: String) async throws -> User? {
        guard key.utf8.count == Secrets.length else { return nil }
        return try await store.user(signInKey: Secrets.hash(key))
    }

    /// Proves that a link with this key was handed over by a program of its user. The printed link does not have it.
    func directProof(of key: String) -> String {
        HMACSHA256.code(Array(key.utf8), key: directSecret).hexadecimal
    }

    /// - Parameter former: the browser's current session, which ends with this.
    /// - Returns: the `Set-Cookie` of the new session; nil when the key is unknown or no longer valid.
    func signIn(_ key: String, on request: Request, insteadOf former: Session?) async throws -> String? {
        guard key.utf8.count == Secrets.length else { return nil }
        let cookie = try Secrets.newWord()
        let label = BrowserName.label(request.headers[.userAgent] ?? "")
        let session = try await store.openSession(
            key: Secrets.hash(key), hash: Secrets.hash(cookie), label: label, insteadOf: former?.number)
        return session.map { _ in cookies.field(cookie, for: request.head) }
    }
}
