extension StringProtocol where SubSequence == Substring {
    /// An address from its host on.
    var withoutScheme: Substring { firstRange(of: "://").map { self[$0.upperBound...] } ?? self[...] }
}

extension Substring {
    /// Whether it is the number of a copy at a service: 1 to 19 digits.
    var isNumberOfCopy: Bool {
        (1...19).contains(utf8.count) && utf8.first != UInt8(ascii: "0")
            && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension String {
    /// Whether the text contains nothing that could end a header line or a request line.
    var isPlainAddress: Bool {
        utf8.count <= 2000 && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether the text is a plain address that begins with `https://` or `http://`.
    var isWebAddress: Bool { (hasPrefix("https://") || hasPrefix("http://")) && isPlainAddress }

    /// The scheme, host and port of an address, in lower case.
    var originText: String {
        self[..<(withoutScheme.firstIndex { "/?#\\".contains($0) } ?? endIndex)].lowercased()
    }

    /// Host and port of a URL, for messages.
    var hostText: String { String(withoutScheme.prefix { !"/?#".contains($0) }) }

    /// Of a URL without its trailing `/`, scheme, host, query and fragment.
    var pathOfAddress: String {
        String(withoutScheme.drop { $0 != "/" }.prefix { $0 != "?" && $0 != "#" }).withoutTrailing("/")
    }

    /// The names in the path of a URL.
    var pathParts: [Substring] { pathOfAddress.split(separator: "/") }

    /// Without the port.
    var hostAlone: String { String(hasPrefix("[") ? self[...] : prefix { $0 != ":" }).lowercased() }
}
