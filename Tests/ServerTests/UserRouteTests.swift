import Foundation
import PostStore
import Posts
import Testing
import Wire

@Suite(.timeLimit(.minutes(10))) struct UserRouteTests {
    @Test("a user is invited, signs in, writes, and is removed; the posts stay")
    func comesAndGoes() async throws {
        try await House.open { house in
            // Given an invited user
            let made = try await house.local.json("POST", "/v1/users", #"{"name":"bo","uid":1001}"#)
            #expect(made.status == 201)
            #expect(try made.json(UserBody.self).uid == 1001)
            let link = try await house.local.json("POST", "/v1/sessions", #"{"user":"bo"}"#).json(SignInBody.self)
            house.clock.advance(by: .hours(23))
            let path = String(link.url.dropFirst("http://127.0.0.1:\(house.port)".count))
            var browser = house.stranger
            browser.headers["Cookie"] = try await browser.send("GET", path, headers: House.typed)
                .header("Set-Cookie").map {
                    String($0.prefix { $0 != ";" })
                }
            browser.headers["Sec-Fetch-Site"] = "same-origin"
            let post = try await browser.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#).json(PostBody.self)
            let list = try await house.local.send("GET", "/v1/users").json(PageBody<UserBody>.self).items
            #expect(list.map(\.name) == ["Ada", "bo"] && list.map(\.posts) == [0, 1])
            #expect(list.map(\.isAdministrator) == [true, false])
            // When the user is removed
            let refused = try await house.local.send("DELETE", "/v1/users/bo")
            #expect(refused.status == 409 && refused.text.contains("1 post"))
            let removed = try await house.local.send("DELETE", "/v1/users/bo?posts_to=Ada")
            #expect(try removed.json(RemovedUserBody.self) == RemovedUserBody(name: "bo", posts: 1, postsTo: "Ada"))
            // Then their sessions have ended, and the post is Ada's
            #expect(try await browser.send("GET", "/v1/posts").status == 401)
            #expect(try await house.web.send("GET", "/v1/posts/\(post.id)").status == 200)
            #expect(try await house.local.send("DELETE", "/v1/users/bo").status == 404)
        }
    }

    @Test("administrators list and export one user's posts, all users their own; other users' posts return 404")
    func owners() async throws {
        try await House.open { house in
            let bo = try await house.other(named: "bo")
            let administrator = try await house.caller(as: house.user, named: "root", .all)
            _ = try await bo.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#)
            _ = try await administrator.json("POST", "/v1/posts", #"{"title":"Of Ada"}"#)
            func titles(_ caller: Caller, _ owner: String) async throws -> [String?] {
                try await caller.send("GET", "/v1/posts?owner=\(owner)").json(PageBody<PostSummaryBody>.self).items
                    .map(\.title)
            }
            #expect(try await titles(administrator, "bo") == ["Of Bo"])
            #expect(try await titles(administrator, "Ada") == ["Of Ada"])
            #expect(try await titles(bo, "bo") == ["Of Bo"])
            let all = try await administrator.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self).items
            #expect(
                Dictionary(uniqueKeysWithValues: all.map { ($0.title, $0.owner) }) == ["Of Ada": "Ada", "Of Bo": "bo"])
            func exported(_ caller: Caller, _ query: String) async throws -> [String?] {
                try await caller.send("GET", "/v1/exports\(query)").json(PageBody<ExportedPostBody>.self).items
                    .map(\.post.title)
            }
            #expect(try await exported(administrator, "?owner=bo") == ["Of Bo"])
            #expect(try await exported(administrator, "") == ["Of Ada"])
            #expect(try await exported(bo, "?owner=bo") == ["Of Bo"])
            let upload = try await bo.send(
                "POST", "/v1/media", headers: ["Content-Type": "image/png"], bytes: MediaRouteTests.png(), host: "(own)"
            )
            let picture = "/v1/media/\(try upload.json(MediaBody.self).id)"
            for path in [picture, "\(picture)/file"] {
                #expect(try await administrator.send("GET", "\(path)?owner=bo").status == 200)
                #expect(try await administrator.send("GET", path).status == 404)
            }
            for path in ["/v1/posts", "/v1/exports", picture, "\(picture)/file"] {
                let foreign = try await bo.send("GET", "\(path)?owner=Ada")
                let missing = try await bo.send("GET", "\(path)?owner=nobody")
                #expect(foreign.status == 404 && missing.status == 404)
                #expect(foreign.text.replacing("Ada", with: "nobody") == missing.text)
            }
        }
    }

    @Test("administrators see whose post each delivery of the queue belongs to")
    func ownersOfDeliveries() async throws {
        try await House.open(targets: [House.webhook()]) { house in
            let bo = try await house.other(named: "bo")
            let administrator = try await house.caller(as: house.user, named: "root", .all)
            for (caller, title) in [(bo, "Of Bo"), (administrator, "Of Ada")] {
                let post = try await caller.json("POST", "/v1/posts", #"{"title":"\#(title)"}"#).json(PostBody.self)
                let answer = try await caller.json("PUT", "/v1/posts/\(post.id)/publication", #"{"at":"+2h"}"#)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let all = try await administrator.send("GET", "/v1/deliveries").json(PageBody<DeliveryBody>.self).items
            #expect(
                Dictionary(uniqueKeysWithValues: all.map { ($0.postTitle, $0.owner) }) == [
                    "Of Ada": "Ada", "Of Bo": "bo",
                ])
            let own = try await bo.send("GET", "/v1/deliveries").json(PageBody<DeliveryBody>.self).items
            #expect(own.map(\.postTitle) == ["Of Bo"])
        }
    }

    @Test("invalid names and uids are refused with a reason")
    func refuses() async throws {
        try await House.open(ownUID: 990) { house in
            let root = try await house.caller(as: house.user, named: "root", .all)
            for wrong in [
                #"{"name":""}"#, #"{"name":"a/b"}"#, #"{"name":" a"}"#, #"{"name":".."}"#, #"{"name":"a","uid":0}"#,
                #"{"name":"a","uid":990}"#, #"{"name":"a","uid":4294967295}"#, #"{"name":"a","uid":-1}"#, "{}",
            ] {
                #expect(try await root.json("POST", "/v1/users", wrong).status == 422, "\(wrong)")
            }
            #expect(try await root.json("POST", "/v1/users", #"{"name":"Ada"}"#).status == 409)
            #expect(try await root.send("DELETE", "/v1/users/Ada").status == 409)
        }
    }

    @Test("a token has its scopes until it expires, and only administrators create one for another user")
    func tokens() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "bo")
            let made = try await house.local.json(
                "POST", "/v1/tokens", #"{"name":"stats","user":"bo","scopes":["read"],"expires":"+1d"}"#)
            let token = try made.json(TokenBody.self)
            #expect(token.user == "bo" && token.scopes == ["read"] && token.expiresAt != nil)
            var caller = house.stranger
            caller.headers["Authorization"] = "Bearer \(try #require(token.secret))"
            #expect(try await caller.send("GET", "/v1/posts").status == 200)
            #expect(try await caller.json("POST", "/v1/posts", "{}").status == 403)
            house.clock.advance(by: .days(1))
            #expect(try await caller.send("GET", "/v1/posts").status == 401)
            for wrong in [
                #"{"name":"a","scopes":[]}"#, #"{"name":"a","scopes":["root"]}"#,
                #"{"name":"a","expires":"2001-01-01"}"#,
                #"{"name":"a","user":"bo","scopes":["admin"]}"#,
            ] {
                #expect(try await house.local.json("POST", "/v1/tokens", wrong).status == 422, "\(wrong)")
            }
            #expect(try await house.local.json("POST", "/v1/tokens", #"{"name":"a","user":"eve"}"#).status == 404)
            #expect(try await house.local.send("DELETE", "/v1/tokens/stats").status == 404)
            #expect(try await house.local.send("DELETE", "/v1/tokens/stats?user=bo").status == 204)
        }
    }
}
