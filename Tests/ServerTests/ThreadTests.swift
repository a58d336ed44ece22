import PostStore
import Posts
import TargetSupport
import Targets
import Testing
import Wire

@Suite("A thread in the queue and after its post has changed")
struct ThreadTests {
    /// A post of three parts, of which the first `parts` have arrived at “fediverse”.
    private func sent(_ parts: Int, _ visit: @escaping @Sendable (House, PostBody) async throws -> Void) async throws {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        settings.long = "thread"
        try await House.open(targets: [try Target(settings)]) { house in
            let post = try await house.write("", ThreadTests.body("One", "Two", "Three"))
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}")
            for part in stride(from: 1, through: parts, by: 1) {
                try await house.deliver(
                    post.id, at: "fediverse", .accepted(RemotePost(id: "\(part)", url: "https://s/\(part)")))
            }
            try await visit(house, post)
        }
    }

    private static func body(_ parts: String...) -> String { parts.joined(separator: "\\n\\n---\\n\\n") }

    private func save(_ house: House, _ post: PostBody, _ body: String) async throws {
        let draft = "{\"body\":\"\(body)\"}"
        let answer = try await house.web.json("PUT", "/v1/posts/\(post.id)", draft, headers: ["If-Match": "*"])
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func newest(_ house: House, _ post: PostBody, _ kind: String) async throws -> DeliveryBody? {
        try await house.deliveries(post.id).first { $0.kind == kind }
    }

    @Test("the queue says how far it has come, and leads to its first part")
    func progress() async throws {
        try await sent(1) { house, post in
            let delivery = try #require(try await newest(house, post, "create"))
            #expect(delivery.parts == 3 && delivery.partsDone == 1 && delivery.url == "https://s/1")
            #expect(delivery.reason == "Part 2 of 3; it goes on by itself.")
        }
        try await sent(3) { house, post in
            let delivery = try #require(try await newest(house, post, "create"))
            #expect(delivery.state == "delivered" && delivery.partsDone == 3 && delivery.reason == nil)
        }
    }

    @Test("while it is under way it keeps its words, and its post is not sent there again")
    func underWay() async throws {
        try await sent(2) { house, post in
            try await save(house, post, ThreadTests.body("New", "words", "here"))
            let delivery = try #require(try await newest(house, post, "create"))
            #expect(delivery.generation == 1 && delivery.state == "due")
            #expect(try await newest(house, post, "edit")?.state == "scheduled")
            let again = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            #expect(again.status == 409)
            #expect(try await house.deliveries(post.id).filter { $0.kind == "create" }.count == 1)
        }
    }

    @Test("an edit with as many parts goes to each, and one with another number waits with the reason")
    func edited() async throws {
        try await sent(3) { house, post in
            try await save(house, post, ThreadTests.body("One", "Two", "Four"))
            let edit = try #require(try await newest(house, post, "edit"))
            #expect(edit.state == "scheduled" && edit.parts == 3)
            try await save(house, post, ThreadTests.body("One", "Two"))
            let blocked = try #require(try await newest(house, post, "edit"))
            #expect(
                blocked.state == "blocked" && blocked.reason?.contains("has 3 parts, and the new text makes 2") == true)
            let held = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=fediverse")
            #expect(held.status == 200)
            try await save(house, post, ThreadTests.body("One", "Two", "Five"))
            #expect(try await newest(house, post, "edit")?.state == "scheduled")
        }
    }

    @Test("a thread that was deleted in the middle goes on by its author's retry after its post was undeleted")
    func undeleted() async throws {
        try await sent(2) { house, post in
            #expect(try await house.web.send("PUT", "/v1/posts/\(post.id)/deletion").status == 200)
            let restored = try await house.web.send("DELETE", "/v1/posts/\(post.id)/deletion")
            #expect(restored.text.contains("has 2 of 3 parts"), "\(restored.text)")
            let delivery = try #require(try await newest(house, post, "create"))
            #expect(delivery.state == "cancelled" && delivery.generation == 1)
            let retried = try await house.web.send("POST", "/v1/deliveries/\(delivery.id)/retry")
            #expect(try retried.json(DeliveryBody.self).state == "due", "\(retried.text)")
        }
    }
}
