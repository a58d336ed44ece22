import Foundation
import PostStore
import Posts
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    @Test("sessions are listed with the browser's name, and ended one by one")
    func lists() async throws {
        try await House.open { house in
            let first = try await house.browser()
            let second = try await house.browser()
            let list = try await second.send("GET", "/v1/sessions")
            let sessions = try list.json(PageBody<SessionBody>.self).items
            #expect(sessions.map(\.label) == ["Firefox on Linux", "Firefox on Linux"])
            #expect(sessions.map(\.isCurrent) == [true, false])
            #expect(!list.text.contains(try #require(first.headers["Cookie"]?.suffix(43))))
            let other = try #require(sessions.last?.id)
            #expect(try await second.send("DELETE", "/v1/sessions/\(other)").status == 204)
            #expect(try await first.send("GET", "/v1/posts").status == 401)
            #expect(try await second.send("DELETE", "/v1/sessions/\(other)").status == 404)
            for wrong in ["0", "-1", "x", "99999999999999999999", "%00"] {
                #expect(try await second.send("DELETE", "/v1/sessions/\(wrong)").status == 404)
            }
            let out = try await second.send("DELETE", "/v1/sessions/current")
            #expect(out.status == 204)
            #expect(out.header("Set-Cookie")?.hasPrefix("galley-\(house.port)=; Path=/; Max-Age=0;") == true)
            let after = try await second.send("GET", "/v1/posts")
            #expect(after.status == 401)
            #expect(try house.problem(after).word == "signed-out")
            #expect(try await house.local.send("DELETE", "/v1/sessions/current").status == 409)
        }
    }

    @Test("a link to another user's post is refused to administrators, because the browser would not show the post")
    func othersPost() async throws {
        try await House.open { house in
            let other = try await house.other(named: "bo")
            let post = try await other.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#).json(PostBody.self)
            let to = #""to":"/?post=\#(post.id)""#
            let refused = try await house.local.json("POST", "/v1/sessions", "{\(to)}")
            #expect(refused.status == 409)
            #expect(try house.problem(refused).title.contains("galley open of-bo --user bo"))
            #expect(try await house.local.json("POST", "/v1/sessions", "{\(to),\"user\":\"bo\"}").status == 201)
            // Others learn nothing of the post.
            #expect(try await house.browser().json("POST", "/v1/sessions", "{\(to)}").status == 201)
        }
    }

    @Test("a session unused for thirty days expires; a used one continues")
    func idles() async throws {
        try await House.open { house in
            let (used, idle) = (try await house.browser(), try await house.browser())
            for _ in 1...3 {
                house.clock.advance(by: .days(15))
                let page = try await used.send("GET", "/v1/posts")
                #expect(page.status == 200)
            }
            #expect(try await idle.send("GET", "/v1/posts").status == 401)
            let list = try await used.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self)
            #expect(list.items.map(\.isCurrent) == [true])
            try await house.store.tidy()
            #expect(try await used.send("GET", "/v1/posts").status == 200)
        }
    }

    @Test("a session ends after half a year, however much it is used")
    func ages() async throws {
        try await House.open { house in
            let browser = try await house.browser()
            for day in 1...17 {
                house.clock.advance(by: .days(10))
                #expect(try await browser.send("GET", "/v1/posts").status == 200, "day \(day * 10)")
            }
            house.clock.advance(by: .days(10))
            #expect(try await browser.send("GET", "/v1/posts").status == 401)
            try await house.store.tidy()
            #expect(try await house.store.sessions(of: house.user).items.isEmpty)
        }
    }

    @Test("a browser's cookie opens its event stream, until its session is ended elsewhere")
    func endsStream() async throws {
        try await House.open { house in
            let browser = try await house.browser()
            let (opened, open) = AsyncStream.makeStream(of: Void.self)
            let (heard, hear) = AsyncStream.makeStream(of: Void.self)
            // So that the end of the stream is the end of the connection.
            let close = ["Connection": "close"]
            async let stream = browser.events("/v1/events?after=0", headers: close, opened: { open.yield() }) { text in
                if text.contains("event: post-created") { hear.yield() }
                return false
            }
            for await _ in opened { break }
            let post = try await house.write()
            // Events at the moment of the end need not arrive.
            for await _ in heard { break }
            #expect(try await house.local.send("DELETE", "/v1/sessions/1").status == 204)
            // It ended by itself, after receiving the earlier event.
            #expect(try await stream.contains("\"subject\":\"\(post.id)\""))
            #expect(try await browser.send("GET", "/v1/events").status == 401)
        }
    }

    @Test(
        "browsers have names by which their owner can distinguish them",
        arguments: [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Linux"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1",
                "Safari on iPhone"
            ),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
            ("Mozilla/5.0 (Android 16; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0", "Firefox on Android"),
            ("curl/7.88.1", "curl"), ("", "a browser without a name"), ("\u{1B}[31mé\u{0}", "[31m"),
        ])
    func names(userAgent: String, label: String) {
        #expect(BrowserName.label(userAgent) == label)
        #expect(BrowserName.label(String(repeating: "x", count: 9000)).count <= 60)
    }
}
