import Foundation
import JSONTree
import PostStore
import Posts
import Rendering
import TargetSupport
import Targets
import Testing
import Wire

@testable import Server

/// It is Sunday 2026-11-01, 12:00 in Lisbon.
@Suite struct SlotTests {
    private func target(_ name: String, _ slots: [String], _ more: (inout TargetSettings) -> Void = { _ in }) throws
        -> Target
    {
        var settings = TargetSettings(name: name, kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        settings.slots = slots
        more(&settings)
        return try Target(settings)
    }

    private func publish(_ house: House, _ wish: String, _ post: PostBody? = nil) async throws -> Caller.Answer {
        let name: String
        if let post { name = post.id } else { name = try await house.write().id }
        return try await house.web.json("PUT", "/v1/posts/\(name)/publication", wish)
    }

    private func times(_ answer: Caller.Answer) throws -> [String: String] {
        let deliveries = try answer.json(PublishedBody.self).deliveries
        return Dictionary(deliveries.map { ($0.target, $0.dueAt) }) { one, _ in one }
    }

    @Test("each target gets the post at its own next slot, and a site without slots with the first of them")
    func eachAtItsOwn() async throws {
        let folder = try House.newFolder()
        let targets = [
            try House.site(folder), try target("noon", ["weekdays 12:30"]),
            try target("morning", ["mon 10:00, Europe/Paris"]) { $0.delay = "10m" },
        ]
        try await House.open(targets: targets, folder: folder) { house in
            let answer = try await publish(house, #"{"at":"next slot"}"#)
            #expect(
                try times(answer) == [
                    "blog": "2026-11-02T09:00:00+00:00", "morning": "2026-11-02T09:00:00+00:00",
                    "noon": "2026-11-02T12:30:00+00:00",
                ])
            let date = try #require(try answer.json(PublishedBody.self).post.date)
            #expect(date.local == "2026-11-02T10:00" && date.zone == "Europe/Paris")
        }
    }

    @Test("of equal slots in several zones, the post's date is always the same one")
    func equalSlots() async throws {
        let zones = ["Africa/Lagos", "Europe/Berlin", "Europe/Madrid", "Europe/Oslo", "Europe/Paris", "Europe/Rome"]
        let targets = try zones.enumerated().map { try target("t\($0.offset)", ["mon 10:00, \($0.element)"]) }
        try await House.open(targets: targets) { house in
            let answer = try await publish(house, #"{"at":"next slot"}"#).json(PublishedBody.self)
            #expect(answer.post.date?.zone == "Africa/Lagos")
        }
    }

    @Test("a delay moves no slot, but a target that goes along with one, as its preview and a rehearsal say")
    func delays() async throws {
        let targets = [
            try target("a", ["mon 09:00"]) { $0.delay = "10m" }, try target("b", []) { $0.delay = "10m" },
        ]
        try await House.open(targets: targets) { house in
            let post = try await house.write()
            let due = ["a": "2026-11-02T09:00:00+00:00", "b": "2026-11-02T09:10:00+00:00"]
            for (name, time) in due {
                let answer = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=\(name)")
                #expect(try answer.json(TargetPreviewBody.self).nextSlot?.instant == time)
            }
            #expect(try times(try await publish(house, #"{"at":"next slot","rehearse":true}"#, post)) == due)
            #expect(try times(try await publish(house, #"{"at":"next slot"}"#, post)) == due)
        }
    }

    @Test("a slot that another post has is left to it; the post itself may keep its own")
    func takesFreeOnes() async throws {
        try await House.open(targets: [try target("a", ["weekdays 09:00"]), try target("b", ["weekdays 09:00"])]) {
            house in
            _ = try await publish(house, #"{"at":"2026-11-02 09:00:30","to":["a"]}"#)
            let post = try await house.write("Two")
            let wish = #"{"at":"next slot","to":["a","b"]}"#
            let expected = ["a": "2026-11-03T09:00:00+00:00", "b": "2026-11-02T09:00:00+00:00"]
            #expect(try times(try await publish(house, wish, post)) == expected)
            #expect(try times(try await publish(house, wish, post)) == expected)
            let third = try times(try await publish(house, wish))
            #expect(third == ["a": "2026-11-04T09:00:00+00:00", "b": "2026-11-03T09:00:00+00:00"])
        }
    }

    @Test("a target does not go before the one whose address it waits for")
    func waitsForTheBlog() async throws {
        let targets = [
            try target("early", ["daily 08:00"]) { $0.after = "late" }, try target("late", ["mon 20:00"]),
            try target("along", []) { $0.after = "late" },
        ]
        try await House.open(targets: targets) { house in
            let all = try times(try await publish(house, #"{"at":"next slot"}"#))
            #expect(
                all == [
                    "late": "2026-11-02T20:00:00+00:00", "along": "2026-11-02T20:00:00+00:00",
                    "early": "2026-11-03T08:00:00+00:00",
                ])
            let post = try await house.write("Two")
            _ = try await publish(house, #"{"at":"2026-11-04 12:00","to":["late"]}"#, post)
            let rest = try times(try await publish(house, #"{"at":"next slot","to":["early","along"]}"#, post))
            #expect(rest["early"] == "2026-11-05T08:00:00+00:00" && rest["along"] == "2026-11-04T12:00:00+00:00")
        }
    }

    @Test("a target that is added moves no other from its slot, and the post keeps the earliest date")
    func addsTargets() async throws {
        let targets = [
            try target("first", ["mon 09:00"]), try target("later", ["mon 12:00"]),
            try target("earlier", ["mon 08:00"]),
        ]
        try await House.open(targets: targets) { house in
            let post = try await house.write()
            var expected: [String: String] = [:]
            for (name, hour, date) in [("first", "09", "09"), ("later", "12", "09"), ("earlier", "08", "08")] {
                expected[name] = "2026-11-02T\(hour):00:00+00:00"
                let answer = try await publish(house, "{\"at\":\"next slot\",\"to\":[\"\(name)\"]}", post)
                #expect(try times(answer) == expected)
                #expect(try answer.json(PublishedBody.self).post.date?.local == "2026-11-02T\(date):00")
            }
        }
    }

    @Test("a new date moves all by the same span, and the answer says which targets that moves off their slots")
    func datesByHand() async throws {
        let targets = [
            try target("noon", ["weekdays 12:30"]), try target("morning", ["mon 09:00"]),
            try target("any", []) { $0.delay = "10m" },
        ]
        try await House.open(targets: targets) { house in
            let post = try await house.write()
            _ = try await publish(house, #"{"at":"next slot"}"#, post)
            var draft = try await house.web.send("GET", "/v1/posts/\(post.id)").json(PostBody.self).draft
            for (date, left) in [("2026-11-03T09:00", false), ("2026-11-03T10:00", true), ("2026-11-03T11:00", false)] {
                draft.date = date
                let body = String(decoding: try JSONCoding.encode(draft), as: UTF8.self)
                let answer = try await house.web.json(
                    "PUT", "/v1/posts/\(post.id)", body, headers: ["If-Match": "*"])
                let notes = try answer.json(PostBody.self).notes
                #expect(notes?.count == (left ? 1 : nil), "\(answer.text)")
                #expect(answer.text.contains("--to noon --next-slot") == left)
            }
            #expect(
                try await house.deliveries(post.id).first { $0.target == "noon" }?.dueAt == "2026-11-03T14:30:00+00:00")
        }
    }

    @Test("without “after”, a target does not go before a blog that waits, unless the post has its address elsewhere")
    func waitsForTheImpliedBlog() async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try target("early", ["daily 08:00"])]
        try await House.open(targets: targets, folder: folder) { house in
            for (more, slot) in [
                ("", "2026-11-05T08:00:00+00:00"),
                (#","canonicalAddress":"https://elsewhere.example/1""#, "2026-11-02T08:00:00+00:00"),
            ] {
                let post = try await house.write("First light", "Some words.", more)
                _ = try await publish(house, #"{"at":"2026-11-04 12:00","to":["blog"]}"#, post)
                let due = try times(try await publish(house, #"{"at":"next slot","to":["early"]}"#, post))
                #expect(due == ["blog": "2026-11-04T12:00:00+00:00", "early": slot])
            }
        }
    }

    @Test("an undeleted post keeps its slot, and the answer says if another post has it by now")
    func undeleted() async throws {
        try await House.open(targets: [try target("a", ["daily 09:00"])]) { house in
            let post = try await house.write()
            let due = try times(try await publish(house, #"{"at":"next slot"}"#, post))
            for isTaken in [false, true] {
                _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/deletion")
                if isTaken { #expect(try times(try await publish(house, #"{"at":"next slot"}"#)) == due) }
                let answer = try await house.web.send("DELETE", "/v1/posts/\(post.id)/deletion")
                #expect(answer.text.contains("another post at the same time") == isTaken, "\(answer.text)")
                #expect(answer.text.contains("publish \(post.slug) --to a --next-slot") == isTaken)
            }
        }
    }

    @Test("the same request shortly before the slot does not move the post to the next")
    func repeats() async throws {
        try await House.open(targets: [try target("a", ["weekdays 09:00"])]) { house in
            let post = try await house.write()
            let due = try times(try await publish(house, #"{"at":"next slot"}"#, post))
            house.clock.advance(by: .seconds(21 * 3600 - 15))
            #expect(try times(try await publish(house, #"{"at":"next slot"}"#, post)) == due)
            let other = try times(try await publish(house, #"{"at":"next slot"}"#))
            #expect(other == ["a": "2026-11-03T09:00:00+00:00"])
        }
    }

    @Test("without a slot, or without a free one, nothing is scheduled and the answer says what to do")
    func refuses() async throws {
        try await House.open(targets: [try House.mastodon(), try target("yearly", ["sun 12:00, UTC"])]) { house in
            let none = try await publish(house, #"{"at":"next slot","to":["fediverse"]}"#)
            #expect(none.status == 409 && none.text.contains("Add “slots” to the target"), "\(none.text)")
            for number in 1...WeeklySlots.weeksMax {
                _ = try await publish(house, #"{"at":"+\#(7 * number)d","to":["yearly"]}"#)
            }
            let full = try await publish(house, #"{"at":"next slot","to":["yearly"]}"#)
            #expect(full.status == 409 && full.text.contains("is free in the next year"), "\(full.text)")
        }
    }

    @Test("of two posts that ask at the same moment, each gets a slot of its own")
    func settlesRaces() async throws {
        try await House.open(targets: [try target("a", ["weekdays 09:00"])]) { house in
            let first = try await house.write("One")
            let second = try await house.write("Two")
            let settings = WritingSettings(
                render: RenderOptions(), zone: try House.zone("Europe/Lisbon"), zones: { try? House.zone($0.text) },
                defaultTargets: [], undoWindow: .seconds(30))
            let quiet = PostService(
                store: house.store, targets: [try target("a", ["weekdays 09:00"])], settings: settings,
                now: { house.clock.now })
            let author = Server.Caller(user: house.user, scopes: Set(Scope.allCases))
            let wish = PublicationBody(at: PublicationBody.nextSlot)
            let disturbed = PostService(
                store: house.store, targets: quiet.targets, settings: settings, now: { house.clock.now },
                meanwhile: { _ = try await quiet.publish(second.id, wish, ifRevision: nil, by: author) })
            let published = try await disturbed.publish(first.id, wish, ifRevision: nil, by: author)
            #expect(published.deliveries.map(\.dueAt) == ["2026-11-03T09:00:00+00:00"])
        }
    }

    @Test("a preview says when each target gets the post at the next slots, with those that are published together")
    func foretells() async throws {
        let targets = [try target("early", ["daily 08:00"]) { $0.after = "late" }, try target("late", ["mon 20:00"])]
        try await House.open(targets: targets) { house in
            let post = try await house.write().id
            func slot(_ query: String) async throws -> String? {
                let answer = try await house.web.send("GET", "/v1/posts/\(post)/preview?\(query)")
                return try answer.json(TargetPreviewBody.self).nextSlot?.local
            }
            #expect(try await slot("target=early&to=early,late") == "2026-11-03T08:00")
            #expect(try await slot("target=early&to=early") == "2026-11-02T08:00")
        }
    }

    @Test("the slots are listed with those that are taken; a target shows its own as they are written")
    func lists() async throws {
        try await House.open(targets: [try target("a", ["weekdays 09:00"]), try target("b", ["mon 08:00"])]) { house in
            _ = try await publish(house, #"{"at":"next slot","to":["a"]}"#)
            let page = try await house.web.send("GET", "/v1/slots?limit=3").json(PageBody<SlotBody>.self)
            #expect(page.items.map(\.date.local) == ["2026-11-02T08:00", "2026-11-02T09:00", "2026-11-03T09:00"])
            #expect(page.items.map(\.target) == ["b", "a", "a"])
            #expect(page.items.map(\.isFree) == [true, false, true])
            #expect(page.cursor != nil)
            let one = try await house.web.send("GET", "/v1/slots?target=b").json(PageBody<SlotBody>.self)
            #expect(one.items.count == PostService.slotsListed && one.items.allSatisfy { $0.target == "b" })
            #expect(try await house.web.send("GET", "/v1/slots?target=nowhere").status == 404)
            let shown = try await house.web.send("GET", "/v1/targets/a").json(TargetBody.self)
            #expect(shown.slots == ["weekdays 09:00"])
        }
    }
}
