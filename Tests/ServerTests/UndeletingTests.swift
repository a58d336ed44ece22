import PostStore
import Posts
import TargetSupport
import Targets
import Testing
import Wire

@Suite("Undeleting restores what the deletion cancelled")
struct UndeletingTests {
    private func open(late: String? = nil, _ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        settings.late = late
        try await House.open(targets: [try Target(settings), try House.wordpress()], visit)
    }

    private func scheduled(_ house: House, to names: String = #"["fediverse","press"]"#) async throws -> PostBody {
        let post = try await house.write()
        let wish = #"{"at":"+3h","to":\#(names)}"#
        let answer = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", wish)
        #expect(answer.status == 200, "\(answer.text)")
        return post
    }

    private func delete(_ house: House, _ post: PostBody) async throws {
        #expect(try await house.web.send("PUT", "/v1/posts/\(post.id)/deletion").status == 200)
    }

    private func undelete(_ house: House, _ post: PostBody) async throws -> PostBody {
        try await house.web.send("DELETE", "/v1/posts/\(post.id)/deletion").json(PostBody.self)
    }

    @Test("a scheduled post is scheduled again, for the same time; earlier cancellations stay")
    func restores() async throws {
        try await open { house in
            let post = try await scheduled(house)
            let before = try await house.deliveries(post.id)
            let press = try #require(before.first { $0.target == "press" })
            _ = try await house.web.send("POST", "/v1/deliveries/\(press.id)/cancel")
            try await delete(house, post)
            #expect(try await house.deliveries(post.id).allSatisfy { $0.state == "cancelled" })
            let back = try await undelete(house, post)
            #expect(back.state == "scheduled")
            #expect(back.notes?.count == 1)
            #expect(
                back.notes?.first?.contains("as it was planned: to “fediverse” at 1 Nov 2026 15:00 Europe/Lisbon")
                    == true)
            let after = try await house.deliveries(post.id)
            let own = try #require(after.first { $0.target == "fediverse" })
            #expect(own.state == "scheduled" && own.generation == 2)
            #expect(own.dueAt == before.first { $0.target == "fediverse" }?.dueAt)
            #expect(after.first { $0.target == "press" }?.state == "cancelled")
            // A second time there is nothing to restore.
            #expect(try await undelete(house, post).notes == nil)
        }
    }

    @Test("a delivery that came due just now waits for the undo window, too")
    func justDue() async throws {
        try await open { house in
            let post = try await scheduled(house, to: #"["fediverse"]"#)
            house.clock.advance(by: .minutes(179))
            try await delete(house, post)
            house.clock.advance(by: .seconds(61))
            _ = try await undelete(house, post)
            let rules = [try TargetName("fediverse"): DeliveryRules(idempotency: .searchable, late: .post)]
            #expect(try await house.store.claimDue(now: house.clock.now, rules: rules).isEmpty)
            let undoWindow = house.clock.now + .minutes(1)
            #expect(try await house.store.claimDue(now: undoWindow, rules: rules).count == 1)
        }
    }

    @Test("a delay after a blog that has the post is kept")
    func delay() async throws {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        settings.after = "press"
        settings.delay = "3h"
        try await House.open(targets: [try Target(settings), try House.wordpress()]) { house in
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse","press"]}"#)
            try await house.deliver(
                post.id, at: "press", .accepted(RemotePost(id: "17", url: "https://press.example/17")))
            let arrivedAt = house.clock.now
            try await delete(house, post)
            _ = try await undelete(house, post)
            var claimed: [Instant] = []
            for _ in 0..<20 where claimed.isEmpty {
                house.clock.advance(by: .minutes(10))
                let rules = [try TargetName("fediverse"): House.rules, try TargetName("press"): House.rules]
                claimed = try await house.store.claimDue(now: house.clock.now, rules: rules).map { _ in house.clock.now
                }
            }
            let sentAt = try #require(claimed.first)
            #expect((Span.hours(3)..<Span.minutes(190)).contains(sentAt - arrivedAt), "\(sentAt - arrivedAt)")
        }
    }

    @Test("a delivery that came due meanwhile follows its target's late policy, and the answer says so")
    func late() async throws {
        try await open(late: "skip after 2h") { house in
            let post = try await scheduled(house, to: #"["fediverse"]"#)
            try await delete(house, post)
            house.clock.advance(by: .hours(6))
            let back = try await undelete(house, post)
            #expect(
                back.notes?.contains { $0.contains("“fediverse”") && $0.contains("skips what is over 2 h late") }
                    == true)
            let rules = [
                try TargetName("fediverse"): DeliveryRules(idempotency: .searchable, late: .skip(after: .hours(2)))
            ]
            _ = try await house.store.claimDue(now: house.clock.now, rules: rules)
            #expect(try await house.deliveries(post.id).first { $0.target == "fediverse" }?.state == "missed")
        }
    }

    @Test("a copy deleted meanwhile is named, with the way to send it again")
    func gone() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            try await house.deliver(
                post.id, at: "fediverse", .accepted(RemotePost(id: "17", url: "https://social.example/17")))
            try await delete(house, post)
            house.clock.advance(by: .minutes(1))
            let rules = [try TargetName("fediverse"): House.rules]
            let claimed = try await house.store.claimDue(now: house.clock.now, rules: rules)
            let deletion = try #require(claimed.first)
            let attempt = try #require(
                try await house.store.arm(
                    deletion.delivery.id, edition: deletion.delivery.edition, request: [], idempotency: .deterministic))
            _ = try await house.store.finish(
                deletion.delivery.id, attempt: attempt.number, .accepted(RemotePost()), rules: House.rules)
            let back = try await undelete(house, post)
            #expect(
                back.notes?.contains { $0.contains("has deleted its copy") && $0.contains("--to fediverse") } == true)
        }
    }

    @Test(
        "a deletion that is being prepared stops, and the newest words stand; one that is being sent goes through",
        arguments: [false, true])
    func whileDeleting(isSent: Bool) async throws {
        try await open { house in
            let post = try await house.write("Title", "Old words")
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            try await house.deliver(post.id, at: "fediverse", .accepted(RemotePost(id: "17")))
            let saved = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"title":"Title","body":"New words"}"#, headers: ["If-Match": "*"])
            #expect(saved.status == 200)
            try await delete(house, post)
            house.clock.advance(by: .minutes(1))
            let rules = [try TargetName("fediverse"): House.rules]
            let deletion = try #require(try await house.store.claimDue(now: house.clock.now, rules: rules).first)
            #expect(deletion.delivery.kind == .delete)
            if isSent {
                _ = try #require(
                    try await house.store.arm(
                        deletion.delivery.id, edition: 1, request: [], idempotency: .deterministic))
            }
            let notes = try await undelete(house, post).notes ?? []
            #expect(notes.contains { $0.contains("cannot be stopped") } == isSent)
            let changes = try await house.deliveries(post.id).filter { $0.kind != "create" }
            #expect(changes.last { $0.kind == "delete" }?.state == (isSent ? "armed" : "cancelled"))
            let edit = changes.first { $0.kind == "edit" && $0.state == "scheduled" }
            #expect((edit == nil) == isSent)
            if let edit {
                let payload = try await house.store.payload(of: DeliveryID(edit.id))
                #expect(String(decoding: payload, as: UTF8.self).contains("New words"))
                #expect(
                    try await house.store.arm(
                        deletion.delivery.id, edition: 1, request: [], idempotency: .deterministic) == nil)
            }
        }
    }

    @Test("a post that is unpublished and then deleted still deletes its copy")
    func takenBackAndDeleted() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            try await house.deliver(post.id, at: "fediverse", .accepted(RemotePost(id: "17")))
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            try await delete(house, post)
            let deletion = try #require(try await house.deliveries(post.id).first { $0.kind == "delete" })
            #expect(deletion.state == "scheduled")
        }
    }
}
