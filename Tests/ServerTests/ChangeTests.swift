import PostStore
import Posts
import TargetSupport
import Targets
import Testing
import Wire

@Suite("Edits and deletions reach copies that have arrived")
struct ChangeTests {
    /// A post that has arrived at “fediverse”.
    private func arrived(
        edit: String? = nil, delete: String? = nil, _ visit: @escaping @Sendable (House, PostBody) async throws -> Void
    ) async throws {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        (settings.edit, settings.delete) = (edit, delete)
        try await House.open(targets: [try Target(settings)]) { house in
            let post = try await house.write("Title", "Old words")
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}")
            let record = RemotePost(id: "17", url: "https://social.example/17")
            try await house.deliver(post.id, at: "fediverse", .accepted(record))
            try await visit(house, post)
        }
    }

    private func changes(_ house: House, _ post: PostBody) async throws -> [DeliveryBody] {
        try await house.deliveries(post.id).filter { $0.kind != "create" }
    }

    @Test("an edit is sent after the undo window, only the newest of several, and none if the copy is up to date")
    func edits() async throws {
        try await arrived { house, post in
            try await house.save(post) { $0.body = "New words" }
            try await house.save(post) { $0.body = "Newest words" }
            let edits = try await changes(house, post)
            #expect(edits.map(\.kind) == ["edit"])
            #expect(edits.map(\.state) == ["scheduled"])
            #expect(edits.map(\.generation) == [1])
            let payload = try await house.store.payload(of: DeliveryID(try #require(edits.first).id))
            let parcel = try Parcel(encoded: payload)
            #expect(parcel.method == "PUT" && parcel.predictedBody.contains("Newest words"))
            try await house.save(post) { $0.author = "Somebody else" }
            #expect(try await changes(house, post).map(\.generation) == [1])
        }
    }

    @Test("an uncertain edit of an unpublished post can be looked up at once, and is not sent again")
    func withheld() async throws {
        try await arrived { house, post in
            try await house.save(post) { $0.body = "New words" }
            house.clock.advance(by: .minutes(1))
            let rules = [try TargetName("fediverse"): House.rules]
            let id = try #require(try await house.store.claimDue(now: house.clock.now, rules: rules).first).delivery.id
            _ = try #require(try await house.store.arm(id, edition: 1, request: [], idempotency: .searchable))
            _ = try await house.store.finish(id, attempt: 1, .unknown("The line broke."), rules: House.rules)
            let edit = try #require(try await changes(house, post).first)
            #expect(edit.state == "uncertain" && edit.next?.contains("galley queue retry") == true)
            #expect(edit.verbs == ["retry", "confirm-sent", "resend", "abandon"])
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let found = try await house.web.send("GET", "/v1/deliveries/\(edit.id)").json(DeliveryBody.self)
            #expect(found.verbs == ["retry", "confirm-sent", "abandon"])
            #expect(found.next?.contains("queue resend") == false)
            #expect(try await house.web.send("POST", "/v1/deliveries/\(edit.id)/resend").status == 409)
            let asked = try await house.web.send("POST", "/v1/deliveries/\(edit.id)/retry")
            #expect(try asked.json(DeliveryBody.self).state == "uncertain")
            #expect(try await house.store.claimDue(now: house.clock.now, rules: rules).map(\.task) == [.lookUp])
        }
    }

    @Test("a change of the private notes alone sends nothing, and leaves the time of the last change")
    func notes() async throws {
        try await arrived { house, post in
            let before = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self)
            try await house.save(post) { $0.privateNotes = "Ask Ada" }
            let noted = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self)
            #expect(noted.privateNotes == "Ask Ada" && noted.revision == before.revision + 1)
            #expect(noted.changedAt == before.changedAt)
            #expect(try await changes(house, post).isEmpty)
            try await house.save(post) { ($0.privateNotes, $0.body) = ("Asked", "New words") }
            let edit = try #require(try await changes(house, post).first)
            let payload = try await house.store.payload(of: DeliveryID(edit.id))
            #expect(!String(decoding: payload, as: UTF8.self).contains("Ask"))
        }
    }

    @Test("a preview shows the copy's text and the result of an edit")
    func held() async throws {
        try await arrived { house, post in
            let path = "/v1/posts/\(post.id)/preview?target=fediverse"
            let before = try await house.web.send("GET", path).json(TargetPreviewBody.self)
            let held = try #require(before.held)
            #expect(held.address == "https://social.example/17" && held.words.contains("Edits are sent"))
            #expect(held.next?.contains("Old words") == true)
            try await house.save(post) { $0.body = "New words" }
            let after = try #require(try await house.web.send("GET", path).json(TargetPreviewBody.self).held)
            #expect(after.next?.contains("New words") == true && after.next?.contains("Old words") == false)
            #expect(after.text == held.text)
            let fresh = try await house.write("Another", "Nowhere yet")
            let nowhere = try await house.web.send("GET", "/v1/posts/\(fresh.id)/preview?target=fediverse")
            #expect(try nowhere.json(TargetPreviewBody.self).held == nil)
        }
    }

    @Test("an edit waits for the author, or is omitted, if the target's policy says so")
    func policies() async throws {
        try await arrived(edit: "note") { house, post in
            try await house.save(post) { $0.body = "New words" }
            let edit = try #require(try await changes(house, post).first)
            #expect(edit.state == "blocked" && edit.block == "content")
            #expect(edit.next?.contains("galley queue retry \(edit.id)") == true)
            let asked = try await house.web.send("POST", "/v1/deliveries/\(edit.id)/retry")
            #expect(try asked.json(DeliveryBody.self).state == "due")
        }
        try await arrived(edit: "ignore") { house, post in
            try await house.save(post) { $0.body = "New words" }
            #expect(try await changes(house, post).isEmpty)
        }
    }

    @Test(
        "unpublishing again deletes a copy whose deletion was cancelled, and so does deleting the post",
        arguments: [
            ("DELETE", "publication"), ("PUT", "deletion"),
        ])
    func takesBackLater(method: String, route: String) async throws {
        try await arrived { house, post in
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let first = try #require(try await changes(house, post).first)
            let waits = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            #expect(try waits.json(PublishedBody.self).notes.contains { $0.contains("deleted there in 30 s") })
            #expect(try await changes(house, post).map(\.id) == [first.id])

            _ = try await house.web.send("POST", "/v1/deliveries/\(first.id)/cancel")
            #expect(try await house.web.send(method, "/v1/posts/\(post.id)/\(route)").status == 200)
            let open = try await changes(house, post).filter { $0.state == "scheduled" }
            #expect(open.map(\.kind) == ["delete"] && open.first?.id != first.id)
        }
    }

    @Test("a target named with “now” gets the present text, also if an edit was cancelled or waits for the author")
    func editsAgain() async throws {
        let now = #"{"to":["fediverse"],"at":"now"}"#
        try await arrived { house, post in
            try await house.save(post) { $0.body = "New words" }
            let edit = try #require(try await changes(house, post).first)
            _ = try await house.web.send("POST", "/v1/deliveries/\(edit.id)/cancel")
            let unnamed = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"at":"now"}"#)
            #expect(try unnamed.json(PublishedBody.self).notes.contains { $0.contains("--to fediverse --at now") })
            #expect(try await changes(house, post).map(\.state) == ["cancelled"])

            #expect(try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", now).status == 200)
            #expect(try await changes(house, post).contains { $0.kind == "edit" && $0.state == "scheduled" })
        }
        try await arrived(edit: "note") { house, post in
            try await house.save(post) { $0.body = "New words" }
            #expect(try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", now).status == 200)
            #expect(try await changes(house, post).contains { $0.kind == "edit" && $0.state == "scheduled" })
        }
    }

    @Test("an edit that does not fit is saved, and not sent")
    func tooLong() async throws {
        try await arrived { house, post in
            try await house.save(post) {
                $0.overrides = [TargetName(kept: "fediverse"): TargetOverride(text: String(repeating: "b", count: 501))]
            }
            let edit = try #require(try await changes(house, post).first)
            #expect(edit.block == "content" && edit.reason?.contains("501") == true)
        }
    }

    @Test("unpublishing a post, and deleting it, deletes the copy; publishing again before that is sent keeps it")
    func takesBack() async throws {
        try await arrived { house, post in
            let taken = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let notes = try taken.json(PublishedBody.self).notes
            #expect(notes.contains { $0.contains("https://social.example/17") && $0.contains("deleted there in 30 s") })
            #expect(try await changes(house, post).map(\.kind) == ["delete"])
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}")
            #expect(try await changes(house, post).first { $0.kind == "delete" }?.state == "cancelled")
        }
        try await arrived { house, post in
            let deleted = try await house.web.send("PUT", "/v1/posts/\(post.id)/deletion")
            #expect(deleted.status == 200)
            #expect(try await changes(house, post).map(\.kind) == ["delete"])
        }
        try await arrived(delete: "keep") { house, post in
            let taken = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            #expect(try taken.json(PublishedBody.self).notes.contains { $0.contains("stays there") })
            #expect(try await changes(house, post).isEmpty)
        }
    }

    @Test("an edit made while a post was unpublished is sent when it is published again")
    func editedMeanwhile() async throws {
        try await arrived(delete: "keep") { house, post in
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            try await house.save(post) { $0.body = "New words" }
            #expect(try await changes(house, post).isEmpty)
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}")
            #expect(try await changes(house, post).map(\.state) == ["scheduled"])
        }
    }

    /// A copy whose deletion is being prepared.
    private func whileDeleting(
        _ visit: @escaping @Sendable (House, PostBody, DeliveryID) async throws -> Void
    ) async throws {
        try await arrived { house, post in
            try await house.save(post) { $0.body = "New words" }
            _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let deletion = DeliveryID(try #require(try await changes(house, post).last).id)
            house.clock.advance(by: .seconds(30))
            let rules = [try TargetName("fediverse"): House.rules]
            #expect(
                try await house.store.claimDue(now: house.clock.now, rules: rules).map(\.delivery.id) == [deletion])
            try await visit(house, post, deletion)
        }
    }

    @Test("publishing again stops a deletion that is being prepared, and the copy gets the newest words")
    func stopsDeletion() async throws {
        try await whileDeleting { house, post, deletion in
            #expect(try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}").status == 200)
            #expect(try await house.store.arm(deletion, edition: 1, request: [], idempotency: .deterministic) == nil)
            let edit = try #require(try await changes(house, post).first { $0.state == "scheduled" })
            let payload = try await house.store.payload(of: DeliveryID(edit.id))
            #expect(edit.kind == "edit" && String(decoding: payload, as: UTF8.self).contains("New words"))
        }
    }

    @Test("a post is not published to a target that is deleting its copy")
    func whileDeleting() async throws {
        try await whileDeleting { house, post, deletion in
            _ = try await house.store.arm(deletion, edition: 1, request: [], idempotency: .deterministic)
            let answer = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", "{}")
            #expect(answer.status == 409)
            #expect(try house.problem(answer).title.contains("deletion in progress"))
        }
    }
}
