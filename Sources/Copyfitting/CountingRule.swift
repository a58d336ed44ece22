import Posts

/// The limit of one service for the length of a text, and its way of counting.
///
/// The limit comes from the server itself (`GET /api/v2/instance`) and is never a constant, because only the server
/// decides what it accepts.
package struct CountingRule: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        /// Mastodon's `StatusLengthValidator`: user-perceived characters of warning and text. A web address that
        /// Mastodon would link counts as `reservedPerURL`; of a mention only `@user` counts; a blank text counts as
        /// empty.
        case mastodon(reservedPerURL: Int)
        /// Pleroma and Akkoma: user-perceived characters of text and warning, without surrounding white space.
        case graphemes
        /// GoToSocial: Unicode code points of text and warning, with addresses at their full length.
        case codePoints
        /// Takahē: Unicode code points of the text, without the warning.
        case codePointsOfText
        /// Bluesky: user-perceived characters of the text as shown there, and a tenth of its bytes if that is more.
        case bluesky
        /// Telegram: UTF-16 code units, of which most emoji have two or more.
        case utf16
    }

    /// The limits of a post on Bluesky.
    package static let bluesky = CountingRule(name: "Bluesky", method: .bluesky, limit: BlueskyText.limit)

    /// The limit of a message on Telegram. https://core.telegram.org/bots/api#sendmessage
    package static let telegram = CountingRule(name: "Telegram", method: .utf16, limit: 4096)

    /// The name of the server software for messages, such as “Mastodon”.
    package let name: String
    package let method: Method
    /// The largest count that the server accepts; at least 1.
    package let limit: Int
    /// How a text is sent there; nil for as it is. The server counts it as it is sent.
    package let escaping: TextEscaping?

    package init(name: String, method: Method, limit: Int, escaping: TextEscaping? = nil) {
        self.name = name
        self.method = method
        self.limit = max(1, limit)
        self.escaping = escaping
    }

    /// The same rule with another limit.
    package func limited(to limit: Int) -> CountingRule {
        CountingRule(name: name, method: method, limit: limit, escaping: escaping)
    }

    /// The rule for the software that a server reports (NodeInfo's `software.name`, in any case).
    ///
    /// Unknown software gets the strictest way of counting, so that a text that fits is accepted.
    /// - Parameters:
    ///   - limit: the server's `max_characters`; nil for the default of the software.
    ///   - reservedPerURL: the server's `characters_reserved_per_url`. Only Mastodon and its forks apply it.
    package init(software: String, limit: Int? = nil, reservedPerURL: Int? = nil, escaping: TextEscaping? = nil) {
        let known = KnownServer(software)
        let reserved = min(max(reservedPerURL ?? 23, 1), Self.reservedMax)
        self.init(
            name: known.name, method: known.method ?? .mastodon(reservedPerURL: reserved), limit: limit ?? known.limit,
            escaping: escaping)
    }

    /// The count of a text and its content warning (empty for none), as the service would count it.
    /// - Complexity: linear in the length of both.
    package func count(_ text: String, warning: String = "") -> Int {
        count(asSent: escaping?.escaped(text) ?? text, warning: warning)
    }

    /// The count of a text that is escaped already.
    package func count(asSent text: String, warning: String = "") -> Int {
        switch method {
        case .mastodon(let reserved): (warning + MastodonText(text).countable(reservedPerURL: reserved)).count
        case .graphemes: (text + warning).trimmed.count
        case .codePoints: text.unicodeScalars.count + warning.unicodeScalars.count
        case .codePointsOfText: text.unicodeScalars.count
        case .bluesky: BlueskyText(warning + text).count
        case .utf16: text.utf16.count + warning.utf16.count
        }
    }

    package func fits(_ text: String, warning: String = "") -> Bool { count(text, warning: warning) <= limit }

    /// The largest accepted value; a server that reserves more is misconfigured.
    private static let reservedMax = 1000
}

/// Server software whose counting was verified in its source code.
private struct KnownServer {
    let name: String
    /// nil for Mastodon's.
    let method: CountingRule.Method?
    /// The default limit of the software.
    let limit: Int

    init(_ software: String) {
        switch software.lowercased() {
        case "hometown": (name, method, limit) = ("Hometown", nil, 500)
        case _ where ServerSoftware(software).isMastodonFork: (name, method, limit) = ("Mastodon", nil, 500)
        case "pleroma": (name, method, limit) = ("Pleroma", .graphemes, 5000)
        case "akkoma": (name, method, limit) = ("Akkoma", .graphemes, 5000)
        case "gotosocial": (name, method, limit) = ("GoToSocial", .codePoints, 5000)
        case "takahe", "takahē": (name, method, limit) = ("Takahē", .codePointsOfText, 500)
        // snac refuses no text for its length; it only reports a limit.
        case "snac", "snac2": (name, method, limit) = ("snac", .codePoints, 100_000)
        default: (name, method, limit) = ("This server", .codePoints, 500)
        }
    }
}
