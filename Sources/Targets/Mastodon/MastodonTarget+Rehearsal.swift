package import HTTPValues
import JSONTree
package import Posts

// A rehearsal runs the whole dialogue with the answers of a Mastodon server with default limits.

extension MastodonTarget {
    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let path = request.url.dropFirst(origin.count).prefix { $0 != "?" }
        switch (request.method, path) {
        case ("POST", "/api/v1/statuses"): return rehearsedStatus(request, at: instant)
        case ("PUT", let path) where path.hasPrefix("/api/v1/statuses/"): return rehearsedStatus(request, at: instant)
        case ("DELETE", let path) where path.hasPrefix("/api/v1/statuses/"): return .json("{}", at: instant)
        case ("GET", "/api/v2/instance"):
            let statuses = #"{"max_characters":500,"characters_reserved_per_url":23}"#
            return .json(#"{"version":"4.4.0","configuration":{"statuses":\#(statuses)}}"#, at: instant)
        case ("GET", "/.well-known/nodeinfo"):
            let link = #""rel":"http://nodeinfo.diaspora.software/ns/schema/2.0""#
            return .json(#"{"links":[{\#(link),"href":\#(JSON.quoted(origin + "/nodeinfo/2.0"))}]}"#, at: instant)
        case ("GET", "/nodeinfo/2.0"):
            return .json(#"{"software":{"name":"mastodon","version":"4.4.0"}}"#, at: instant)
        case ("POST", "/api/v2/media"):
            let id = String(decoding: request.body, as: UTF8.self).stableNumber
            return .json(#"{"id":"\#(id)","type":"image","url":"\#(origin)/media/\#(id)"}"#, at: instant)
        case ("GET", "/api/v1/accounts/verify_credentials"):
            return .json(#"{"id":"1","acct":"rehearsal"}"#, at: instant)
        case ("GET", "/api/v1/accounts/1/statuses"): return .json("[]", at: instant)
        default: return .json(#"{"error":"Record not found"}"#, status: 404, at: instant)
        }
    }

    private func rehearsedStatus(_ request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        guard let sent = SentStatus(request.body) else {
            return .json(#"{"error":"Validation failed: Text can't be blank"}"#, status: 422, at: instant)
        }
        // As on a real server, the same key returns the same post.
        let copy = request.method == "PUT" ? request.url.split(separator: "/").last.map(String.init) : nil
        let id = copy ?? "\(request.headers.first("Idempotency-Key").map { $0.stableNumber } ?? 1)"
        let address = "\(origin)/@rehearsal/\(id)"
        let status: [String: JSON] = [
            "id": .text(id), "uri": .text(address), "url": .text(address),
            "content": .text("<p>\(sent.text.htmlEscaped)</p>"), "spoiler_text": .text(sent.warning ?? ""),
            "created_at": .text(RFC3339.text(instant)),
        ]
        return .json(JSON.object(status).written, at: instant)
    }
}
