import HTTPTypes
import Hummingbird
import Posts

/// Who may ask for a thing.
enum Access: Hashable, Sendable {
    /// Whoever passed the check of the host.
    case everyone
    /// Everyone at the Unix socket; with a token over TCP.
    case everyoneHere
    case users
    /// Those at the Unix socket.
    case administrators
}

/// For whom a request speaks.
struct Caller: Hashable, Sendable {
    let user: UserID
    let isAdministrator: Bool
}

/// Tells callers apart: at the Unix socket by their uid, over TCP by their token.
struct Gate: Sendable {
    let tokens: TokenBook
    let ownUID: UInt32
    let administrator: UserID

    /// - Returns: nil where nobody in particular is asking.
    func admit(_ request: Request, from peer: Peer, to access: Access) async throws -> Caller? {
        switch (access, peer) {
        case (.everyone, _), (.everyoneHere, .user): return nil
        case (_, .user(let uid)):
            guard uid == 0 || uid == ownUID else { throw Problem.strangerAtSocket(uid: uid, own: ownUID) }
            return Caller(user: administrator, isAdministrator: true)
        case (.administrators, .network):
            _ = try await user(of: request)
            throw Problem.administratorsOnly
        case (.users, .network), (.everyoneHere, .network):
            return Caller(user: try await user(of: request), isAdministrator: false)
        }
    }

    private func user(of request: Request) async throws -> UserID {
        guard let header = request.headers[.authorization] else { throw Problem.tokenMissing }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.tokenMissing }
        guard let user = try await tokens.user(of: String(parts[1])) else { throw Problem.tokenUnknown }
        return user
    }
}
