extension String {
    /// Whether the text contains nothing that could end a header line or a request line.
    var isPlainAddress: Bool {
        utf8.count <= 2000 && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether the text is a plain address that begins with `https://` or `http://`.
    var isWebAddress: Bool { (hasPrefix("https://") || hasPrefix("http://")) && isPlainAddress }

    /// Host and port of a URL, for messages.
    var hostText: String {
        var rest = self[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        return String(rest.prefix { !"/?#".contains($0) })
    }

    /// Without the port.
    var hostAlone: String { String(hasPrefix("[") ? self[...] : prefix { $0 != ":" }).lowercased() }
}
