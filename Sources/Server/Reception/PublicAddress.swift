/// The desk's address behind a reverse proxy, as its visitors' browsers name it.
struct PublicAddress: Sendable {
    let isSecure: Bool
    /// With and without the port that goes without saying; in lower case.
    let authorities: Set<String>
    let origin: String

    /// - Parameter url: such as `https://desk.example.org`; nil for what is no address.
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
    }
}
