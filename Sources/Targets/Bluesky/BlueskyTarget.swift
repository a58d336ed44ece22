package import HTTPValues
import JSONTree
package import Posts

/// An account on Bluesky, or on any other server of the AT Protocol that stores posts of `app.bsky`.
///
/// - SeeAlso: https://docs.bsky.app/docs/api/com-atproto-repo-put-record and https://atproto.com/specs/record-key
package struct BlueskyTarget: TargetKind, TargetCopies {
    let login: BlueskySession
    let template: MarkedTemplate?
    let language: Language?
    let audience: BlueskyAudience
    let hashtags: Hashtags
    /// Whether a link to the post is a card with title, summary and picture.
    let hasCard: Bool
    /// Whether a text that is too long becomes a thread; otherwise it is cut.
    let isLongAsThread: Bool
    /// Whether the parts of a thread end with their numbers.
    let isNumbered: Bool
    /// Whether its posts wait for articles, which their cards name.
    var hasArticles = false

    /// Where the post's tags go.
    enum Hashtags: String, CaseIterable {
        /// Into the record, where searches find them and readers do not see them.
        case tags
        case text
        case none
    }

    package var place: ServicePlace {
        ServicePlace(login.origin ?? "https://bsky.app/profile/\(login.account)", origins: login.origins)
    }
    package var session: (any SessionLogin)? { login }

    var service: Service { login.service }

    /// The same record under the same key is stored once, and the server stores it as it was sent. An edit in one step
    /// deletes the old records and creates new ones; repeated, it first looks which of them are there.
    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        let facts = BlueskyFacts(encoded: facts, of: login.owner)
        return TargetTraits(
            .deterministic, edits: .deterministic, isServerKnown: facts != nil, account: facts?.account,
            rebuilt: [.edit, .delete], fitsAnyText: template == nil && !isLongAsThread, storesWhatIsSent: true,
            wordsOnEdit: wordsOnEdit)
    }

    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, key: key)
        case .edit: try frozenPost(manuscript, key: key, isReplacement: true)
        case .delete: try frozenDeletion(key: key)
        }
    }

    /// The session adds the token.
    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        parcel.request(body)
    }

    /// The parcel of a request whose body `prepare` makes.
    /// - Parameter predicted: the body as far as it is known, if it does not follow from the identity.
    func parcel(_ procedure: String, predicted: String = "", key: String, identity: [String: String]) -> Parcel {
        let hole = Parcel.Hole(name: BlueskyTarget.bodyHole, encoding: .verbatim, predicted: predicted)
        return Parcel(
            method: "POST", url: login.url(procedure),
            headers: .json, body: [.hole(hole)], key: key, identity: identity)
    }

    static let bodyHole = "body"
    package var credentials: [HTTPHeader] { [HTTPHeader("Authorization", "Bearer (session)")] }

    func get(_ method: String, _ query: [(String, String)] = []) -> HTTPRequest {
        let fields = query.map { "\($0.0)=\($0.1.percentEncoded())" }.joined(separator: "&")
        return HTTPRequest(
            "GET", login.url(method) + (fields.isEmpty ? "" : "?\(fields)"),
            headers: [.acceptsJSON], carriesCredentials: true)
    }
}

/// Who may answer and quote a post there.
struct BlueskyAudience: Codable, Hashable, Sendable {
    enum Replies: String, Codable, CaseIterable { case everyone, mentioned, followers, following, nobody }
    var replies = Replies.everyone
    var quotes = true

    var hasGates: Bool { replies != .everyone || !quotes }
}

extension BlueskyTarget {
    init(_ section: TargetSection) {
        login = BlueskySession(section)
        template = section.template()
        language = section.language()
        audience = BlueskyAudience(
            replies: section.choice("replies") ?? .everyone, quotes: section.flag("quotes") ?? true)
        hashtags = section.choice("hashtags") ?? .tags
        hasCard = section.flag("card") ?? true
        isLongAsThread = section.isLongAsThread()
        isNumbered = section.isNumbered()
    }
}
