/// A text as Bluesky shows it: an address is shortened, and its facet keeps it whole.
///
/// The rule for shortening is that of the official app (bluesky-social/social-app, `src/lib/strings/url-helpers.ts`):
/// host and path, without the scheme, and of a path over 15 characters the first 13.
package struct BlueskyText: Hashable, Sendable {
    package let text: String
    /// In the order of the text.
    package let facets: [BlueskyFacet]

    /// - Complexity: linear in the length of the text.
    package init(_ whole: String) {
        let bytes = Array(whole.utf8)
        var shown: [UInt8] = []
        var facets: [BlueskyFacet] = []
        var from = 0
        for facet in BlueskyFacet.detected(in: whole) {
            shown += bytes[from..<facet.bytes.lowerBound]
            let start = shown.count
            let part = bytes[facet.bytes]
            if case .link(let address) = facet.feature {
                let short = BlueskyText.shortened(address).utf8
                shown += short.count < part.count ? Array(short) : Array(part)
            } else {
                shown += part
            }
            facets.append(BlueskyFacet(bytes: start..<shown.count, feature: facet.feature))
            from = facet.bytes.upperBound
        }
        text = String(decoding: shown + bytes[from...], as: UTF8.self)
        self.facets = facets
    }

    /// How much of the service's limit of `BlueskyText.limit` the text takes: it counts characters as readers see them,
    /// and bytes up to ten times as many.
    package var count: Int { max(text.count, (text.utf8.count + 9) / 10) }

    /// Characters; the limit of bytes is ten times as high.
    /// https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json
    package static let limit = 300

    private static let pathMax = 15
    private static let pathShown = 13

    private static func shortened(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let rest = address[scheme.upperBound...]
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest[host.endIndex...]
        if path == "/" { return String(host) }
        return path.count > pathMax ? "\(host)\(path.prefix(pathShown))…" : "\(host)\(path)"
    }
}
