import Foundation
import HTTPTypes
import JSONTree
import PostStore
import Posts
import Testing
import Wire

@testable import Server

/// Every route that creates something creates it once per key. A new route of this kind is included automatically once
/// its body is listed here; those of `own` answer a repetition in their own ways, each with a test.
@Suite(.timeLimit(.minutes(10))) struct RequestKeyTests {
    private static let bodies = [
        "/v1/posts": (#"{"title":"One"}"#, #"{"title":"Other"}"#),
        "/v1/windows": (#"{"label":"One","width":800,"height":600}"#, #"{"label":"Other","width":800,"height":600}"#),
        "/v1/tokens": (#"{"name":"One"}"#, #"{"name":"Other"}"#),
        "/v1/users": (#"{"name":"One"}"#, #"{"name":"Other"}"#),
    ]

    private static let own: Set = ["/v1/sessions", "/v1/media", "/v1/backups", "/v1/notifications/trial"]

    private func making(_ book: RouteTable) -> [RouteTable.Entry] { book.entries.filter(\.takesKey) }

    @Test("every POST accepts a key or documents why it needs none; every creating one accepts a key")
    func described() async throws {
        try await House.open { house in
            for entry in house.routes.entries {
                guard let description = entry.route else { continue }
                let (isPost, isHarmless) = (entry.method == .post, description.repetition != nil)
                #expect(isPost ? entry.takesKey != isHarmless : !entry.takesKey && !isHarmless, "\(entry.path)")
                let isMaking = isPost && description.responses.contains { $0.status == 201 }
                #expect(entry.takesKey || !isMaking, "\(entry.path)")
            }
            let known = Set(Self.bodies.keys).union(Self.own)
            #expect(Set(making(house.routes).map(\.path)) == known)
            let paths = try Contract.of(house.routes).document["paths"]
            for path in known {
                let text = String(decoding: try JSONCoding.encode(paths?[path]?["post"]), as: UTF8.self)
                #expect(text.contains(#""name":"Idempotency-Key""#), "\(path)")
            }
            let reason = paths?["/v1/imports"]?["post"]?["description"]
            #expect(
                reason == .text("It takes no key: every item is identified by its source, for longer than by any key."))
        }
    }

    @Test("the same request under the same key creates one thing, and a different request is refused with a reason")
    func once() async throws {
        try await House.open { house in
            for (path, (one, other)) in Self.bodies {
                let key = ["Idempotency-Key": "key of \(path)"]
                let first = try await house.local.json("POST", path, one, headers: key)
                let again = try await house.local.json("POST", path, one, headers: key)
                #expect(first.status == 201 && again.status == 201, "\(path): \(again.text)")
                #expect(first.header("Location") == again.header("Location"), "\(path)")
                let list = try await house.local.send("GET", path).text
                #expect(list.components(separatedBy: "One").count == 2, "\(path): \(list)")
                let reused = try await house.local.json("POST", path, other, headers: key)
                #expect(reused.status == 422 && reused.text.contains("Idempotency-Key"), "\(path)")
                let bad = ["Idempotency-Key": String(repeating: "k", count: 256)]
                #expect(try await house.local.json("POST", path, other, headers: bad).status == 400, "\(path)")
            }
        }
    }

    @Test("a token is not shown twice, and a key for one kind of thing is not valid for another")
    func tokens() async throws {
        try await House.open { house in
            let key = ["Idempotency-Key": "k"]
            let first = try await house.local.json("POST", "/v1/tokens", #"{"name":"x"}"#, headers: key)
            let again = try await house.local.json("POST", "/v1/tokens", #"{"name":"x"}"#, headers: key)
            #expect(try first.json(TokenBody.self).secret != nil)
            #expect(try again.json(TokenBody.self).secret == nil)
            #expect(try await house.local.json("POST", "/v1/users", #"{"name":"x"}"#, headers: key).status == 422)
            // A revoked one is gone, although the next token has its number.
            #expect(try await house.local.send("DELETE", "/v1/tokens/x").status == 204)
            #expect(try await house.local.json("POST", "/v1/tokens", #"{"name":"y"}"#).status == 201)
            #expect(try await house.local.json("POST", "/v1/tokens", #"{"name":"x"}"#, headers: key).status == 404)
        }
    }

    @Test("a link whose answer was lost is replaced and invalid; of both one signs in, once")
    func links() async throws {
        try await House.open { house in
            let key = ["Idempotency-Key": "k"]
            func ask(_ body: String = "") async throws -> Caller.Answer {
                try await house.local.json("POST", "/v1/sessions", body, headers: key)
            }
            let lost = try await ask().json(SignInBody.self)
            house.clock.advance(by: .minutes(2))
            let second = try await ask().json(SignInBody.self)
            let third = try await ask().json(SignInBody.self)
            #expect(Set([lost.url, second.url, third.url]).count == 3 && third.expiresAt == lost.expiresAt)
            for (link, status) in [(lost, 410), (second, 410), (third, 200), (third, 410)] {
                let path = String(link.url.dropFirst("http://127.0.0.1:\(house.port)".count))
                #expect(try await house.stranger.send("GET", path, headers: House.typed).status == status)
            }
            // A used one is not created again, and a different request needs another key.
            let used = try await ask()
            #expect(used.status == 409 && used.text.contains("was used, or is too old"))
            #expect(try await ask(#"{"to":"/?x"}"#).status == 422)
            let list = try await house.local.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self)
            #expect(list.items.count == 1)
        }
    }

    @Test("a picture repeated under its key takes over no description, and is not restored")
    func pictures() async throws {
        try await House.open { house in
            func add(_ query: String, _ mark: UInt8 = 1) async throws -> Caller.Answer {
                let headers = ["Idempotency-Key": "k"]
                return try await house.web.send(
                    "POST", "/v1/media\(query)", headers: headers, bytes: MediaRouteTests.png(mark), host: "(own)")
            }
            let media = try await add("?alt=Boats").json(MediaBody.self)
            _ = try await house.web.json(
                "PUT", "/v1/media/\(media.id)", #"{"alt":""}"#, headers: ["If-Match": "\"\(media.revision)\""])
            let again = try await add("?alt=Boats")
            #expect(try again.status == 200 && again.json(MediaBody.self).alt == "")
            #expect(try await add("?alt=Ships").status == 422)
            #expect(try await add("?alt=Boats", 2).status == 422)
            #expect(try await house.web.send("DELETE", "/v1/media/\(media.id)").status == 204)
            #expect(try await add("?alt=Boats").status == 404)
            #expect(try await house.web.send("GET", "/v1/media").json(PageBody<MediaBody>.self).items.isEmpty)
        }
    }

    @Test("a repeated test notification is sent once")
    func trials() async throws {
        try await House.open(checkPatience: .milliseconds(1), notificationMeans: [.command, .webhook]) { house in
            for _ in 0..<2 {
                let answer = try await house.local.json(
                    "POST", "/v1/notifications/trial", "", headers: ["Idempotency-Key": "k"])
                #expect(answer.status == 202)
            }
            #expect(try await house.store.notifications().items.map(\.notification.number) == [2, 1])
            #expect(try await house.local.send("POST", "/v1/notifications/trial").status == 202)
            #expect(try await house.store.notifications().items.count == 4)
        }
    }

    @Test("a key belongs to its user, and expires after a day")
    func kept() async throws {
        try await House.open { house in
            let key = ["Idempotency-Key": "k"]
            let other = try await house.other(named: "bo")
            let draft = #"{"title":"One"}"#
            let first = try await house.web.json("POST", "/v1/posts", draft, headers: key).json(PostBody.self)
            let foreign = try await other.json("POST", "/v1/posts", draft, headers: key).json(PostBody.self)
            #expect(first.id != foreign.id)
            house.clock.advance(by: .hours(23))
            let again = try await house.web.json("POST", "/v1/posts", draft, headers: key).json(PostBody.self)
            #expect(again.id == first.id)
            house.clock.advance(by: .hours(1))
            let later = try await house.web.json("POST", "/v1/posts", draft, headers: key).json(PostBody.self)
            #expect(later.id != first.id)
        }
    }
}

extension RouteTable.Entry {
    fileprivate var takesKey: Bool { route?.takes(.idempotencyKey) ?? false }
}
