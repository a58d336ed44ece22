import Crypto
import PostStore
import Posts
import Synchronization

/// Knows tokens by their hash. What was just looked up is remembered for a while, so that a request does not cost a read.
final class TokenBook: Sendable {
    private struct State {
        var users: [[UInt8]: (user: UserID, until: Instant)] = [:]
        /// Grows whenever tokens change: an answer that was under way meanwhile is not remembered.
        var edition = 0
    }
    private let store: PostStore
    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    private static let memory = Span.minutes(10)
    private static let usersMax = 1000

    init(store: PostStore, now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.now = now
    }

    /// The user for whom `token` speaks; nil when it is not known.
    func user(of token: String) async throws -> UserID? {
        let hash = TokenBook.hash(token)
        let at = now()
        let (known, edition) = state.withLock { ($0.users[hash], $0.edition) }
        if let known, known.until > at { return known.user }
        guard let found = try await store.token(hash: hash) else { return nil }
        state.withLock { state in
            guard state.edition == edition else { return }
            if state.users.count >= TokenBook.usersMax { state.users = [:] }
            state.users[hash] = (found.user, at + TokenBook.memory)
        }
        return found.user
    }

    /// Tokens have changed.
    func forget() {
        state.withLock { state in
            state.users = [:]
            state.edition += 1
        }
    }

    /// A new token: 256 random bits that no list of words leads to, hence a plain hash is enough to keep.
    static func newToken() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        var generator = SystemRandomNumberGenerator()
        let letters = (0..<43).map { _ in alphabet[Int(generator.next() & 63)] }
        return "galley_" + String(decoding: letters, as: UTF8.self)
    }

    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
