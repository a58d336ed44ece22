import HTTPTypes
import Hummingbird

/// Keeps the pages of other sites out.
///
/// A page can make a browser send requests to 127.0.0.1, and by rebinding its own name to that address it can even read the
/// answers. But a browser always says which host it means and which page asks: both must be this desk's own.
struct HostCheck: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>

    /// - Parameters:
    ///   - port: where the door listens.
    ///   - publicURL: the address behind a reverse proxy, if there is one.
    init(host: String, port: Int, publicURL: String?) {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        var hosts = Set(["127.0.0.1", "localhost", "[::1]", bracketed].map { "\($0):\(port)" })
        if port == 80 { hosts.formUnion(["127.0.0.1", "localhost", "[::1]", bracketed]) }
        var origins = Set(hosts.map { "http://\($0)" })
        if let publicURL, let scheme = publicURL.firstRange(of: "://") {
            let authority = publicURL[scheme.upperBound...].prefix { $0 != "/" }.lowercased()
            let standard = publicURL.hasPrefix("https") ? ":443" : ":80"
            let short = authority.hasSuffix(standard) ? String(authority.dropLast(standard.count)) : authority
            let long = short.hasPrefix("[") ? short.hasSuffix("]") : !short.contains(":")
            hosts.insert(short)
            origins.insert("\(publicURL[..<scheme.lowerBound].lowercased())://\(short)")
            if long { hosts.insert(short + standard) }
        }
        self.hosts = hosts
        self.origins = origins
    }

    /// Why the request cannot have come from this desk or its owner's programs; nil when it may have.
    func problem(with request: HTTPRequest) -> Problem? {
        let host = request.authority ?? ""
        guard hosts.contains(host) || hosts.contains(host.lowercased()) else { return .foreignHost(host) }
        if let origin = request.headerFields[.origin], !origins.contains(origin.lowercased()) {
            return .foreignOrigin(origin)
        }
        // “none” is the owner, typing an address. “same-site” is another port of this machine.
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none" {
            return .foreignOrigin(request.headerFields[.referer] ?? site)
        }
        return nil
    }
}

extension HTTPField.Name {
    /// A name that is known to be one.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("“\(name)” is no name of a header field.") }
        return name
    }

    static let secFetchSite = known("Sec-Fetch-Site")
    static let idempotencyKey = known("Idempotency-Key")
    static let lastEventID = known("Last-Event-ID")
    static let referrerPolicy = known("Referrer-Policy")
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    static let rehearsalPass = known("Galley-Rehearsal")
    static let rehearsedURL = known("Galley-Rehearsed-URL")
}
