import HTTPValues
import JSONTree
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

/// A target may answer any question that it is busy or away, with a time.
@Suite("A server that asks for patience")
struct PatienceTests {
    private static let patience = Span.hours(2)
    private static let refusals: [Exchange] = [429, 503].flatMap { status in
        ["7200", "Tue, 01 Dec 2026 11:00:00 GMT"].map { answer(status, "", [HTTPHeader("Retry-After", $0)]) }
    }

    /// One of a delivery's dialogues, and the time until which it must wait afterwards.
    private struct Talk {
        let name: String
        let lead: ([Exchange]) -> Step<Instant?>
        let reply: (Question) -> Exchange
    }

    @Test("is respected in every question of every kind: the next look comes no sooner")
    func everyQuestion() throws {
        var questions = 0
        for talk in try talks() {
            let asked = try converse(talk.lead, reply: talk.reply).asked
            #expect(!asked.isEmpty, "\(talk.name) asks nothing")
            for (place, request) in asked.enumerated() {
                for refusal in Self.refusals {
                    var count = 0
                    let (until, further) = try converse(talk.lead) { request in
                        count += 1
                        return count == place + 1 ? refusal : talk.reply(request)
                    }
                    let note: Comment = "\(talk.name): \(request.method) \(request.url)"
                    #expect(until == noon + Self.patience, note)
                    #expect(further.count == place + 1, note)
                    questions += 1
                }
            }
        }
        #expect(questions >= 100)
    }

    private func talks() throws -> [Talk] { try mastodonTalks() + wordPressTalks() + rehearsedTalks() }

    private func talk(
        _ name: String, _ kind: any TargetKind, _ parcel: Parcel, _ briefing: Briefing, copy: String = "17",
        reply: @escaping (Question) -> Exchange
    ) -> [Talk] {
        let body = Array(parcel.predictedBody.utf8)
        return [
            Talk(
                name: "\(name): prepare",
                lead: { answers in
                    kind.prepare(parcel, briefing, answers: answers).map { preparation in
                        if case .ended(let outcome) = preparation { outcome.patienceUntil } else { nil }
                    }
                }, reply: reply),
            Talk(
                name: "\(name): look up",
                lead: { answers in
                    kind.lookUp(parcel, body: body, briefing, answers: answers).map { finding in
                        if case .unclear(_, let until) = finding { until } else { nil }
                    }
                }, reply: reply),
            Talk(
                name: "\(name): read the copy",
                lead: { answers in
                    kind.copies.readCopy(copy, of: parcel, briefing, answers: answers).map { reading in
                        if case .failed(let outcome) = reading { outcome.patienceUntil } else { nil }
                    }
                }, reply: reply),
        ]
    }

    private func post() throws -> Manuscript {
        let digest = String(repeating: "a", count: 64)
        let id = try #require(MediaID(String(digest.prefix(16))))
        var post = try manuscript(body: "Boats.\n\n![Boats](\(id.address))", address: .none)
        post.media = [
            Media(
                id: id, owner: UserID(1), revision: Revision(1), digest: digest,
                facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
                notes: MediaNotes(name: "boats.jpg", alt: "Boats"), createdAt: noon)
        ]
        return post
    }

    /// With current facts, outdated facts, and none.
    private func mastodonTalks() throws -> [Talk] {
        let kind = try http("mastodon")
        let parcel = try parcel(kind, try post(), facts: facts("mastodon"))
        let sent = try #require(SentStatus(Array(parcel.predictedBody.utf8), parcel))
        let status =
            #"{"id":"17","uri":"u","content":\#(JSON.quoted(sent.text.htmlEscaped)),"#
            + #""created_at":"2026-12-01T09:00:00.000Z","spoiler_text":\#(JSON.quoted(sent.warning ?? ""))}"#
        let reply = { (path: String) -> Exchange in
            if path.contains("/statuses?") { return answer(200, "[\(status)]") }
            if path.hasSuffix("/source") { return answer(200, #"{"text":\#(JSON.quoted(sent.source))}"#) }
            if path.hasSuffix("/statuses/17") { return answer(200, status) }
            if path.hasSuffix("/api/v2/media") { return answer(202, #"{"id":"9"}"#) }
            if path.hasSuffix("/media/9") { return answer(200, #"{"id":"9"}"#) }
            let rehearsed = kind.rehearsalAnswer(to: HTTPRequest("GET", path), at: noon)
            return .success(rehearsed)
        }
        // An older server, which lacks both the newer addresses and the copy.
        let older = { (path: String) -> Exchange in
            if path.hasSuffix("/api/v2/instance") || path.hasSuffix("/api/v2/media") { return answer(404) }
            if path.hasSuffix("/api/v1/instance") { return answer(200, #"{"version":"3.5.0","max_toot_chars":500}"#) }
            if path.hasSuffix("/api/v1/media") { return answer(200, #"{"id":"9"}"#) }
            if path.hasSuffix("/statuses/17") { return answer(404, #"{"error":"Record not found"}"#) }
            return reply(path)
        }
        return [facts("mastodon"), facts("mastodon", age: .hours(30)), nil].flatMap { known in
            [("mastodon", reply), ("an older mastodon", older)].flatMap { name, reply in
                talk(name, kind, parcel, briefing(known, sent: noon - .seconds(10))) { reply($0.url) }
            }
        }
    }

    /// Of kinds whose rehearsal has all questions.
    private func rehearsedTalks() throws -> [Talk] {
        try ["ghost", "writefreely"].flatMap { name in
            let kind = try http(name)
            let parcel = try parcel(kind, try post())
            let copy = name == "ghost" ? "service.example/posts/17" : "17"
            return talk(name, kind, parcel, briefing(sent: noon - .seconds(10)), copy: copy) { question in
                let rehearsed = kind.rehearsalAnswer(to: question.request, at: noon)
                return question.method == "HEAD" ? answer(404) : .success(rehearsed)
            }
        }
    }

    /// One where everything must be created, and one where everything exists and a page has the slug.
    private func wordPressTalks() throws -> [Talk] {
        let kind = try http("wordpress") { $0.categories = ["News"] }
        let parcel = try parcel(kind, try post())
        let empty = { (request: Question) -> Exchange in
            request.url.contains("posts/17") || request.url.contains("posts?context=edit")
                ? answer(200, #"{"id":17,"slug":"s","status":"publish","title":{"raw":""},"content":{"raw":""}}"#)
                : .success(kind.rehearsalAnswer(to: request.request, at: noon))
        }
        let full = { (request: Question) -> Exchange in
            let page = #"[{"id":3,"slug":"hello","status":"publish","link":"https://s.example/x/hello/"}]"#
            if request.url.contains("/pages?") || request.url.contains("/posts?per_page=1") { return answer(200, page) }
            return empty(request)
        }
        return talk("an empty wordpress", kind, parcel, briefing(sent: noon - .seconds(10)), reply: empty)
            + talk("a wordpress with pages", kind, parcel, briefing(sent: noon - .seconds(10)), reply: full)
    }
}

extension Step {
    fileprivate func map<Other>(_ change: (Value) -> Other) -> Step<Other> {
        switch self {
        case .ask(let request): .ask(request)
        case .done(let value): .done(change(value))
        }
    }
}
