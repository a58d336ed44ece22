import HTTPTypes
import Hummingbird
import PostStore
import Posts

/// Who may ask for a thing.
enum Access: Hashable, Sendable {
    /// Whoever passed the check of the host.
    case everyone
    /// Everyone at the Unix socket; with a token over TCP.
    case everyoneHere
    /// Whoever passed the check of the host; who is signed in is known.
    case visitors
    case users
    /// Those at the Unix socket.
    case administrators
}

/// For whom a request speaks.
struct Caller: Hashable, Sendable {
    let user: UserID
    let isAdministrator: Bool
    /// For browsers.
    var shown: SessionBook.Shown?
}

/// Tells callers apart: at the Unix socket by their uid, over TCP by their token or by the cookie of their session.
struct Gate: Sendable {
    let tokens: TokenBook
    let sessions: SessionBook
    let ownUID: UInt32
    let administrator: UserID

    /// - Returns: nil where nobody in particular is asking.
    func admit(_ request: Request, from peer: Peer, to access: Access) async throws -> Caller? {
        switch (access, peer) {
        case (.everyone, _), (.everyoneHere, .user): return nil
        case (_, .user(let uid)):
            guard uid == 0 || uid == ownUID else { throw Problem.strangerAtSocket(uid: uid, own: ownUID) }
            return Caller(user: administrator, isAdministrator: true)
        case (.visitors, .network): return try await signedIn(request)
        case (.administrators, .network):
            _ = try await user(of: request)
            throw Problem.administratorsOnly
        case (.users, .network), (.everyoneHere, .network): return try await user(of: request)
        }
    }

    private func user(of request: Request) async throws -> Caller {
        guard let header = request.headers[.authorization] else { return try await browser(request) }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.tokenMissing }
        guard let user = try await tokens.user(of: String(parts[1])) else { throw Problem.tokenUnknown }
        return Caller(user: user, isAdministrator: false)
    }

    /// Browsers show cookies whoever makes them ask. So a change has to come from a page of this desk, by the browser's own
    /// word.
    private func browser(_ request: Request) async throws -> Caller {
        guard request.headers.contains(.cookie) else { throw Problem.tokenMissing }
        let isHarmless = request.method == .get || request.method == .head
        guard isHarmless || request.head.comesFromOwnPage else { throw Problem.notOwnPage }
        guard let caller = try await signedIn(request) else { throw Problem.signedOut }
        return caller
    }

    private func signedIn(_ request: Request) async throws -> Caller? {
        guard let shown = try await sessions.shown(by: request) else { return nil }
        return Caller(user: shown.session.user, isAdministrator: false, shown: shown)
    }
}
