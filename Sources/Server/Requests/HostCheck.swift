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
    ///   - publicAddress: behind a reverse proxy, if there is one.
    init(host: String, port: Int, publicAddress: PublicAddress?) {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        var hosts = Set(["127.0.0.1", "localhost", "[::1]", bracketed].map { "\($0):\(port)" })
        if port == 80 { hosts.formUnion(["127.0.0.1", "localhost", "[::1]", bracketed]) }
        var origins = Set(hosts.map { "http://\($0)" })
        if let publicAddress {
            hosts.formUnion(publicAddress.authorities)
            origins.insert(publicAddress.origin)
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
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none",
            !HostCheck.isVisit(request)
        {
            return .foreignOrigin(request.headerFields[.referer] ?? site)
        }
        return nil
    }

    /// Whether somebody follows a link to the desk's own pages, in a window of its own. The page they come from neither sees
    /// what is answered nor keeps a hold of the window, and the answer changes nothing but who is signed in here, which
    /// takes a key.
    private static func isVisit(_ request: HTTPRequest) -> Bool {
        guard request.method == .get, request.headerFields[.secFetchMode] == "navigate",
            request.headerFields[.secFetchDest] == "document"
        else { return false }
        let path = request.path?.prefix { $0 != "?" } ?? ""
        return path == "/" || path.hasPrefix("/sign-in/")
    }
}

extension HTTPRequest {
    /// Whether a page of this very desk asks, by a browser's word. What origins are given was checked before.
    var comesFromOwnPage: Bool {
        if let site = headerFields[.secFetchSite] { return site == "same-origin" }
        return headerFields[.origin] != nil
    }
}

extension HTTPField.Name {
    /// A name that is known to be one.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("“\(name)” is not a header field name.") }
        return name
    }

    static let secFetchSite = known("Sec-Fetch-Site")
    static let secFetchMode = known("Sec-Fetch-Mode")
    static let secFetchDest = known("Sec-Fetch-Dest")
    static let severalHosts = known(ConnectionWatch.severalHosts)
    static let secPurpose = known("Sec-Purpose")
    static let openerPolicy = known("Cross-Origin-Opener-Policy")
    /// For whom a page speaks, percent-encoded. A browser has one cookie for all its pages, and another user may have signed
    /// in since this one was loaded.
    static let galleyUser = known("Galley-User")
    static let idempotencyKey = known("Idempotency-Key")
    static let lastEventID = known("Last-Event-ID")
    static let referrerPolicy = known("Referrer-Policy")
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    static let xForwardedFor = known("X-Forwarded-For")
    static let rehearsalPass = known("Galley-Rehearsal")
    static let rehearsedURL = known("Galley-Rehearsed-URL")
}
