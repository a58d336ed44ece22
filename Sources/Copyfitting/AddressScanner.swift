/// Finds the web addresses that Mastodon would link and count at a fixed length.
///
/// It also finds addresses without a scheme, because their text is then not available for other addresses
/// (`a.com/http://b.com` is one address without a scheme), but does not report them.
struct AddressScanner {
    let scalars: [Unicode.Scalar]
    private let hosts: HostTable

    private init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        hosts = HostTable(scalars)
    }

    /// In the order of the text.
    /// - Complexity: linear in the length of the text.
    static func addresses(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
        // Mastodon links no address without a scheme.
        scalars.containScheme ? AddressScanner(scalars).addresses() : []
    }

    private func addresses() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var at = 0
        while at < scalars.count {
            guard let match = match(at: at) else {
                at += 1
                continue
            }
            if let address = match.accepted(in: scalars) { found.append(address) }
            at = match.range.upperBound
        }
        return found
    }

    /// The address that begins after the code point at `position`, or at `position` itself at the start of a line.
    private func match(at position: Int) -> AddressMatch? {
        let isLineStart = position == 0 || scalars[position - 1] == "\n"
        if scalars[position].mayPrecedeAddress, let match = address(from: position + 1) { return match }
        return isLineStart ? address(from: position) : nil
    }

    private func address(from start: Int) -> AddressMatch? {
        guard start < scalars.count, scalars[start].isHostScalar else { return nil }
        if let hostStart = schemeEnd(from: start), let host = hosts.host(from: hostStart) {
            return AddressMatch(range: start..<end(after: host), host: host, hasScheme: true)
        }
        guard let host = hosts.host(from: start) else { return nil }
        return AddressMatch(range: start..<end(after: host), host: host, hasScheme: false)
    }

    /// The position after the `://` of a scheme that Mastodon links; nil for any other text.
    private func schemeEnd(from start: Int) -> Int? {
        let head = scalars[start...].prefix(Self.schemeLengthMax + 3)
        guard let colon = head.firstIndex(of: ":"), scalars[colon...].starts(with: "://".unicodeScalars) else {
            return nil
        }
        let scheme = String(String.UnicodeScalarView(head[..<colon])).lowercased()
        return Self.schemes.contains(scheme) ? colon + 3 : nil
    }

    private func end(after host: Range<Int>) -> Int {
        var end = host.upperBound
        if end < scalars.count, scalars[end] == ":" {
            let digits = scalars[(end + 1)...].prefix { ("0"..."9").contains($0) }
            if !digits.isEmpty { end = digits.endIndex }
        }
        if end < scalars.count, scalars[end] == "/" { end = pathEnd(from: end) }
        if end < scalars.count, scalars[end] == "?" { end = queryEnd(from: end) }
        return end
    }

    private static let schemes: Set<String> = [
        "http", "https", "dat", "dweb", "ipfs", "ipns", "ssb", "gopher", "gemini",
    ]
    private static let schemeLengthMax = 6
}

/// An address before the checks that decide whether Mastodon accepts it.
struct AddressMatch {
    let range: Range<Int>
    let host: Range<Int>
    let hasScheme: Bool

    /// The part that Mastodon links; nil if it links none.
    func accepted(in scalars: [Unicode.Scalar]) -> Range<Int>? {
        guard hasScheme else { return nil }
        guard let linked = shortenedAsTwitters(in: scalars) else { return nil }
        guard let encoded = HostEncoding.length(of: scalars[host]) else { return nil }
        let growth = max(0, encoded - host.count)
        return linked.count + growth <= Self.lengthMax ? linked : nil
    }

    /// For an address of Twitter's shortener, only letters and digits belong to the path. nil if there are too many.
    private func shortenedAsTwitters(in scalars: [Unicode.Scalar]) -> Range<Int>? {
        let text = String(String.UnicodeScalarView(scalars[range].prefix(13))).lowercased()
        guard let prefix = ["http://t.co/", "https://t.co/"].first(where: text.hasPrefix) else { return range }
        let slug = scalars[range].dropFirst(prefix.count).prefix(while: \.isASCIIAlphanumeric)
        if slug.isEmpty { return range }
        return slug.count <= 40 ? range.lowerBound..<slug.endIndex : nil
    }

    /// In code points, with the host as encoded.
    private static let lengthMax = 4096
}

extension [Unicode.Scalar] {
    /// Whether a scheme may end in it.
    fileprivate var containScheme: Bool {
        indices.contains { self[$0] == ":" && self[$0...].starts(with: "://".unicodeScalars) }
    }
}

extension Unicode.Scalar {
    /// Whether an address may begin after this scalar: not directly after ASCII letters or digits, and not after the
    /// sign of a mention, a hashtag or a price.
    fileprivate var mayPrecedeAddress: Bool {
        switch self {
        case "@", "＠", "$", "#", "＃", "\u{FFFE}", "\u{FEFF}", "\u{FFFF}": false
        default: !isASCIIAlphanumeric
        }
    }
}
