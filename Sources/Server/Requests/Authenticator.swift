import HTTPTypes
import Hummingbird
import PostStore
import Posts
import Wire

/// The user for whom a request acts, and the scopes it has.
///
/// Administrators are root, the daemon's own user and the users added as administrators. They have this right only at
/// the Unix socket and with tokens that have the scope `admin`, and then reach every user's posts and deliveries. In a
/// browser they have the rights of authors, because a hostile page could best attack them there. Windows, arrangements
/// and panels always belong to one user, for administrators too.
struct Caller: Hashable, Sendable {
    let user: UserID
    let scopes: Set<Scope>
    /// The session of a browser.
    var shown: Sessions.Shown?
    /// The token of a program that uses TCP.
    var tokenHash: [UInt8]?

    var isAdministrator: Bool { scopes.contains(.admin) }
    var reach: AccessScope { isAdministrator ? .everyone : .user(user) }

    /// Checks a scope that only some callers of a route need.
    func demand(_ scope: Scope) throws {
        guard scopes.contains(scope) else { throw Problem.scopeMissing(scope, of: self) }
    }

    /// Refuses a request from the page of one user after another user signed in to the same browser.
    func demand(user name: String) throws {
        guard let session = shown?.session, session.userName != name else { return }
        throw Problem.otherUser(session.userName, wanted: name)
    }
}

/// Identifies callers: by uid at the Unix socket, by token or session cookie over TCP.
struct Authenticator: Sendable {
    let store: PostStore
    let sessions: Sessions
    let backoffs: SignInBackoffs
    let ownUID: UInt32
    /// The user for whom root and the daemon's own uid act.
    let administrator: UserID

    /// - Returns: nil for a caller that is not identified.
    func admit(_ request: Request, from peer: Peer, to access: Access) async throws -> Caller? {
        switch (access, peer) {
        case (.everyone, _), (.everyoneHere, .user), (.monitors, .user): return nil
        case (.visitors, .network(let address)):
            // A stale cookie must not keep a visitor from a public page or from a valid sign-in link.
            do { return try await signedIn(request, from: address) } catch is Problem { return nil }
        case (.visitors, .user), (.known, _), (.everyoneHere, .network), (.inPerson, .user):
            return try await caller(request, from: peer)
        case (.inPerson, .network), (.monitors, .network): return try await caller(request, from: peer, wanting: .admin)
        case (.scope(let scope), _): return try await caller(request, from: peer, wanting: scope)
        }
    }

    private func caller(_ request: Request, from peer: Peer, wanting scope: Scope) async throws -> Caller {
        let caller = try await caller(request, from: peer)
        try caller.demand(scope)
        return caller
    }

    private func caller(_ request: Request, from peer: Peer) async throws -> Caller {
        switch peer {
        case .user(let uid): return try await local(uid)
        case .network(let address):
            guard let header = request.headers[.authorization] else { return try await browser(request, from: address) }
            let parts = header.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.tokenMissing }
            return try await program(String(parts[1]), from: address)
        }
    }

    private func program(_ secret: String, from address: String) async throws -> Caller {
        let hash = Secrets.hash(secret)
        // The lookup comes first, so that a valid token never waits for failures from the same address.
        guard let token = try await store.token(hash: hash) else {
            try backoffs.fail(hash, from: address)
            throw Problem.tokenUnknown
        }
        return Caller(user: token.user, scopes: token.scopes, tokenHash: hash)
    }

    private func local(_ uid: UInt32) async throws -> Caller {
        if uid == 0 || uid == ownUID { return Caller(user: administrator, scopes: .all) }
        guard let user = try await store.user(uid: uid) else { throw Problem.strangerAtSocket(uid: uid) }
        return Caller(user: user.id, scopes: user.isAdministrator ? .all : .author)
    }

    /// A browser sends its cookies with requests of any page. So it must state that a change comes from a page of this
    /// desk.
    private func browser(_ request: Request, from address: String) async throws -> Caller {
        guard request.headers.contains(.cookie) else { throw Problem.tokenMissing }
        let isHarmless = request.method == .get || request.method == .head
        guard isHarmless || request.head.comesFromOwnPage else { throw Problem.notOwnPage }
        guard let caller = try await signedIn(request, from: address) else { throw Problem.signedOut }
        if let name = request.headers[.galleyUser] { try caller.demand(user: name.percentDecoded ?? name) }
        return caller
    }

    private func signedIn(_ request: Request, from address: String) async throws -> Caller? {
        var failed: [[UInt8]] = []
        for cookie in sessions.cookies.values(in: request.head) {
            if let shown = try await sessions.shown(by: cookie) {
                return Caller(user: shown.session.user, scopes: .author, shown: shown)
            }
            failed.append(Secrets.hash(cookie))
        }
        for hash in failed { try backoffs.fail(hash, from: address) }
        return nil
    }
}
