import HTTPTypes
import Hummingbird
import NIOPosix
import PostStore
import Posts
import Wire

/// `/` and `/composer/…`: the page in which an author writes. Its files are public. `/` shows the page to signed-in
/// users and tells others how to sign in. `/service-worker.js` opens the page while the daemon is away, and takes what
/// phones share to `/share`.
struct ComposerRoutes {
    let folder: String?
    let editions: PageEditionCache?
    let sessions: Sessions
    let store: PostStore
    private let compressed = CompressedFiles()
    private let threads = NIOThreadPool.singleton

    init(folder: String?, sessions: Sessions, store: PostStore) {
        self.store = store
        self.folder = folder
        editions = folder.map { PageEditionCache(folder: $0) }
        self.sessions = sessions
    }

    func add(to book: inout RouteTable) {
        book.addPage(.get, "/", .visitors, index)
        book.addPage(.get, "/composer/**", .everyone, file)
        book.addPage(.get, "/service-worker.js", .everyone, worker)
        // A browser sends a share here only while it has no service worker.
        book.addPage(.post, "/share", .everyone) { _ in PlainPage.notShared.response }
    }

    @Sendable private func index(_ call: PageCall) async throws -> Response {
        guard let caller = call.caller else {
            // A link on another site led here, so the browser did not send the cookie.
            return call.isFromElsewhere ? PlainPage.onward(to: call.ownPath).response : PlainPage.signedOut.response
        }
        guard let editions, let edition = try await threads.runIfActive({ editions.read() }) else {
            return PlainPage.noComposer.response
        }
        var headers = ComposerRoutes.pageHeaders
        let user = try await user(of: caller)
        let preferences = try await store.preferences(of: user.id)
        // With “Back” a browser shows what it has cached, even after a sign-out.
        headers[.cacheControl] = "no-store"
        headers[.galleyEdition] = edition.name
        // The service worker keeps the page for this user, and what is shared.
        headers[.galleyUser] = user.name.percentEncoded()
        var response = Response.html(
            ByteBuffer(string: edition.index(for: user.name, preferences)), headers: headers)
        if let cookie = caller.shown?.cookie {
            response.headers[.setCookie] = sessions.cookies.field(cookie, for: call.request.head)
        }
        return response
    }

    @Sendable private func worker(_ call: PageCall) async throws -> Response {
        guard let editions, let worker = try await threads.runIfActive({ editions.read()?.worker }) else {
            throw Problem.noSuchPath(call.request.uri.path)
        }
        var headers = ComposerRoutes.pageHeaders
        headers[.contentType] = "text/javascript; charset=utf-8"
        headers[.cacheControl] = "no-cache"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: worker)))
    }

    private func user(of caller: Caller) async throws -> (id: UserID, name: String) {
        if let session = caller.shown?.session { return (session.user, session.userName) }
        return (caller.user, try await store.user(caller.user).name)
    }

    @Sendable private func file(_ call: PageCall) async throws -> Response {
        let path = call.request.uri.path
        guard !path.hasSuffix("/"), let names = ServedFile.names(in: path, after: 1) else {
            throw Problem.noSuchPath(path)
        }
        let (plain, edition) = PageEdition.parted(names)
        var headers = plain == ["frame.html"] ? try frameHeaders(call) : ComposerRoutes.pageHeaders
        if edition != nil { headers[.cacheControl] = "max-age=31536000, immutable" }
        guard let folder, let editions,
            case .file(let file)? = try await threads.runIfActive({
                if let edition, !editions.has(edition) { return ServedFile.Found?.none }
                return ServedFile.open(plain, in: folder, wantsFolder: false)
            })
        else { throw Problem.noSuchPath(path) }
        guard let edition, file.isCompressible else {
            return file.response(to: call, headers: headers, threads: threads)
        }
        headers[.vary] = "Accept-Encoding"
        let gzip = try await gzip(plain.joined(separator: "/"), of: edition, to: call) {
            file.bytes(at: 0, count: file.size)
        }
        guard let gzip else { return file.response(to: call, headers: headers, threads: threads) }
        return file.response(to: call, headers: headers, gzip: gzip)
    }

    /// - Returns: nil for a caller that does not accept gzip, and for a file that compression does not shrink.
    private func gzip(
        _ path: String, of edition: String, to call: PageCall, bytes: @escaping @Sendable () -> [UInt8]
    ) async throws -> ByteBuffer? {
        guard call.request.headers.takesGzip else { return nil }
        return try await threads.runIfActive { compressed.gzip(path, of: edition, bytes: bytes) }
    }

    // MARK: - Security headers

    /// Scripts need these too: a worker applies the policy of its own script's response.
    private static let pageHeaders: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
            + "font-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
            + "frame-ancestors 'none'",
        .openerPolicy: "same-origin",
    ]

    /// The headers of the preview frame. Nothing may run in it, and it may send nothing. Remote pictures would tell
    /// their servers that the author is writing, so they load only with `?images=remote`.
    private func frameHeaders(_ call: PageCall) throws -> HTTPFields {
        let remote: String
        switch call.parameter("images") {
        case nil: remote = ""
        case "remote": remote = " https: http:"
        case let found?:
            throw Problem.badParameter("images", "Found “\(found.shortened())”. Use “remote”, or leave it.")
        }
        return [
            .contentSecurityPolicy:
                "default-src 'none'; img-src 'self' data: blob:\(remote); media-src 'self' data: blob:\(remote); "
                + "font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'self'; sandbox allow-same-origin"
        ]
    }
}

extension Call {
    /// Whether a link on another site led here. The browser then sends no `SameSite=Strict` cookie.
    var isFromElsewhere: Bool { ["cross-site", "same-site"].contains(header(.secFetchSite)) }

    /// The requested address with its query.
    var ownPath: String { LocalPath(request.head.path ?? "/")?.text ?? "/" }
}
