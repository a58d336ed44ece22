import Foundation
import PostStore
import Posts
import Testing
import Wire

@testable import Server

/// Calls every route of the route table as callers without the right to. A new route is included automatically; a new
/// kind of path parameter must be named in `Belongings`.
@Suite(.timeLimit(.minutes(10))) struct RightsTests {
    @Test("every route is closed to anonymous callers, and to tokens without its scope")
    func scopes() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            var callers: [Scope: Caller] = [:]
            for scope in Scope.allCases {
                callers[scope] = try await house.caller(as: house.user, named: scope.rawValue, [scope])
            }
            let things = Belongings.none
            for route in Crossing.routes(of: house.routes) {
                let stranger = try await route.send(as: house.stranger, at: things)
                #expect(stranger.isUnknown == !route.access.isOpen, "\(route) without a token")
                for scope in Scope.allCases {
                    let caller = try #require(callers[scope])
                    let answer = try await route.send(as: caller, at: things)
                    let isRefused = answer.problem == "scope-missing"
                    #expect(isRefused == !route.access.isOpen(to: scope), "\(route) with the scope \(scope)")
                    #expect(!answer.isUnknown, "\(route) with the scope \(scope)")
                }
            }
        }
    }

    @Test("other users' things look on every route as if they did not exist")
    func ownership() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            // Given one of each thing, owned by Ada
            let things = try await Belongings(of: house)
            let other = try await house.other(named: "bo")
            let before = try await things.state(in: house)
            // When Bo requests each
            for route in Crossing.routes(of: house.routes) where route.isPrivate {
                let foreign = try await route.send(as: other, at: things)
                let missing = try await route.send(as: other, at: .none)
                // Then the answers do not reveal that it exists
                #expect(foreign == missing, "\(route)")
                if !route.makesItsOwn, route.access.isOpen(to: .author) { #expect(foreign.status == 404, "\(route)") }
            }
            for list in Crossing.routes(of: house.routes) where list.isList {
                let answer = try await list.send(as: other, at: things)
                for word in things.words { #expect(!answer.text.contains(word), "\(list) tells of “\(word)”") }
            }
            // And nothing has changed
            #expect(try await things.state(in: house) == before)
        }
    }

    @Test("administrators reach all users' posts, but in a browser they are authors like others")
    func administrators() async throws {
        try await House.open { house in
            let other = try await house.other(named: "bo")
            let post = try await other.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#).json(PostBody.self)
            let token = try await house.caller(as: house.user, named: "all", .all)
            for caller in [house.local, token] {
                #expect(try await caller.send("GET", "/v1/posts/\(post.id)").status == 200)
                #expect(try await caller.send("GET", "/v1/posts").text.contains(post.id))
                #expect(try await caller.send("GET", "/v1/status").json(StatusBody.self).posts == ["draft": 1])
            }
            for caller in [house.web, try await house.browser()] {
                #expect(try await caller.send("GET", "/v1/posts/\(post.id)").status == 404)
                #expect(try await !caller.send("GET", "/v1/posts").text.contains(post.id))
                #expect(try await caller.send("GET", "/v1/status").json(StatusBody.self).posts.isEmpty)
                #expect(try await caller.send("GET", "/v1/users").status == 403)
            }
            // Slugs are shared by all users, since readers see them; the refusal does not say whose post has it.
            let draft = #"{"title":"x","slug":"of-bo"}"#
            let taken = try await house.web.json("POST", "/v1/posts", draft)
            #expect(taken.status == 409 && !taken.text.contains(post.id))
        }
    }

    @Test("a token that may only write cannot change a post that is public, or will be")
    func writing() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            let writer = try await house.caller(as: house.user, named: "w", [.read, .write])
            let post = try await house.write()
            let edit = #"{"title":"First light","body":"Other words."}"#
            let any = ["If-Match": "*"]
            #expect(try await writer.json("PUT", "/v1/posts/\(post.id)", edit, headers: any).status == 200)
            let publication = "/v1/posts/\(post.id)/publication"
            #expect(try await writer.send("PUT", publication).status == 403)
            #expect(try await house.web.send("PUT", publication).status == 200)
            let refused = try await writer.json("PUT", "/v1/posts/\(post.id)", edit, headers: any)
            #expect(try house.problem(refused).word == "scope-missing")
            #expect(try await writer.send("PUT", "/v1/posts/\(post.id)/deletion").status == 403)
        }
    }

    @Test("an event stream contains nothing of other users' posts, and ends with its token")
    func events() async throws {
        try await House.open { house in
            let other = try await house.other(named: "bo")
            let post = try await house.write()
            let own = try await other.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#).json(PostBody.self)
            let heard = try await other.events("/v1/events?after=0") { $0.contains(own.id) }
            #expect(!heard.contains(post.id))
            let all = try await house.local.events("/v1/events?after=0") { $0.contains(own.id) }
            #expect(all.contains(post.id))
            let (opened, open) = AsyncStream.makeStream(of: Void.self)
            async let stream = other.events(
                "/v1/events?after=0", headers: ["Connection": "close"], opened: { open.yield() }
            ) { _ in false }
            for await _ in opened { break }
            #expect(try await house.local.send("DELETE", "/v1/tokens/bo?user=bo").status == 204)
            #expect(try await stream.contains(own.id))
        }
    }

    @Test("on the socket the system identifies the caller")
    func socket() async throws {
        let authenticator = try await authenticator(ownUID: 990, users: [("bo", 1001, false), ("cy", 1002, true)])
        let ask = try request()
        for uid in [0, 990] as [UInt32] {
            let caller = try #require(try await authenticator.admit(ask, from: .user(uid: uid), to: .admin))
            #expect(caller.user == UserID(1) && caller.reach == .everyone)
        }
        let bo = try #require(try await authenticator.admit(ask, from: .user(uid: 1001), to: .publish))
        #expect(bo.reach == .user(bo.user) && bo.user != UserID(1))
        await #expect(throws: Problem.self) { try await authenticator.admit(ask, from: .user(uid: 1001), to: .admin) }
        #expect(try await authenticator.admit(ask, from: .user(uid: 1001), to: .inPerson) == bo)
        #expect(try await authenticator.admit(ask, from: .user(uid: 1002), to: .admin)?.reach == .everyone)
        await #expect(throws: Problem.self) { try await authenticator.admit(ask, from: .user(uid: 1003), to: .read) }
    }
}
