/// A text as Bluesky shows it: an address is shortened, and its facet keeps it whole. Code has no facets.
///
/// The rule for shortening is that of the official app (bluesky-social/social-app, `src/lib/strings/url-helpers.ts`):
/// host and path, without the scheme, and of a path over 15 characters the first 13.
package struct BlueskyText: Hashable, Sendable {
    package let text: String
    /// In the order of the text.
    package let facets: [BlueskyFacet]

    /// - Parameter whole: may contain marks of links and code (`TextMarks`).
    /// - Complexity: linear in the length of the text.
    package init(_ whole: String) {
        var writer = Writer()
        let pieces = whole.unicodeScalars.split(separator: TextMarks.words, omittingEmptySubsequences: false)
        for (number, piece) in pieces.enumerated() {
            if number == 0 { writer.write(Substring(piece)) } else { writer.writeLink(piece) }
        }
        text = String(decoding: writer.bytes, as: UTF8.self)
        facets = writer.facets
    }

    private struct Writer {
        var bytes: [UInt8] = []
        var facets: [BlueskyFacet] = []

        mutating func write(_ text: Substring) {
            let (text, code) = TextMarks.divided(text)
            let part = Array(text.utf8)
            var (from, rest) = (0, code[...])
            for facet in BlueskyFacet.detected(in: text) {
                rest = rest.drop { $0.upperBound <= facet.bytes.lowerBound }
                if let next = rest.first, next.overlaps(facet.bytes) { continue }
                bytes += part[from..<facet.bytes.lowerBound]
                let start = bytes.count
                let words = part[facet.bytes]
                if case .link(let address) = facet.feature {
                    let short = BlueskyText.shortened(address).utf8
                    bytes += short.count < words.count ? Array(short) : Array(words)
                } else {
                    bytes += words
                }
                facets.append(BlueskyFacet(bytes: start..<bytes.count, feature: facet.feature))
                from = facet.bytes.upperBound
            }
            bytes += part[from...]
        }

        /// - Parameter piece: what follows the mark before the words.
        mutating func writeLink(_ piece: Substring.UnicodeScalarView) {
            let halves = piece.split(separator: TextMarks.address, maxSplits: 1, omittingEmptySubsequences: false)
            let words = Substring(halves[0])
            let rest =
                halves.count > 1
                ? halves[1].split(
                    separator: TextMarks.end, maxSplits: 1, omittingEmptySubsequences: false) : []
            guard rest.count > 1 else {
                // The link was cut within its words or its address.
                write(words)
                if let cut = rest.first, cut.last == "…" { bytes += Array("…".utf8) }
                return
            }
            let start = bytes.count
            bytes += Array(TextMarks.divided(words).text.utf8)
            facets.append(BlueskyFacet(bytes: start..<bytes.count, feature: .link(String(Substring(rest[0])))))
            write(Substring(rest[1]))
        }
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
