package import HTTPValues
import JSONTree
import Posts
package import Settings

/// How a person gets the credential of a target.
package enum TargetLogin: Sendable {
    case mastodon(MastodonLogin)
    case wordpress(WordPressLogin)
    case bluesky(BlueskyLogin)
    /// A page on which the person makes a password for Galley.
    case page(String)
    /// A token that the person copies from the service's settings.
    case token

    /// - Throws: `TargetSettingsError` for an unusable kind or address, or a target without a credential.
    package init(_ table: SettingsSection) throws(TargetSettingsError) {
        // A credential may not cross a network in the clear, so the address is checked as that of a target that has one.
        let section = TargetSection(table, in: .none, secret: Secret("login"))
        guard let kind = section.kindName() else { throw section.firstProblem }
        guard let login = kind.declaration.login else {
            section.complain("kind", "A \(kind.declaration.title.lowercased()) needs no login.")
            throw section.firstProblem
        }
        self = login(section)
        guard section.isSound else { throw section.firstProblem }
    }
}

/// A step of a login that failed, in a sentence or two.
package struct LoginError: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether the service no longer knows the registered application.
    package let isUnknownApplication: Bool

    package init(_ description: String, isUnknownApplication: Bool = false) {
        self.description = description
        self.isUnknownApplication = isUnknownApplication
    }
}

/// The login at a server that speaks Mastodon's API, by OAuth with PKCE: the server gives the person a code to paste.
///
/// - SeeAlso: https://docs.joinmastodon.org/methods/oauth/ and RFC 7636
package struct MastodonLogin: Hashable, Sendable {
    /// Scheme, host and port, without a trailing `/`.
    package let origin: String

    /// What the server knows Galley by. A server registers it once.
    package struct Application: Codable, Hashable, Sendable {
        package let id, secret: String
    }

    private static let scopes = "read:accounts read:statuses write:statuses write:media"

    /// Takahē shows the account only to a token with the whole right `read`. Its ids begin with `tk-`.
    private func scopes(for application: Application) -> String {
        application.id.hasPrefix("tk-") ? "read write:statuses write:media" : MastodonLogin.scopes
    }

    /// Makes the server show the code instead of leading to an address.
    private static let showsCode = "urn:ietf:wg:oauth:2.0:oob"

    package var registration: HTTPRequest {
        form(
            "/api/v1/apps",
            [
                ("client_name", "Galley"), ("redirect_uris", MastodonLogin.showsCode),
                ("scopes", "read " + MastodonLogin.scopes),
            ])
    }

    package func application(in exchange: Exchange) throws(LoginError) -> Application {
        let answer = try json(exchange)
        guard let id = answer["client_id"]?.identifier, let secret = answer["client_secret"]?.identifier else {
            throw LoginError("\(service.name) registered no application. Is `url` a Mastodon server?")
        }
        return Application(id: id, secret: secret)
    }

    /// The page on which the person approves.
    /// - Parameter challenge: the SHA-256 of the verifier, in base64url.
    package func approval(_ application: Application, challenge: String) -> String {
        let fields = [
            ("response_type", "code"), ("client_id", application.id), ("redirect_uri", MastodonLogin.showsCode),
            ("scope", scopes(for: application)), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        return "\(origin)/oauth/authorize?" + fields.formEncoded
    }

    package func exchange(_ application: Application, code: String, verifier: String) -> HTTPRequest {
        form(
            "/oauth/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("client_id", application.id),
                ("client_secret", application.secret), ("redirect_uri", MastodonLogin.showsCode),
                ("scope", scopes(for: application)), ("code_verifier", verifier),
            ])
    }

    package func token(in exchange: Exchange) throws(LoginError) -> String {
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

/// The login at WordPress: its own page makes an application password and shows it.
///
/// - SeeAlso: https://developer.wordpress.org/advanced-administration/security/application-passwords/
package struct WordPressLogin: Hashable, Sendable {
    /// The address of the blog, without a trailing `/`.
    package let origin: String

    /// The description of the API, which names the page.
    package var discovery: HTTPRequest {
        HTTPRequest("GET", origin + "/?rest_route=/", headers: [.acceptsJSON])
    }

    /// The page that makes the password.
    package func approval(in exchange: Exchange) throws(LoginError) -> String {
        let service = Service(name: origin.hostText, secrets: [])
        if let problem = service.problem(exchange, detail: { _ in nil }) { throw LoginError(problem.words) }
        let pages = exchange.answer?.json?.at("authentication", "application-passwords", "endpoints", "authorization")
        guard let page = pages?.text, page.isWebAddress else {
            throw LoginError(
                "\(service.name) has no application passwords. WordPress has them since 5.6, over https, "
                    + "unless a plugin turns them off.")
        }
        return page + (page.contains("?") ? "&" : "?") + [("app_name", "Galley")].formEncoded
    }

    /// The origin of the page if it is not that of the blog. The person types a password there, so a blog that names the
    /// page of another server needs their consent.
    package func otherOrigin(of page: String) -> String? {
        page.originText == origin.originText ? nil : page.originText
    }
}

extension [(String, String)] {
    /// `application/x-www-form-urlencoded`.
    fileprivate var formEncoded: String { map { "\($0.formEncoded)=\($1.formEncoded)" }.joined(separator: "&") }
}
