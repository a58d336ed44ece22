import HTTPTypes
import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/sessions` and `/sign-in/KEY`: signing a browser in and ending its session.
struct SessionRoutes: ServiceRoutes {
    let service: PostService
    let sessions: Sessions
    let backoffs: SignInBackoffs
    /// The address at which browsers reach the desk; nil when they cannot.
    let address: String?

    func add(to book: inout RouteTable) {
        book.answer(API.invite, invite)
        book.answer(API.listSessions, list)
        book.answer(API.endSession, end)
        book.addPage(.get, "/sign-in/:key", .visitors, visit)
        book.addPage(.post, "/sign-in/:key", .visitors, confirm)
        book.addPage(.head, "/sign-in/:key", .everyone, look)
    }

    // MARK: - Signing in

    @Sendable private func invite(_ call: Call<Nothing, NewSessionBody>) async throws -> Reply<SignInBody> {
        let caller = try call.known
        guard caller.tokenHash == nil else { throw Problem.noSignInByToken }
        let request = try await call.body(orElse: NewSessionBody())
        let path = try request.to.map { text in
            guard let path = LocalPath(text) else {
                throw Problem.badField("to", "“\(text.shortened())” is not a path of this desk. Use one such as “/”.")
            }
            return path
        }
        guard let address else {
            throw Problem.refused(
                "No browser can reach this desk: `listen` in [http] is empty. Set it to 127.0.0.1:4470, for example.")
        }
        let user = try await user(named: request.user, by: caller)
        if let path { try await demand(path, shownTo: user, by: caller) }
        let isInvitation = user != caller.user
        let (key, expiresAt) = try await sessions.newKey(
            for: user, kept: isInvitation ? PostStore.invitationKept : PostStore.signInKeyKept,
            once: try call.requestKey(for: request))
        let link = "\(address)/sign-in/\(key)"
        let query = path.map { ["to=\($0.text.queryEscaped)"] } ?? []
        // The user of an invitation did not ask for it, and behind a proxy the browser may be anywhere.
        let isDirect = !isInvitation && isOnThisMachine && call.context.peer.isLocalUser
        let proof = isDirect ? "direct=\(sessions.directProof(of: key))" : nil
        let body = SignInBody(
            url: link.asking(query), expiresAt: times.text(expiresAt), direct: proof.map { link.asking(query + [$0]) })
        return try .json(body, status: .created)
    }

    /// Refuses a link to a post that the caller can access as an administrator, but the user's browser cannot.
    private func demand(_ path: LocalPath, shownTo user: UserID, by caller: Caller) async throws {
        guard let name = path.post, caller.isAdministrator else { return }
        guard let post = try? await store.post(named: name).post, post.owner != user else { return }
        let owner = try await store.user(post.owner).name
        throw Problem.refused(
            "“\(post.slug)” belongs to “\(owner)”, and a browser shows only its own user's posts. Run “galley open "
                + "\(post.slug) --user \(owner.quotedForShell)”, or “galley post edit \(post.slug)”.")
    }

    /// Signs in without a question only when this cannot harm anyone. The user typed the link, opened it from a program,
    /// or comes by the file of `galley open`, and the browser is signed out or signed in as the same user. Otherwise the
    /// page asks first: a link on another page could silently change the user, and with it the account to which open
    /// pages save.
    @Sendable private func visit(_ call: PageCall) async throws -> Response {
        guard !call.isSpeculative else { return PlainPage.onward(to: "/").response.refused }
        // The browser did not send the cookie, so the caller seems signed out. A request from this desk's own page
        // sends it.
        guard !call.isFromElsewhere else { return PlainPage.onward(to: call.ownPath).response }
        let key = try call.name("key")
        guard let user = try await sessions.user(of: key) else { return try used(call) }
        let signedIn = call.caller?.shown?.session
        let isSame = signedIn?.user == user.id
        if isTyped(call) || isDirect(key, call), signedIn == nil || isSame { return try await signIn(key, call) }
        if isSame { return PlainPage.onward(to: call.destination.text).response }
        return PlainPage.question(of: user.name, insteadOf: signedIn?.userName, at: call.ownPath).response
    }

    /// Whether the user typed the address or opened it from another program. Browsers state this wherever the
    /// connection is trustworthy (Fetch Metadata: https and loopback). There, a caller that states nothing and names no
    /// page is a program.
    private func isTyped(_ call: PageCall) -> Bool {
        if let site = call.header(.secFetchSite) { return site == "none" }
        return isTrustworthy && call.header(.referer) == nil && call.header(.origin) == nil
    }

    /// Whether the link is from a file that only its user could read. For the browser, a file is another site.
    private func isDirect(_ key: String, _ call: PageCall) -> Bool {
        guard isOnThisMachine, let proof = call.parameter("direct") else { return false }
        // Comparing digests takes the same time, however much of a guess is right.
        return Secrets.hash(proof) == Secrets.hash(sessions.directProof(of: key))
    }

    private var isTrustworthy: Bool { address?.hasPrefix("https://") == true || isOnThisMachine }

    /// Whether browsers reach the desk without a proxy: then they run on this machine.
    private var isOnThisMachine: Bool {
        guard let address, address.hasPrefix("http://") else { return false }
        let ways = ["http://127.0.0.1:", "http://[::1]:", "http://localhost:"]
        return ways.contains { address.hasPrefix($0) } || address.contains(".localhost:")
    }

    /// Tells whether a link still works, without using it up.
    @Sendable private func look(_ call: PageCall) async throws -> Response {
        guard try await sessions.user(of: try call.name("key")) == nil else { return Response(status: .ok) }
        return Response(status: try used(call).status)
    }

    /// Handles the confirmation of the question.
    @Sendable private func confirm(_ call: PageCall) async throws -> Response {
        guard call.request.head.comesFromOwnPage else { throw Problem.notOwnPage }
        return try await signIn(try call.name("key"), call)
    }

    private func signIn(_ key: String, _ call: PageCall) async throws -> Response {
        let former = call.caller?.shown?.session
        guard let cookie = try await sessions.signIn(key, on: call.request, insteadOf: former) else {
            return try used(call)
        }
        return PlainPage.onward(to: call.destination.text, headers: [.setCookie: cookie]).response
    }

    private func used(_ call: PageCall) throws -> Response {
        // The user went back, or the browser reopened a window with the link that signed it in.
        if call.caller?.shown != nil { return PlainPage.onward(to: call.destination.text).response }
        if case .network(let address) = call.context.peer {
            try backoffs.fail(Secrets.hash(try call.name("key")), from: address)
        }
        return PlainPage.linkUsed.response
    }

    /// The user that the request names, which only administrators may do; otherwise the caller.
    private func user(named name: String?, by caller: Caller) async throws -> UserID {
        guard let name else { return caller.user }
        try caller.demand(.admin)
        return try await store.user(named: name).id
    }

    // MARK: - Existing sessions

    @Sendable private func list(_ call: Call<UserQuery, Nothing>) async throws -> Reply<PageBody<SessionBody>> {
        let current = call.caller?.shown?.session.number
        let user = try await user(named: call.query.user, by: try call.known)
        let page = try await store.sessions(of: user, after: call.cursor, limit: call.limit())
        return try .page(page) { session in
            SessionBody(
                id: session.number, label: session.label, createdAt: times.text(session.createdAt),
                lastSeenAt: times.text(session.lastSeenAt), isCurrent: session.number == current)
        }
    }

    @Sendable private func end(_ call: Call<Nothing, Nothing>) async throws -> Reply<Nothing> {
        let current = call.caller?.shown?.session.number
        guard try call.name("session") == "current" else {
            let number = try call.number("session")
            try await store.endSession(number, within: try call.reach)
            return number == current ? goodbye(call) : .nothing
        }
        guard let current else { throw Problem.refused("Only a signed-in browser has a current session.") }
        try await store.endSession(current, within: .user(try call.user))
        return goodbye(call)
    }

    private func goodbye(_ call: Call<some Any, some Any>) -> Reply<Nothing> {
        Reply(Response(status: .noContent, headers: [.setCookie: sessions.cookies.field(nil, for: call.request.head)]))
    }
}

/// A path of this desk with an optional query. It never leads to another host.
struct LocalPath: Hashable, Sendable {
    let text: String
    static let desk = LocalPath(text: "/")
    /// The post that the desk opens there.
    var post: String? { text.hasPrefix("/?") ? QueryText(String(text.dropFirst(2)))["post"] : nil }

    private init(text: String) { self.text = text }

    /// - Returns: nil for text that a browser might take for another host's address, or that no address may contain.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.unicodeScalars.count <= 2000 else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" }
        guard isPlain else { return nil }
        self.text = text.addressEscaped
    }
}

extension Call {
    /// Whether the browser prefetches the link, which the user may never follow, or loads it as a part of another page.
    fileprivate var isSpeculative: Bool {
        let isAhead = header(.secPurpose)?.lowercased().contains("prefetch") == true
        return isAhead || header(.secFetchDest).map { $0 != "document" } == true
    }

    /// The page to open after signing in.
    fileprivate var destination: LocalPath { parameter("to").flatMap(LocalPath.init) ?? .desk }
}

extension Response {
    /// A 503, because browsers discard a prefetch that failed.
    fileprivate var refused: Response { Response(status: .serviceUnavailable) }
}

extension Peer {
    fileprivate var isLocalUser: Bool {
        if case .user = self { true } else { false }
    }
}

extension String {
    /// The address with a query.
    fileprivate func asking(_ parts: [String]) -> String {
        parts.isEmpty ? self : self + "?" + parts.joined(separator: "&")
    }

    /// Percent-encodes all characters but letters, digits and `-._~/`.
    fileprivate var queryEscaped: String { percentEncoded(keeping: "-._~/") }

    /// Percent-encodes the characters that an address may not contain, and quotes.
    fileprivate var addressEscaped: String { percentEncoded(keeping: "-._~/?#[]@!$&()*+,;=:%") }
}
