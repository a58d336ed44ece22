import Hummingbird
import JSONTree
import PostStore
import Posts
import Wire

/// An error response (RFC 9457) with its header fields.
struct Problem: Error {
    let body: ProblemBody
    var headers: HTTPFields

    init(
        _ word: String, _ title: String, status: Int, field: String? = nil, revision: Int64? = nil,
        headers: HTTPFields = [:]
    ) {
        body = ProblemBody(word, title, status: status, field: field, revision: revision)
        self.headers = headers
    }

    init(_ body: ProblemBody) {
        self.body = body
        headers = [:]
    }

    var response: Response {
        var headers = headers
        headers[.contentType] = ProblemBody.contentType
        return Response(
            status: HTTPResponse.Status(code: body.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    var bytes: [UInt8] { (try? JSONCoding.encode(body)) ?? Array(#"{"type":"urn:galley:problem:internal"}"#.utf8) }
}

// MARK: - Authentication

extension Problem {
    static let tokenMissing = Problem(
        "token-missing",
        "This needs a token. Create one with “galley token add” and send it as “Authorization: Bearer …”. "
            + "In a browser, sign in with “galley open”.",
        status: 401, headers: [.wwwAuthenticate: #"Bearer realm="galley""#])

    static let tokenUnknown = Problem(
        "token-unknown",
        "This token is unknown, revoked or expired. Create a new one with “galley token add”.",
        status: 401, headers: [.wwwAuthenticate: #"Bearer realm="galley", error="invalid_token""#])

    /// - Parameter wait: more than zero.
    static func tooManyFailures(_ wait: Span) -> Problem {
        let seconds = max(1, wait.seconds + (wait > .seconds(wait.seconds) ? 1 : 0))
        return Problem(
            "too-many-failures",
            "Too many failed sign-ins from your address. Try again in \(seconds) s.",
            status: 429, headers: [.retryAfter: "\(seconds)"])
    }

    static func tooManyConnections(_ max: Int) -> Problem {
        Problem(
            "too-many-connections",
            "You have \(max) connections open, which is the limit. Close some, then try again.", status: 429,
            headers: [.retryAfter: "5", .connection: "close"])
    }

    /// - Parameter isOwn: whether the caller's own requests take the memory, and not those of all users together.
    static func noRoomForBody(_ max: Int, isOwn: Bool) -> Problem {
        let whose = isOwn ? "Your requests in progress" : "The requests in progress of all users"
        return Problem(
            "too-much-at-once",
            "\(whose) take the \(max / 1_000_000) MB of memory that they may. Wait for their answers, then try again.",
            status: 429, headers: [.retryAfter: "2"])
    }

    static func tooManyStreams(_ max: Int) -> Problem {
        Problem(
            "too-many-streams", "You have \(max) event streams open, which is the limit. Close some windows.",
            status: 429, headers: [.retryAfter: "5"])
    }

    static func noStreamsLeft(_ max: Int) -> Problem {
        Problem(
            "too-many-streams",
            "\(max) event streams are open, which is the limit. Try again later.",
            status: 503, headers: [.retryAfter: "5"])
    }

    static let signedOut = Problem(
        "signed-out", "You are not signed in, or your session has ended. Run “galley open”.", status: 401,
        headers: [.wwwAuthenticate: #"Bearer realm="galley""#])

    static let notOwnPage = Problem(
        "foreign-origin",
        "A change from a browser must come from a page of this desk, with “Origin” or “Sec-Fetch-Site”. "
            + "Programs send a token instead of the cookie.", status: 403)

    /// The page belongs to one user, and another user has signed in to the browser since.
    static func otherUser(_ signedIn: String, wanted: String) -> Problem {
        var body = ProblemBody(
            "other-user",
            "“\(signedIn)” is signed in to this browser now. To continue as “\(wanted.shortened())”, sign in again.",
            status: 403)
        body.user = signedIn
        return Problem(body)
    }

    static let noSignInByToken = Problem(
        "no-sign-in-by-token",
        "A token cannot open a session, which would outlive it. Run “galley open” on the desk's machine, "
            + "or use a signed-in browser.", status: 403)

    /// The caller lacks this scope, whatever the request acts on.
    static func scopeMissing(_ scope: Scope, of caller: Caller) -> Problem {
        let may = caller.scopes.words.joined(separator: ", ")
        let next =
            caller.shown != nil || scope == .admin
            ? "Administrators use the galley command on the desk's machine, or a token with this scope."
            : "Create another token with “galley token add NAME --scope \(scope.rawValue)”."
        return Problem(
            "scope-missing",
            "This needs the scope “\(scope.rawValue)”; yours are \(may.isEmpty ? "none" : may). \(next)",
            status: 403)
    }

    static func strangerAtSocket(uid: UInt32) -> Problem {
        Problem(
            "user-unknown",
            "No user of this desk has your user id, which is \(uid). An administrator adds you with "
                + "“galley user add NAME --uid \(uid)”; or use a token over HTTP.", status: 403)
    }

    static let severalHosts = Problem(
        "several-hosts", "The request has more than one Host field. Send one.",
        status: 400, field: "Host")

    static func foreignHost(_ found: String) -> Problem {
        let host = found.isEmpty ? "no host" : "the host “\(found.prefix(100))”"
        return Problem(
            "foreign-host",
            "The request names \(host), which is not this desk. Use 127.0.0.1 or localhost with the desk's port, "
                + "or what `public_url` in [http] names, with its port.", status: 403)
    }

    static func foreignOrigin(_ found: String) -> Problem {
        Problem(
            "foreign-origin",
            "The request comes from “\(found.prefix(100))”, another site. Pages elsewhere may not reach this desk; "
                + "open its own address.", status: 403)
    }
}

// MARK: - Invalid requests

extension Problem {
    static let notHTTP = Problem("bad-http", "This is not a request that HTTP/1.1 allows.", status: 400)

    static let headerTooLarge = Problem(
        "header-too-large",
        "The header of the request is too large. Its fields may have 16 KB each, 32 KB together, and be 100. "
            + "In a browser, delete the cookies of this address.", status: 431)

    static func noSuchPath(_ path: String) -> Problem {
        Problem("no-such-path", "There is nothing at “\(path.prefix(200))”.", status: 404)
    }

    static func noSuchNumber(_ text: String, of parameter: String) -> Problem {
        let words = "There is no \(parameter) “\(text.shortened())”. It is a whole number from 1."
        return Problem("no-such-path", words, status: 404)
    }

    static func noSuchTarget(_ name: String, status: Int = 404, field: String = "target") -> Problem {
        Problem(
            "no-such-target", "There is no target “\(name.prefix(60))”. “galley target list” shows them.",
            status: status,
            field: field)
    }

    static func methodNotAllowed(_ method: String, allow: String) -> Problem {
        Problem(
            "method-not-allowed", "\(method.prefix(20)) is not allowed here. Use \(allow).", status: 405,
            headers: [.allow: allow])
    }

    static let revisionMissing = Problem(
        "revision-missing",
        "A change needs If-Match with the revision you read, such as If-Match: \"3\", so that no text is overwritten.",
        status: 428, field: "If-Match")

    static func badHeader(_ name: String, _ words: String) -> Problem {
        Problem("bad-header", "\(name) is wrong: \(words)", status: 400, field: name)
    }

    static func badParameter(_ name: String, _ words: String) -> Problem {
        Problem("bad-parameter", "The parameter “\(name)” is wrong. \(words)", status: 400, field: name)
    }

    static func unknownParameter(_ found: String, known: [String]) -> Problem {
        let name = found.shortened()
        let near = nearest(to: name, among: known).map { "Did you mean “\($0)”?" }
        let list = known.isEmpty ? "This route has none." : "Known are \(known.sorted().joined(separator: ", "))."
        return Problem("bad-parameter", "There is no parameter “\(name)”. \(near ?? list)", status: 400, field: name)
    }

    /// - Parameter field: the name that the request used.
    static func badField(_ field: String, _ words: String) -> Problem {
        Problem("bad-field", words, status: 422, field: field)
    }

    static func numberTooLarge(_ field: String) -> Problem {
        let field = field.shortened()
        return .badField(field, "The field “\(field)” is wrong. Found a number beyond 64 bits; send a smaller one.")
    }

    /// The system's time zone data determines which zones exist.
    static func noSuchZone(_ name: ZoneName, field: String) -> Problem {
        Problem("no-such-zone", WhenError.unknownZone(name).description, status: 422, field: field)
    }

    static func tooLarge(_ words: String) -> Problem { Problem("too-large", words, status: 413) }

    static func mediaType(_ found: String?, allowed: String) -> Problem {
        let found = found.map { "“\($0.prefix(80))”" } ?? "no Content-Type"
        return Problem("media-type", "Found \(found). Send \(allowed).", status: 415, field: "Content-Type")
    }

    static func contentCoding(_ found: String) -> Problem {
        Problem(
            "media-type", "The body is encoded as “\(found.prefix(40))”. Send it without Content-Encoding.",
            status: 415, field: "Content-Encoding", headers: [.acceptEncoding: "identity"])
    }

    static func panelRefused(_ refusal: PanelRefusal) -> Problem {
        var body = ProblemBody("panel-refused", "The panels did not change.", status: 409)
        body.detail = refusal.reason
        body.alternative = refusal.alternative.map { CommandDocument(offering: $0) }
        return Problem(body)
    }

    static let arrangementNotRead = Problem(
        "revision-missing",
        "Read the arrangement first, and write it with If-Match and the revision you read, such as If-Match: \"3\"; "
            + "or create a new one with If-None-Match: *.", status: 428, field: "If-Match")

    static func reloadRefused(_ refusal: ReloadRefused) -> Problem {
        let title = "The settings files have errors. The daemon keeps its settings."
        var body = ProblemBody("settings-wrong", title, status: 422)
        body.detail = ([title] + refusal.lines).joined(separator: "\n")
        return Problem(body)
    }

    static func refused(_ words: String) -> Problem { Problem("refused", words, status: 409) }

    static func doesNotFit(_ target: TargetName, _ words: String) -> Problem {
        Problem(
            "does-not-fit", "Nothing was scheduled, because of the target “\(target)”: \(words)", status: 422,
            field: target.text)
    }

    /// An unforeseen error. The log has the details.
    static func unforeseen(_ id: String) -> Problem {
        Problem(
            "internal", "Galley failed unexpectedly. Its log has the details under request \(id).", status: 500)
    }
}
