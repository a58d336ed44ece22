import HTTPValues
import Posts
import TargetSupport
import Testing

@testable import Targets

/// A service's answer to a post, and the expected outcome.
struct AnswerRow: CustomTestStringConvertible, Sendable {
    let kind: String
    let status: Int
    let body: String
    var headers: [HTTPHeader] = []
    let outcome: String
    /// Part of the reason.
    var says = ""
    var testDescription: String { "\(kind) \(status) \(body.prefix(40)) → \(outcome)" }

    init(_ kind: String, _ status: Int, _ body: String, _ outcome: String, says: String = "") {
        self.init(kind, status, body, [], outcome, says: says)
    }

    init(_ kind: String, _ status: Int, _ body: String, _ headers: [HTTPHeader], _ outcome: String, says: String = "") {
        self.kind = kind
        self.status = status
        self.body = body
        self.headers = headers
        self.outcome = outcome
        self.says = says
    }
}

private let html = "<!DOCTYPE html><html><body>Welcome</body></html>"
private let toot = #"{"id":"5","url":"https://s.example/@a/5","content":"<p>Hello “world”</p><p>A summary</p>"}"#
private let other = #"{"id":"5","url":"https://s.example/@a/5","content":"<p>Buy cheap watches now or never</p>"}"#
private let wordPress =
    #"{"id":9,"status":"publish","slug":"hello","link":"https://s.example/hello/","#
    + #""title":{"raw":"Hello “world” &amp; \\ &lt;b&gt;"}}"#

private let rows: [AnswerRow] = [
    // Ugly successes
    AnswerRow("mastodon", 200, "", "unknown", says: "nothing"),
    AnswerRow("mastodon", 200, html, "unknown", says: "a web page"),
    AnswerRow("mastodon", 200, "ok", "unknown", says: "plain text"),
    AnswerRow("mastodon", 200, "{}", "unknown", says: "other JSON"),
    AnswerRow("mastodon", 200, "[]", "unknown"), AnswerRow("mastodon", 200, "null", "unknown"),
    AnswerRow("mastodon", 200, #"{"id":null,"content":"x","uri":"y"}"#, "unknown"),
    AnswerRow("mastodon", 200, #"{"id":"","content":"x","uri":"y"}"#, "unknown"),
    AnswerRow("mastodon", 200, #"{"id":{"a":1},"content":"x","uri":"y"}"#, "unknown"),
    AnswerRow("mastodon", 200, #"{"id":"5"}"#, "unknown"),
    AnswerRow("mastodon", 200, other, "unknown", says: "not this one"),
    AnswerRow(
        "mastodon", 200, #"{"id":"5","scheduled_at":"2030-01-01T00:00:00Z","params":{"text":"Hello"}}"#, "unknown"),
    AnswerRow("mastodon", 200, String(toot.dropLast(5)), "unknown"),
    AnswerRow("mastodon", 200, String(repeating: "[", count: 100_000), "unknown"),
    AnswerRow("mastodon", 204, "", "unknown"), AnswerRow("mastodon", 202, "", "unknown"),
    AnswerRow("mastodon", 200, #"{"id":"5\n6","content":"x","uri":"y"}"#, "unknown"),
    // Successes
    AnswerRow("mastodon", 200, toot, "accepted"), AnswerRow("mastodon", 201, toot, "accepted"),
    AnswerRow("mastodon", 200, toot.replacing(#""5""#, with: "123456789012345678901234567890"), "accepted"),
    // Refusals
    AnswerRow(
        "mastodon", 422, #"{"error":"Validation failed: Text character limit of 500 exceeded"}"#, "refused",
        says: "limit of 500"),
    AnswerRow("mastodon", 400, #"{"error":"Bad Request: too long"}"#, "refused", says: "too long"),
    AnswerRow("mastodon", 422, "", "refused", says: "answered 422"), AnswerRow("mastodon", 404, html, "refused"),
    AnswerRow("mastodon", 410, "", "refused"), AnswerRow("mastodon", 413, html, "refused"),
    // http at a port of https: nginx, Go and Apache
    AnswerRow(
        "mastodon", 400, "<center>The plain HTTP request was sent to HTTPS port</center>", "misconfigured",
        says: "begin `url` with https://"),
    AnswerRow("mastodon", 400, "Client sent an HTTP request to an HTTPS server.\n", "misconfigured", says: "https://"),
    AnswerRow("wordpress", 400, "<p>You're speaking plain HTTP to an SSL-enabled server port.</p>", "misconfigured"),
    AnswerRow("mastodon", 418, "", "refused"),
    AnswerRow(
        "mastodon", 301, "", [HTTPHeader("Location", "https://new.example/x")], "misconfigured", says: "new.example"),
    AnswerRow("mastodon", 302, html, "refused", says: "a redirect"), AnswerRow("mastodon", 308, "", "misconfigured"),
    AnswerRow("mastodon", 422, #"{"error":"line\u0000one\nline two"}"#, "refused", says: "line one line two"),
    AnswerRow("mastodon", 422, "{\"error\":\"\(String(repeating: "x", count: 5000))\"}", "refused", says: "…"),
    AnswerRow("mastodon", 422, "{\"error\":\"bad token \(secretText)\"}", "refused", says: "(secret)"),
    // The token
    AnswerRow("mastodon", 401, #"{"error":"The access token is invalid"}"#, "denied", says: "access token"),
    AnswerRow("mastodon", 400, "Invalid Bearer token", "denied", says: "token"),
    AnswerRow("mastodon", 403, #"{"error":"This action is outside the authorized scopes"}"#, "denied", says: "scopes"),
    AnswerRow("mastodon", 401, html, "denied"),
    // In doubt
    AnswerRow("mastodon", 408, "", "unknown"), AnswerRow("mastodon", 409, "", "unknown"),
    AnswerRow("mastodon", 500, html, "unknown"),
    AnswerRow("mastodon", 502, html, "unknown"),
    AnswerRow("mastodon", 503, "", [HTTPHeader("Retry-After", "5")], "unavailable"),
    AnswerRow("mastodon", 504, "", "unknown"), AnswerRow("mastodon", 522, html, "unknown"),
    AnswerRow("mastodon", 999, "", "unknown"),
    AnswerRow("mastodon", 199, "", "unknown"), AnswerRow("mastodon", 0, "", "unknown"),
    // Busy
    AnswerRow("mastodon", 429, "", "busy"),
    AnswerRow("mastodon", 429, html, [HTTPHeader("Retry-After", "soon")], "busy"),

    AnswerRow("wordpress", 201, wordPress, "accepted"), AnswerRow("wordpress", 200, wordPress, "accepted"),
    AnswerRow("wordpress", 201, wordPress.replacing(#""hello""#, with: #""hello-2""#), "accepted"),
    AnswerRow("wordpress", 201, wordPress.replacing(":9,", with: #":"9","#), "accepted"),
    AnswerRow("wordpress", 201, wordPress.replacing(#""publish""#, with: #""future""#), "unknown", says: "“future”"),
    AnswerRow(
        "wordpress", 201, wordPress.replacing(#""publish""#, with: #""pending""#), "unknown", says: "Publish it there"),
    AnswerRow("wordpress", 201, wordPress.replacing("Hello", with: "Goodbye"), "unknown", says: "not this one"),
    AnswerRow("wordpress", 200, html, "unknown", says: "a web page"), AnswerRow("wordpress", 200, "", "unknown"),
    AnswerRow("wordpress", 200, "[]", "unknown"),
    AnswerRow("wordpress", 201, #"{"id":0,"status":"publish","slug":"hello"}"#, "unknown"),
    AnswerRow("wordpress", 201, #"{"id":-1,"status":"publish","slug":"x"}"#, "unknown"),
    AnswerRow(
        "wordpress", 401,
        #"{"code":"rest_cannot_create","message":"Sorry, you are not allowed.","data":{"status":401}}"#, "denied",
        says: "Authorization"),
    AnswerRow(
        "wordpress", 401, #"{"code":"incorrect_password","message":"<strong>Error:</strong> wrong."}"#, "denied",
        says: "Error: wrong."),
    AnswerRow("wordpress", 403, html, "denied"),
    AnswerRow("wordpress", 403, #"{"code":"rest_cannot_publish","message":"No."}"#, "denied"),
    AnswerRow(
        "wordpress", 400,
        #"{"code":"rest_invalid_param","message":"Bad: tags","data":{"params":{"tags":"tags[0] is not of type int."}}}"#,
        "refused", says: "not of type int"),
    AnswerRow("wordpress", 404, html, "misconfigured", says: "rest_route"),
    AnswerRow("wordpress", 404, #"{"code":"rest_no_route","message":"No route."}"#, "misconfigured", says: "No route"),
    AnswerRow(
        "wordpress", 301, "", [HTTPHeader("location", "https://www.s.example/")], "misconfigured", says: "www.s.example"
    ),
    AnswerRow("wordpress", 422, "no thanks", "refused", says: "422: no thanks."),
    AnswerRow("wordpress", 422, #"{"reason":"Too long"}"#, "refused", says: "Too long"),
    AnswerRow("mastodon", 400, "upstream says no", "refused", says: "upstream says no"),
    AnswerRow("wordpress", 500, #"{"code":"internal_server_error","message":"x"}"#, "unknown"),
    AnswerRow("wordpress", 503, html, "unknown"),
    AnswerRow("wordpress", 429, "", [HTTPHeader("Retry-After", "60")], "busy"),

    AnswerRow("webhook", 200, "", "accepted"), AnswerRow("webhook", 204, "", "accepted"),
    AnswerRow("webhook", 299, html, "accepted"),
    AnswerRow("webhook", 300, "", "refused"), AnswerRow("webhook", 307, "", "misconfigured"),
    AnswerRow(
        "webhook", 302, html, [HTTPHeader("Location", "/thanks")], "unknown", says: "add 302 to the target's `success`"),
    AnswerRow("webhook", 303, "", "unknown", says: "does not follow redirects"),
    AnswerRow("webhook", 400, "no thanks", "refused", says: "no thanks"),
    AnswerRow("webhook", 400, html, "refused", says: "answered 400."), AnswerRow("webhook", 401, "", "denied"),
    AnswerRow("webhook", 403, "", "denied"),
    AnswerRow("webhook", 404, "", "refused"), AnswerRow("webhook", 408, "", "unknown"),
    AnswerRow("webhook", 409, "", "unknown"),
    AnswerRow("webhook", 429, "", "busy"), AnswerRow("webhook", 500, "", "unknown"),
    AnswerRow("webhook", 503, "", "unknown"),
]

@Suite struct AnswerTableTests {
    @Test("an answer with a letter of endless marks, which would cost minutes to compare, is no JSON")
    func endlessMarks() {
        let marks = String(repeating: "\u{301}\u{327}", count: 50_000)
        #expect(answer(200, #"{"id":["1",{"a":"e\#(marks)"}]}"#).answer?.json == nil)
        #expect(answer(200, #"{"id":"e\#(String(repeating: "\u{301}", count: 256))"}"#).answer?.json != nil)
    }

    @Test("every answer to a post has one outcome", arguments: rows)
    func outcome(_ row: AnswerRow) throws {
        let kind = try http(row.kind)
        let parcel = try parcel(kind, try manuscript(body: "", tags: []))
        let body = Array(parcel.predictedBody.utf8)

        let outcome = kind.outcome(of: answer(row.status, row.body, row.headers), for: parcel, body: body)

        #expect(outcome.word == row.outcome)
        #expect(outcome.words.contains(row.says))
        #expect(!outcome.words.contains(secretText))
        #expect(outcome.words.count < 800)
    }

    @Test("an unsent request may be retried, a sent one is uncertain", arguments: ["mastodon", "wordpress", "webhook"])
    func failures(_ name: String) throws {
        let kind = try http(name)
        let parcel = try parcel(kind, try manuscript())
        let outcomes = HTTPFailure.Reached.allCases.map { kind.outcome(of: failure($0), for: parcel, body: []).word }
        #expect(outcomes == ["unsent", "unknown", "unknown", "unknown"])
    }

    @Test("the record keeps the id exactly as the server wrote it, and only valid addresses")
    func record() throws {
        let kind = try http("mastodon")
        let parcel = try parcel(kind, try manuscript(body: "", tags: []))
        let body = Array(parcel.predictedBody.utf8)
        let number = toot.replacing(#""5""#, with: "123456789012345678901234567890")
        let script = toot.replacing("https://s.example/@a/5", with: "javascript:alert(1)")

        #expect(
            kind.outcome(of: answer(200, number), for: parcel, body: body)
                == .accepted(RemotePost(id: "123456789012345678901234567890", url: "https://s.example/@a/5")))
        #expect(
            kind.outcome(of: answer(200, script), for: parcel, body: body) == .accepted(RemotePost(id: "5", url: nil)))
    }

    @Test(
        "a busy server is asked again at its time, within a second and a day",
        arguments: [
            ("Retry-After", "120", 120), ("Retry-After", "0", 1), ("Retry-After", "-5", 300),
            ("Retry-After", "99999999999999999999", 86_400),
            ("Retry-After", "Tue, 01 Dec 2026 09:10:00 GMT", 600), ("Retry-After", "Tue, 01 Dec 2020 09:10:00 GMT", 1),
            ("Retry-After", "1.5", 1), ("Retry-After", "tomorrow", 300),
            ("X-RateLimit-Reset", "2026-12-01T09:05:00.000Z", 300),
            ("x-ratelimit-reset", "1796115660", 60), ("X-RateLimit-Reset", "30", 30), ("X-RateLimit-Reset", "", 300),
            ("X-Nothing", "1", 300),
        ])
    func busy(name: String, value: String, seconds: Int64) throws {
        let kind = try http("webhook")
        let parcel = try parcel(kind, try manuscript())
        let outcome = kind.outcome(of: answer(429, "", [HTTPHeader(name, value)]), for: parcel, body: [])
        guard case .busy(let until, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(until == noon + .seconds(seconds))
    }

    @Test("JSON Pointers find the id in a webhook's answer, otherwise it is uncertain")
    func pointers() throws {
        let kind = try http("webhook") { settings in
            (settings.idPointer, settings.urlPointer) = ("/data/0/a~1b", "/url")
            (settings.success, settings.idempotent) = ([201, 303], true)
        }
        let parcel = try parcel(kind, try manuscript())
        let outcome = { kind.outcome(of: answer($0, $1), for: parcel, body: []) }
        let good = #"{"data":[{"a/b":12}],"url":"https://x.example/1"}"#

        #expect(outcome(201, good) == .accepted(RemotePost(id: "12", url: "https://x.example/1")))
        #expect(outcome(303, good).word == "accepted")
        #expect(outcome(201, #"{"data":[{"a/b":null}],"url":"https://x.example/1"}"#).word == "unknown")
        #expect(outcome(201, #"{"data":[],"url":"javascript:x"}"#).word == "unknown")
        #expect(outcome(201, html).word == "unknown")
        #expect(outcome(200, good).word == "unknown")
        #expect(outcome(409, "").word == "accepted")
    }

    @Test(
        "a webhook that answers the check is well, even if it knows only POST",
        arguments: [(204, true), (404, true), (405, true), (501, true), (500, false), (502, false), (503, false)])
    func checkOfWebhook(status: Int, isWorking: Bool) throws {
        let step = try http("webhook").check(Briefing(now: noon), answers: [answer(status)])
        guard case .done(let report) = step else {
            Issue.record("The check did not end.")
            return
        }
        #expect(report.isWorking == isWorking)
        #expect(report.words.contains("\(status)"))
    }
}
