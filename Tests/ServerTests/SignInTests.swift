import Foundation
import PostStore
import Posts
import Testing
import Wire

@Suite struct SignInTests {
    @Test("a link signs one browser in, once; the stored form does not")
    func signsIn() async throws {
        try await House.open(isFile: true) { house in
            let link = try await house.link(to: "/?post=first")
            // A HEAD request or a prefetch does not use it up.
            #expect(try await house.stranger.send("HEAD", link).status == 200)
            for early in [["Sec-Purpose": "prefetch;prerender"], ["Sec-Fetch-Dest": "image"]] {
                let answer = try await house.stranger.send("GET", link, headers: early)
                #expect(answer.status == 503 && answer.header("Set-Cookie") == nil)
            }
            let answer = try await house.stranger.send("GET", link, headers: House.typed)
            let field = try #require(answer.header("Set-Cookie"))
            #expect(field.hasPrefix("galley-\(house.port)="))
            #expect(field.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"))
            #expect(answer.status == 200 && answer.header("Location") == nil)
            #expect(answer.text.contains(#"<meta http-equiv="refresh" content="0;url=/?post=first">"#))
            #expect(try await house.stranger.send("HEAD", link).status == 410)
            let again = try await house.stranger.send("GET", link, headers: House.typed)
            #expect(again.status == 410 && again.header("Set-Cookie") == nil)
            #expect(again.text.contains("<code>galley open</code>"))
            // The browser that used it may visit it again.
            let cookie = String(field.prefix { $0 != ";" })
            let back = try await house.stranger.send("GET", link, headers: ["Cookie": cookie])
            #expect(back.status == 200 && back.header("Set-Cookie") == nil)
            let bytes = try Data(contentsOf: house.folder.appending(path: "galley.db-wal"))
            for secret in [link.dropFirst("/sign-in/".count).prefix(43), cookie.suffix(43)] {
                #expect(secret.count == 43 && bytes.range(of: Data(secret.utf8)) == nil)
                #expect(!house.log.all.contains { $0.contains(secret) })
            }
        }
    }

    @Test("a link that is too old is explained, with any query")
    func expires() async throws {
        try await House.open { house in
            let link = try await house.link()
            house.clock.advance(by: .minutes(5))
            for path in [
                link, link + "x", "/sign-in/x", "/sign-in/%00", "/sign-in/" + String(repeating: "x", count: 5000),
            ] {
                let answer = try await house.stranger.send("GET", path)
                #expect(answer.status == 410 && answer.header("Set-Cookie") == nil, "\(path.prefix(60))")
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            }
        }
    }

    @Test(
        "a link leads to this desk and to no other site",
        arguments: [
            "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)",
            "/%0d%0aSet-Cookie:x=y", "/a b", "", "?x", "/\u{E9}\u{0}",
        ])
    func staysHere(to: String) async throws {
        try await House.open { house in
            let key = try await house.link()
            let encoded = Data(to.utf8).map { String(format: "%%%02X", $0) }.joined()
            let answer = try await house.stranger.send("GET", "\(key)?to=\(encoded)", headers: House.typed)
            #expect(answer.status == 200)
            let isKept = to == "/%0d%0aSet-Cookie:x=y"  // stays encoded: a path without meaning
            #expect(
                answer.text.contains(isKept ? "url=/%0d%0aSet-Cookie:x=y\"" : "content=\"0;url=/\""), "\(answer.text)")
        }
    }

    @Test("a link's destination cannot break out of the page")
    func escapes() async throws {
        try await House.open { house in
            let key = try await house.link()
            let answer = try await house.stranger.send("GET", key + "?to=/%22%3E%3Cscript%3E'%26", headers: House.typed)
            #expect(answer.text.contains("0;url=/%22%3E%3Cscript%3E%27&amp;\""))
            #expect(!answer.text.contains("<script"))
        }
    }

    @Test("a signed-in browser has its author's rights, on every route but the administrator's")
    func actsForUser() async throws {
        try await House.open { house in
            let browser = try await house.browser()
            #expect(try await browser.json("POST", "/v1/posts", #"{"body":"x"}"#).status == 201)
            #expect(try await browser.send("GET", "/v1/posts").status == 200)
            #expect(try await browser.send("GET", "/v1/tokens").status == 403)
            #expect(try await browser.json("POST", "/v1/tokens", #"{"name":"x"}"#).status == 403)
            #expect(try await browser.json("POST", "/v1/sessions", "").status == 201)
            // A session opened by a token would outlive the token.
            let reader = try await house.caller(as: house.user, named: "reader", [.read])
            for caller in [house.web, reader] {
                let token = try await caller.json("POST", "/v1/sessions", "")
                #expect(token.status == 403)
                #expect(try house.problem(token).word == "no-sign-in-by-token")
            }
            #expect(try await house.stranger.json("POST", "/v1/sessions", "").status == 401)
        }
    }

    @Test("an unknown cookie grants no access")
    func refusesForgeries() async throws {
        try await House.open { house in
            let real = try #require(try await house.browser().headers["Cookie"])
            let name = "galley-\(house.port)"
            let forged = [
                "\(name)=", "\(name)=x", "\(name)=" + String(repeating: "a", count: 43), "\(name)=\u{22}\(real)\u{22}",
                "galley-1=" + real.suffix(43), "__Host-galley=" + real.suffix(43), "x\(real)", real + "x", ";;;=;",
                "\(name)=" + String(repeating: "x", count: 10_000), String(real.dropLast()),
            ]
            for cookie in forged {
                let answer = try await house.stranger.send("GET", "/v1/posts", headers: ["Cookie": cookie])
                #expect(answer.status == 401, "\(cookie.prefix(60))")
            }
            let huge = ["Cookie": "\(name)=" + String(repeating: "x", count: 20_000)]
            #expect(try await house.stranger.send("GET", "/v1/posts", headers: huge).status == 431)
            // Another desk's cookie on this machine, and a planted one, are sent beside it.
            let mixed = ["Cookie": "a=b; \(name)=\(String(repeating: "a", count: 43));  \(real)"]
            #expect(try await house.stranger.send("GET", "/v1/posts", headers: mixed).status == 200)
            // With a token, other credentials are ignored.
            let both = ["Cookie": real, "Authorization": "Bearer galley_wrong"]
            #expect(try await house.stranger.send("GET", "/v1/posts", headers: both).status == 401)
        }
    }

    @Test("no page of another site can use the cookie, even in a browser that sends it along")
    func guardsCookie() async throws {
        try await House.open { house in
            var page = try await house.browser()
            page.headers["Sec-Fetch-Site"] = nil
            let own = "http://localhost:\(house.port)"
            let refused: [[String: String]] = [
                [:], ["Origin": "null"], ["Origin": "https://evil.example"], ["Origin": "http://localhost:3000"],
                ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "none", "Origin": own],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
            ]
            for headers in refused {
                for (method, path) in [
                    ("POST", "/v1/posts"), ("DELETE", "/v1/sessions/current"), ("POST", "/v1/preview"),
                ] {
                    let answer = try await page.json(method, path, #"{"body":"x"}"#, headers: headers)
                    #expect(answer.status == 403, "\(method) \(path) \(headers)")
                }
            }
            for headers in [["Origin": own], ["Sec-Fetch-Site": "same-origin"]] {
                #expect(try await page.json("POST", "/v1/posts", #"{"body":"x"}"#, headers: headers).status == 201)
            }
            let rebound = try await page.send("GET", "/v1/events", host: "evil.example:\(house.port)")
            #expect(rebound.status == 403)
            for headers in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
                #expect(try await page.send("GET", "/v1/events", headers: headers).status == 403)
            }
        }
    }

    @Test("a link on another site leads to the desk, and other requests from there fail")
    func visits() async throws {
        try await House.open { house in
            let visit = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
            // The browser withholds a strict cookie on a visit from another site; the page reloads by itself.
            let arrival = try await house.stranger.send("GET", "/?post=a", headers: visit)
            #expect(arrival.status == 200 && arrival.text.contains("0;url=/?post=a\""))
            #expect(arrival.header("Cross-Origin-Opener-Policy") == "same-origin")
            var page = try await house.browser()
            page.headers["Sec-Fetch-Site"] = nil
            let others: [(String, String, [String: String])] = [
                ("GET", "/v1/posts", visit), ("POST", "/", visit), ("GET", "/sites/blog/", visit),
                ("GET", "/", visit.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }),
                ("GET", "/", visit.merging(["Sec-Fetch-Mode": "no-cors"]) { $1 }),
                ("GET", "/composer/composer.js", visit), ("GET", "//v1/posts", visit),
                ("GET", "/sign-in/../v1/posts", visit),
            ]
            for (method, path, headers) in others {
                let answer = try await page.send(method, path, headers: headers)
                #expect(answer.status >= 400 && !answer.text.contains("items"), "\(method) \(path) \(answer.status)")
            }
        }
    }

    @Test("a wrong host is explained to people, and refused to programs as usual")
    func explains() async throws {
        try await House.open { house in
            let link = try await house.link()
            let page = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
            let wrong = try await house.stranger.send("GET", link, headers: page, host: "desk.example:\(house.port)")
            #expect(wrong.status == 403 && wrong.header("Content-Type") == "text/html; charset=utf-8")
            #expect(wrong.text.contains("which is not this desk"))
            #expect(try await house.stranger.send("GET", link, headers: page).status == 200)
            let missing = try await house.stranger.send("GET", "/nothing", headers: page)
            #expect(missing.status == 401 && missing.text.contains("<code>galley open</code>"))
            let api = try await house.stranger.send("GET", "/v1/posts", headers: page)
            #expect(api.status == 401 && api.header("Content-Type") == "application/problem+json")
        }
    }

    @Test("behind a TLS proxy the cookie is for that host alone, and never travels unencrypted")
    func isSecure() async throws {
        try await House.open(publicURL: "https://desk.example.org") { house in
            let body = try await house.local.json("POST", "/v1/sessions", "").json(SignInBody.self)
            #expect(body.url.hasPrefix("https://desk.example.org/sign-in/"))
            let path = String(body.url.dropFirst("https://desk.example.org".count))
            let answer = try await house.stranger.send("GET", path, headers: House.typed, host: "desk.example.org")
            let field = try #require(answer.header("Set-Cookie"))
            #expect(field.hasPrefix("__Host-galley=") && field.hasSuffix("; SameSite=Strict; Secure"))
            let cookie = ["Cookie": String(field.prefix { $0 != ";" })]
            let own = try await house.stranger.send("GET", "/v1/posts", headers: cookie, host: "desk.example.org")
            #expect(own.status == 200)
            #expect(try await house.stranger.send("GET", "/v1/posts", headers: cookie).status == 401)
        }
    }
}
