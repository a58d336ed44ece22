import Posts

/// How long a text may be at one service, and how that service counts.
///
/// The limit is the live server's own (`GET /api/v2/instance`), never a constant of ours: what matters is what the
/// server that is met will accept.
package struct CountingRule: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        /// Mastodon's `StatusLengthValidator`: user-perceived characters of warning and text; a web address that
        /// Mastodon would link counts as `reservedPerURL`, of a mention only `@user`; a blank text is empty.
        case mastodon(reservedPerURL: Int)
        /// Pleroma and Akkoma: user-perceived characters of text and warning, white space around them not counted.
        case graphemes
        /// GoToSocial: Unicode code points of text and warning, addresses at their full length.
        case codePoints
        /// Takahē: Unicode code points of the text; the warning does not count.
        case codePointsOfText
    }

    /// What the author knows the server as, for messages: “Mastodon”.
    package let name: String
    package let method: Method
    /// The greatest count that is accepted; at least 1.
    package let limit: Int

    package init(name: String, method: Method, limit: Int) {
        self.name = name
        self.method = method
        self.limit = max(1, limit)
    }

    /// The rule of the software that a server says it runs (NodeInfo's `software.name`, in any case).
    ///
    /// Software that is not known here counts in the strictest of these ways, so that what fits is accepted.
    /// - Parameters:
    ///   - limit: the server's `max_characters`; without it that software's default.
    ///   - reservedPerURL: the server's `characters_reserved_per_url`. Only Mastodon and its forks act on it.
    package init(software: String, limit: Int? = nil, reservedPerURL: Int? = nil) {
        let known = KnownServer(software)
        let method: Method =
            switch known.counting {
            case .likeMastodon: .mastodon(reservedPerURL: min(max(reservedPerURL ?? 23, 1), Self.reservedMax))
            case .like(let method): method
            }
        self.init(name: known.name, method: method, limit: limit ?? known.limit)
    }

    /// The count of a text with its content warning (empty for none), as the service would find it.
    /// - Complexity: linear in the length of both.
    package func count(_ text: String, warning: String = "") -> Int {
        switch method {
        case .mastodon(let reserved): (warning + MastodonText(text).countable(reservedPerURL: reserved)).count
        case .graphemes: (text + warning).trimmed.count
        case .codePoints: text.unicodeScalars.count + warning.unicodeScalars.count
        case .codePointsOfText: text.unicodeScalars.count
        }
    }

    package func fits(_ text: String, warning: String = "") -> Bool { count(text, warning: warning) <= limit }

    /// A server that reserves more has made a mistake; the text is not filled up to it.
    private static let reservedMax = 1000
}

/// Server software whose way of counting was read in its source.
private struct KnownServer {
    enum Counting {
        case likeMastodon
        case like(CountingRule.Method)
    }
    let name: String
    let counting: Counting
    /// What its installations start with.
    let limit: Int

    init(_ software: String) {
        switch software.lowercased() {
        case "mastodon": (name, counting, limit) = ("Mastodon", .likeMastodon, 500)
        case "hometown": (name, counting, limit) = ("Hometown", .likeMastodon, 500)
        case "glitchcafe", "glitch-soc", "ecko", "kmyblue", "fedibird", "chuckya":
            (name, counting, limit) = ("Mastodon", .likeMastodon, 500)
        case "pleroma": (name, counting, limit) = ("Pleroma", .like(.graphemes), 5000)
        case "akkoma": (name, counting, limit) = ("Akkoma", .like(.graphemes), 5000)
        case "gotosocial": (name, counting, limit) = ("GoToSocial", .like(.codePoints), 5000)
        case "takahe", "takahē": (name, counting, limit) = ("Takahē", .like(.codePointsOfText), 500)
        // snac refuses no text for its length; it only says how long one may be.
        case "snac", "snac2": (name, counting, limit) = ("snac", .like(.codePoints), 100_000)
        default: (name, counting, limit) = ("This server", .like(.codePoints), 500)
        }
    }
}
