import Foundation
import JSONTree
import PostStore
import Posts
import Site
import Targets
import Testing
import Wire

@Suite struct PublishTests {
    private func publish(
        _ house: House, _ post: PostBody, _ wish: String = "{}", headers: [String: String] = [:]
    ) async throws -> Caller.Answer {
        try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", wish, headers: headers)
    }

    private func service(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon(), try House.webhook()]
        try await House.open(targets: targets, folder: folder, visit)
    }

    @Test("a plain publish goes to every target after the undo window, the blog first")
    func publishesNow() async throws {
        try await service { house in
            let post = try await house.write()
            let answer = try await publish(house, post)
            #expect(answer.status == 200, "\(answer.text)")
            let published = try answer.json(PublishedBody.self)
            #expect(published.post.state == "scheduled")
            #expect(published.post.date?.instant == "2026-11-01T12:00:00+00:00")
            #expect(published.deliveries.map(\.target).sorted() == ["blog", "fediverse", "hook"])
            for delivery in published.deliveries {
                #expect(delivery.state == "scheduled")
                #expect(delivery.dueAt == "2026-11-01T12:00:30+00:00")
                #expect(delivery.next == "galley queue cancel \(delivery.id)")
                #expect(delivery.key.count == 32)
            }
            #expect(Set(published.deliveries.map(\.key)).count == 3)
            // The others wait for the blog's address, for which their text has a placeholder.
            let stored = try await house.store.deliveries(of: try #require(PostID(post.id)))
            #expect(stored.filter { $0.parent?.text == "blog" }.map(\.target.text).sorted() == ["fediverse", "hook"])
            let toot = try #require(stored.first { $0.target.text == "fediverse" })
            let parcel = try Parcel(encoded: try await house.store.payload(of: toot.id))
            #expect(parcel.holes == [Parcel.addressHole])
            #expect(parcel.predictedBody.contains("https://example.org/2026/11/first-light/"))
        }
    }

    @Test("a future date schedules; the answer names hours that the clocks skip or repeat")
    func schedules() async throws {
        try await service { house in
            let post = try await house.write("One", "Words", #","date":"2026-12-24 18:00""#)
            let own = try await publish(house, post, #"{"to":["blog"]}"#).json(PublishedBody.self)
            #expect(own.deliveries.first?.dueAt == "2026-12-24T18:00:00+00:00")
            #expect(own.notes.isEmpty)
            let gap = try await publish(
                house, try await house.write("Two"), #"{"at":"2027-03-28 01:30","to":["blog"]}"#
            )
            .json(PublishedBody.self)
            #expect(gap.deliveries.first?.dueAt == "2027-03-28T02:30:00+01:00")
            let note = gap.notes.first { $0.hasPrefix("01:30 does not exist on 2027-03-28: ") }
            #expect(note?.hasSuffix(" 02:30.") == true)
            #expect(gap.post.date?.note != nil)
            let overlap = try await publish(
                house, try await house.write("Three"), #"{"at":"2027-10-31 01:30","to":["blog"]}"#
            ).json(PublishedBody.self)
            #expect(overlap.deliveries.first?.dueAt == "2027-10-31T01:30:00+01:00")
            #expect(overlap.notes.contains { $0.hasPrefix("01:30 happens twice on 2027-10-31 ") })
            let past = try await publish(house, try await house.write("Four"), #"{"at":"2020-01-01","to":["blog"]}"#)
                .json(PublishedBody.self)
            #expect(past.deliveries.first?.dueAt == "2026-11-01T12:00:30+00:00")
            #expect(past.post.date?.local == "2020-01-01T00:00")
            #expect(past.notes.contains { $0.contains("has passed") })
            for (at, status) in [("2026-11-01 11:59", 422), ("2026-11-01 12:01", 200)] {
                let careful = try await publish(house, try await house.write(), #"{"at":"\#(at)","mustBeAhead":true}"#)
                #expect(careful.status == status, "\(careful.text)")
            }
            // A script whose variable is empty must not publish at once.
            for text in ["someday", "", " "] {
                let odd = try await publish(house, post, #"{"at":"\#(text)"}"#)
                #expect(odd.status == 422)
                #expect(try house.problem(odd).field == "at")
            }
        }
    }

    @Test("a date that has passed does not send a scheduled post; one that is published may be dated back")
    func backdating() async throws {
        try await service { house in
            func dated(_ post: PostBody, _ date: String) async throws -> Caller.Answer {
                let draft = #"{"title":"One","body":"Words","date":"\#(date)"}"#
                return try await house.web.json("PUT", "/v1/posts/\(post.id)", draft, headers: ["If-Match": "*"])
            }
            let scheduled = try await house.write("One")
            _ = try await publish(house, scheduled, #"{"at":"+3d","to":["blog"]}"#)
            let refused = try await dated(scheduled, "2020-01-01 00:00")
            #expect(refused.status == 422)
            #expect(try house.problem(refused).field == "date")
            #expect(try await dated(scheduled, "2027-01-01 00:00").status == 200)
            let published = try await house.write("Two")
            _ = try await publish(house, published, #"{"to":["blog"]}"#)
            #expect(try await dated(published, "2020-01-01 00:00").status == 200)
        }
    }

    @Test("a text that does not fit is refused with the numbers, and nothing is scheduled")
    func refusesWhatDoesNotFit() async throws {
        try await service { house in
            let long = String(repeating: "a", count: 600)
            let post = try await house.write("Long", "Words", #","overrides":{"fediverse":{"text":"\#(long)"}}"#)
            let answer = try await publish(house, post)
            #expect(answer.status == 422)
            let problem = try house.problem(answer)
            #expect(problem.word == "does-not-fit")
            #expect(problem.field == "fediverse")
            #expect(problem.title.contains("600") && problem.title.contains("500"))
            let list = try await house.web.send("GET", "/v1/posts/\(post.id)/deliveries").json(
                PageBody<DeliveryBody>.self)
            #expect(list.items.isEmpty)
            let preview = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=fediverse")
            #expect(try preview.json(TargetPreviewBody.self).problem?.contains("600") == true)
        }
    }

    @Test("publishing again changes waiting deliveries, omits arrived ones, and refuses possible ones")
    func publishesAgain() async throws {
        try await service { house in
            let post = try await house.write()
            _ = try await publish(house, post)
            let again = try await publish(house, post, #"{"at":"2026-12-01 09:00"}"#).json(PublishedBody.self)
            #expect(again.deliveries.map(\.generation) == [1, 1, 1])
            #expect(again.deliveries.allSatisfy { $0.dueAt == "2026-12-01T09:00:00+00:00" })
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: "https://example.org/x/")))
            try await house.deliver(post.id, at: "fediverse", .unknown("The line broke."))
            let third = try await publish(house, post).json(PublishedBody.self)
            #expect(third.notes.contains { $0.contains("“blog” has it already (https://example.org/x/)") })
            #expect(third.notes.contains { $0.contains("“fediverse” may have it") })
            let named = try await publish(house, post, #"{"to":["fediverse"]}"#)
            #expect(named.status == 409)
            #expect(try house.problem(named).title.contains("confirm-sent"))
            // The hook now knows the address itself.
            let hook = try #require(third.deliveries.first { $0.target == "hook" })
            let parcel = try Parcel(encoded: try await house.store.payload(of: DeliveryID(hook.id)))
            #expect(parcel.predictedBody.contains("https://example.org/x/"))
            #expect(parcel.holes.isEmpty)
        }
    }

    @Test("a later delivery to another target keeps a public post's date, and with it its address")
    func keepsDate() async throws {
        try await service { house in
            let post = try await house.write()
            _ = try await publish(house, post, #"{"to":["blog"]}"#)
            let address = "https://example.org/2026/11/first-light/"
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: address)))
            let out = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self)
            let later = try await publish(house, post, #"{"to":["fediverse"],"at":"2026-12-24 18:00"}"#)
                .json(PublishedBody.self)
            #expect(later.post.date == out.date)
            #expect(later.notes.contains { $0.contains("keeps its date") })
            let toot = try #require(later.deliveries.first { $0.target == "fediverse" })
            #expect(toot.dueAt == "2026-12-24T18:00:00+00:00")
            // Nothing is left to send to the blog: its date stays, too.
            let again = try await publish(house, post, #"{"to":["blog"],"at":"2020-01-01"}"#).json(PublishedBody.self)
            #expect(again.post.date == out.date)
        }
    }

    @Test("an edit replaces the waiting text; one that no longer fits is saved and blocked")
    func refreezes() async throws {
        try await service { house in
            let post = try await house.write("Title", "Old words")
            _ = try await publish(house, post, #"{"at":"2026-12-01 09:00"}"#)
            var draft = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self).draft
            draft.body = "New words"
            draft.slug = "another"
            func save() async throws -> Caller.Answer {
                let body = String(decoding: try JSONCoding.encode(draft), as: UTF8.self)
                return try await house.web.json("PUT", "/v1/posts/\(post.id)", body, headers: ["If-Match": "*"])
            }
            #expect(try await save().status == 200)
            var list = try await house.deliveries(post.id)
            #expect(list.map(\.generation) == [1, 1, 1])
            #expect(list.allSatisfy { $0.dueAt == "2026-12-01T09:00:00+00:00" && $0.state == "scheduled" })
            let site = try #require(list.first { $0.target == "blog" })
            let entry = try SiteEntry(encoded: try await house.store.payload(of: DeliveryID(site.id)))
            #expect(entry.contentHTML.contains("New words"))
            #expect(entry.slug == "another")
            #expect(entry.formerSlugs == ["title"])
            draft.overrides = [TargetName(kept: "fediverse"): TargetOverride(text: String(repeating: "b", count: 501))]
            draft.date = nil
            #expect(try await save().json(PostBody.self).date?.local == "2026-12-01T09:00")
            list = try await house.deliveries(post.id)
            let toot = try #require(list.first { $0.target == "fediverse" })
            #expect(toot.state == "blocked")
            #expect(toot.block == "content")
            #expect(toot.reason?.contains("501") == true)
            draft.overrides = [:]
            draft.date = "2026-12-02T10:00"
            #expect(try await save().status == 200)
            list = try await house.deliveries(post.id)
            #expect(list.allSatisfy { $0.state == "scheduled" && $0.dueAt == "2026-12-02T10:00:00+00:00" }, "\(list)")
            let before = try await house.store.deliveries(of: try #require(PostID(post.id)))
            #expect(try await save().status == 200)
            #expect(try await house.store.deliveries(of: try #require(PostID(post.id))) == before, "nothing changed")
        }
    }

    @Test("an edit follows a post to the site where it is, and to no other")
    func editsSite() async throws {
        try await service { house in
            let post = try await house.write("Title", "Old words")
            _ = try await publish(house, post)
            for target in ["blog", "fediverse", "hook"] {
                try await house.deliver(post.id, at: target, .accepted(RemotePost(url: "https://example.org/x/")))
            }
            _ = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"title":"Title","body":"New"}"#, headers: ["If-Match": "*"])
            let list = try await house.deliveries(post.id)
            #expect(list.filter { $0.generation == 2 }.map(\.target) == ["blog"])
        }
    }

    @Test("“now” sends the waiting changes of copies without the undo window, and first copies with it")
    func hurries() async throws {
        try await service { house in
            let post = try await house.write("Title", "Old words")
            _ = try await publish(house, post, #"{"to":["blog","fediverse"]}"#)
            for target in ["blog", "fediverse"] {
                try await house.deliver(
                    post.id, at: target, .accepted(RemotePost(id: "1", url: "https://example.org/x/")))
            }
            _ = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"title":"Title","body":"New"}"#, headers: ["If-Match": "*"])
            let answer = try await publish(house, post, #"{"at":"now"}"#)
            #expect(answer.status == 200, "\(answer.text)")
            let deliveries = try answer.json(PublishedBody.self).deliveries
            let due = Dictionary(deliveries.map { ("\($0.target) \($0.kind)", $0.dueAt) }) { _, last in last }
            #expect(due["blog create"] == "2026-11-01T12:00:30+00:00")
            #expect(due["fediverse edit"] == "2026-11-01T12:00:30+00:00")
            #expect(due["hook create"] == "2026-11-01T12:01:00+00:00")
            // The clock stands at half a minute past twelve, when these arrived. Nothing is left to hurry.
            for target in ["blog"] {
                try await house.deliver(post.id, at: target, .accepted(RemotePost(url: "https://example.org/x/")))
            }
            let again = try await publish(house, post, #"{"at":"now","to":["blog"]}"#).json(PublishedBody.self)
            #expect(again.notes.contains { $0.contains("“blog” has it already") })
        }
    }

    @Test("unpublishing cancels waiting deliveries and names those that it could not reach")
    func unpublishes() async throws {
        try await service { house in
            let post = try await house.write()
            _ = try await publish(house, post)
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: "https://example.org/x/")))
            try await house.deliver(post.id, at: "hook", .unknown("The line broke."))
            let answer = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
            let taken = try answer.json(PublishedBody.self)
            #expect(taken.post.state == "unpublished")
            #expect(taken.deliveries.first { $0.target == "fediverse" }?.state == "cancelled")
            #expect(taken.notes.contains { $0.contains("“blog” drops it") })
            #expect(taken.deliveries.first { $0.target == "blog" }?.takenBackAt != nil)
            #expect(taken.notes.contains { $0.contains("“hook” may have it") })
            let again = try await publish(house, post, #"{"to":["blog"]}"#).json(PublishedBody.self)
            #expect(again.deliveries.first { $0.target == "blog" }?.generation == 2)
        }
    }

    @Test("a copy that stayed keeps the address if the post is published again with its blog, and only then")
    func addressAfterUnpublishing() async throws {
        for (targets, hasAddress) in [(#"["blog","hook"]"#, true), (#"["hook"]"#, false)] {
            try await service { house in
                let post = try await house.write()
                _ = try await publish(house, post, #"{"to":["blog","fediverse"]}"#)
                let page = "https://example.org/2026/11/first-light/"
                try await house.deliver(post.id, at: "blog", .accepted(RemotePost(url: page)))
                try await house.deliver(post.id, at: "fediverse", .accepted(RemotePost(id: "17")))
                _ = try await house.web.send("DELETE", "/v1/posts/\(post.id)/publication")
                let again = try await publish(house, post, #"{"to":\#(targets)}"#).json(PublishedBody.self)
                let edit = try #require(again.deliveries.first { $0.kind == "edit" })
                let parcel = try Parcel(encoded: try await house.store.payload(of: DeliveryID(edit.id)))
                #expect(parcel.predictedBody.contains(page) == hasAddress, "\(parcel.predictedBody)")
            }
        }
    }

    @Test("the answer says that nothing is sent while the clock is doubted")
    func doubtedClock() async throws {
        let words = "The clock of this machine was set 24 h ahead. Next: timedatectl"
        try await House.open(targets: [try House.mastodon()], clockDoubt: { words }) { house in
            let post = try await house.write()
            #expect(try await publish(house, post).json(PublishedBody.self).notes.last == words)
            let rehearsal = try await publish(house, post, #"{"rehearse":true}"#).json(PublishedBody.self)
            #expect(!rehearsal.notes.contains(words))
        }
    }

    @Test("invalid requests are refused at once")
    func refusesWishes() async throws {
        try await service { house in
            let post = try await house.write()
            let unknown = try await publish(house, post, #"{"to":["nowhere"]}"#)
            #expect(unknown.status == 404)
            #expect(try house.problem(unknown).word == "no-such-target")
            #expect(try await publish(house, post, #"{"to":[]}"#).status == 422)
            #expect(try await publish(house, post, "{}", headers: ["If-Match": "\"9\""]).status == 412)
            #expect(try await house.web.send("PUT", "/v1/posts/nothing/publication").status == 404)
            let empty = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            #expect(empty.status == 200)
        }
        try await House.open { house in
            let post = try await house.write()
            #expect(try await publish(house, post).status == 409)
        }
    }

    @Test("a rehearsed publication schedules nothing and shows the exact requests")
    func rehearses() async throws {
        try await service { house in
            let post = try await house.write()
            let answer = try await publish(house, post, #"{"rehearse":true}"#).json(PublishedBody.self)
            #expect(answer.post.state == "draft")
            #expect(answer.deliveries.map(\.state) == ["delivered", "delivered", "delivered"], "\(answer.deliveries)")
            #expect(try await house.deliveries(post.id).isEmpty)
            let inbox = try await house.web.send("GET", "/v1/rehearsal").json(PageBody<ArrivalBody>.self)
            #expect(Set(inbox.items.map(\.target)) == ["blog", "fediverse", "hook"])
            let toot = try #require(inbox.items.first { $0.target == "fediverse" })
            #expect(toot.request == "POST https://social.example/api/v1/statuses")
            #expect(toot.body.contains("https://example.org/2026/11/first-light/"))
            #expect(toot.headers.contains("Authorization: (secret)"))
            #expect(!inbox.items.contains { $0.headers.contains { $0.contains("token-of-the-author") } })
        }
    }

    @Test("a rehearsal shows nothing of targets that have the post, and says what they would get")
    func rehearsesAgain() async throws {
        try await service { house in
            let post = try await house.write("Title", "Old words")
            _ = try await publish(house, post, #"{"to":["fediverse"]}"#)
            try await house.deliver(post.id, at: "fediverse", .accepted(RemotePost(id: "1", url: "https://s/1")))
            func rehearsal(_ wish: String) async throws -> PublishedBody {
                try await publish(house, post, wish).json(PublishedBody.self)
            }
            let plain = try await rehearsal(#"{"to":["fediverse"],"rehearse":true}"#)
            #expect(plain.deliveries.isEmpty && plain.notes.contains { $0.contains("“fediverse” has it already") })
            #expect(plain.notes.last?.hasSuffix("There was nothing to rehearse.") == true)
            let edit = try await rehearsal(#"{"to":["fediverse"],"at":"now","rehearse":true}"#)
            #expect(edit.deliveries.isEmpty && edit.notes.contains { $0.contains("would get an edit") })
            let inbox = try await house.web.send("GET", "/v1/rehearsal").json(PageBody<ArrivalBody>.self)
            #expect(inbox.items.isEmpty)
            #expect(try await house.deliveries(post.id).count == 1)
        }
    }
}
