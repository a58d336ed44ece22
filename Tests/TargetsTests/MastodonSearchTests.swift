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

    @Test("after a restore, a status with the post's own address is the post, whatever it says; else no other text is")
    func laterText() throws {
        let kind = try http("mastodon")
        let parcel = try parcel(kind, try manuscript())
        let later = "<p>A later text &amp; <a href=\"\(address)\"><span>https://</span>example.org/hello/</a></p>"
        func find(_ content: String, isRestored: Bool, taken: Set<String> = []) throws -> LookUpResult {
            var briefing = briefing(facts("mastodon"), sent: noon - .days(1), taken: taken)
            briefing.isRestored = isRestored
            let page = list(status(5, content, at: "12-01T08:59:52.000"), old)
            return try converse {
                kind.lookUp(parcel, body: Array(parcel.predictedBody.utf8), briefing, answers: $0)
            } reply: { request in
                request.url.contains("/source")
                    ? answer(404) : request.url.contains("max_id") ? answer(200, "[]", date) : page
            }.value
        }
        #expect(try find(later, isRestored: true) == .found(RemotePost(id: "5", url: "https://s.example/5")))
        #expect(try find(later, isRestored: false) != .found(RemotePost(id: "5", url: "https://s.example/5")))
        #expect(
            try find("<p>Another text</p>", isRestored: true) != .found(RemotePost(id: "5", url: "https://s.example/5"))
        )
        #expect(
            try find(later, isRestored: true, taken: ["5"]) != .found(RemotePost(id: "5", url: "https://s.example/5")))
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
            ("gotosocial", .direct), ("pleroma", .direct), ("newcomer", .private),
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

    // MARK: A list that reaches back

    private func newest(_ count: Int, from id: Int = 100) -> [String] {
        (0..<count).map { status(id + $0, "<p>other words \($0)</p>", at: "12-01T08:59:59.000") }.reversed()
    }

    /// A look-up with other facts about what was there before.
    private func find(
        _ pages: [[String]], facts bytes: [UInt8]? = facts("snac"), earlier: Set<String> = [], previous: String? = nil,
        visibility: Visibility = .public, source: (String) -> Exchange = { _ in answer(404) }
    ) throws -> (result: LookUpResult, asked: [Question]) {
        let kind = try http("mastodon")
        let parcel = try parcel(
            kind, try manuscript(tags: [], override: TargetOverride(text: "Part 90 of it", visibility: visibility)))
        var text = parcel.predictedBody
        if let previous {
            text = text.replacing("{\"", with: #"{"in_reply_to_id":"\#(previous)",""#, maxReplacements: 1)
        }
        var briefing = briefing(bytes, sent: noon - .seconds(10), taken: earlier)
        briefing.earlier = earlier
        var rest = pages[...]
        let (result, asked) = try converse {
            kind.lookUp(parcel, body: Array(text.utf8), briefing, answers: $0)
        } reply: { request in
            if request.url.hasSuffix("/source") { return source(request.url) }
            return answer(200, "[\(rest.popFirst()?.joined(separator: ",") ?? "")]", date)
        }
        return (result, asked)
    }

    @Test("the part before it, and a copy that was there before, end the search: what follows is older")
    func reachesBack() throws {
        let crowd = newest(40)
        let part = status(89, "<p>Part 89 of it</p>", at: "12-01T08:59:49.500")
        #expect(try find([newest(39) + [part], crowd, crowd], previous: "89").result == .absent)
        #expect(try find([newest(39) + [part], crowd, crowd], earlier: ["89"]).result == .absent)
        guard case .unclear = try find([newest(39) + [part], crowd, crowd]).result else {
            Issue.record("a post of unknown age proved something")
            return
        }
        // A copy that Galley made later proves nothing.
        guard case .unclear = try find([newest(39) + [part], crowd, crowd], earlier: ["1"]).result else {
            Issue.record("another copy proved something")
            return
        }
        let (result, asked) = try find([[part]], previous: "89")
        #expect(result == .absent && asked.count == 1)
    }

    private func home(_ id: Int, _ content: String, by account: String, at time: String) -> String {
        status(id, content, at: time).replacing("{\"id\"", with: #"{"account":{"id":"\#(account)"},"id""#)
    }

    @Test(
        "a post that the account's list leaves out is looked for in its home timeline", arguments: ["snac", "takahe"])
    func atHome(software: String) throws {
        let strangers = (200..<240).reversed().map {
            home($0, "<p>Part 90 of it</p>", by: "8", at: "12-01T08:59:58.000")
        }
        let own = home(150, "<p>Part 90 of it</p>", by: "7", at: "12-01T08:59:51.000")
        let before = home(89, "<p>Part 89 of it</p>", by: "7", at: "12-01T08:59:40.000")
        let old = home(88, "<p>An old one that came in late</p>", by: "8", at: "10-01T08:00:00.000")
        let (found, asked) = try find([strangers, [own, before]], facts: facts(software), visibility: .private)
        #expect(found == .found(RemotePost(id: "150", url: "https://s.example/150")))
        #expect(asked[0].url.hasSuffix("/api/v1/timelines/home?limit=40") && asked[1].url.hasSuffix("&max_id=200"))
        // Only what Galley knows to have been there ends the search; times of others' posts, and own ones, do not.
        #expect(
            try find([[before]], facts: facts(software), earlier: ["89"], visibility: .private).result == .absent)
        #expect(
            try find([[old, before], []], facts: facts(software), visibility: .private).result == .unseeableAtHome)
        #expect(try find([[]], facts: facts(software), visibility: .private).result == .absent)
        let many = Array(repeating: strangers, count: 6)
        #expect(try find(many, facts: facts(software), visibility: .private).result == .unseeableAtHome)
        // The next page begins before no older post of others, which may stand above the wanted one.
        let (_, next) = try find([strangers + [old], [own]], facts: facts(software), visibility: .private)
        #expect(next[1].url.hasSuffix("&max_id=200"))
    }

    @Test("alike texts of a series are told apart by their exact text, and do not crowd each other out")
    func series() throws {
        let sources = [(150, "Part 90 of it"), (151, "Part 90 of it!"), (152, "Part 90 of it 🎉")]
        for (id, text) in sources {
            let page = [status(id, "<p>\(text)</p>", at: "12-01T08:59:52.000"), old]
            let same = try find([page], source: { _ in answer(200, #"{"text":"\#(text)"}"#) }).result
            #expect(same == (id == 150 ? .found(RemotePost(id: "150", url: "https://s.example/150")) : .absent))
        }
        let others = (1...20).map { status(160 + $0, "<p>Part \($0) of it</p>", at: "12-01T08:59:53.000") }
        let own = status(150, "<p>Part 90 of it</p>", at: "12-01T08:59:52.000")
        let wanted = answer(200, #"{"text":"Part 90 of it"}"#)
        let (found, asked) = try find(
            [others + [own, old]], source: { $0.contains("/150/") ? wanted : answer(200, #"{"text":"Another"}"#) })
        #expect(found == .found(RemotePost(id: "150", url: "https://s.example/150")))
        #expect(asked.count == 2)
        #expect(try find([others + [old]], source: { _ in answer(200, #"{"text":"Another"}"#) }).result == .absent)
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

extension LookUpResult {
    fileprivate static var unseeableAtHome: LookUpResult {
        .unseeable(
            "service.example shows such posts in the home timeline only, and that does not reach back far enough, so Galley "
                + "cannot see whether it arrived. Look there yourself.")
    }
}
