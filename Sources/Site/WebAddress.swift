/// An http or https address that is valid in a link and names a host.
struct WebAddress: Hashable, Sendable {
    let text: String
    let host: String
    /// From the first `/` after the host, without the trailing `/`; empty for the root.
    let path: String

    /// nil for other schemes, a missing host, a user name, or characters that an address may not contain.
    init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let allowed = text.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value != 0x7F && !"<>\"'`\\{}|^".unicodeScalars.contains(scalar)
                && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format
        }
        guard allowed else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.hasPrefix("[") ? authority : authority.prefix { $0 != ":" }
        guard !host.isEmpty, !authority.contains("@") else { return nil }
        self.text = text
        self.host = host.lowercased()
        var path = rest.dropFirst(authority.count).prefix { !"?#".contains($0) }
        while path.hasSuffix("/") { path.removeLast() }
        self.path = String(path)
    }

    /// The host as the name of a service.
    var siteName: String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }

    /// Host and path, as people write an address.
    var label: String { siteName + path }
}
