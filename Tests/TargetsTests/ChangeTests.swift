import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("Requests that edit and delete copies")
struct ChangeTests {
    private func change(_ kind: any TargetKind, _ change: DeliveryKind, copy: String = "17/é") throws -> Parcel {
        let post = try manuscript(tags: [], address: .known(address))
        return try Parcel(encoded: kind.freeze(post, as: change, facts: facts("mastodon"), key: key).payload)
            .addressed(to: copy)
    }

    private func request(_ kind: any TargetKind, _ parcel: Parcel) -> HTTPRequest {
        kind.request(parcel, body: Array(parcel.predictedBody.utf8), at: noon)
    }

    private func outcome(_ kind: any TargetKind, _ parcel: Parcel, _ exchange: Exchange) -> Outcome {
        kind.outcome(of: exchange, for: parcel, body: Array(parcel.predictedBody.utf8))
    }

    @Test(
        "have the copy's id in their address, percent-encoded",
        arguments: [
            ("mastodon", DeliveryKind.edit, "PUT https://service.example/api/v1/statuses/17%2F%C3%A9"),
            ("mastodon", .delete, "DELETE https://service.example/api/v1/statuses/17%2F%C3%A9"),
            ("wordpress", .edit, "POST https://service.example/wp-json/wp/v2/posts/17%2F%C3%A9"),
            ("wordpress", .delete, "DELETE https://service.example/wp-json/wp/v2/posts/17%2F%C3%A9"),
            ("webhook", .edit, "POST https://service.example"), ("webhook", .delete, "POST https://service.example"),
        ])
    func addresses(name: String, kind: DeliveryKind, expected: String) throws {
        let target = try http(name)
        let request = request(target, try change(target, kind))
        #expect("\(request.method) \(request.url)" == expected)
        #expect(request.isMutation)
    }

    @Test("are impossible for a copy with an unknown id")
    func unknownCopy() throws {
        let target = try http("mastodon")
        let post = try manuscript(tags: [], address: .known(address))
        let parcel = try Parcel(encoded: target.freeze(post, as: .edit, facts: nil, key: key).payload)
        #expect(throws: ParcelError.unknownCopy) { () throws -> Void in _ = try parcel.addressed(to: nil) }
    }

    @Test("do not change a status's visibility")
    func noVisibility() throws {
        let parcel = try change(try http("mastodon"), .edit)
        let body = try JSON(reading: Array(parcel.predictedBody.utf8))
        #expect(body["visibility"] == nil)
        #expect(body["status"]?.text?.contains("Hello") == true)
    }

    @Test("keep address, date and state at WordPress, and remove what the author removed")
    func wordPressEdit() throws {
        let parcel = try change(try http("wordpress"), .edit)
        guard case .object(let members) = try JSON(reading: Array(parcel.predictedBody.utf8)) else {
            Issue.record("not an object")
            return
        }
        #expect(members.keys.sorted() == ["content", "excerpt", "tags", "title"])
        #expect(members["tags"] == .list([]))
    }

    @Test("an edit succeeds if the answer is the copy itself")
    func edited() throws {
        let target = try http("mastodon")
        let parcel = try change(target, .edit, copy: "17")
        let text = try JSON(reading: Array(parcel.predictedBody.utf8))["status"]?.text ?? ""
        let status = { (id: String) in
            let content = JSON.quoted("<p>\(text)</p>")
            return answer(200, #"{"id":"\#(id)","uri":"https://service.example/\#(id)","content":\#(content)}"#)
        }
        #expect(
            outcome(target, parcel, status("17")) == .accepted(RemotePost(id: "17", url: "https://service.example/17")))
        guard case .unknown = outcome(target, parcel, status("18")) else {
            Issue.record("another post was taken for the copy")
            return
        }
    }

    @Test("an edit of a missing copy is refused, so that the copy is read; one in WordPress's trash with a reason")
    func gone() throws {
        for name in ["mastodon", "wordpress"] {
            let target = try http(name)
            let parcel = try change(target, .edit)
            guard case .refused = outcome(target, parcel, answer(404, #"{"code":"x","error":"Record not found"}"#))
            else {
                Issue.record("\(name) edited what is not there")
                continue
            }
        }
        let wordPress = try http("wordpress")
        let parcel = try change(wordPress, .edit, copy: "4")
        let title = JSON.quoted("Hello “world” &amp; \\ &lt;b&gt;")
        let content = try JSON(reading: Array(parcel.predictedBody.utf8))["content"] ?? .null
        let trashed =
            #"{"id":4,"slug":"hello","status":"trash","title":{"raw":\#(title)},"content":{"raw":\#(content.written)}}"#
        let found = outcome(wordPress, parcel, answer(200, trashed))
        guard case .refused(let words) = found, words.contains("trash") else {
            Issue.record("\(found)")
            return
        }
    }

    @Test(
        "a deletion is complete only when the service says so: a 404 may come from a proxy or mean another account",
        arguments: ["mastodon", "wordpress"])
    func deleted(name: String) throws {
        let target = try http(name)
        let parcel = try change(target, .delete, copy: "17")
        #expect(outcome(target, parcel, answer(200, "{}")) == .accepted(RemotePost(id: "17")))
        for exchange in [
            answer(404, #"{"error":"Record not found"}"#), answer(410, #"{"code":"y"}"#), answer(404),
            answer(404, #"{"code":"rest_no_route","message":"No route."}"#), answer(404, "<html>"), answer(500),
            answer(403, "{}"), failure(.sent),
        ] {
            if case .accepted = outcome(target, parcel, exchange) { Issue.record("\(name): \(exchange)") }
        }
        guard case .done(.ready(let holes, _)) = target.prepare(parcel, briefing(), answers: []), holes.isEmpty else {
            Issue.record("\(name) asks before it deletes")
            return
        }
    }

    @Test("a deletion that WordPress refuses is not done; one of a missing or trashed post is")
    func wordPressDeletion() throws {
        let target = try http("wordpress")
        let parcel = try change(target, .delete, copy: "17")
        let rows = [
            (404, "rest_post_invalid_id", "accepted"), (410, "rest_already_trashed", "accepted"),
            (404, "rest_no_route", "misconfigured"), (410, "rest_gone", "refused"),
            (403, "rest_cannot_delete", "denied"), (501, "rest_trash_not_supported", "refused"),
            (501, "other", "unknown"),
        ]
        for (status, code, word) in rows {
            let body = #"{"code":"\#(code)","message":"No."}"#
            #expect(outcome(target, parcel, answer(status, body)).word == word, "\(code)")
        }
    }

    @Test("a deletion at Mastodon that is answered with 404 or 410 is settled by reading the copy")
    func mastodonDeletion() throws {
        let target = try http("mastodon")
        let parcel = try change(target, .delete, copy: "17")
        let missing = answer(404, #"{"error":"Record not found"}"#)
        for exchange in [missing, answer(404), answer(410, "{}"), answer(404, "<html>")] {
            #expect(outcome(target, parcel, exchange).word == "unknown")
        }
        for account in [
            answer(200, #"{"id":"7"}"#), answer(403, #"{"error":"outside the authorized scopes"}"#),
            answer(403, #"{"error":"Insufficient permissions: read:accounts."}"#),
        ] {
            let reading = try converse {
                target.copies.readCopy("17", of: parcel, briefing(facts("mastodon")), answers: $0)
            } reply: {
                $0.url.contains("verify") ? account : missing
            }.value
            guard case .gone = reading else {
                Issue.record("\(reading)")
                continue
            }
        }
    }

    @Test("a webhook gets the event, with a separate idempotency class")
    func events() throws {
        let target = try http("webhook")
        let events = try [DeliveryKind.create, .edit, .delete].map { kind in
            try JSON(reading: Array(try change(target, kind).predictedBody.utf8))["event"]?.text
        }
        #expect(events == ["published", "edited", "deleted"])
        #expect(target.traits(nil).edits == .blind)
        #expect(target.traits(nil).deletions == .blind)
        for name in ["mastodon", "wordpress"] {
            #expect(try http(name).traits(nil).edits == .searchable)
            #expect(try http(name).traits(nil).deletions == .deterministic)
        }
    }

    @Test("a webhook's template that cannot express edits is refused once they are enabled")
    func template() throws {
        let silent = #"{"title":{{json.title}}}"#
        _ = try target("webhook") { $0.body = silent }
        #expect(throws: TargetSettingsError.self) {
            try target("webhook") {
                $0.body = silent
                $0.edit = "update"
            }
        }
        #expect(throws: TargetSettingsError.self) { try target("mastodon") { $0.delete = "sometimes" } }
    }

    @Test("software that cannot edit is reported before anything is sent")
    func cannotEdit() throws {
        let target = try http("mastodon")
        let post = try manuscript(tags: [], address: .known(address))
        #expect(throws: FreezeError.self) { () throws -> Void in
            _ = try target.freeze(post, as: .edit, facts: facts("pixelfed"), key: key)
        }
        _ = try target.freeze(post, as: .edit, facts: facts("takahe"), key: key)
    }
}
