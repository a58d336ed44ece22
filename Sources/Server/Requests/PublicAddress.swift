import HTTPTypes
import Posts

/// The desk's address behind a reverse proxy, as browsers name it.
struct PublicAddress: Sendable {
    let isSecure: Bool
    /// The host with and without the scheme's standard port, in lower case.
    let authorities: Set<String>
    let origin: String
    /// Whether a proxy listens there. Names under `.localhost` lead to the daemon itself.
    private let hasProxy: Bool

    /// - Parameter url: such as `https://desk.example.org`; nil for anything else.
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

    /// Whether the request came through the proxy, judging by its host.
    func isMeant(by request: HTTPRequest) -> Bool { authorities.contains(request.authority?.lowercased() ?? "") }

    /// The address of the client. Only the proxy is trusted for it. The proxy adds the last element of
    /// `X-Forwarded-For`; the client can forge those before it.
    func client(of request: HTTPRequest, from peer: String) -> String {
        guard hasProxy, isMeant(by: request), let last = request.headerFields[values: .xForwardedFor].last else {
            return peer
        }
        let address = last.split(separator: ",").last?.trimmed ?? ""
        return address.isEmpty ? peer : String(address.prefix(64))
    }
}
