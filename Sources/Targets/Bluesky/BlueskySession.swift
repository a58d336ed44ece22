import Digests
package import HTTPValues
import JSONTree
package import Posts

/// The sessions of an account on the AT Protocol. They are made with an app password.
///
/// A server allows 30 new sessions in five minutes and 300 a day for each account, so they are refreshed.
/// - SeeAlso: https://docs.bsky.app/docs/api/com-atproto-server-create-session
package struct BlueskySession: Sendable {
    /// The handle or the DID, as the author wrote it.
    let account: String
    let password: Secret
    /// The server that holds the account; nil if it has to be found.
    let origin: String?
    /// The target whose settings have the credential. Targets with the same account share its sessions.
    package let holder: String
    /// The settings that a session belongs to.
    package let owner: String

    /// Stands in addresses of requests for a server that is not known yet.
    static let unknownOrigin = "https://{server of the account}"

    var service: Service { Service(name: origin?.hostText ?? "Bluesky", secrets: [password]) }

    /// The session knows the server of an account that has to be found.
    func leads(to parcel: Parcel) -> Bool {
        [origin, BlueskySession.unknownOrigin].contains { $0.map { parcel.url.hasPrefix($0 + "/") } ?? false }
    }

    func url(_ method: String) -> String { "\(origin ?? BlueskySession.unknownOrigin)/xrpc/\(method)" }

    /// Returns the request with the session's token, at the session's server.
    package func authorized(_ request: HTTPRequest, by session: ServiceSession) -> HTTPRequest {
        var request = request
        if request.url.hasPrefix(BlueskySession.unknownOrigin) {
            request.url = session.origin + request.url.dropFirst(BlueskySession.unknownOrigin.count)
        }
        request.headers.append("Authorization", "Bearer \(session.access)")
        return request
    }

    /// Whether the service refused the token, and so did nothing else.
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
    /// The dialogue that ends with a usable session.
    /// - Parameter former: the session that ended or was refused; nil if there was none.
    package func renew(_ former: ServiceSession?, now: Instant, answers: [Exchange]) -> Step<SessionRenewal> {
        Dialogue.run(answers, ended: { SessionRenewal.none(standIn(for: $0, now)) }) { dialogue throws(Interruption) in
            if let former, former.owner == owner {
                for _ in 0..<2 {
                    let exchange = try dialogue.ask(refresh(former))
                    if let session = session(in: exchange, at: former.origin, now: now) { return .session(session) }
                    guard case .failure = exchange else { break }
                }
            }
            let origin = try server(&dialogue)
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
        // A new password does not open a closed account.
        if answer.isOfClosedAccount { return exchange }
        if [400, 401, 403].contains(answer.status) {
            let next =
                "Make a new app password (https://bsky.app/settings/app-passwords) and run: galley target login \(holder)"
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

// MARK: - The server of an account

extension BlueskySession {
    /// Finds the server: from the handle to the DID, from the DID to its document, from the document to the server.
    /// Each step must confirm the one before it, because the password goes where they lead.
    /// - SeeAlso: https://atproto.com/specs/handle and https://atproto.com/specs/did
    private func server(_ dialogue: inout Dialogue) throws(Interruption) -> String {
        if let origin { return origin }
        var did = account
        if !account.hasPrefix("did:") {
            guard let found = try resolve(account, &dialogue) else {
                throw .ended(
                    .denied(
                        "The handle \(account) leads to no account: neither its domain's DNS nor "
                            + "https://\(account)/.well-known/atproto-did names one. Is `account` right?"))
            }
            did = found
        }
        guard let address = BlueskySession.document(of: did) else {
            throw .ended(.denied("“\(did.shortened(to: 100))” is no account that can be found. Write its handle."))
        }
        let exchange = try dialogue.ask(HTTPRequest("GET", address, headers: [.acceptsJSON]))
        guard exchange.status == 200, let document = exchange.answer?.json else {
            if exchange.status == 404 || exchange.status == 410 {
                throw .ended(.denied("\(address) does not know the account \(did)."))
            }
            if case .failure(let failure) = exchange { throw .ended(.unsent(failure.words)) }
            throw .ended(.unsent("\(address) gave no document of the account \(did)."))
        }
        let names = document["alsoKnownAs"]?.elements?.compactMap(\.text) ?? []
        guard document["id"]?.text == did, account == did || names.contains("at://\(account.lowercased())") else {
            throw .ended(.denied("The account \(did) does not confirm that its handle is \(account)."))
        }
        guard let found = document.accountServer?.text, found.hasPrefix("https://"), found.isPlainAddress,
            !found.contains("?"), !found.contains("#")
        else { throw .ended(.denied("The document of \(did) names no server.")) }
        return found.withoutTrailing("/")
    }

    private func resolve(_ handle: String, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        let known = try dialogue.ask(
            HTTPRequest(
                "GET", "\(BlueskySession.directory)/xrpc/com.atproto.identity.resolveHandle?handle=\(handle)",
                headers: [.acceptsJSON]))
        if known.status == 200, let did = known.answer?.json?["did"]?.text { return did }
        let page = try dialogue.ask(HTTPRequest("GET", "https://\(handle)/.well-known/atproto-did"))
        guard page.status == 200, let body = page.answer?.body.prefix(2000) else { return nil }
        let did = String(decoding: body, as: UTF8.self).trimmed
        return did.hasPrefix("did:") ? did : nil
    }

    /// It reads the DNS record of a handle, which libcurl cannot do.
    private static let directory = "https://public.api.bsky.app"

    /// The address of the document of a DID; nil for a DID of an unknown method.
    private static func document(of did: String) -> String? {
        let parts = did.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "did", (1...253).contains(parts[2].utf8.count) else { return nil }
        let allowed = parts[2].utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
        guard allowed else { return nil }
        return switch parts[1] {
        case "plc": "https://plc.directory/\(did)"
        case "web": "https://\(parts[2])/.well-known/did.json"
        default: nil
        }
    }

    /// The answer to the request that needs a session, if the server of the account was not found.
    private func standIn(for outcome: Outcome, _ now: Instant) -> Exchange {
        guard case .denied(let words) = outcome else {
            return .failure(HTTPFailure(reached: .nothing, words: outcome.words))
        }
        let body = JSON.object(["error": .text("AccountNotFound"), "message": .text(words)])
        return .success(HTTPAnswer(status: 401, headers: [], body: Array(body.written.utf8), receivedAt: now))
    }
}

// MARK: - Settings

extension BlueskySession {
    init(_ check: SettingsCheck) throws(TargetSettingsError) {
        holder = check.settings.name
        account = try check.account()
        password = try check.secret()
        origin = check.settings.url == nil ? nil : try check.url()
        owner = check.owner("\(account) \(origin ?? "")")
    }
}

extension SettingsCheck {
    /// A handle, without `@` and in lower case, or a DID.
    func account() throws(TargetSettingsError) -> String {
        guard let text = settings.account?.trimmed, !text.isEmpty else {
            if settings.rehearsal { return "rehearsal.example" }
            throw error("account", "The “account” is missing. Write the handle, such as ada.bsky.social.")
        }
        let account = text.hasPrefix("did:") ? text : String(text.drop { $0 == "@" }).lowercased()
        let isPlain = account.utf8.allSatisfy {
            (0x30...0x3A).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
        guard isPlain, account.utf8.count <= 253, account.hasPrefix("did:") || account.contains("."),
            account.hasPrefix("did:") || !account.contains(":")
        else {
            throw error(
                "account", "Found “\(text.shortened(to: 100))”. Write the handle, such as ada.bsky.social, or the DID.")
        }
        return account
    }
}
