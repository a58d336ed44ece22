import Foundation
import PostStore
import Posts
import Targets
import Testing
import Wire

/// A site whose posts are articles in the account of the target `sky`.
@Suite("Articles of a blog")
struct ArticleTests {
    private func open(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let targets = try Target.withArticles([House.site(folder, atproto: "sky"), House.bluesky(after: "blog")])
        try await House.open(targets: targets, folder: folder, visit)
    }

    private func publish(_ house: House, _ post: PostBody, _ wish: String = "{}") async throws -> PublishedBody {
        try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", wish).json(PublishedBody.self)
    }

    private func stored(_ house: House, _ post: PostBody) async throws -> [String: Delivery] {
        let deliveries = try await house.store.deliveries(of: try #require(PostID(post.id)))
        return Dictionary(deliveries.map { ($0.target.text, $0) }) { first, _ in first }
    }

    private func articles(_ house: House) async throws -> [ArticleBody] {
        try await house.web.send("GET", "/v1/targets/blog/articles").json(PageBody<ArticleBody>.self).items
    }

    @Test("a publication to the blog takes the article along: after the page, before the post of the account")
    func order() async throws {
        try await open { house in
            let post = try await house.write()
            #expect(try await publish(house, post).deliveries.count == 3)
            let stored = try await stored(house, post)
            #expect(stored["blog-articles"]?.parent?.text == "blog")
            #expect(stored["sky"]?.parent?.text == "blog-articles")
            let preview = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=sky").json(
                TargetPreviewBody.self)
            #expect(preview.body.contains("https://example.org/2026/11/first-light/"))
            #expect(preview.body.contains("(the article)"))
        }
    }

    @Test("the article goes along with a publication to the blog alone, and not with one to the account alone")
    func implied() async throws {
        try await open { house in
            let (one, other) = (try await house.write("One"), try await house.write("Other"))
            #expect(
                try await publish(house, one, #"{"to":["blog"]}"#).deliveries.map(\.target).sorted()
                    == ["blog", "blog-articles"])
            #expect(try await publish(house, other, #"{"to":["sky"]}"#).deliveries.map(\.target) == ["sky"])
        }
    }

    @Test("a page has no article, and the post of the account waits for the blog")
    func page() async throws {
        try await open { house in
            let page = try await house.write("About", "Words", #","kind":"page""#)
            _ = try await publish(house, page)
            let stored = try await stored(house, page)
            #expect(stored.keys.sorted() == ["blog", "sky"])
            #expect(stored["sky"]?.parent?.text == "blog")
        }
    }

    @Test("an older post is listed without an article, gets it alone, and later posts name it")
    func backfill() async throws {
        try await open { house in
            let post = try await house.write()
            let id = try #require(PostID(post.id))
            // Published before the setting.
            _ = try await publish(house, post, #"{"to":["blog"]}"#)
            let early = try #require(try await stored(house, post)["blog-articles"])
            _ = try await house.store.ask(.cancel, of: early.id, rules: nil)
            let page = "https://example.org/2026/11/first-light/"
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(id: post.id, url: page)))
            #expect(try await articles(house).map(\.state) == ["cancelled"])
            _ = try await publish(house, post, #"{"to":["blog-articles"]}"#)
            #expect(try await stored(house, post).keys.sorted() == ["blog", "blog-articles"])
            let uri = "at://did:plc:x/site.standard.document/3doc"
            try await house.deliver(post.id, at: "blog-articles", .accepted(RemotePost(id: uri, url: page)))
            let found = try await articles(house)
            #expect(found == [ArticleBody(post: post.id, title: "First light", url: page, state: "delivered")])
            // Its own address is no copy elsewhere.
            let site = try #require(try? TargetName("blog")), articles = try #require(try? TargetName("blog-articles"))
            let additions = try await house.store.siteAdditions(of: site, articles: articles)[id]
            #expect(additions?.syndication == [] && additions?.document == .written(id: uri))
            _ = try await publish(house, post, #"{"to":["sky"]}"#)
            #expect(try await stored(house, post)["sky"]?.parent?.text == "blog-articles")
        }
    }

    @Test("an edit changes the article, at a new address if the page moves; unpublishing deletes it")
    func changes() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await publish(house, post, #"{"to":["blog"]}"#)
            let page = "https://example.org/2026/11/first-light/"
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(id: post.id, url: page)))
            let uri = "at://did:plc:x/site.standard.document/3doc"
            try await house.deliver(post.id, at: "blog-articles", .accepted(RemotePost(id: uri, url: page)))
            let revision = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self).revision
            let draft = #"{"title":"Second light","body":"Words","slug":"moved","date":"2026-11-01 12:00"}"#
            let saved = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", draft, headers: ["If-Match": "\"\(revision)\""])
            #expect(saved.status == 200, "\(saved.text)")
            let id = try #require(PostID(post.id))
            let edit = try #require(try await house.store.changes(of: id).first { $0.target.text == "blog-articles" })
            let parcel = try Parcel(encoded: try await house.store.payload(of: edit.id))
            #expect(parcel.identity["address"] == "https://example.org/2026/11/moved/")
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let deletions = try await house.store.changes(of: id).filter { $0.kind == .delete }
            #expect(deletions.map(\.target.text) == ["blog-articles"])
        }
    }

    @Test("a blog without the setting has no articles, and the answer says how to get them")
    func without() async throws {
        try await House.open(targets: [House.mastodon()]) { house in
            let answer = try await house.web.send("GET", "/v1/targets/fediverse/articles")
            #expect(answer.status == 422 || answer.status == 409, "\(answer.status)")
            #expect(answer.text.contains("atproto = "))
        }
    }
}
