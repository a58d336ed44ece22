import Foundation
import TestSupport
import Testing
import Wire

@Suite("Pictures over HTTP")
struct MediaRouteTests {
    /// A PNG with private text in it.
    static func png(_ mark: UInt8 = 1, filling: Int = 1) -> [UInt8] {
        TestSupport.png(text: "GPS\0here", content: [UInt8](repeating: mark, count: filling))
    }

    private func upload(
        _ caller: Caller, _ query: String = "", _ bytes: [UInt8] = png()
    ) async throws -> Caller.Answer {
        let headers = ["Content-Type": "image/png"]
        return try await caller.send("POST", "/v1/media\(query)", headers: headers, bytes: bytes, host: "(own)")
    }

    @Test("a picture is added, described, shown and removed")
    func whole() async throws {
        try await House.open { house in
            let answer = try await upload(
                house.web, "?name=harbour+old.png&alt=Boats%20%20at%20low%20tide&focus=0.5,-1")
            #expect(answer.status == 201)
            let media = try answer.json(MediaBody.self)
            #expect(answer.header("Location") == "/v1/media/\(media.id)" && answer.header("ETag") == "\"1\"")
            #expect(media.width == 30 && media.height == 20 && media.type == "image/png" && media.isUnused)
            #expect(media.alt == "Boats at low tide" && media.name == "harbour old.png" && media.focus == [0.5, -1])
            #expect(media.address == "media:\(media.id)")

            let file = try await house.web.send("GET", "/v1/media/\(media.id)/file")
            #expect(file.header("Content-Type") == "image/png" && file.body.count == media.bytes)
            #expect(!String(decoding: file.body, as: Unicode.ASCII.self).contains("GPS"))
            #expect(file.header("Content-Security-Policy")?.contains("sandbox") == true)
            // A browser that keeps it asks each time, because another user may have signed in since.
            #expect(file.header("Cache-Control") == "private, no-cache")
            let kept = ["If-None-Match": try #require(file.header("ETag"))]
            let known = try await house.web.send("GET", "/v1/media/\(media.id)/file", headers: kept)
            #expect(known.status == 304)

            let again = try await upload(house.web)
            #expect(again.status == 200)
            #expect(try again.json(MediaBody.self) == media)

            let change = ["If-Match": "\"1\"", "Content-Type": "application/json"]
            let edited = try await house.web.send(
                "PUT", "/v1/media/\(media.id)", headers: change, body: #"{"alt":"Two boats"}"#)
            #expect(try edited.json(MediaBody.self).alt == "Two boats" && edited.header("ETag") == "\"2\"")
            let stale = try await house.web.send("PUT", "/v1/media/\(media.id)", headers: change, body: #"{"alt":"x"}"#)
            #expect(stale.status == 412)

            let post = try await house.write("Harbour", "![](media:\(media.id))")
            let list = try await house.web.send("GET", "/v1/media").json(PageBody<MediaBody>.self)
            #expect(list.items.first?.uses.map(\.id) == [post.id])
            #expect(try await house.web.send("DELETE", "/v1/media/\(media.id)").status == 409)
            let free = try await upload(house.web, "", MediaRouteTests.png(2)).json(MediaBody.self)
            let unread = try await house.web.send("DELETE", "/v1/media/\(free.id)", headers: ["If-Match": "\"7\""])
            #expect(unread.status == 412 && unread.header("ETag") == "\"1\"")
            #expect(try await house.web.send("DELETE", "/v1/media/\(free.id)").status == 204)
            #expect(try await house.web.send("GET", "/v1/media/\(free.id)/file").status == 404)
        }
    }

    @Test("a picture that is too large is refused with the numbers, whether or not its length was announced")
    func tooLarge() async throws {
        try await House.open(mediaBytesMax: 200_000) { house in
            let whole = try await upload(house.web, "", MediaRouteTests.png(1, filling: 200_000))
            #expect(whole.status == 413)
            let words = try house.problem(whole).title
            #expect(words.contains("200 KB (200077 bytes)") && words.contains("200 KB (200000 bytes)"))
            let body = MediaRouteTests.png(1, filling: 300_000)
            let size = String(body.count, radix: 16)
            let lines = [
                "POST /v1/media HTTP/1.1", "Host: localhost:\(house.port)", "Connection: close",
                "Authorization: \(house.web.headers["Authorization"] ?? "")", "Transfer-Encoding: chunked", "", size,
                "",
            ]
            let head = lines.joined(separator: "\r\n")
            let chunked = try await house.web.exchange(Array(head.utf8) + body + Array("\r\n0\r\n\r\n".utf8))
            #expect(chunked.status == 413)
            #expect(try await upload(house.web).status == 201)
        }
    }

    @Test("a file that is not a picture is refused, and none of it stays")
    func refuses() async throws {
        try await House.open { house in
            for text in ["", "hello", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"] {
                let answer = try await upload(house.web, "", Array(text.utf8))
                #expect(answer.status == 422)
                #expect(try house.problem(answer).type.hasSuffix("no-picture"))
            }
            let long = String(repeating: "a", count: 1501)
            for (query, status) in [("?focus=1", 422), ("?focus=2,0", 422), ("?alt=\(long)", 400)] {
                #expect(try await upload(house.web, query).status == status)
            }
            let folder = house.folder.appending(path: "media/arriving").path()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("anonymous callers see no picture, and a signed-in browser does")
    func access() async throws {
        try await House.open { house in
            let media = try await upload(house.web).json(MediaBody.self)
            for path in ["/v1/media", "/v1/media/\(media.id)", "/v1/media/\(media.id)/file"] {
                #expect(try await house.stranger.send("GET", path).status == 401)
            }
            #expect(try await upload(house.stranger).status == 401)
            #expect(try await house.browser().send("GET", "/v1/media/\(media.id)/file").status == 200)
        }
    }

    @Test("the preview shows the desk's pictures with their size and description, and lists missing ones")
    func preview() async throws {
        try await House.open { house in
            let media = try await upload(house.web, "?alt=Boats%20%22two%22").json(MediaBody.self)
            let text =
                "![](media:\(media.id)) ![Own](media:\(media.id)) ![](media:0123456789abcdef) `media:\(media.id)`"
            let body = try await house.local.json("POST", "/v1/preview", "{\"body\":\"\(text)\"}")
            let rendered = try body.json(RenderedBody.self)
            let source = "src=\"/v1/media/\(media.id)/file\" width=\"30\" height=\"20\" alt="
            #expect(rendered.html.contains("\(source)\"Boats &quot;two&quot;\""))
            #expect(rendered.html.contains("\(source)\"Own\""))
            #expect(rendered.html.contains("<code>media:\(media.id)</code>"))
            #expect(rendered.diagnostics.count == 1 && rendered.diagnostics[0].contains("media:0123456789abcdef"))

            // A picture's description is part of the preview.
            let post = try await house.write("Harbour", "![](media:\(media.id))")
            let first = try await house.web.send("GET", "/v1/posts/\(post.id)/preview")
            _ = try await house.web.send(
                "PUT", "/v1/media/\(media.id)", headers: ["If-Match": "*", "Content-Type": "application/json"],
                body: #"{"alt":"Other"}"#)
            let tag = try #require(first.header("ETag"))
            let second = try await house.web.send(
                "GET", "/v1/posts/\(post.id)/preview", headers: ["If-None-Match": tag])
            #expect(second.status == 200 && second.text.contains("Other"))
        }
    }

    @Test(
        "each target's preview says how the pictures are sent, and a missing picture blocks publishing")
    func targets() async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon(), try House.wordpress(), try House.webhook()]
        try await House.open(targets: targets, folder: folder) { house in
            let media = try await upload(house.web, "?name=harbour.png").json(MediaBody.self)
            let post = try await house.write("Harbour", "Look: ![](media:\(media.id))")
            for (name, words) in [
                ("blog", "is copied into the site"), ("fediverse", "goes along"), ("press", "media library"),
            ] {
                let preview = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=\(name)")
                    .json(TargetPreviewBody.self)
                #expect(preview.pictures?.count == 1 && preview.pictures?[0].contains(words) == true)
                #expect(preview.pictures?[0].contains("“harbour.png” (30 × 20, ") == true)
                #expect(preview.warnings.contains { $0.contains("no description") })
                #expect(!preview.losses.contains { $0.contains("picture") })
            }
            let blog = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=blog").json(
                TargetPreviewBody.self)
            #expect(blog.html?.contains("src=\"/media/\(media.id).png\" width=\"30\" height=\"20\"") == true)
            let hook = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=hook").json(
                TargetPreviewBody.self)
            #expect(hook.warnings.contains { $0.contains("Pictures do not go along") })
            let missing = try await house.write("Gone", "![x](media:0123456789abcdef)")
            // Another user's picture is not one of the post's, even if an administrator put it there.
            let text = #"{"title":"Of Bo","body":"![](media:\#(media.id))"}"#
            let other = try await house.other(named: "bo").json("POST", "/v1/posts", text).json(PostBody.self)
            for id in [missing.id, other.id] {
                let answer = try await house.local.json("PUT", "/v1/posts/\(id)/publication", #"{"to":["blog"]}"#)
                #expect(answer.status == 422)
                #expect(try house.problem(answer).title.contains("picture in the text is missing"))
            }
        }
    }
}
