import Foundation
import PostStore
import Posts
import Targets
import Testing
import Wire

@Suite struct InboxTests {
    private let body = #"{"title":"One"}"#

    /// As the courier sends them: the original address in one header, the pass in another.
    private func headers(_ more: [String: String] = [:], url: String = "https://hooks.example.net/galley") -> [String:
        String]
    {
        ["Galley-Rehearsal": House.pass, "Galley-Rehearsed-URL": url, "Content-Type": "application/json"]
            .merging(more) { $1 }
    }

    private func signed(_ body: String, at instant: Instant, key: String, secret: String = House.secret) -> [String:
        String]
    {
        let signature = Secret(file: secret).signature(of: Array(body.utf8), timestamp: "\(instant.seconds)")
        return headers(["X-Timestamp": "\(instant.seconds)", "X-Signature": signature, "Idempotency-Key": key])
    }

    private func open(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        try await House.open(targets: [try House.webhook(), try House.mastodon(rehearsal: true)], visit)
    }

    private func inbox(_ house: House) async throws -> [ArrivalBody] {
        try await house.web.send("GET", "/v1/rehearsal").json(PageBody<ArrivalBody>.self).items
    }

    @Test("the inbox accepts only the courier of this boot")
    func wantsPass() async throws {
        try await open { house in
            for pass in [nil, "", "wrong", House.pass + "x", String(House.pass.dropLast())] {
                var headers = headers()
                headers["Galley-Rehearsal"] = pass
                let answer = try await house.stranger.send("POST", "/rehearsal/hook", headers: headers, body: body)
                #expect(answer.status == 403, "\(pass ?? "none")")
            }
            #expect(try await inbox(house).isEmpty)
            let nowhere = try await house.stranger.send("POST", "/rehearsal/nowhere", headers: headers(), body: body)
            #expect(nowhere.status == 404)
            #expect(try await house.stranger.send("GET", "/v1/rehearsal").status == 401)
        }
    }

    @Test("a valid signature is accepted and stored, a wrong, missing or old one is refused and stored")
    func checksSignature() async throws {
        try await open { house in
            let now = house.clock.now
            func send(_ headers: [String: String]) async throws -> Int {
                try await house.stranger.send("POST", "/rehearsal/hook", headers: headers, body: body).status
            }
            #expect(try await send(signed(body, at: now, key: "k1")) == 200)
            #expect(try await send(signed(body + " ", at: now, key: "k2")) == 401)
            #expect(try await send(signed(body, at: now, key: "k2", secret: "other")) == 401)
            #expect(try await send(signed(body, at: now - .minutes(6), key: "k2")) == 401)
            #expect(try await send(headers(["Idempotency-Key": "k2"])) == 401)
            #expect(try await send(signed(body, at: now, key: "k2")) == 200)
            let verdicts = try await inbox(house).map(\.verdict)
            #expect(
                verdicts == [
                    "signature right", "signature missing", "signature right, but 6 min old", "signature wrong",
                    "signature wrong", "signature right",
                ])
            let first = try #require(try await inbox(house).last)
            #expect(first.request == "POST https://hooks.example.net/…")
            #expect(first.body == body)
            #expect(!first.headers.contains { $0.contains(House.pass) })
        }
    }

    @Test("the same key is stored once and answered alike")
    func honoursKey() async throws {
        try await open { house in
            let first = try await house.stranger.send(
                "POST", "/rehearsal/hook", headers: signed(body, at: house.clock.now, key: "k1"), body: body)
            house.clock.advance(by: .seconds(60))
            let second = try await house.stranger.send(
                "POST", "/rehearsal/hook", headers: signed(body, at: house.clock.now, key: "k1"), body: body)
            #expect(first.status == second.status)
            #expect(first.text == second.text)
            #expect(first.text.contains("rehearsal-"))
            #expect(try await inbox(house).count == 1)
        }
    }

    @Test("the inbox shows only the host of a webhook's address, whether the courier or --rehearse sent there")
    func hidesWebhooks() async throws {
        try await open { house in
            var headers = signed(body, at: house.clock.now, key: "k1")
            headers["Galley-Rehearsed-URL"] = "https://hooks.example.net/T0/s3cr3t"
            #expect(
                try await house.stranger.send("POST", "/rehearsal/hook", headers: headers, body: body).status == 200)
            let post = try await house.write()
            let rehearsed = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)/publication", #"{"to":["hook"],"rehearse":true}"#)
            #expect(rehearsed.status == 200)
            #expect(
                try await inbox(house).map(\.request)
                    == [String](repeating: "POST https://hooks.example.net/…", count: 2))
        }
    }

    @Test("a whole dialogue can be rehearsed, without showing a credential")
    func rehearsesDialogue() async throws {
        try await open { house in
            let auth = ["Authorization": "Bearer token-of-the-author"]
            let instance = try await house.stranger.send(
                "GET", "/rehearsal/fediverse",
                headers: headers(auth, url: "https://social.example/api/v2/instance"))
            #expect(instance.text.contains("max_characters"))
            let status = #"{"status":"Hello","visibility":"public"}"#
            let url = "https://social.example/api/v1/statuses"
            let posted = try await house.stranger.send(
                "POST", "/rehearsal/fediverse", headers: headers(auth, url: url), body: status)
            #expect(posted.status == 200)
            #expect(posted.text.contains("@rehearsal"))
            let wrong = try await house.stranger.send(
                "POST", "/rehearsal/fediverse", headers: headers(["Authorization": "Bearer other"], url: url),
                body: status)
            #expect(wrong.status == 401)
            let kept = try await inbox(house)
            #expect(kept.map(\.verdict) == ["credential wrong", "credential right"])
            #expect(!kept.contains { $0.headers.contains { $0.contains("token-of-the-author") } })
        }
    }
}
