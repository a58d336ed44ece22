import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

/// A server whose answers depend on the path.
private func server(
    instance: String =
        #"{"version":"4.3.0","configuration":{"statuses":{"max_characters":500,"characters_reserved_per_url":23}}}"#,
    software: String? = "mastodon", account: Exchange = answer(200, #"{"id":"7","acct":"ada"}"#),
    other: [String: Exchange] = [:]
) -> (Question) -> Exchange {
    { request in
        let path = request.url.dropFirst("https://service.example".count).prefix { $0 != "?" }
        if let answer = other[String(path)] { return answer }
        switch path {
        case "/api/v1/accounts/verify_credentials": return account
        case "/api/v2/instance": return answer(200, instance)
        case "/.well-known/nodeinfo":
            let link = #""rel":"http://nodeinfo.diaspora.software/ns/schema/2.1","href":"https://service.example/info""#
            return answer(200, "{\"links\":[{\(link)}]}")
        case "/info": return software.map { answer(200, #"{"software":{"name":"\#($0)"}}"#) } ?? answer(404)
        default: return answer(404, #"{"error":"Record not found"}"#)
        }
    }
}

@Suite struct MastodonDialogueTests {
    private func prepare(
        of post: Manuscript? = nil, facts: [UInt8]? = nil, _ reply: (Question) -> Exchange
    ) throws -> (value: Preparation, asked: [Question]) {
        let kind = try http("mastodon")
        let parcel = try parcel(kind, post ?? manuscript())
        return try converse {
            kind.prepare(parcel, briefing(facts), answers: $0)
        } reply: {
            reply($0)
        }
    }

    @Test(
        "the class is that of the software found",
        arguments: [
            ("mastodon", "B"), ("hometown", "B"), ("fedibird", "B"), ("kmyblue", "B"), ("glitch-soc", "B"),
            ("pleroma", "D"), ("akkoma", "D"), ("gotosocial", "D"),
            ("snac", "D"), ("takahe", "D"), ("pixelfed", "D"), ("somethingnew", "D"), ("Mastodon 4 <script>", "D"),
        ])
    func classes(software: String, letter: String) throws {
        let (preparation, asked) = try prepare(server(software: software))
        guard case .ready(_, let facts) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(try http("mastodon").traits(facts).creations.letter == letter)
        #expect(asked.count == 4)
        #expect(asked.allSatisfy { !$0.isMutation })
        // Only the API itself gets the token.
        #expect(asked.filter { $0.url.contains("info") }.allSatisfy { $0.headers.first("Authorization") == nil })
    }

    @Test("facts of the last day are not requested again, older ones are")
    func freshness() throws {
        #expect(try prepare(facts: facts("mastodon", age: .hours(23)), server()).asked.isEmpty)
        #expect(try prepare(facts: facts("mastodon", age: .hours(25)), server()).asked.count == 4)
        #expect(try prepare(facts: facts("mastodon", age: .hours(-1)), server()).asked.count == 4)
        #expect(try prepare(facts: Array("junk".utf8), server()).asked.count == 4)
    }

    @Test("facts about another account or server, or without an owner, are no facts")
    func owner() throws {
        let known = facts("mastodon")
        let changes: [(inout TargetSettings) -> Void] = [
            { $0.url = "https://other.example" }, { $0.secret = Secret(file: "another-token") },
            { $0.rehearsal = true },
        ]
        for change in changes {
            let kind = try http("mastodon", change)
            #expect(!kind.traits(known).isServerKnown && kind.traits(known).creations == .searchable)
            let post = try parcel(kind, manuscript())
            let (_, asked) = try converse {
                kind.prepare(post, briefing(known), answers: $0)
            } reply: {
                server()($0)
            }
            #expect(asked.first?.url.hasSuffix("/api/v1/accounts/verify_credentials") == true)
            let preview = try kind.freeze(manuscript(), as: .create, facts: known, key: key).preview
            #expect(preview.warnings.contains { $0.contains("have not been read yet") })
        }
        let kind = try http("mastodon")
        #expect(kind.traits(known).isServerKnown && kind.traits(known).creations.letter == "B")
        let old = try JSON(reading: try #require(known))
        let fields = try #require(old.fields).filter { $0.key != "owner" }
        #expect(!kind.traits(Array(JSON.object(fields).written.utf8)).isServerKnown)
    }

    @Test("an older server is asked at the older address, and its version identifies it if NodeInfo does not")
    func older() throws {
        let instance = answer(200, #"{"version":"2.7.2 (compatible; Pleroma 2.5.0)","max_toot_chars":"5000"}"#)
        let (preparation, _) = try prepare(
            server(software: nil, other: ["/api/v2/instance": answer(404, "<html>"), "/api/v1/instance": instance]))
        guard case .ready(_, let bytes) = preparation, let facts = MastodonFacts(encodedByAny: bytes) else {
            Issue.record("\(preparation)")
            return
        }
        #expect(facts.charactersMax == 5000)
        #expect(facts.software == "pleroma")
    }

    @Test("NodeInfo on another machine is not followed")
    func nodeInfoElsewhere() throws {
        let link =
            #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"http://169.254.169.254/x"}]}"#
        let (_, asked) = try prepare(server(other: ["/.well-known/nodeinfo": answer(200, link)]))
        #expect(asked.allSatisfy { $0.url.hasPrefix("https://service.example/") })
    }

    @Test("obstacles to reading facts are reported as what they are")
    func problems() throws {
        let account = "/api/v1/accounts/verify_credentials"
        let cases: [(Exchange, String)] = [
            (answer(401, #"{"error":"The access token is invalid"}"#), "denied"), (answer(429), "busy"),
            (answer(500), "unknown"), (failure(.nothing), "unsent"), (answer(200, "<html>"), "unknown"),
            (answer(301), "misconfigured"), (answer(404, "<html>"), "misconfigured"),
            // Unknown tokens at Takahē, snac and Pleroma.
            (answer(400, "Invalid Bearer token"), "denied"), (answer(422), "denied"),
            (answer(403, #"{"error":"Invalid credentials."}"#), "denied"),
        ]
        for (exchange, word) in cases {
            guard case .ended(let outcome) = try prepare(server(other: [account: exchange])).value else {
                Issue.record("went on after \(exchange)")
                continue
            }
            #expect(outcome.word == word)
        }
    }

    @Test("a text that the server would refuse is held back with the numbers")
    func tooLong() throws {
        let text = String(repeating: "a", count: 480)
        let post = try manuscript(override: TargetOverride(text: text))
        let small = #"{"version":"4","configuration":{"statuses":{"max_characters":400}}}"#
        guard case .ended(.refused(let words)) = try prepare(of: post, server(instance: small)).value else {
            Issue.record("it was not held back")
            return
        }
        #expect(words.contains("480") && words.contains("400"))
    }

    @Test("snac never gets a visibility that it does not know")
    func snac() throws {
        let post = try manuscript(override: TargetOverride(visibility: .direct))
        guard case .ended(.refused(let words)) = try prepare(of: post, server(software: "snac")).value else {
            Issue.record("it was not held back")
            return
        }
        #expect(words.contains("direct") && words.contains("unlisted"))
        #expect(throws: FreezeError.self) {
            try http("mastodon").freeze(post, as: .create, facts: facts("snac"), key: key)
        }
    }

    @Test("the body has the values that were set and never a null")
    func body() throws {
        let kind = try http("mastodon") { $0.warning = "Food" }
        let override = TargetOverride(text: "Own \"words\" {{url}}", visibility: .unlisted)
        let parcel = try parcel(kind, try manuscript(override: override))
        #expect(
            parcel.predictedBody
                == #"{"language":"pt","sensitive":true,"spoiler_text":"Food","#
                + #""status":"Own \"words\" https://example.org/hello/","visibility":"unlisted"}"#
        )
        let plain = try predicted(try http("mastodon"), TargetOverride(text: "x", warning: " "))
        #expect(!plain.contains("spoiler") && !plain.contains("null"))
    }

    private func predicted(_ kind: any TargetKind, _ override: TargetOverride) throws -> String {
        try parcel(kind, try manuscript(override: override)).predictedBody
    }

    @Test("a check reports the account, the server with its limits, and its class")
    func check() throws {
        let kind = try http("mastodon")
        let (report, _) = try converse {
            kind.check(briefing(), answers: $0)
        } reply: {
            server()($0)
        }
        #expect(report.isWorking)
        #expect(
            report.details.map(\.name) == ["account", "software", "characters", "per address", "pictures", "class"])
        #expect(report.details.last?.value.hasPrefix("B") == true)
        let (blind, _) = try converse {
            kind.check(briefing(), answers: $0)
        } reply: {
            server(account: answer(403))($0)
        }
        #expect(!blind.isWorking)
        #expect(blind.words.contains("read:statuses"))
        for (home, isWorking) in [
            (answer(403, #"{"error":"This action is outside the authorized scopes"}"#), false),
            (answer(200, "[]"), true),
            (answer(404), true), (answer(502), true),
        ] {
            let (report, _) = try converse {
                kind.check(briefing(), answers: $0)
            } reply: { request in
                request.url.contains("/timelines/home") ? home : server()(request)
            }
            #expect(report.isWorking == isWorking && report.facts != nil)
            #expect(report.words.contains("may not read its posts") != isWorking)
        }
        let (takahe, _) = try converse {
            kind.check(briefing(), answers: $0)
        } reply: {
            server(software: "takahe", account: answer(403, #"{"error":"out_of_scope_for_token"}"#))($0)
        }
        #expect(takahe.words.hasSuffix("Give it the right read."))
    }
}
