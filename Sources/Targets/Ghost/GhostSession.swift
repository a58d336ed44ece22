import Digests
import HTTPValues
import JSONTree
import Posts

/// The tokens of a key. Each is a JSON Web Token (RFC 7519) that Galley signs and that ends after five minutes, so no
/// request asks for one. Only where Ghost refuses a new one as too old is its clock asked for.
/// - SeeAlso: https://docs.ghost.org/admin-api/#token-authentication
struct GhostSession: SessionLogin {
    let url: String
    let key: GhostKey
    let holder: String
    let owner: String

    private static let life = Span.minutes(5)

    func authorized(_ request: HTTPRequest, by session: ServiceSession) -> HTTPRequest {
        var request = request
        request.headers.append("Authorization", "Ghost \(session.access)")
        return request
    }

    func isRefusal(_ exchange: Exchange) -> Bool {
        guard exchange.status == 401, let words = exchange.answer?.ghostError else { return false }
        return words.contains("jwt expired") || words.contains("maxAge exceeded")
    }

    func renew(_ former: ServiceSession?, now: Instant, answers: [Exchange]) -> Step<SessionRenewal> {
        Dialogue.run(answers, ended: { .none(.failure(HTTPFailure(reached: .nothing, words: $0.words))) }) {
            dialogue throws(Interruption) in
            var lead = former.flatMap { Int64($0.refresh) }.map { Span.seconds($0) } ?? .zero
            if let former, former.isUsable(by: owner, at: now) {
                // It was refused, so one of the clocks is wrong.
                let site = try dialogue.ask(
                    HTTPRequest("GET", "\(url)/ghost/api/admin/site/", headers: [.acceptsJSON, .ghostVersion]))
                lead = site.answer?.clockLead ?? .zero
            }
            return .session(session(at: now, lead: lead))
        }
    }

    /// - Parameter lead: by how much the server's clock is ahead.
    private func session(at now: Instant, lead: Span) -> ServiceSession {
        ServiceSession(
            owner: owner, origin: url.originText, account: key.id, access: token(at: now + lead),
            refresh: "\(lead.microseconds / 1_000_000)", endsAt: (now + Self.life).microseconds)
    }

    private func token(at instant: Instant) -> String {
        let head: JSON = .object(["alg": .text("HS256"), "kid": .text(key.id), "typ": .text("JWT")])
        let claims: JSON = .object([
            "aud": .text("/admin/"), "iat": .number(Int(instant.seconds)),
            "exp": .number(Int((instant + Self.life).seconds)),
        ])
        let signed = [head, claims].map { Array($0.written.utf8).base64URL }.joined(separator: ".")
        return "\(signed).\(HMACSHA256.code(Array(signed.utf8), key: key.bytes).base64URL)"
    }
}
