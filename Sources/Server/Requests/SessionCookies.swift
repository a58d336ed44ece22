import HTTPTypes
import PostStore
import Posts

/// The cookie that a signed-in browser shows (RFC 6265).
///
/// Browsers keep cookies by host, not by port: each desk on this machine has a cookie of its own name. Behind a reverse proxy
/// with TLS it is `Secure`, and its prefix has the browser see to it that no neighbouring host set it.
///
/// Another server on 127.0.0.1 is shown it all the same when the browser goes there. Tying the value to the port would not
/// help: who has the cookie is no browser, and sends what headers it likes. What helps is a host name that no other server has:
/// one under `.localhost` in `public_url`, which the system's list of sockets does not tell as it would a 127.x.y.z.
struct SessionCookies: Sendable {
    private let publicAddress: PublicAddress?

    /// As old as an idle session gets; each visit of the page begins it anew.
    private static let ageSeconds = Session.idleMax.seconds
    /// A request has one. More are somebody else's, and not all of them need be tried.
    private static let valuesMax = 4

    init(publicAddress: PublicAddress?) { self.publicAddress = publicAddress }

    /// What may be ours; each has the length of a cookie of ours.
    func values(in request: HTTPRequest) -> [String] {
        let start = name(for: request) + "="
        let pairs = request.headerFields[values: .cookie].lazy.flatMap { $0.split(separator: ";") }
        return pairs.map(\.trimmed).filter { $0.hasPrefix(start) }.prefix(SessionCookies.valuesMax)
            .map { String($0.dropFirst(start.count)) }.filter { $0.utf8.count == Secrets.length }
    }

    /// The value of `Set-Cookie`.
    /// - Parameter value: nil takes the cookie away.
    func field(_ value: String?, for request: HTTPRequest) -> String {
        let age = value == nil ? 0 : SessionCookies.ageSeconds
        let secure = isSecure(request) ? "; Secure" : ""
        return "\(name(for: request))=\(value ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)"
    }

    private func name(for request: HTTPRequest) -> String {
        if isSecure(request) { return "__Host-galley" }
        let authority = request.authority ?? ""
        let port = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] } ?? "80"
        return "galley-\(port.allSatisfy(\.isNumber) ? port : "80")"
    }

    private func isSecure(_ request: HTTPRequest) -> Bool {
        guard let publicAddress, publicAddress.isSecure else { return false }
        return publicAddress.isMeant(by: request)
    }
}
