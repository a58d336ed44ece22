import Foundation
import PostStore
import Posts
import Testing
import Wire

@testable import Server

/// Whatever makes something makes it once for each key. A new such route is crossed by itself, once its body is named here.
@Suite(.timeLimit(.minutes(2))) struct RequestKeyTests {
    private static let bodies = [
        "/v1/posts": (#"{"title":"One"}"#, #"{"title":"Other"}"#),
        "/v1/windows": (#"{"label":"One","width":800,"height":600}"#, #"{"label":"Other","width":800,"height":600}"#),
        "/v1/tokens": (#"{"name":"One"}"#, #"{"name":"Other"}"#),
        "/v1/users": (#"{"name":"One"}"#, #"{"name":"Other"}"#),
    ]

    private func making(_ book: RouteBook) -> [String] {
        book.entries.filter { $0.description?.headers.contains { $0.name == "Idempotency-Key" } ?? false }.map(\.path)
    }

    @Test("the same request under the same key makes one thing, and another wish is refused in words")
    func once() async throws {
        try await House.open { house in
            for path in making(house.routes) {
                let (one, other) = try #require(Self.bodies[path], "\(path)")
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
            #expect(making(house.routes).count >= 4)
        }
    }

    @Test("a token is not told twice, and a key of one kind of thing is none of another")
    func tokens() async throws {
        try await House.open { house in
            let key = ["Idempotency-Key": "k"]
            let first = try await house.local.json("POST", "/v1/tokens", #"{"name":"x"}"#, headers: key)
            let again = try await house.local.json("POST", "/v1/tokens", #"{"name":"x"}"#, headers: key)
            #expect(try first.json(TokenBody.self).secret != nil)
            #expect(try again.json(TokenBody.self).secret == nil)
            #expect(try await house.local.json("POST", "/v1/users", #"{"name":"x"}"#, headers: key).status == 422)
        }
    }

    @Test("a key is its user's own, and forgotten after a day")
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
