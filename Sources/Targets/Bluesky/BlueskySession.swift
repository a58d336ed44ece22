import Digests
package import HTTPValues
import JSONTree
package import Posts

/// The sessions of an account on the AT Protocol. They are made with an app password.
///
/// A server allows 30 new sessions in five minutes and 300 a day for each account, so they are refreshed.
/// - SeeAlso: https://docs.bsky.app/docs/api/com-atproto-server-create-session
package struct BlueskySession: SessionLogin {
    /// The handle or the DID, as the author wrote it.
    let account: String
    let password: Secret
    /// The server that holds the account; nil if it has to be found.
    let origin: String?
    package let holder: String
    package let owner: String

    /// Stands in addresses of requests for a server that is not known yet.
    static let unknownOrigin = "https://{server of the account}"

    var service: Service { Service(name: origin?.hostText ?? "Bluesky", secrets: [password]) }

    /// The servers that parcels may name: the session knows the server of an account that has to be found.
    var origins: [String] { [origin, BlueskySession.unknownOrigin].compactMap(\.self) }

    func url(_ method: String) -> String { "\(origin ?? BlueskySession.unknownOrigin)/xrpc/\(method)" }

    package func authorized(_ request: HTTPRequest, by session: ServiceSession) -> HTTPRequest {
        var request = request
        if request.url.hasPrefix(BlueskySession.unknownOrigin) {
            request.url = session.origin + request.url.dropFirst(BlueskySession.unknownOrigin.count)
        }
        request.headers.append("Authorization", "Bearer \(session.access)")
        return request
    }

    package func isRefusal(_ exchange: Exchange) -> Bool {
        guard let answer = exchange.answer, answer.status == 400 || answer.status == 401 else { return false }
        if answer.isTokenRefusal { return true }
        // Some servers answer in plain text. A closed account needs no other token.
        return answer.status == 401 && !answer.isOfClosedAccount
    }
}

extension JSON {
    /// Of the document of a DID: the server that holds the account.
    var accountServer: JSON? {
        self["service"]?.elements?.first { $0["id"]?.text?.hasSuffix("#atproto_pds") == true }?["serviceEndpoint"]
    }
}

extension HTTPAnswer {
    /// Whether the answer says that the token ended or is wrong, which servers of the AT Protocol do with a 400.
    var isTokenRefusal: Bool { ["ExpiredToken", "InvalidToken", "AuthMissing"].contains(json?["error"]?.text) }

    /// Such as `AccountTakedown` and `AccountDeactivated`.
    fileprivate var isOfClosedAccount: Bool { status == 401 && json?["error"]?.text?.hasPrefix("Account") == true }

    /// The server's message in `{"error": "Name", "message": "…"}`.
    var blueskyError: String? {
        guard let json, let name = json["error"]?.text else { return nil }
        return [name, json["message"]?.text].compactMap(\.self).joined(separator: ": ")
    }
}

// MARK: - SessionRenewal

extension BlueskySession {
    package func renew(_ former: ServiceSession?, now: Instant, answers: [Exchange]) -> Step<SessionRenewal> {
        Dialogue.run(answers, ended: { SessionRenewal.none(standIn(for: $0, now)) }) { dialogue throws(Interruption) in
            if let former, former.owner == owner {
                for _ in 0..<2 {
                    let exchange = try dialogue.ask(refresh(former))
                    if let session = session(in: exchange, at: former.origin, now: now) { return .session(session) }
                    guard case .failure = exchange else { break }
                }
            }
            let remembered = former.flatMap { $0.owner == owner ? $0.account : nil }
            let origin = try server(of: remembered, &dialogue)
            let exchange = try dialogue.ask(create(at: origin))
            if let session = session(in: exchange, at: origin, now: now) { return .session(session) }
            return .none(standIn(for: exchange))
        }
    }

    private func refresh(_ session: ServiceSession) -> HTTPRequest {
        HTTPRequest(
            "POST", "\(session.origin)/xrpc/com.atproto.server.refreshSession",
            headers: [.acceptsJSON, HTTPHeader("Authorization", "Bearer \(session.refresh)")], isMutation: true,
            carriesCredentials: true)
    }

    private func create(at origin: String) -> HTTPRequest {
        let body: JSON = .object(["identifier": .text(account), "password": .text(password.text)])
        return .json(body, to: "\(origin)/xrpc/com.atproto.server.createSession")
    }

    private func session(in exchange: Exchange, at origin: String, now: Instant) -> ServiceSession? {
        guard exchange.status == 200, let json = exchange.answer?.json, let did = json["did"]?.identifier,
            let access = json["accessJwt"]?.identifier, let refresh = json["refreshJwt"]?.identifier
        else { return nil }
        return ServiceSession(
            owner: owner, origin: origin, account: did, access: access, refresh: refresh,
            endsAt: JSONWebToken.endsAt(access))
    }

    /// Nothing of the request that needs the session was sent, so only a refusal of the password, and the wish to wait,
    /// may count as its answer.
    private func standIn(for exchange: Exchange) -> Exchange {
        guard let answer = exchange.answer else {
            return exchange.unsent("\(service.name) did not answer the sign-in.")
        }
        // A new password does not open a closed account, and no wrong setting.
        if answer.isOfClosedAccount || answer.isFromSecurePort { return exchange }
        if let origin, answer.isOfNoAccountServer {
            let words =
                "\(origin) answered the sign-in with \(answer.status)\(answer.blueskyError.map { ": \($0)" } ?? ""), so it is no "
                + "server that holds accounts. Leave out `url`, and Galley finds the account's server; or write that one."
            return .success(.wrongServer(words, at: answer.receivedAt))
        }
        // A refusal by something in between, such as a proxy, says nothing about the password.
        if answer.status == 401 || [400, 403].contains(answer.status) && answer.blueskyError != nil {
            let next =
                "Make a new app password (\(BlueskyLogin(origin: origin).pages)) and run: galley target login \(holder)"
            let message = "\(answer.blueskyError ?? "The sign-in was refused"). \(next)"
            let body = JSON.object(["error": .text("AuthenticationRequired"), "message": .text(message)])
            return .success(
                HTTPAnswer(
                    status: 401, headers: answer.headers, body: Array(body.written.utf8), receivedAt: answer.receivedAt)
            )
        }
        if answer.status == 429 { return exchange }
        return exchange.unsent(service.sentence(answer, detail: answer.blueskyError) + " Galley could not sign in.")
    }
}

extension HTTPAnswer {
    /// The name of the error in an answer of Galley's own, which stands for the one of a server that holds no accounts.
    private static let wrongServerName = "GalleyWrongServer"

    fileprivate static func wrongServer(_ words: String, at instant: Instant) -> HTTPAnswer {
        let body = JSON.object(["error": .text(wrongServerName), "message": .text(words)])
        return HTTPAnswer(status: 404, headers: [], body: Array(body.written.utf8), receivedAt: instant)
    }

    var wrongServerWords: String? {
        json?["error"]?.text == HTTPAnswer.wrongServerName ? json?["message"]?.text : nil
    }

    /// Whether it shows that the server knows no sessions: it has no such method, leads elsewhere, or answers with another
    /// success.
    fileprivate var isOfNoAccountServer: Bool {
        [404, 405, 501].contains(status) || (200..<400).contains(status)
    }
}

extension Exchange {
    /// A failure before anything was sent.
    fileprivate func unsent(_ words: String) -> Exchange {
        if case .failure(let failure) = self {
            return .failure(HTTPFailure(reached: .nothing, words: failure.words))
        }
        return .failure(HTTPFailure(reached: .nothing, words: words))
    }
}

/// Of a JSON Web Token (RFC 7519) Galley reads the end only; the server checks it.
private enum JSONWebToken {
    /// µs since 1970.
    static func endsAt(_ token: String) -> Int64? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        guard let bytes = [UInt8](base64URL: parts[1]), let seconds = (try? JSON(reading: bytes))?["exp"]?.integer,
            (0...100_000_000_000).contains(seconds)
        else { return nil }
        return Int64(seconds) * 1_000_000
    }
}

// MARK: - Settings

extension BlueskySession {
    init(_ section: TargetSection) {
        holder = section.name
        account = section.account()
        password = section.secret()
        origin = BlueskySession.origin(in: section)
        owner = section.owner("\(account) \(origin ?? "")")
    }

    /// nil for the server that the account names.
    static func origin(in section: TargetSection) -> String? {
        let origin = section.url(orElse: "")
        return origin.isEmpty ? nil : origin
    }
}

extension TargetSection {
    /// A handle, without `@` and in lower case, or a DID.
    fileprivate func account() -> String {
        let written = text("account")
        guard let text = written?.trimmed, !text.isEmpty else {
            if !isRehearsal {
                complain("account", "The “account” is missing. Write the handle, such as ada.bsky.social.")
            }
            return "rehearsal.example"
        }
        let account = text.hasPrefix("did:") ? text : String(text.drop { $0 == "@" }).lowercased()
        let isPlain = account.utf8.allSatisfy {
            (0x30...0x3A).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
        guard isPlain, account.utf8.count <= 253, account.hasPrefix("did:") || account.contains("."),
            account.hasPrefix("did:") || !account.contains(":")
        else {
            complain(
                "account", "Found “\(text.shortened(to: 100))”. Write the handle, such as ada.bsky.social, or the DID.")
            return "rehearsal.example"
        }
        return account
    }
}
