import Posts
import Testing
import Wire

@testable import Server

@Suite struct PresenceRouteTests {
    @Test(
        "two windows learn of each other and of a program that saves, until they leave or are silent for half a minute")
    func together() async throws {
        try await House.open { house in
            let post = try await house.write("Shared", "Words")
            func enter(_ key: String, caret: Int) async throws -> [PresenceBody] {
                try await house.web.json(
                    "PUT", "/v1/posts/\(post.id)/presence", #"{"key":"\#(key)","caret":\#(caret)}"#
                ).json(PageBody<PresenceBody>.self).items
            }
            #expect(try await enter("one", caret: 3).isEmpty)
            #expect(try await enter("two", caret: 5).map(\.caret) == [3])
            #expect(try await enter("one", caret: 4).map(\.caret) == [5])
            let saved = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"title":"Shared","body":"More"}"#, headers: ["If-Match": "*"])
            #expect(saved.status == 200)
            #expect(try await enter("one", caret: 4).count == 2)
            #expect(try await house.web.send("DELETE", "/v1/posts/\(post.id)/presence?key=two").status == 204)
            let there = try await house.web.send("GET", "/v1/posts/\(post.id)/presence")
                .json(PageBody<PresenceBody>.self).items
            #expect(Set(there.map(\.caret)) == [4, nil])
            house.clock.advance(by: Presence.span)
            #expect(try await enter("three", caret: 0).isEmpty)
            let refused = try await house.web.json("PUT", "/v1/posts/\(post.id)/presence", #"{"key":"","caret":0}"#)
            #expect(refused.status == 422)
        }
    }

    @Test("entries have bounds per post and in all, and what has ended makes room")
    func bounds() throws {
        let presence = Presence()
        let (post, now) = (try #require(PostID("aaaaaaaaaaaa")), Instant(microseconds: 1))
        func entry(until: Instant) -> Presence.Entry {
            Presence.Entry(user: "ada", program: "x", caret: nil, until: until)
        }
        for number in 0..<(Presence.entriesMax + 10) {
            _ = presence.note(entry(until: now + Presence.span), as: "\(number)", in: post, at: now)
        }
        #expect(presence.entries(in: post, at: now).count == Presence.entriesMax)
        #expect(
            presence.note(entry(until: now + Presence.span), as: "0", in: post, at: now).count == Presence.entriesMax
                - 1)
        let later = now + Presence.span
        #expect(presence.note(entry(until: later + Presence.span), as: "new", in: post, at: later).isEmpty)
        #expect(presence.entries(in: post, at: later).count == 1)
    }

    @Test("no entry lasts a day longer because the clock was set back by one")
    func setBack() throws {
        let presence = Presence()
        let (post, now) = (try #require(PostID("aaaaaaaaaaaa")), Clock.noon)
        func entry(at now: Instant) -> Presence.Entry {
            Presence.Entry(user: "ada", program: "x", caret: nil, until: now + Presence.span)
        }
        _ = presence.note(entry(at: now), as: "one", in: post, at: now)
        let earlier = now - .days(1)
        #expect(presence.entries(in: post, at: earlier).isEmpty)
        #expect(presence.note(entry(at: earlier), as: "two", in: post, at: earlier).isEmpty)
        #expect(presence.entries(in: post, at: earlier).count == 1)
    }
}
