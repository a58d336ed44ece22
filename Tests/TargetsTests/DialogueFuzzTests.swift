import HTTPValues
import JSONTree
import Posts
import TargetSupport
import TestSupport
import Testing

@testable import Targets

private let bodies = [
    "", "{}", "[]", "null", "\"x\"", "<html>", "[{}]", "[[[[[[", #"{"id":1}"#,
    #"{"id":"a","content":"Hello world A summary"}"#,
    #"[{"id":"9","content":"<p>Hello world</p>","created_at":"2026-12-01T09:00:01.000Z","uri":"x"}]"#,
    #"[{"id":8,"content":"x","created_at":"2020-01-01T00:00:00Z","uri":"x"}]"#, #"{"links":[{"rel":1,"href":[]}]}"#,
    #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https://service.example/n"}]}"#,
    #"{"software":{"name":"mastodon"}}"#, #"{"version":"4","configuration":{"statuses":{"max_characters":"500"}}}"#,
    #"{"version":7,"max_toot_chars":-1}"#, #"{"configuration":{"statuses":{"max_characters":99999999999999999999}}}"#,
    #"[{"id":3,"slug":"hello","status":"publish","title":{"raw":"x"},"link":"https://s/"}]"#,
    #"[{"id":5,"name":"Swift"}]"#,
    #"{"code":"term_exists","data":{"term_id":"12"}}"#, #"{"code":"term_exists","data":{"term_id":-12}}"#,
    #"{"error":{"a":[]}}"#,
    #"{"id":1,"id":2,"acct":3,"roles":[1],"capabilities":{"publish_posts":false}}"#, "\u{FEFF}{\"id\":\"1\"}",
    #"{"text":"Hello"}"#, #"{"posts":[{"id":"1","status":"published","title":"x","html":"","updated_at":"y"}]}"#,
    #"{"posts":[]}"#, #"{"posts":[{}]}"#, #"{"pages":[]}"#, #"{"tags":[{"name":"swift"}]}"#,
    #"{"site":{"version":"6.0"}}"#,
    #"{"errors":[{"message":"x","context":"Post not found.","type":"NotFoundError"}]}"#,
    #"{"data":{"username":"ada"}}"#, #"{"data":[{"alias":"ada","url":"https://service.example/ada/"}]}"#,
    #"{"data":{"posts":[{"id":"a","body":"x","created":"2099-01-01T00:00:00Z"}]}}"#, #"{"data":{"posts":[]}}"#,
    #"{"code":404,"error_msg":"Collection page doesn't exist."}"#, #"{"data":{"id":"a","body":"x","slug":"y"}}"#,
]
private let statuses = [
    0, 100, 200, 200, 200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 409, 422, 429, 500, 503, 999,
]
private let dates = [
    "", "Tue, 01 Dec 2026 09:00:00 GMT", "Tue, 01 Dec 9999 09:00:00 GMT", "x y z", "Tue, 99 Dec 2026 99:99:99 GMT",
]

@Suite struct DialogueFuzzTests {
    @Test(
        "for any answers, a dialogue ends within a few steps and discloses no secret", arguments: UInt64(0)..<400)
    func ends(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for name in ["mastodon", "wordpress", "webhook", "ghost", "writefreely"] {
            let kind = try http(name) { if name == "webhook" { $0.idempotent = true } }
            let parcel = try parcel(kind, try manuscript(), facts: nil)
            let body = try parcel.filled([
                "address": address, "tags": "[1]", "categories": "[]", "date": "\"2026-12-01T09:00:00Z\"",
            ])
            let briefing = briefing(
                [nil, facts("mastodon", age: .hours(30)), facts("snac", account: nil), Array("junk".utf8)]
                    .randomElement(using: &random) ?? nil, sent: noon - .seconds(10))
            let (preparation, _) = try converse(stepsMax: 30) {
                kind.prepare(parcel, briefing, answers: $0)
            } reply: { _ in
                exchange(&random)
            }
            let (finding, _) = try converse(stepsMax: 30) {
                kind.lookUp(parcel, body: body, briefing, answers: $0)
            } reply: { _ in
                exchange(&random)
            }
            let (report, _) = try converse(stepsMax: 30) {
                kind.check(briefing, answers: $0)
            } reply: { _ in
                exchange(&random)
            }
            let outcome = kind.outcome(of: exchange(&random), for: parcel, body: body)
            #expect(!"\(preparation) \(finding) \(report) \(outcome)".contains(secretText))
            if case .ready(let holes, _) = preparation {
                #expect(throws: Never.self) { try JSON(reading: parcel.filled(holes)) }
            }
        }
    }

    private func exchange(_ random: inout SeededNumbers) -> Exchange {
        if Int.random(in: 0..<12, using: &random) == 0 {
            return failure(HTTPFailure.Reached.allCases.randomElement(using: &random) ?? .sent)
        }
        var body = Array((bodies.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<6, using: &random) == 0, !body.isEmpty {
            body[Int.random(in: 0..<body.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return .success(
            HTTPAnswer(
                status: statuses.randomElement(using: &random) ?? 200,
                headers: [HTTPHeader("Date", dates.randomElement(using: &random) ?? "")], body: body, receivedAt: noon))
    }
}
