import PostStore
import Posts
import Targets
import Testing
import Wire

@Suite("Effects are announced in advance")
struct ForesightTests {
    private func open(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder), try House.mastodon()], folder: folder, visit)
    }

    private func row(_ house: House) async throws -> PostSummaryBody {
        let page = try await house.web.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self)
        return try #require(page.items.first)
    }

    @Test("a list shows when a scheduled post will be sent, not when it was saved")
    func sendsAt() async throws {
        try await open { house in
            let post = try await house.write()
            #expect(try await row(house).sendsAt == nil)
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"at":"+3h"}"#)
            house.clock.advance(by: .minutes(10))
            #expect(try await row(house).sendsAt == "2026-11-01T15:00:00+00:00")
            #expect(try await house.deliveries(post.id).allSatisfy { $0.endedAt == nil })
            for name in ["blog", "fediverse"] { try await house.deliver(post.id, at: name, .accepted(RemotePost())) }
            let ended = try await house.deliveries(post.id).map(\.endedAt)
            #expect(ended == ["2026-11-01T15:00:00+00:00", "2026-11-01T15:00:00+00:00"])
            let sent = try await row(house)
            #expect(sent.state == "published" && sent.sendsAt == nil)
        }
    }

    @Test("a published post stays published while an edit waits to reach its site")
    func stays() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["blog"]}"#)
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: "https://example.org/x/")))
            let saved = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"title":"First light","body":"Others."}"#, headers: ["If-Match": "*"])
            #expect(try saved.json(PostBody.self).state == "published")
            #expect(try await house.deliveries(post.id).map(\.state) == ["scheduled"])
            // A post that was unpublished and published again is not public until it has arrived.
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let again = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            #expect(try again.json(PublishedBody.self).post.state == "scheduled")
            #expect(try await house.store.siteEntries(of: try TargetName("blog")).isEmpty)
        }
    }

    @Test("a site that keeps its page, because the newer one was cancelled, still gives the post its address")
    func kept() async throws {
        try await open { house in
            let post = try await house.write()
            let (path, page) = ("/v1/posts/\(post.id)", "https://example.org/2026/11/first-light/")
            _ = try await house.web.json("PUT", "\(path)/publication", #"{"to":["blog"]}"#)
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: page)))
            let draft = #"{"title":"First light","body":"Others."}"#
            _ = try await house.web.json("PUT", path, draft, headers: ["If-Match": "*"])
            let newer = try #require(try await house.deliveries(post.id).first)
            _ = try await house.web.send("POST", "/v1/deliveries/\(newer.id)/cancel")
            let preview = try await house.web.send("GET", "\(path)/preview?target=fediverse&to=fediverse")
            #expect(try preview.json(TargetPreviewBody.self).body.contains(page))
            _ = try await house.web.json("PUT", "\(path)/publication", #"{"to":["fediverse"]}"#)
            house.clock.advance(by: .minutes(1))
            let rules = [try TargetName("fediverse"): House.rules]
            for _ in 0..<2 {
                for claimed in try await house.store.claimDue(now: house.clock.now, rules: rules) {
                    #expect(claimed.delivery.target.text == "fediverse" && claimed.parentRecord?.url == page)
                }
            }
            #expect(try await house.deliveries(post.id).map(\.state) == ["cancelled", "preparing"])
        }
    }

    @Test("a preview has the address that is sent with these targets, and marks a predicted one")
    func addresses() async throws {
        try await open { house in
            let post = try await house.write()
            func preview(_ more: String) async throws -> TargetPreviewBody {
                let path = "/v1/posts/\(post.id)/preview?target=fediverse\(more)"
                return try await house.web.send("GET", path).json(TargetPreviewBody.self)
            }
            let assumed = try await preview("")
            #expect(assumed.body.contains("example.org"))
            #expect(assumed.warnings.contains { $0.contains("is expected to give") && $0.contains("alone") })
            let together = try await preview("&to=blog,fediverse")
            let words = "It leaves when “blog” has the post, with the address that the post gets there."
            #expect(together.body.contains("example.org") && together.timing == words)
            #expect(!together.warnings.contains { $0.contains("is expected to give") })
            let alone = try await preview("&to=fediverse")
            #expect(!alone.body.contains("example.org"))
            let published = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#
            ).json(PublishedBody.self)
            let id = DeliveryID(try #require(published.deliveries.first).id)
            #expect(try Parcel(encoded: try await house.store.payload(of: id)).predictedBody == alone.body)
            #expect(
                try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=fediverse&to=nobody").status == 404
            )
        }
    }

    @Test("an empty post is not published, and the answer says why")
    func empty() async throws {
        try await open { house in
            let made = try await house.web.json("POST", "/v1/posts", #"{"body":" \n"}"#).json(PostBody.self)
            let answer = try await house.web.json("PUT", "/v1/posts/\(made.id)/publication", "{}")
            #expect(answer.status == 409)
            #expect(try house.problem(answer).title.contains("The post is empty"))
        }
    }

    @Test("a failed delivery is resent with the current text, and not at all once the post was unpublished")
    func retries() async throws {
        try await open { house in
            let post = try await house.write("First light", "Old words")
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            try await house.deliver(post.id, at: "fediverse", .refused("Not today."))
            _ = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"body":"New words"}"#, headers: ["If-Match": "*"])
            let failed = try #require(try await house.deliveries(post.id).first)
            let again = try await house.web.send("POST", "/v1/deliveries/\(failed.id)/retry").json(DeliveryBody.self)
            #expect(again.generation == 2 && again.state == "scheduled")
            let payload = try await house.store.payload(of: DeliveryID(again.id))
            #expect(try Parcel(encoded: payload).predictedBody.contains("New words"))
            try await house.deliver(post.id, at: "fediverse", .refused("Not today."))
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let refused = try await house.web.send("POST", "/v1/deliveries/\(again.id)/retry")
            #expect(refused.status == 409)
            #expect(try house.problem(refused).title.contains("unpublished"))
        }
    }

    private func preview(_ post: PostBody, at target: String, _ house: House) async throws -> TargetPreviewBody {
        let path = "/v1/posts/\(post.id)/preview?target=\(target)"
        return try await house.web.send("GET", path).json(TargetPreviewBody.self)
    }

    @Test("a preview warns of another post that goes to the target within the same minute, and of no other")
    func crowding() async throws {
        try await open { house in
            let minutes = ["Just before": 59, "At once": 60, "An hour later": 120]
            for (title, minute) in minutes {
                let other = try await house.write(title)
                _ = try await house.web.json(
                    "PUT", "/v1/posts/\(other.id)/publication", "{\"at\":\"+\(minute)m\",\"to\":[\"fediverse\"]}")
            }
            let post = try await house.write("New", "Words.", #","date":"2026-11-01T13:00""#)
            let found = try await preview(post, at: "fediverse", house).warnings.filter {
                $0.contains("at the same time")
            }
            #expect(found == ["“At once” goes to “fediverse” at the same time, 1 Nov 2026 13:00 Europe/Lisbon."])
            #expect(try await !preview(post, at: "blog", house).warnings.contains { $0.contains("at the same time") })
        }
    }

    @Test(
        "a preview warns of relative links that lead to no page",
        arguments: [
            ("nowhere.md", true), ("../nowhere/", true), ("/nowhere/", true), ("/2026/11/nowhere.html", true),
            ("../boats/", false), ("/2026/11/boats/", false), ("/boats.html?page=2#top", false), ("/own/path/", false),
            ("/", false), ("/tags/sea/", false), ("/feed.xml", false), ("#here", false), ("?page=2", false),
            ("https://example.net/x", false), ("mailto:a@example.net", false), ("//example.net/x", false),
        ])
    func deadLinks(link: String, isDead: Bool) async throws {
        try await open { house in
            _ = try await house.write("Boats", "Words.", #","slug":"boats""#)
            _ = try await house.write("Own", "Words.", #","path":"/own/path/""#)
            let post = try await house.write("New", "First.\\n\\n[there](\(link))")
            let found = try await preview(post, at: "blog", house).warnings.filter { $0.contains("no page") }
            let words = "The link “\(link)” in line 3 leads to no page there. Give its whole address."
            #expect(found == (isDead ? [words] : []))
        }
    }
    @Test(
        "a preview warns of pictures that only the writer's machine has",
        arguments: [
            ("pic.png", true), ("../a/pic.png", true), ("/images/pic.png", false),
            ("https://example.net/pic.png", false), ("data:image/png;base64,AA==", false),
        ])
    func localPictures(picture: String, isLost: Bool) async throws {
        try await open { house in
            let post = try await house.write("New", "First.\\n\\n![There](\(picture))")
            let found = try await preview(post, at: "blog", house).warnings.filter { $0.contains("picture “") }
            #expect(found.count == (isLost ? 1 : 0) && found.allSatisfy { $0.contains("“\(picture)” in line 3") })
        }
    }
}
