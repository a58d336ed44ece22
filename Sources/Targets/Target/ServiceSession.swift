package import HTTPValues
package import Posts

/// What a service gave in exchange for the credential: a token that lasts for hours. The courier keeps it, because
/// services allow few new ones.
package struct ServiceSession: Codable, Hashable, Sendable {
    /// The settings that it was made for. Others need another session.
    package var owner: String
    /// Scheme, host and port of the server that holds the account.
    package var origin: String
    /// The id of the account.
    package var account: String
    package var access: String
    /// Gives the next session.
    package var refresh: String
    /// µs since 1970; nil if the service does not tell.
    package var endsAt: Int64?
}

/// How a kind gets a session, and what it does with one.
package protocol SessionLogin: Sendable {
    /// The target whose settings have the credential. Targets with the same account share its sessions.
    var holder: String { get }
    /// The settings that a session belongs to.
    var owner: String { get }

    /// Returns the request with the session's token, at the session's server.
    func authorized(_ request: HTTPRequest, by session: ServiceSession) -> HTTPRequest

    /// Whether the service refused the token, and so did nothing else.
    func isRefusal(_ exchange: Exchange) -> Bool

    /// The dialogue that ends with a usable session.
    /// - Parameter former: the session that ended or was refused; nil if there was none.
    func renew(_ former: ServiceSession?, now: Instant, answers: [Exchange]) -> Step<SessionRenewal>
}

package enum SessionRenewal: Hashable, Sendable {
    case session(ServiceSession)
    /// There is none. The exchange stands for the one that needed it, of which nothing was sent.
    case none(Exchange)
}

extension ServiceSession {
    /// Tokens are renewed before they end, because clocks differ and a request takes time.
    private static let reserve = Span.minutes(2)

    package func isUsable(by owner: String, at now: Instant) -> Bool {
        owner == self.owner && endsAt.map { now + ServiceSession.reserve < Instant(microseconds: $0) } ?? true
    }
}
