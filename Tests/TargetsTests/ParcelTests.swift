import Foundation
import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

private let kinds = ["mastodon", "wordpress", "writefreely", "webhook"]
private let hostile = [
    "https://example.org/\"quoted\"/", "a\\b", "line\nbreak\r\n\t", "\u{0}\u{1}\u{2}\u{1F}", "{{title}} {{{url}}}",
    "</script>\u{2028}\u{2029}", "🏳️‍🌈e\u{301}", "%22&=+;", "]}\",\"status\":\"pwned",
]

@Suite struct ParcelTests {
    @Test("a frozen payload is read back unchanged, and the same post gives the same bytes", arguments: kinds)
    func roundTrip(_ name: String) throws {
        let kind = try http(name)
        let first = try kind.freeze(try manuscript(), as: .create, facts: nil, key: key)
        let second = try http(name).freeze(try manuscript(), as: .create, facts: nil, key: key)
        #expect(first == second)
        #expect(try Parcel(encoded: first.payload).frozenBytes() == first.payload)
        #expect(throws: ParcelError.unreadable) { try Parcel(encoded: Array("{}".utf8)) }
    }

    @Test("a placeholder's value stays inside its JSON string", arguments: hostile)
    func holes(_ value: String) throws {
        for kind in [
            try http("mastodon"), try http("webhook"), try http("webhook") { $0.body = #"{"u":"{{url}}","n":1}"# },
        ] {
            let parcel = try parcel(kind, try manuscript())
            let json = try JSON(reading: try parcel.filled([Parcel.addressHole: value]))
            let found = json["url"]?.text ?? json["u"]?.text ?? json["status"]?.text ?? ""
            #expect(found == value || found.contains(value))
            #expect(json["visibility"] == nil || json["visibility"]?.text == "public")
        }
    }

    @Test("hostile titles, bodies and tags are preserved in the body, in JSON and in forms", arguments: hostile)
    func values(_ value: String) throws {
        let post = try manuscript(title: value, body: value, tags: [])
        for source in [
            #"{"t":"{{title}}","b":"{{{body}}}","j":{{json.title}}}"#, #"{"t":{{json.title}},"b":{{json.body}}}"#,
        ] {
            let parcel = try parcel(try http("webhook") { $0.body = source }, post)
            let json = try JSON(reading: Array(parcel.predictedBody.utf8))
            #expect(json["b"]?.text == value)
            #expect(json["t"]?.text == value.trimmed)
        }
        let form = try http("webhook") { settings in
            settings.body = "t={{body}}&end=1"
            settings.headers = [HTTPHeader("content-type", "application/x-www-form-urlencoded")]
        }
        let body = try parcel(form, post).predictedBody
        #expect(body.split(separator: "&").count == 2)
        #expect(body.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test("the preview equals the request once the placeholders have their predicted values", arguments: kinds)
    func previewIsSent(_ name: String) throws {
        let kind = try http(name)
        let post = try manuscript(tags: [])
        let frozen = try kind.freeze(post, as: .create, facts: facts("mastodon"), key: key)
        let parcel = try Parcel(encoded: frozen.payload)

        let (preparation, _) = try converse {
            kind.prepare(parcel, briefing(facts("mastodon")), answers: $0)
        } reply: {
            .success(kind.rehearsalAnswer(to: $0.request, at: noon))
        }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        let request = kind.request(parcel, body: try parcel.filled(holes), at: noon)

        let preview = try #require(try target(name).request(in: frozen.payload))
        #expect(text(request.body) == preview.body)
        #expect((request.method, request.url) == (preview.method, preview.url))
        #expect(Set(request.headers.map(\.name)) == Set(preview.headers.map(\.name)))
        #expect(request.isMutation)
    }

    @Test("no credential is in a payload, a preview, a description or a dump", arguments: kinds)
    func secrets(_ name: String) throws {
        let target = try target(name) { settings in
            if name == "webhook" { settings.headers = [HTTPHeader("Authorization", "Bearer {{secret}}")] }
        }
        guard case .http(let kind) = target.kind else { return }
        let frozen = try kind.freeze(try manuscript(), as: .create, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload)
        var dumped = ""
        dump(target, to: &dumped)
        dump(settings(name), to: &dumped)
        let basic = Data("ada:\(secretText)".utf8).base64EncodedString()

        for shown in [
            text(frozen.payload), "\(frozen)", "\(target)", String(reflecting: target), String(describing: kind),
            dumped,
            String(reflecting: settings(name)),
        ] {
            #expect(!shown.contains(secretText))
            #expect(!shown.contains(basic))
        }
        let sent = "\(kind.request(parcel, body: [], at: noon).headers)"
        #expect(sent.contains(secretText) || sent.contains(basic))
    }

    @Test("a payload with an unknown address requests it and is not sent without it")
    func emptyHole() throws {
        let kind = try http("mastodon")
        let parcel = try parcel(kind, try manuscript(), facts: facts("mastodon"))
        #expect(throws: ParcelError.emptyHole("address")) { try parcel.filled([:]) }
        guard
            case .done(.ended(.refused(let words))) = kind.prepare(
                parcel, briefing(facts("mastodon"), address: nil), answers: [])
        else {
            Issue.record("it went on without an address")
            return
        }
        #expect(words.contains("address"))
    }

    @Test("the signature is the HMAC of timestamp, dot and body")
    func signature() throws {
        let kind = try http("webhook") { $0.secret = Secret(file: "key") }
        let parcel = try parcel(kind, try manuscript())
        let request = kind.request(parcel, body: Array("The quick brown fox".utf8), at: Instant(seconds: 1000))
        #expect(request.headers.first("x-timestamp") == "1000")
        // printf '1000.The quick brown fox' | openssl dgst -sha256 -hmac key
        #expect(
            request.headers.first("X-Signature")
                == "sha256=aeeb5d9df4601315ca49036e8d56e47e73678944f3aa19763ede8818dd5a6472")
        #expect(request.headers.first("Idempotency-Key") == key)
    }
}
