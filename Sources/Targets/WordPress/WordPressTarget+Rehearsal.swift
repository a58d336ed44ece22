package import HTTPValues
import JSONTree
package import Posts

// A rehearsal runs the whole dialogue with the answers of an empty WordPress site.

extension WordPressTarget {
    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let base = address("", root: "/")
        let path = request.url.dropFirst(base.count).prefix { $0 != "?" && $0 != "&" }
        switch (request.method, path) {
        case ("GET", "wp/v2/posts"), ("GET", "wp/v2/pages"), ("GET", "wp/v2/tags"), ("GET", "wp/v2/categories"),
            ("GET", "wp/v2/media"):
            return .json("[]", at: instant)
        case ("POST", "wp/v2/posts"), ("POST", "wp/v2/pages"): return rehearsedPost(request, at: instant)
        case ("POST", let path) where path.hasPrefix("wp/v2/posts/") || path.hasPrefix("wp/v2/pages/"):
            return rehearsedEdit(request, of: String(path.split(separator: "/").last ?? ""), at: instant)
        case ("GET", let path) where path.hasPrefix("wp/v2/posts/") || path.hasPrefix("wp/v2/pages/"):
            return .rehearsed([:], at: instant)
        case ("DELETE", _): return .json("{}", at: instant)
        case ("POST", "wp/v2/tags"), ("POST", "wp/v2/categories"):
            let name = (try? JSON(reading: request.body))?["name"]?.text ?? ""
            let term: [String: JSON] = ["id": .number(name.stableNumber), "name": .text(name)]
            return .json(JSON.object(term).written, status: 201, at: instant)
        case ("POST", let path) where path.hasPrefix("wp/v2/media"): return rehearsedPicture(request, at: instant)
        case ("GET", "wp/v2/users/me"): return .json(#"{"id":1,"name":"rehearsal","roles":["author"]}"#, at: instant)
        case ("GET", ""): return .json(#"{"name":"Rehearsal"}"#, at: instant)
        default:
            let error = #"{"code":"rest_no_route","message":"No route was found.","data":{"status":404}}"#
            return .json(error, status: 404, at: instant)
        }
    }

    private func rehearsedPicture(_ request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let disposition = request.headers.first("Content-Disposition") ?? ""
        let name = disposition.split(separator: "\"").dropFirst().first.map(String.init) ?? "picture"
        let picture: [String: JSON] = [
            "id": .number(name.stableNumber), "source_url": .text("\(home)/wp-content/uploads/\(name)"),
        ]
        return .json(JSON.object(picture).written, status: 201, at: instant)
    }

    private func rehearsedEdit(_ request: HTTPRequest, of copy: String, at instant: Instant) -> HTTPAnswer {
        let sent = try? JSON(reading: request.body)
        let post: [String: JSON] = [
            "id": .number(Int(copy) ?? 0), "slug": .text(copy), "status": .text(status),
            "title": .object(["raw": sent?["title"] ?? .null]), "content": .object(["raw": sent?["content"] ?? .null]),
        ]
        return .json(JSON.object(post).written, at: instant)
    }

    private func rehearsedPost(_ request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        guard let sent = try? JSON(reading: request.body), let slug = sent["slug"]?.text else {
            let error = #"{"code":"rest_invalid_json","message":"Invalid JSON body passed.","data":{"status":400}}"#
            return .json(error, status: 400, at: instant)
        }
        let post: [String: JSON] = [
            "id": .number(slug.stableNumber), "slug": .text(slug), "status": sent["status"] ?? .null,
            "link": .text("\(home)/\(slug.percentEncoded())/"), "title": .object(["raw": sent["title"] ?? .null]),
            "content": .object(["raw": sent["content"] ?? .null]),
        ]
        return .json(JSON.object(post).written, status: 201, at: instant)
    }
}
