import Foundation
import JSONTree
import Testing
import Wire

@Suite("Choices in a window's panels over HTTP", .timeLimit(.minutes(10)))
struct InsideRouteTests {
    @Test("a choice is answered with the frames of index and detail, and belongs to the window")
    func choosing() async throws {
        try await House.open { house in
            let (window, other) = (try await house.window(), try await house.window())
            _ = try await house.command(#"{"command":"open","panel":"posts"}"#, in: window.id)
            let post = try await house.web.json("POST", "/v1/posts", #"{"title":"Cod","body":"Fish"}"#)
                .json(PostBody.self)
            let done = try await house.command(
                #"{"command":"show","panel":"posts","item":"\#(post.id)","title":"Cod"}"#, in: window.id
            ).json(ArrangedBody.self)
            #expect(done.announcement == "Posts shows “Cod”.")
            let inside = try #require(done.window.panels.first { $0.id == "posts" }?.inside)
            #expect(inside.items == [post.id] && inside.isCollapsed && inside.index == nil && inside.detail != nil)
            let path = "/v1/windows/\(other.id)"
            let others = try await house.web.send("GET", path).json(WindowBody.self)
            #expect(others.panels.first { $0.id == "posts" }?.inside?.items == [])
            let refused = try await house.command(
                #"{"command":"show","panel":"date","item":"a"}"#, in: window.id)
            #expect(refused.status == 409)
            #expect(try house.problem(refused).words == "Date has no index to choose from.")
        }
    }

    @Test("a page sends its choices again to a daemon that has forgotten the window")
    func brought() async throws {
        try await House.open { house in
            let post = try await house.web.json("POST", "/v1/posts", #"{"title":"Cod","body":"Fish"}"#)
                .json(PostBody.self)
            let made = try await house.web.json(
                "POST", "/v1/windows",
                #"{"width":1366,"height":1024,"inside":{"posts":{"items":["\#(post.id)"],"scroll":40}}}"#
            ).json(WindowBody.self)
            let opened = try await house.command(#"{"command":"open","panel":"posts"}"#, in: made.id)
                .json(ArrangedBody.self)
            let inside = try #require(opened.window.panels.first { $0.id == "posts" }?.inside)
            #expect(inside.items == [post.id] && inside.scroll == 40)
        }
    }

    @Test("the alternative of a refusal is labelled like a button")
    func offers() async throws {
        try await House.open { house in
            let window = try await house.window()
            let refused = try await house.command(
                #"{"command":"pin","panel":"date","side":"left"}"#, in: window.id)
            let alternative = try #require(try house.problem(refused).alternative)
            #expect(alternative.document["says"]?.text?.contains("Date") == true)
        }
    }
}
