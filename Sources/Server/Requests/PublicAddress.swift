import HTTPTypes
import Posts

/// The desk's address behind a reverse proxy, as its visitors' browsers name it.
struct PublicAddress: Sendable {
    let isSecure: Bool
    /// With and without the port that goes without saying; in lower case.
    let authorities: Set<String>
    let origin: String
    /// Whether somebody else listens there: names under `.localhost` are the desk's own door.
    private let hasProxy: Bool

    /// - Parameter url: such as `https://service.example.org`; nil for what is no address.
    init?(_ url: String) {
        guard let end = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<end.lowerBound].lowercased()
        let authority = url[end.upperBound...].prefix { $0 != "/" }.lowercased()
        isSecure = scheme == "https"
        let standard = isSecure ? ":443" : ":80"
        let short = authority.hasSuffix(standard) ? String(authority.dropLast(standard.count)) : authority
        let hasNoPort = short.hasPrefix("[") ? short.hasSuffix("]") : !short.contains(":")
        authorities = hasNoPort ? [short, short + standard] : [short]
        origin = "\(scheme)://\(short)"
        let host = short.prefix { $0 != ":" }
        hasProxy = host != "localhost" && !host.hasSuffix(".localhost")
    }

    /// Whether a request came through the proxy, by the host that it names.
    func isMeant(by request: HTTPRequest) -> Bool { authorities.contains(request.authority?.lowercased() ?? "") }

    /// Who is at the other end of a request. The proxy is believed about that, and nobody else: of what
    /// `X-Forwarded-For` says, its last part is by the proxy itself, and what stands before may be anybody's invention.
    func client(of request: HTTPRequest, from peer: String) -> String {
        guard hasProxy, isMeant(by: request), let last = request.headerFields[values: .xForwardedFor].last else {
            return peer
        }
        let address = last.split(separator: ",").last?.trimmed ?? ""
        return address.isEmpty ? peer : String(address.prefix(64))
    }
}
