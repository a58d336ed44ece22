import Digests
import PostStore
import Posts

/// Looks up access tokens by their hash.
struct Tokens: Sendable {
    private let store: PostStore
    private let now: @Sendable () -> Instant
    private let memory = HashMemory<AccessToken>()

    init(store: PostStore, now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.now = now
    }

    /// The valid token with this secret; nil when it is unknown, expired or revoked.
    func token(of secret: String) async throws -> AccessToken? {
        let at = now()
        let found = try await memory.value(of: Tokens.hash(secret), at: at) { try await store.token(hash: $0) }
        return found.flatMap { $0.isGood(at: at) ? $0 : nil }
    }

    /// Discards the cached tokens after tokens or their users have changed.
    func forget() { memory.forget() }

    static func newToken() throws -> String { "galley_" + (try Secrets.newWord()) }

    static func hash(_ token: String) -> [UInt8] { Secrets.hash(token) }
}

/// Makes and hashes the secrets of tokens, cookies and sign-in keys.
package enum Secrets {
    static let length = 43

    /// 258 random bits. A dictionary attack cannot find them, so the store keeps a plain hash and needs no slow one.
    package static func newWord() throws -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        return String(decoding: try RandomBytes.make(length).map { alphabet[Int($0 & 63)] }, as: UTF8.self)
    }

    static func hash(_ word: String) -> [UInt8] { SHA256.hash(word.utf8) }
}
