import Digests
import HTTPValues
import JSONTree

/// The login at a server that speaks Mastodon's API, by OAuth with PKCE: the server gives the person a code to paste.
///
/// - SeeAlso: https://docs.joinmastodon.org/methods/oauth/ and RFC 7636
struct MastodonLogin: LoginForm {
    /// Scheme, host and port, without a trailing `/`.
    let origin: String

    func credential(_ talk: inout LoginTalk) throws(LoginInterruption) -> String {
        let application = try application(&talk)
        let (verifier, words) = (talk.random.base64URL, "It may post and see your own posts, nothing else:")
        let page = approval(application, challenge: SHA256.hash(verifier.utf8).base64URL)
        let code = try talk.ask(
            "Paste the code that the page shows: ",
            after: "Open this address in a browser, sign in and approve. \(words)\n\n  \(page)\n")
        let exchange = try talk.send(exchange(application, code: code, verifier: verifier))
        do throws(LoginError) {
            return try token(in: exchange)
        } catch {
            guard error.isUnknownApplication else { throw .failed(error) }
            try talk.keep(nil, as: file)
            throw .failed(LoginError("\(error) Galley registers itself again: run the command once more."))
        }
    }

    /// Where the application is kept.
    private var file: String {
        "app-\(origin.drop { $0 != ":" }.drop { ":/".contains($0) })".replacing(":", with: "-")
    }

    private func application(_ talk: inout LoginTalk) throws(LoginInterruption) -> Application {
        let kept = try talk.recall(file)
        if let known = kept.flatMap({ try? JSONCoding.decode(Application.self, from: Array($0.utf8)) }) { return known }
        let exchange = try talk.send(registration)
        let application: Application
        do throws(LoginError) { application = try self.application(in: exchange) } catch { throw .failed(error) }
        try talk.keep(try? JSONCoding.text(application), as: file)
        return application
    }

    /// What the server knows Galley by. A server registers it once.
    struct Application: Codable, Hashable, Sendable {
        let id, secret: String
    }

    private static let scopes = "read:accounts read:statuses write:statuses write:media"

    /// Takahē shows the account only to a token with the whole right `read`. Its ids begin with `tk-`.
    private func scopes(for application: Application) -> String {
        application.id.hasPrefix("tk-") ? "read write:statuses write:media" : MastodonLogin.scopes
    }

    /// Makes the server show the code instead of leading to an address.
    private static let showsCode = "urn:ietf:wg:oauth:2.0:oob"

    var registration: HTTPRequest {
        form(
            "/api/v1/apps",
            [
                ("client_name", "Galley"), ("redirect_uris", MastodonLogin.showsCode),
                ("scopes", "read " + MastodonLogin.scopes),
            ])
    }

    func application(in exchange: Exchange) throws(LoginError) -> Application {
        let answer = try json(exchange)
        guard let id = answer["client_id"]?.identifier, let secret = answer["client_secret"]?.identifier else {
            throw LoginError("\(service.name) registered no application. Is `url` a Mastodon server?")
        }
        return Application(id: id, secret: secret)
    }

    /// The page on which the person approves.
    /// - Parameter challenge: the SHA-256 of the verifier, in base64url.
    func approval(_ application: Application, challenge: String) -> String {
        let fields = [
            ("response_type", "code"), ("client_id", application.id), ("redirect_uri", MastodonLogin.showsCode),
            ("scope", scopes(for: application)), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        return "\(origin)/oauth/authorize?" + fields.formEncoded
    }

    func exchange(_ application: Application, code: String, verifier: String) -> HTTPRequest {
        form(
            "/oauth/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("client_id", application.id),
                ("client_secret", application.secret), ("redirect_uri", MastodonLogin.showsCode),
                ("scope", scopes(for: application)), ("code_verifier", verifier),
            ])
    }

    func token(in exchange: Exchange) throws(LoginError) -> String {
        guard let token = try json(exchange)["access_token"]?.identifier else {
            throw LoginError("\(service.name) accepted the code but sent no token. Try again.")
        }
        return token
    }

    private var service: Service { Service(name: origin.hostText, secrets: []) }

    private func form(_ path: String, _ fields: [(String, String)]) -> HTTPRequest {
        HTTPRequest(
            "POST", origin + path,
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), .acceptsJSON],
            body: Array(fields.formEncoded.utf8), isMutation: true, carriesCredentials: true)
    }

    private func json(_ exchange: Exchange) throws(LoginError) -> JSON {
        if let problem = service.problem(exchange, detail: { $0.mastodonError }) {
            let isUnknown = exchange.answer?.json?["error"]?.text == "invalid_client"
            throw LoginError(problem.words, isUnknownApplication: isUnknown)
        }
        guard let json = exchange.answer?.json else {
            throw LoginError("\(service.name) answered with something else than JSON.")
        }
        return json
    }
}
