import Digests
import PostStore
import Posts

/// Knows tokens by their hash.
struct Tokens: Sendable {
    private let store: PostStore
    private let now: @Sendable () -> Instant
    private let memory = HashMemory<AccessToken>()

    init(store: PostStore, now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.now = now
    }

    /// What `secret` is good for; nil when it is not known, or no more.
    func token(of secret: String) async throws -> AccessToken? {
        let at = now()
        let found = try await memory.value(of: Tokens.hash(secret), at: at) { try await store.token(hash: $0) }
        return found.flatMap { $0.isGood(at: at) ? $0 : nil }
    }

    /// Tokens have changed, or their users.
    func forget() { memory.forget() }

    static func newToken() throws -> String { "galley_" + (try Secrets.newWord()) }

    static func hash(_ token: String) -> [UInt8] { Secrets.hash(token) }
}

/// What opens a door: tokens, cookies and keys for signing in.
package enum Secrets {
    static let length = 43

    /// 258 random bits. No list of words leads to it and nobody guesses it, so a plain hash is enough to keep, and those who
    /// try need not be slowed down.
    package static func newWord() throws -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        return String(decoding: try RandomBytes.make(length).map { alphabet[Int($0 & 63)] }, as: UTF8.self)
    }

    static func hash(_ word: String) -> [UInt8] { SHA256.hash(word.utf8) }
}
