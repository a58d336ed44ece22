import Foundation
import HTTPValues
import PostStore
import Posts
import Rendering
import Targets
import Testing
import Wire

@Suite struct PreviewTests {
    @Test("a text is rendered without being stored, as parts for programs and as a page for people")
    func rendersText() async throws {
        try await House.open { house in
            let parts = try await house.web.json("POST", "/v1/preview", ##"{"body":"# One\n\n*two*"}"##)
            let rendered = try parts.json(RenderedBody.self)
            #expect(rendered.html.contains("<em>two</em>"))
            #expect(rendered.outline == [HeadingBody(level: 1, text: "One", anchor: "one", line: 1)])
            let page = try await house.web.send(
                "POST", "/v1/preview?source_positions",
                headers: ["Content-Type": "text/markdown", "Accept": "text/html"],
                body: "*two* <script>alert(1)</script>")
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(page.text.hasPrefix("<!doctype html>"))
            #expect(page.text.contains("data-sourcepos"))
            #expect(page.header("Content-Security-Policy")?.contains("sandbox") == true)
            #expect(try await house.web.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self).items.isEmpty)
            let long = String(repeating: "a", count: 2_000_001)
            let answer = try await house.web.send(
                "POST", "/v1/preview", headers: ["Content-Type": "text/markdown"], body: long)
            #expect(answer.status == 413)
            #expect(try await house.web.json("POST", "/v1/preview", "{}").status == 422)
        }
    }

    @Test(
        "source positions are included on request, in the address or in the body, which takes precedence",
        arguments: [
            ("", #"{"body":"*a*"}"#, false), ("?source_positions=true", #"{"body":"*a*"}"#, true),
            ("", #"{"body":"*a*","sourcePositions":true}"#, true),
            ("?source_positions", #"{"body":"*a*","sourcePositions":false}"#, false),
        ])
    func placesBlocks(query: String, body: String, has: Bool) async throws {
        try await House.open { house in
            let html = try await house.web.json("POST", "/v1/preview\(query)", body).json(RenderedBody.self).html
            #expect(html.contains(#"data-sourcepos="1:1-1:3""#) == has)
            #expect(try await house.web.json("POST", "/v1/preview?source_positions=banana", body).status == 400)
        }
    }

    @Test(
        "of HTML and JSON, Accept decides by order",
        arguments: [
            ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", true), ("application/json, text/html", false),
            ("text/plain;q=0.5 , text/html;q=0.1, application/json", true), ("*/*", false), ("text/htmlx", false),
        ])
    func choosesKind(accept: String, isPage: Bool) async throws {
        try await House.open { house in
            let answer = try await house.web.send(
                "POST", "/v1/preview", headers: ["Content-Type": " Text/Markdown ; charset=utf-8", "Accept": accept],
                body: "*one*")
            #expect(answer.header("Content-Type") == (isPage ? "text/html; charset=utf-8" : "application/json"))
        }
    }

    @Test("raw HTML never runs in a preview, even where it is allowed")
    func disarmsRawHTML() async throws {
        try await House.open(render: RenderOptions(rawHTML: .allow)) { house in
            let post = try await house.write("<b>Title</b>", "<script>alert(1)</script>")
            let page = try await house.web.send("GET", "/v1/posts/\(post.id)/preview", headers: ["Accept": "text/html"])
            #expect(page.text.contains("<script>"))
            #expect(page.text.contains("&lt;b&gt;Title"))
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("default-src 'none'") && policy.contains("sandbox") && !policy.contains("script"))
        }
    }

    @Test("a preview is sent again only if the text or the view has changed")
    func remembersViews() async throws {
        try await House.open { house in
            let post = try await house.write()
            let path = "/v1/posts/\(post.slug)/preview"
            let first = try await house.web.send("GET", path)
            let tag = try #require(first.header("ETag"))
            let again = try await house.web.send("GET", path, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again.header("ETag") == tag)
            #expect(try await house.web.send("GET", path, headers: ["If-None-Match": "\"x\", W/\(tag)"]).status == 304)
            for other in [path + "?source_positions", path] {
                let accept = ["If-None-Match": tag, "Accept": other == path ? "text/html" : "*/*"]
                #expect(try await house.web.send("GET", other, headers: accept).status == 200)
            }
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)", #"{"body":"x"}"#, headers: ["If-Match": "*"])
            #expect(try await house.web.send("GET", path, headers: ["If-None-Match": tag]).status == 404, "a new slug")
            let changed = try await house.web.send(
                "GET", "/v1/posts/\(post.id)/preview", headers: ["If-None-Match": tag])
            #expect(changed.status == 200)
        }
    }

    @Test("the preview matches the request byte for byte", arguments: ["press", "fediverse", "hook"])
    func showsPayload(name: String) async throws {
        let folder = try House.newFolder()
        let targets = [
            try House.site(folder), try House.mastodon(), try House.webhook(rehearsal: false), try House.wordpress(),
        ]
        try await House.open(targets: targets, folder: folder) { house in
            let post = try await house.write(
                "Ünï “quoted”", #"Words, a [link](https://x.org/) and \"quotes\".\n"#, #","tags":["one two"]"#)
            func preview() async throws -> TargetPreviewBody {
                try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=\(name)").json(
                    TargetPreviewBody.self)
            }
            let before = try await preview()
            #expect(before.problem == nil)
            let published = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication").json(PublishedBody.self)
            house.clock.advance(by: .seconds(5))
            let after = try await preview()
            let delivery = try #require(published.deliveries.first { $0.target == name })
            let parcel = try Parcel(encoded: try await house.store.payload(of: DeliveryID(delivery.id)))
            guard case .http(let kind) = try #require(targets.first { $0.name.text == name }).kind else { return }
            let holes = Dictionary(parcel.predictions) { first, _ in first }
            let request = kind.request(parcel, body: try parcel.filled(holes), at: house.clock.now)
            #expect(after.body == String(decoding: request.body, as: UTF8.self))
            // Only the host of a webhook is shown, because its path may be a secret.
            let address = name == "hook" ? "https://hooks.example.net/…" : request.url
            #expect(after.request == "\(request.method) \(address)")
            #expect(before.request == after.request)
            #expect(!after.headers.contains { $0.contains("token-of-the-author") || $0.contains("abcd") })
            #expect(try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=no").status == 404)
        }
    }

    @Test("what is sent has the quotes and dashes that the preview shows", arguments: [true, false])
    func punctuation(isSmart: Bool) async throws {
        let folder = try House.newFolder()
        let targets = [
            try House.site(folder), try House.mastodon(), try House.webhook(), try House.wordpress(),
            try House.bluesky(),
        ]
        try await House.open(targets: targets, render: RenderOptions(smartPunctuation: isSmart), folder: folder) {
            house in
            let post = try await house.write("", #"She said 'so' -- and left...\n"#)
            let wanted = isSmart ? "She said ‘so’ – and left…" : "She said 'so' -- and left..."
            let page = try await house.web.send("GET", "/v1/posts/\(post.id)/preview").text
            #expect(page.contains(wanted))
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            for target in targets {
                let preview = try await house.web.send(
                    "GET", "/v1/posts/\(post.id)/preview?target=\(target.name.text)"
                ).json(TargetPreviewBody.self)
                #expect((preview.html ?? preview.body).contains(wanted), "\(target.name)")
            }
            for delivery in try await house.deliveries(post.id) {
                let payload = try await house.store.payload(of: DeliveryID(delivery.id))
                #expect(String(decoding: payload, as: UTF8.self).contains(wanted), "\(delivery.target)")
            }
        }
    }

    @Test("a browser gets the page of a target's readers, which loads nothing from elsewhere; programs have none")
    func showsReaders() async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon(), try House.webhook()]
        try await House.open(targets: targets, folder: folder) { house in
            let post = try await house.write("Tides", #"Low <b>tide</b>\n"#, #","language":"pt""#)
            func page(_ name: String) async throws -> Caller.Answer {
                try await house.web.send(
                    "GET", "/v1/posts/\(post.id)/preview?target=\(name)", headers: ["Accept": "text/html"])
            }
            let site = try await page("blog")
            #expect(site.status == 200 && site.text.contains(">Tides</h1>") && site.text.contains("<style>"))
            let policy = site.header("Content-Security-Policy") ?? ""
            #expect(policy.hasPrefix("default-src 'none'; img-src 'self' data:; ") && policy.contains("sandbox"))
            #expect(site.header("Cache-Control") == "no-store")
            #expect(try await page("fediverse").text.contains("<html lang=\"pt\" dir=\"ltr\" data-kind=\"mastodon\">"))
            let none = try await page("hook")
            #expect(none.status == 422 && none.text.contains("Programs read what “hook” gets"))
            #expect(try await page("no").status == 404)
            let path = "/v1/posts/\(post.id)/preview?target="
            #expect(try await house.web.send("GET", path + "blog").json(TargetPreviewBody.self).hasPage == true)
            #expect(try await house.web.send("GET", path + "hook").json(TargetPreviewBody.self).hasPage == nil)
        }
    }

    @Test("a site's preview is the HTML of its page, with its future address")
    func showsSite() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let post = try await house.write()
            let preview = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=blog")
                .json(TargetPreviewBody.self)
            #expect(preview.address == "https://example.org/2026/11/first-light/")
            #expect(preview.html?.contains("<em>words</em>") == true)
            #expect(preview.request == preview.address)
        }
    }
}

extension Parcel {
    /// The predicted text of each placeholder.
    var predictions: [(String, String)] {
        body.compactMap { fragment in
            if case .hole(let hole) = fragment { (hole.name, hole.predicted) } else { nil }
        }
    }
}
