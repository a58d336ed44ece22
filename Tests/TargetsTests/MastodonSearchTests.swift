import HTTPValues
import JSONTree
import Posts
import Testing

@testable import Targets

private let date = [HTTPHeader("Date", "Tue, 01 Dec 2026 09:00:00 GMT")]

private func status(_ id: Int, _ content: String, at time: String, warning: String = "") -> String {
    #"{"id":"\#(id)","uri":"u","url":"https://s.example/\#(id)","content":\#(JSON.quoted(content)),"#
        + #""created_at":"2026-\#(time)Z","spoiler_text":"\#(warning)"}"#
}

/// Sent at 08:59:50 by our clock; the same post in another server's HTML.
@Suite struct MastodonSearchTests {
    private let same =
        "<p>Own words here, @ada<br />and <a href=\"https://x\"><span>https://</span>x.example</a></p>"
    private let old = status(1, "<p>something older</p>", at: "11-01T08:00:00.000")

    private func find(
        _ pages: [Exchange], facts bytes: [UInt8]? = facts("mastodon"), source: Exchange = answer(404),
        taken: Set<String> = [], visibility: Visibility? = nil, secondPageBefore: String? = nil,
        home: Exchange = answer(200, "[]")
    ) throws -> LookUpResult {
        let kind = try http("mastodon")
        let override = TargetOverride(
            text: "Own words here, @ada@social.example\nand https://x.example", visibility: visibility)
        let parcel = try parcel(kind, try manuscript(override: override))
        let body = Array(parcel.predictedBody.utf8)
        var pages = pages[...]
        let briefing = briefing(bytes, sent: noon - .seconds(10), taken: taken)
        return try converse {
            kind.lookUp(parcel, body: body, briefing, answers: $0)
        } reply: { request in
            if request.url.contains("/source") { return source }
            if request.url.contains("/timelines/home") { return home }
            if request.url.contains("verify_credentials") { return answer(200, #"{"id":7}"#) }
            #expect(request.url.contains("/accounts/7/statuses?exclude_reblogs=true&limit=40"))
            if let secondPageBefore, pages.count == 1 {
                #expect(request.url.hasSuffix("&max_id=\(secondPageBefore)"))
            }
            return pages.popFirst() ?? answer(500)
        }.value
    }

    private func list(_ statuses: String...) -> Exchange { answer(200, "[\(statuses.joined(separator: ","))]", date) }

    @Test("the post is found by its source, otherwise by its HTML")
    func found() throws {
        let page = list(status(5, same, at: "12-01T08:59:52.000"), old)
        let record = LookUpResult.found(RemotePost(id: "5", url: "https://s.example/5"))
        #expect(try find([page]) == record)
        #expect(try find([page], facts: nil) == record)
        let own = #"{"text":"Own words here, @ada@social.example\nand https://x.example"}"#
        #expect(try find([page], source: answer(200, own)) == record)
    }

    @Test(
        "an address of which a server shows only the beginning is the whole address",
        arguments: ["blog.example.org/2026/11/what-", "https://www.blog.example.org/2026/...", "blog.example.org…"])
    func cut(shown: String) throws {
        let start = shown.contains("www") ? "https://www." : "https://"
        let address = start + "blog.example.org/2026/11/what-we-learned-from-moving-our-garden-to-the-city/?a=1&b=2"
        let content = "<p>Hello <a href=\"\(address.htmlEscaped)\" class=\"ellipsis\">\(shown)</a>!</p>"
        #expect(content.textOfHTML.trimmed == "Hello \(address)!")
        let kind = try http("mastodon")
        let parcel = try parcel(kind, try manuscript(tags: [], override: TargetOverride(text: "Hello \(address)!")))
        let body = Array(parcel.predictedBody.utf8)
        let outcome = kind.outcome(
            of: answer(200, status(5, content, at: "12-01T09:00:00.000")), for: parcel, body: body)
        #expect(outcome == .accepted(RemotePost(id: "5", url: "https://s.example/5")))
        let other = "<a href=\"https://example.org/long\">Example.com</a> <a href=\"https://s.example/tags/a\">#a</a>"
        #expect(other.textOfHTML == "Example.com #a")
    }

    @Test("the same text posted earlier on purpose is another post")
    func earlier() throws {
        #expect(try find([list(status(5, same, at: "12-01T08:59:40.000"), old)]) == .absent)
        #expect(try find([list(status(5, same, at: "12-01T08:59:52.000"), old)], taken: ["5"]) == .absent)
        #expect(
            try find([list(status(5, same, at: "12-01T08:59:52.000"), old)], source: answer(200, #"{"text":"Other"}"#))
                == .absent)
        let changed = try find(
            [list(status(5, same, at: "12-01T08:59:52.000"), old)], facts: facts("takahe"),
            source: answer(200, #"{"text":"Own words here, @ada and"}"#))
        guard case .unclear = changed else {
            Issue.record("Takahē's source was taken for the one that was sent")
            return
        }
        #expect(try find([list(status(5, "<p>Own dog</p>", at: "12-01T08:59:52.000"), old)]) == .absent)
    }

    @Test("a server whose clock is wrong is compared by its own clock")
    func clock() throws {
        let header = [HTTPHeader("Date", "Tue, 01 Dec 2026 08:00:00 GMT")]
        let page = answer(200, "[\(status(5, same, at: "12-01T07:59:52.000")),\(old)]", header)
        #expect(try find([page]) == .found(RemotePost(id: "5", url: "https://s.example/5")))
    }

    @Test("without the server's clock a post at about that time may be either")
    func withoutClock() throws {
        let page = answer(200, "[\(status(5, same, at: "12-01T08:58:00.000")),\(old)]")
        guard case .unclear = try find([page]) else {
            Issue.record("it was taken for certain")
            return
        }
    }

    @Test("an incomplete list proves nothing")
    func unclear() throws {
        let newer = (10..<50).map { status($0, "<p>other words \($0)</p>", at: "12-01T08:59:59.000") }.joined(
            separator: ",")
        let full = answer(200, "[\(newer)]", date)
        let cases: [[Exchange]] = [
            [answer(200, "<html>")], [answer(200, "{}")], [answer(200, #"[{"id":"5"}]"#)], [answer(401)], [answer(500)],
            [failure(.headers)], [answer(200, "[\(old)", date)], [full, full], [full, answer(500)],
            [list(status(5, same + "<p>and more words</p>", at: "12-01T08:59:52.000"), old)],
        ]
        for pages in cases {
            guard case .unclear = try find(pages) else {
                Issue.record("\(pages.first.map { "\($0)" } ?? "") proved something")
                continue
            }
        }
    }

    @Test("posts of one second may be in another order than their ids: the next page is before the smallest")
    func smallestID() throws {
        for ids in [[9, 8], [8, 9], [10, 9], [9, 10]] {
            let newer = ids.map { status($0, "<p>else</p>", at: "12-01T08:59:59.000") }.joined(separator: ",")
            let pages = [answer(200, "[\(newer)]", date), answer(200, "[]", date)]
            #expect(try find(pages, secondPageBefore: "\(ids.min() ?? 0)") == .absent)
        }
    }

    @Test("an empty list, and one that reaches back on its second page, prove its absence")
    func absent() throws {
        #expect(try find([answer(200, "[]", date)]) == .absent)
        let newer = answer(200, "[\(status(9, "<p>else</p>", at: "12-01T08:59:59.000"))]", date)
        #expect(try find([newer, list(old)]) == .absent)
        #expect(try find([newer, answer(200, "[]", date)]) == .absent)
    }

    @Test("posts with a small audience are missing from some lists, so their absence there proves nothing")
    func direct() throws {
        #expect(try find([list(old)], visibility: .direct) == .absent)
        let cases: [(String, Visibility)] = [
            ("gotosocial", .direct), ("pleroma", .direct), ("snac", .private), ("snac", .unlisted),
            ("takahe", .private), ("newcomer", .private),
        ]
        for (software, visibility) in cases {
            guard case .unseeable = try find([list(old)], facts: facts(software), visibility: visibility) else {
                Issue.record("absence was believed: \(visibility) at \(software)")
                continue
            }
        }
        #expect(try find([list(old)], facts: facts("gotosocial"), visibility: .private) == .absent)
        #expect(try find([list(old)], facts: facts("takahe"), visibility: .unlisted) == .absent)
        #expect(try find([list(old)], facts: facts("snac"), visibility: .public) == .absent)
    }

    @Test("what Pleroma hides from a token that may not read statuses is not absent")
    func hidden() throws {
        #expect(try find([list(old)], facts: facts("pleroma"), visibility: .private) == .absent)
        let missing = answer(403, #"{"error":"Insufficient permissions: read:statuses."}"#)
        guard case .unclear(let words, _) = try find([list(old)], facts: facts("pleroma"), home: missing) else {
            Issue.record("absence was believed")
            return
        }
        #expect(words.contains("read:statuses"))
    }

    @Test("later posts by other clients hide neither its presence nor its absence")
    func others() throws {
        let others = (10..<20).map { status($0, "<p>other words \($0)</p>", at: "12-01T08:59:59.000") }
        let page = others.joined(separator: ",")
        #expect(try find([answer(200, "[\(page),\(old)]", date)]) == .absent)
        let found = answer(200, "[\(page),\(status(5, same, at: "12-01T08:59:52.000")),\(old)]", date)
        #expect(try find([found]) == .found(RemotePost(id: "5", url: "https://s.example/5")))
    }

    @Test("a post that snac has renamed since still belongs to its delivery")
    func renamed() throws {
        let digits = "0123456789abcdef0123456789abcdef"
        let id = "1796115592" + digits
        let json = status(5, same, at: "12-01T08:59:52.000").replacing(#""id":"5""#, with: #""id":"\#(id)""#)
        #expect(try find([answer(200, "[\(json),\(old)]", date)], taken: ["1796000000" + digits]) == .absent)
    }
}
