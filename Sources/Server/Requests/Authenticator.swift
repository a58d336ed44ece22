import HTTPTypes
import Hummingbird
import PostStore
import Posts

/// What a route asks of its callers. Every route names it where it is added to the `RouteTable`, which is the one table of
/// rights; `Authenticator.admit` holds callers against it, before the route is entered.
enum Access: Hashable, Sendable {
    /// Whoever passed the check of the host.
    case everyone
    /// Everyone at the Unix socket; over TCP, who is known.
    case everyoneHere
    /// Everyone at the Unix socket; over TCP the scope `admin`.
    case monitors
    /// Whoever passed the check of the host; who is signed in is known.
    case visitors
    /// Who is known, whatever they may do.
    case known
    case scope(Scope)
    /// Who came to the Unix socket, where the system vouches for them; over TCP the scope `admin`: what makes new keys must
    /// not itself be made with a lesser one.
    case inPerson

    static let read = Access.scope(.read)
    static let write = Access.scope(.write)
    static let publish = Access.scope(.publish)
    static let admin = Access.scope(.admin)
}

/// For whom a request speaks, and what it may do.
///
/// Administrators are root, the daemon's own user and the users added as such, but only at the Unix socket and with tokens
/// that have the scope `admin`: they reach every user's posts and deliveries. In a browser they are authors like others,
/// since that is where a stranger's page would have the best chance. Windows, arrangements and panels are everybody's own,
/// administrators included.
struct Caller: Hashable, Sendable {
    let user: UserID
    let scopes: Set<Scope>
    /// For browsers.
    var shown: Sessions.Shown?
    /// For programs over TCP.
    var tokenHash: [UInt8]?

    var isAdministrator: Bool { scopes.contains(.admin) }
    var reach: AccessScope { isAdministrator ? .everyone : .user(user) }

    /// For what only some of the callers of a route may ask.
    func demand(_ scope: Scope) throws {
        guard scopes.contains(scope) else { throw Problem.scopeMissing(scope, of: self) }
    }

    /// What a page of one user asks is not done for another who signed in in the same browser since.
    func demand(user name: String) throws {
        guard let session = shown?.session, session.userName != name else { return }
        throw Problem.otherUser(session.userName, wanted: name)
    }
}

/// Tells callers apart: at the Unix socket by their uid, over TCP by their token or by the cookie of their session.
struct Authenticator: Sendable {
    let store: PostStore
    let tokens: Tokens
    let sessions: Sessions
    let backoffs: SignInBackoffs
    let ownUID: UInt32
    /// For whom root and the daemon's own user act.
    let administrator: UserID

    /// - Returns: nil where nobody in particular is asking.
    func admit(_ request: Request, from peer: Peer, to access: Access) async throws -> Caller? {
        switch (access, peer) {
        case (.everyone, _), (.everyoneHere, .user), (.monitors, .user): return nil
        case (.visitors, .network(let address)):
            // A stale cookie must not keep a visitor from a page for everyone, or from a link that is good.
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
        let hash = Tokens.hash(secret)
        // It is looked up first: what is valid never waits for what others show from the same address.
        guard let token = try await tokens.token(of: secret) else {
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

    /// Browsers show cookies whoever makes them ask. So a change has to come from a page of this desk, by the browser's own
    /// word.
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
        for cookie in sessions.cookies(in: request) {
            if let shown = try await sessions.shown(by: cookie) {
                return Caller(user: shown.session.user, scopes: .author, shown: shown)
            }
            failed.append(Secrets.hash(cookie))
        }
        for hash in failed { try backoffs.fail(hash, from: address) }
        return nil
    }
}
