package import HTTPValues
import JSONTree
package import Posts

/// The articles of a blog in the repository of an account on the AT Protocol: a record for the blog and a record for
/// each post, by which networks recognize the blog's pages. No setting names such a target; `Target.withArticles` makes
/// it for a blog with the setting `atproto`.
///
/// - SeeAlso: https://standard.site
package struct ArticleTarget: TargetKind, TargetCopies {
    let account: BlueskyTarget
    let blog: ArticleBlog
    /// Whether its requests go to the rehearsal inbox; those of the account's posts need not.
    var isRehearsal = false

    package var place: ServicePlace { ServicePlace(blog.address, origins: account.login.origins) }
    package var session: (any SessionLogin)? { account.session }

    var service: Service { account.service }

    static let publication = "site.standard.publication"
    static let document = "site.standard.document"

    /// The same record under the same key is stored once, as it was sent.
    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        let facts = ArticleFacts(encoded: facts, of: owner)
        return TargetTraits(
            .deterministic, isServerKnown: facts != nil, account: facts?.account, storesWhatIsSent: true,
            wordsOnEdit: "Edits change the article.")
    }

    package var credentials: [HTTPHeader] { account.credentials }

    /// The session adds the token.
    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        account.request(parcel, body: body, at: instant)
    }

    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        account.rehearsalAnswer(to: request, at: instant)
    }
}

/// The blog whose posts are articles.
struct ArticleBlog: Hashable, Sendable {
    let target: TargetName
    /// Without a trailing `/`.
    let address: String
    let name: String
    let description: String
    /// Whether Galley writes its pages.
    let isSite: Bool

    /// The path of a page below the blog's address; nil for a page elsewhere. One address may have http and the other
    /// https, as behind some proxies.
    func path(of page: String) -> String? {
        let (page, start) = (page.withoutScheme, address.withoutScheme)
        guard page.hasPrefix(start) else { return nil }
        let path = page.dropFirst(start.count)
        if path.isEmpty { return "/" }
        return path.hasPrefix("/") ? String(path) : nil
    }

    /// Whether a page is at the host and port of the blog, with http or https.
    func isOnHost(_ page: String) -> Bool {
        let origin = page.originText
        // After anything else than a slash, programs differ in what they take for the host.
        guard page.isWebAddress, ["/", nil].contains(page.dropFirst(origin.count).first) else { return false }
        return origin.withoutScheme == address.originText.withoutScheme
    }

    /// Addresses are equal for networks if they differ in this way only.
    static func compared(_ address: String) -> String {
        let text = address.withoutScheme
        let host = text.prefix { $0 != "/" }
        return (host.lowercased() + text.dropFirst(host.count)).withoutTrailing("/")
    }
}
