import HTTPTypes
import PostStore
import Posts

/// The cookie of a signed-in browser (RFC 6265).
///
/// Browsers keep cookies per host, not per port, so each desk on a machine needs a cookie with a different name. Behind
/// a reverse proxy with TLS the cookie is `Secure`, and its prefix makes the browser ensure that no neighbouring host
/// set it.
///
/// Other servers on 127.0.0.1 still receive the cookie when the browser visits them. Tying the value to the port would
/// not help: an attacker with the cookie uses no browser and can send any header. A host name that no other server uses
/// does help: one under `.localhost` in `public_url`. Unlike 127.x.y.z, such a name does not appear in the system's
/// list of sockets.
struct SessionCookies: Sendable {
    let publicAddress: PublicAddress?

    /// The cookie lives as long as an idle session. Each visit to the page starts the period again.
    private static let ageSeconds = Session.idleMax.seconds
    /// A request has one such cookie. More come from other servers, and not all of them need a lookup.
    private static let valuesMax = 4

    /// The values that may be cookies of this desk, each with the right length.
    func values(in request: HTTPRequest) -> [String] {
        let start = name(for: request) + "="
        let pairs = request.headerFields[values: .cookie].lazy.flatMap { $0.split(separator: ";") }
        return pairs.map(\.trimmed).filter { $0.hasPrefix(start) }.prefix(SessionCookies.valuesMax)
            .map { String($0.dropFirst(start.count)) }.filter { $0.utf8.count == Secrets.length }
    }

    /// A value for `Set-Cookie`.
    /// - Parameter value: nil deletes the cookie.
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
