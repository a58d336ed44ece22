import HTTPTypes

/// Refuses requests from pages of other sites.
///
/// A page can make a browser send requests to 127.0.0.1. By rebinding its own name to that address (DNS rebinding) it
/// can even read the responses. But a browser always states the host it means and the page that asks. Both must belong
/// to this desk.
struct HostCheck: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>

    /// - Parameters:
    ///   - port: the port of the listening socket.
    ///   - publicAddress: the address behind a reverse proxy, if there is one.
    init(host: String, port: Int, publicAddress: PublicAddress?) {
        let bracketed = host.contains(":") ? "[\(host)]" : host
        let names = ["127.0.0.1", "localhost", "[::1]", bracketed]
        var hosts = Set(names.map { "\($0):\(port)" })
        if port == 80 { hosts.formUnion(names) }
        var origins = Set(hosts.map { "http://\($0)" })
        if let publicAddress {
            hosts.formUnion(publicAddress.authorities)
            origins.insert(publicAddress.origin)
        }
        self.hosts = hosts
        self.origins = origins
    }

    /// The reason to refuse a request that cannot come from this desk or its owner's programs; nil when it may.
    func problem(with request: HTTPRequest) -> Problem? {
        let host = request.authority ?? ""
        guard hosts.contains(host) || hosts.contains(host.lowercased()) else { return .foreignHost(host) }
        if let origin = request.headerFields[.origin], !origins.contains(origin.lowercased()) {
            return .foreignOrigin(origin)
        }
        // “none” means that the user typed the address. “same-site” is another port of this machine.
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none",
            !HostCheck.isNavigation(request)
        {
            return .foreignOrigin(request.headerFields[.referer] ?? site)
        }
        return nil
    }

    /// Whether a user follows a link to a page of the desk as a top-level navigation. The linking page can neither read
    /// the response nor control the window. Such a request can change only who is signed in, and that needs a sign-in
    /// key.
    private static func isNavigation(_ request: HTTPRequest) -> Bool {
        guard request.method == .get, request.headerFields[.secFetchMode] == "navigate",
            request.headerFields[.secFetchDest] == "document"
        else { return false }
        let path = request.path?.prefix { $0 != "?" } ?? ""
        return path == "/" || path.hasPrefix("/sign-in/")
    }
}

extension HTTPRequest {
    /// Whether the browser states that a page of this desk asks. `HostCheck` has checked the origin before.
    var comesFromOwnPage: Bool {
        if let site = headerFields[.secFetchSite] { return site == "same-origin" }
        return headerFields[.origin] != nil
    }
}
