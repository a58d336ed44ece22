import Foundation
import PostStore
import Posts
import Testing
import Wire

/// Signing in where another user is signed in, or through a link that was not typed, needs a confirmation.
@Suite(.timeLimit(.minutes(10))) struct SignInQuestionTests {
    private static let visit = [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    ]
    private static let own = visit.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }

    @Test("only a typed link signs in at once, and only in a browser that is signed out")
    func asksOthers() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "Ben")
            let ada = try await house.browser()
            let link = try await house.link(to: "/?post=a", for: "Ben")
            let silent: [(caller: Caller, headers: [String: String])] = [
                (house.stranger, ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"]),
                (house.stranger, Self.visit), (house.stranger, Self.own),
                (house.stranger, ["Referer": "https://a.example/"]),
                (ada, [:]), (ada, House.typed), (ada, Self.own), (ada, Self.visit),
            ]
            for (caller, headers) in silent {
                let answer = try await caller.send("GET", link, headers: headers)
                #expect(answer.header("Set-Cookie") == nil, "\(headers)")
            }
            // A visit from another site is redirected by the desk's own page, so that the browser sends the cookie.
            let detour = try await house.stranger.send("GET", link, headers: Self.visit)
            #expect(detour.text.contains("0;url=\(link)\"") && !detour.text.contains("<form"))
            // None of it used the key up.
            let cookie = try await house.stranger.send("GET", link, headers: House.typed).header("Set-Cookie")
            #expect(cookie != nil)
        }
    }

    @Test("a program that follows a link is signed in at once, as long as it names no page")
    func programs() async throws {
        try await House.open { house in
            let link = try await house.link()
            let led = try await house.stranger.send("GET", link, headers: ["Origin": "https://a.example"])
            #expect(led.header("Set-Cookie") == nil)
            #expect(try await house.stranger.send("GET", link).header("Set-Cookie") != nil)
        }
    }

    @Test("a browser that comes by the file of galley open is signed in without a question, and a forged proof asks")
    func comesByFile() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "Ben")
            func direct(for user: String? = nil) async throws -> String? {
                let body = user.map { "{\"user\":\"\($0)\"}" } ?? #"{"to":"/?post=a"}"#
                let link = try await house.local.json("POST", "/v1/sessions", body).json(SignInBody.self)
                #expect(!link.url.contains("direct="))
                return link.direct.map { String($0.dropFirst("http://127.0.0.1:\(house.port)".count)) }
            }
            let link = try #require(try await direct())
            // For the browser, a file is another site: the desk's own page leads on, so that the browser sends the cookie.
            let detour = try await house.stranger.send("GET", link, headers: Self.visit)
            #expect(detour.text.contains("0;url=\(link.htmlEscaped)\""), "\(detour.text)")
            let answer = try await house.stranger.send("GET", link, headers: Self.own)
            #expect(answer.header("Set-Cookie") != nil && answer.text.contains("0;url=/?post=a\""))
            #expect(try await house.stranger.send("GET", link, headers: Self.own).status == 410)
            let other = try #require(try await direct())
            let forged = [
                other + "0", String(other.dropLast()), other.replacing("direct=", with: "direct"),
                "\(other.prefix { $0 != "?" })?direct=\(link.suffix(64))",
            ]
            for path in forged {
                let answer = try await house.stranger.send("GET", path, headers: Self.own)
                #expect(
                    answer.header("Set-Cookie") == nil && answer.text.contains("<h1>Sign in as Ada?</h1>"), "\(path)")
            }
            // Ben is signed in: he is asked.
            let ben = try await house.browser(of: "Ben")
            let question = try await ben.send("GET", other, headers: Self.own)
            #expect(question.header("Set-Cookie") == nil && question.text.contains("<form"))
            // No one but its own user gets such a link, and no page of the desk.
            #expect(try await direct(for: "Ben") == nil)
            let page = try await house.browser().json("POST", "/v1/sessions", "").json(SignInBody.self)
            #expect(page.direct == nil)
        }
        try await House.open(publicURL: "https://desk.example.org") { house in
            let link = try await house.local.json("POST", "/v1/sessions", "").json(SignInBody.self)
            #expect(link.direct == nil)
        }
    }

    @Test("the question names both users, and confirming ends the previous session")
    func swapsUsers() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "Ben & Bo")
            let ada = try await house.browser()
            let link = try await house.link(to: "/?post=a", for: "Ben & Bo")
            let question = try await ada.send("GET", link, headers: House.typed)
            #expect(question.status == 200)
            #expect(question.text.contains("<h1>You are signed in as Ada. Sign in as Ben &amp; Bo?</h1>"))
            #expect(question.text.contains("<form method=\"post\" action=\"\(link)\">"))
            #expect(question.header("Content-Security-Policy")?.contains("form-action 'self'") == true)
            #expect(question.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
            // A form under the usual policy would send “Origin: null”.
            #expect(question.header("Referrer-Policy") == "same-origin")
            let answer = try await ada.send("POST", link, headers: Self.own)
            let field = try #require(answer.header("Set-Cookie"))
            #expect(answer.text.contains("0;url=/?post=a\""))
            #expect(try await ada.send("GET", "/v1/posts").status == 401)
            var ben = house.stranger
            ben.headers = ["Cookie": String(field.prefix { $0 != ";" })]
            let sessions = try await ben.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self)
            #expect(sessions.items.count == 1)
            let left = try await house.local.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self)
            #expect(left.items.isEmpty)
            // It works only once.
            #expect(try await house.stranger.send("POST", link, headers: Self.own).status == 410)
        }
    }

    @Test("only the desk's own page can confirm")
    func takesOwnAnswers() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "Ben")
            let ada = try await house.browser()
            let link = try await house.link(for: "Ben")
            let foreign: [[String: String]] = [
                ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-site"], Self.visit,
                ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"], ["Origin": "null"],
            ]
            for headers in foreign {
                for caller in [ada, house.stranger] {
                    let answer = try await caller.send("POST", link, headers: headers)
                    #expect(answer.status == 403 && answer.header("Set-Cookie") == nil, "\(headers)")
                }
            }
            #expect(try await house.stranger.send("POST", link).status == 403)
            #expect(try await ada.send("GET", "/v1/posts").status == 200)
            #expect(try await ada.send("POST", link, headers: Self.own).header("Set-Cookie") != nil)
        }
    }

    @Test("a link for the signed-in user asks nothing, and a used one leaves the session alone")
    func goesOn() async throws {
        try await House.open { house in
            let ada = try await house.browser()
            let link = try await house.link(to: "/?post=a")
            let onward = try await ada.send("GET", link, headers: Self.own)
            #expect(onward.header("Set-Cookie") == nil && onward.text.contains("0;url=/?post=a\""))
            let renewed = try await ada.send("GET", link, headers: House.typed)
            #expect(renewed.header("Set-Cookie") != nil)
            #expect(try await ada.send("GET", "/v1/posts").status == 401)
            let sessions = try await house.local.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self)
            #expect(sessions.items.count == 1)
            let other = try await house.browser()
            let used = try await other.send("POST", link, headers: Self.own)
            #expect(used.header("Set-Cookie") == nil && used.text.contains("0;url=/?post=a\""))
            #expect(try await other.send("GET", "/v1/posts").status == 200)
        }
    }

    @Test("a page's request for its user is refused, on every route, in a browser in which another user is signed in")
    func guardsPages() async throws {
        try await House.open { house in
            _ = try await house.store.addUser(named: "Ben Ö")
            let post = try await house.write()
            let ben = try await house.browser(of: "Ben Ö")
            let asAda = ["Galley-User": "Ada"]
            for (method, path) in [
                ("GET", "/v1/posts"), ("GET", "/v1/posts/\(post.id)"), ("POST", "/v1/posts"), ("GET", "/v1/events"),
                ("PUT", "/v1/posts/\(post.id)"), ("POST", "/v1/preview"), ("GET", "/v1/sessions"),
            ] {
                let answer = try await ben.json(method, path, method == "GET" ? "" : #"{"body":"x"}"#, headers: asAda)
                let problem = try house.problem(answer)
                #expect(answer.status == 403 && problem.word == "other-user", "\(method) \(path)")
                #expect(problem.user == "Ben Ö")
            }
            let stream = try await ben.send("GET", "/v1/events?user=Ada")
            #expect(try house.problem(stream).word == "other-user")
            // As the page encodes it.
            let own = try await ben.send("GET", "/v1/events?user=Ben+%C3%96", headers: ["Last-Event-ID": "x"])
            #expect(try house.problem(own).word == "bad-header", "\(own.text)")
            let asBen = ["Galley-User": "Ben%20%C3%96"]
            #expect(try await ben.json("POST", "/v1/posts", #"{"body":"x"}"#, headers: asBen).status == 201)
            // A program acts for its token's user, regardless of this header.
            #expect(try await house.web.send("GET", "/v1/posts", headers: ["Galley-User": "Ben"]).status == 200)
        }
    }
}
