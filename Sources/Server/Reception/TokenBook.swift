import Crypto
import PostStore
import Posts

/// Knows tokens by their hash.
struct TokenBook: Sendable {
    private let store: PostStore
    private let now: @Sendable () -> Instant
    private let memory = HashMemory<UserID>()

    init(store: PostStore, now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.now = now
    }

    /// The user for whom `token` speaks; nil when it is not known.
    func user(of token: String) async throws -> UserID? {
        try await memory.value(of: TokenBook.hash(token), at: now()) { try await store.token(hash: $0)?.user }
    }

    /// Tokens have changed.
    func forget() { memory.forget() }

    static func newToken() -> String { "galley_" + Secrecy.newWord() }

    static func hash(_ token: String) -> [UInt8] { Secrecy.hash(token) }
}

/// What opens a door: tokens, cookies and keys for signing in.
enum Secrecy {
    static let length = 43

    /// 258 random bits. No list of words leads to it and nobody guesses it, so a plain hash is enough to keep, and those who
    /// try need not be slowed down.
    static func newWord() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        var generator = SystemRandomNumberGenerator()
        let letters = (0..<length).map { _ in alphabet[Int(generator.next() & 63)] }
        return String(decoding: letters, as: UTF8.self)
    }

    static func hash(_ word: String) -> [UInt8] { Array(SHA256.hash(data: Array(word.utf8))) }
}
