package import HTTPValues
import JSONTree
package import Posts

// A rehearsal runs the whole dialogue with the answers of an empty blog.

extension WriteFreelyTarget {
    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let path = request.url.dropFirst(origin.count).prefix { $0 != "?" }
        switch (request.method, path) {
        case ("GET", "/api/me"): return data(.object(["username": .text("rehearsal")]), at: instant)
        case ("GET", "/api/me/collections"):
            return data(.list([.object(["alias": .text(blog), "url": .text("\(origin)/\(blog)/")])]), at: instant)
        case ("POST", _): return rehearsedPost(request, at: instant)
        case ("DELETE", _): return HTTPAnswer(status: 204, headers: [], body: [], receivedAt: instant)
        case ("GET", let path) where path.hasPrefix("/api/posts/"): return .rehearsed([:], at: instant)
        case ("GET", blogPath("/posts")[...]): return data(.object(["posts": .list([])]), at: instant)
        default:
            let words = path.contains("/collections/") ? "Collection page doesn't exist." : "Post not found."
            return .json(#"{"code":404,"error_msg":"\#(words)"}"#, status: 404, at: instant)
        }
    }

    private func data(_ json: JSON, status: Int = 200, at instant: Instant) -> HTTPAnswer {
        .json(JSON.object(["code": .number(status), "data": json]).written, status: status, at: instant)
    }

    private func rehearsedPost(_ request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        guard let sent = try? JSON(reading: request.body) else {
            return .json(#"{"code":400,"error_msg":"Expected valid JSON object."}"#, status: 400, at: instant)
        }
        let slug = sent["slug"]?.text
        let id = slug.map { "rehearsal\($0.stableNumber)" } ?? request.url.split(separator: "/").last.map(String.init)
        var post: [String: JSON] = [
            "id": .text(id ?? ""), "title": sent["title"] ?? .text(""), "body": sent["body"] ?? .text(""),
            "created": sent["created"] ?? .text(""),
        ]
        if let slug { post["slug"] = .text(slug) }
        if let slug { post["url"] = .text("\(origin)/\(blog)/\(slug.percentEncoded())") }
        return data(.object(post), status: slug == nil ? 200 : 201, at: instant)
    }
}
