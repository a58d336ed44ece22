package import HTTPValues
import JSONTree
package import Posts

// A rehearsal runs the whole dialogue with the answers of an empty site.

extension GhostTarget {
    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let base = "\(url)/ghost/api/admin/"
        guard request.url.hasPrefix(base) else { return .json("{}", status: 404, at: instant) }
        let parts = request.url.dropFirst(base.count).prefix { $0 != "?" }.split(separator: "/").map(String.init)
        switch (request.method, parts.first ?? "") {
        case ("GET", "site"):
            return .json(#"{"site":{"title":"Rehearsal","url":"\#(url)/","version":"5.0"}}"#, at: instant)
        case ("GET", let name) where parts.count == 1: return .json(JSON.object([name: .list([])]).written, at: instant)
        case ("POST", "images"):
            let name = String(decoding: request.body.prefix(2000), as: UTF8.self).split(separator: "filename=\"").last
            let file = name?.prefix { $0 != "\"" } ?? "picture"
            let image: JSON = .object(["url": .text("\(url)/content/images/\(file)")])
            return .json(JSON.object(["images": .list([image])]).written, status: 201, at: instant)
        case ("DELETE", _): return HTTPAnswer(status: 204, headers: [], body: [], receivedAt: instant)
        case ("POST", let name), ("PUT", let name):
            return rehearsedPost(request, name, copy: parts.count > 1 ? parts[1] : nil, at: instant)
        case ("GET", let name):
            return .rehearsed([name: .list([post([:], parts.last)])], at: instant)
        default:
            let error = #"{"errors":[{"message":"Resource not found","type":"NotFoundError"}]}"#
            return .json(error, status: 404, at: instant)
        }
    }

    private func post(_ sent: [String: JSON], _ id: String?) -> JSON {
        let slug = sent["slug"]?.text ?? ""
        let own: [String: JSON] = [
            "id": .text(id ?? "rehearsal\(slug.stableNumber)"), "status": sent["status"] ?? .text(status),
            "title": sent["title"] ?? .text(""), "url": .text("\(url)/\(slug.percentEncoded())/"),
            "updated_at": .text("2026-01-01T00:00:00.000Z"),
        ]
        return .object(sent.merging(own) { $1 })
    }

    private func rehearsedPost(_ request: HTTPRequest, _ name: String, copy: String?, at instant: Instant) -> HTTPAnswer
    {
        let sent = (try? JSON(reading: request.body))?[name]?.elements?.first?.fields ?? [:]
        let answer = JSON.object([name: .list([post(sent, copy)])])
        return .json(answer.written, status: copy == nil ? 201 : 200, at: instant)
    }
}
