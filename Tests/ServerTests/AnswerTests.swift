import Foundation
import HTTPTypes
import Testing
import Wire

@testable import Server

@Suite struct AnswerTests {
    @Test("HEAD, OPTIONS and wrong methods are answered as HTTP requires")
    func answersMethods() async throws {
        try await House.open { house in
            let get = try await house.web.send("GET", "/v1/posts")
            let head = try await house.web.send("HEAD", "/v1/posts")
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.header("Content-Length") == get.header("Content-Length"))
            let options = try await house.web.send("OPTIONS", "/v1/posts")
            #expect(options.status == 204)
            #expect(options.header("Allow") == "GET, HEAD, POST, OPTIONS")
            let delete = try await house.web.send("DELETE", "/v1/posts")
            #expect(delete.status == 405)
            #expect(delete.header("Allow") == "GET, HEAD, POST, OPTIONS")
            #expect(try house.problem(delete).word == "method-not-allowed")
            for method in ["TRACE", "QUERY", "PROPFIND"] {
                let answer = try await house.web.send(method, "/v1/posts")
                #expect(answer.status == 405 && answer.header("Allow") == "GET, HEAD, POST, OPTIONS")
                #expect(try house.problem(answer).title.hasPrefix(method))
                #expect(try await house.web.send(method, "/v1/nothing").status == 404)
            }
            // The HTTP parser does not know this method.
            #expect(try await house.web.send("BREW", "/v1/posts").status == 400)
            let missing = try await house.web.send("GET", "/v1/nothing")
            #expect(try house.problem(missing).word == "no-such-path")
            #expect(missing.status == 404)
        }
    }

    @Test("a parameter with a range, choices or a length is refused if it is empty, out of range or repeated")
    func holdsParameters() async throws {
        try await House.open { house in
            var count = 0
            for entry in house.routes.entries {
                let path = entry.path.split(separator: "/").map { $0.hasPrefix(":") ? "1" : String($0) }
                for parameter in entry.route.map(QueryParameter.all) ?? [] {
                    let target = "/\(path.joined(separator: "/"))?\(parameter.name)="
                    for value in ["", "beyond", "0", "-1", "1e9", String(repeating: "9", count: 3000)]
                    where parameter.fault(of: value) != nil {
                        count += 1
                        let answer = try await house.local.send(entry.method.rawValue, target + value)
                        #expect(answer.status == 400, "\(entry.method) \(target)\(value.prefix(9)): \(answer.text)")
                        #expect(try house.problem(answer).field == parameter.name)
                    }
                    let twice = try await house.local.send(entry.method.rawValue, "\(target)1&\(parameter.name)=1")
                    #expect(twice.status == 400 && twice.text.contains(parameter.name))
                }
            }
            #expect(count > 100)
        }
    }

    @Test("a command or a key that its schema excludes is refused")
    func holdsRequests() async throws {
        try await House.open { house in
            let path = "/v1/windows/desk/commands"
            for wrong in [#"{"command":"zen","side":5}"#, #"{"command":"zen","elsewhere":1}"#, #"{"side":"left"}"#] {
                #expect(try await house.local.json("POST", path, wrong).status == 422)
            }
            for key in ["ключ", "a\tb"] {
                let headers = ["Idempotency-Key": key]
                let answer = try await house.local.json("POST", "/v1/posts", "{}", headers: headers)
                #expect(answer.status == 400)
            }
            let window = #"{"width":800,"height":600,"keyboard":{"x":0,"y":0,"width":0,"height":"#
            #expect(try await house.local.json("POST", "/v1/windows", window + "0}}").status == 201)
            #expect(try await house.local.json("POST", "/v1/windows", window + "1e9}}").status == 422)
        }
    }

    @Test("every answer has its caching and security headers")
    func carriesHeaders() async throws {
        try await House.open { house in
            for path in ["/v1/posts", "/v1/nothing"] {
                let answer = try await house.web.send("GET", path)
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Referrer-Policy") == "no-referrer")
                #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Date") == "Sun, 01 Nov 2026 12:00:00 GMT")
            }
        }
    }

    @Test(
        "an error in a request names its field",
        arguments: [
            (#"{"title":3}"#, 422, "title"), (#"{"tags":["a",2]}"#, 422, "tags[1]"),
            (#"{"tags":["a,b"]}"#, 422, "tags"),
            (#"{"slug":"a b"}"#, 422, "slug"), (#"{"kind":"poem"}"#, 422, "kind"),
            (#"{"language":"x"}"#, 422, "language"),
            (#"{"date":"someday"}"#, 422, "date"), (#"{"date":"tomorrow 09:00","zone":"Mars/Olympus"}"#, 422, "zone"),
            (#"{"date":"tomorrow 09:00","zone":"+24:00"}"#, 422, "zone"),
            (#"{"date":"2027-01-05T09:00+24:00"}"#, 422, "date"),
            (#"{"canonicalAddress":"javascript:1"}"#, 422, "canonicalAddress"),
            (#"{"path":"/tags/x/"}"#, 422, "path"), (#"{"path":"/../x/"}"#, 422, "path"),
            (#"{"overrides":{"fediverse":{"visibility":"everyone"}}}"#, 422, "overrides.fediverse.visibility"),
            (#"{"overrides":{"UPPER":{"text":"x"}}}"#, 422, "overrides.UPPER"),
            (#"{"overrides":{"fediverse":{"text":5}}}"#, 422, "overrides.fediverse.text"),
        ])
    func namesFields(body: String, status: Int, field: String) async throws {
        try await House.open { house in
            let answer = try await house.local.json("POST", "/v1/posts", body)
            #expect(answer.status == status, "\(answer.text)")
            #expect(try house.problem(answer).field == field)
        }
    }

    @Test("a body that is not an object is refused with its actual type")
    func refusesOtherValues() async throws {
        try await House.open { house in
            for (body, kind) in [
                ("null", "null"), ("[]", "array"), ("1", "number"), (#""x""#, "string"), ("true", "bool"),
            ] {
                let answer = try await house.local.json("POST", "/v1/posts", body)
                #expect(answer.status == 400, "\(answer.text)")
                let title = try house.problem(answer).title
                #expect(title.contains("object is expected") && title.contains(kind), "\(title)")
                #expect(try house.problem(answer).field == nil)
            }
        }
    }

    @Test("endless nesting is refused by every route that takes JSON, and does not crash the daemon")
    func boundsNesting() async throws {
        try await House.open { house in
            let routes = house.routes.entries.filter {
                $0.route?.requestBody?.type != nil && !$0.path.contains("/deletion")
            }
            #expect(routes.count > 10)
            for route in routes {
                let path = OpenAPIDocument.path(route.path).replacing(/{[a-z]+}/, with: "desk")
                // Foundation's own limit is 512.
                for levels in [101, 511, 512, 513] {
                    try await refuse(levels, route.method, path, in: house)
                }
            }
            try await refuse(100_000, .post, "/v1/posts", in: house)
        }
    }

    private func refuse(_ levels: Int, _ method: HTTPRequest.Method, _ path: String, in house: House) async throws {
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
            let open = String(repeating: opening, count: levels)
            for body in [open, open + "1" + String(repeating: closing, count: levels)] {
                let answer = try await house.local.json(method.rawValue, path, body)
                #expect((400..<500).contains(answer.status), "\(method) \(path): \(answer.text.prefix(200))")
            }
        }
    }

    @Test("an unknown parameter is refused under /v1, with the nearest name; on pages it is ignored")
    func namesParameters() async throws {
        try await House.open { house in
            for (path, name, words) in [
                ("/v1/posts?q=x", "q", "Known are"), ("/v1/posts?serach=x", "serach", "Did you mean “search”?"),
                ("/v1/posts?limit=1&utm_source=x", "utm_source", "There is no parameter"),
                ("/v1/status?x", "x", "This route has none"), ("/v1/media?curser=1", "curser", "“cursor”"),
            ] {
                let answer = try await house.local.send("GET", path)
                #expect(answer.status == 400, "\(path)")
                let problem = try house.problem(answer)
                #expect(problem.field == name && problem.title.contains(words), "\(answer.text)")
            }
            for list in ["targets", "settings", "tokens", "users", "windows", "sessions", "posts", "media"] {
                #expect(try await house.local.send("GET", "/v1/\(list)?limit=200").status == 200, "\(list)")
            }
            let link = try await house.link(to: "/")
            #expect(try await house.stranger.send("GET", link + "&utm_source=x").status == 200)
        }
    }

    @Test("a body that is not JSON is refused as such")
    func refusesGarbage() async throws {
        try await House.open { house in
            for body in ["{", "", "[1", #"{"title":"x"} extra"#] {
                let answer = try await house.local.json("POST", "/v1/posts", body)
                #expect(answer.status == 400, "\(body): \(answer.text)")
            }
            let bytes: [UInt8] = Array(#"{"title":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
            let answer = try await house.local.send(
                "POST", "/v1/posts", headers: ["Content-Type": "application/json"], bytes: bytes, host: "localhost")
            #expect(answer.status == 400)
            #expect(try await house.local.send("POST", "/v1/posts", body: "x").status == 415)
            for path in ["/v1/posts", "/v1/media"] {
                let packed = try await house.local.json("POST", path, "{}", headers: ["Content-Encoding": "gzip"])
                #expect(packed.status == 415 && packed.header("Accept-Encoding") == "identity")
                #expect(try house.problem(packed).field == "Content-Encoding")
            }
            let plain = ["Content-Encoding": "identity"]
            #expect(try await house.local.json("POST", "/v1/posts", "{}", headers: plain).status == 201)
        }
    }

    @Test("a text over the limit is refused with the numbers, and other connections continue")
    func capsBodies() async throws {
        try await House.open { house in
            let long = String(repeating: "a", count: 2_000_001)
            let answer = try await house.local.json("POST", "/v1/posts", "{\"body\":\"\(long)\"}")
            #expect(answer.status == 413)
            #expect(try house.problem(answer).title.contains("2000001"))
            let huge = String(repeating: "a", count: 6_000_000)
            let declared = try await house.local.json("POST", "/v1/posts", huge)
            #expect(declared.status == 413)
            #expect(try house.problem(declared).title.contains("6000000"))
            let chunk = "100000\r\n" + String(repeating: "a", count: 0x100000) + "\r\n"
            let head =
                "POST /v1/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            let streamed = try await house.local.exchange(
                Array((head + String(repeating: chunk, count: 6) + "0\r\n\r\n").utf8))
            #expect(streamed.status == 413)
            let most = String(repeating: "a", count: 2_000_000)
            #expect(try await house.local.json("POST", "/v1/posts", "{\"body\":\"\(most)\"}").status == 201)
        }
    }

    @Test("input that is not HTTP is answered with 400, a header that is too large with 431, each with its reason")
    func refusesBrokenRequests() async throws {
        try await House.open { house in
            let nonsense = try await house.local.exchange(Array("NONSENSE\r\n\r\n".utf8))
            #expect(try nonsense.status == 400 && house.problem(nonsense).word == "bad-http")
            let headers = (0..<200).map { "X-\($0): 1\r\n" }.joined()
            let many = try await house.local.exchange(Array("GET / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n".utf8))
            #expect(try many.status == 431 && house.problem(many).word == "header-too-large")
            let long = "Cookie: a=\(String(repeating: "a", count: 17_000))\r\n"
            let one = try await house.local.exchange(Array("GET / HTTP/1.1\r\nHost: x\r\n\(long)\r\n".utf8))
            #expect(try one.status == 431 && house.problem(one).title.contains("delete the cookies"))
        }
    }

    @Test("each request is logged in one line, with the pattern of its path")
    func logsRequests() async throws {
        try await House.open { house in
            let post = try await house.write("A private title", "Private words")
            _ = try await house.web.send("GET", "/v1/posts/\(post.id)?secret=1")
            // The line is written after the answer was sent; the next request comes after it.
            let line = house.log.all.first { $0.contains("/v1/posts/{post}") }
            #expect(line?.contains("GET") == true)
            #expect(
                !house.log.all.contains { $0.contains("rivate") || $0.contains("secret=1") || $0.contains("galley_") })
        }
    }
}
