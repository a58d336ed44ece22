import HTTPValues
import JSONTree
import Posts
import Testing

@testable import Targets

private let digits = "0123456789abcdef0123456789abcdef"

@Suite("A copy as a service returns it")
struct CopyReadingTests {
    private func edit(_ kind: any TargetKind) throws -> Parcel {
        let post = try manuscript(tags: [], address: .known(address), override: TargetOverride(text: "words"))
        return try Parcel(encoded: kind.freeze(post, as: .edit, facts: facts("mastodon"), key: key).payload)
            .addressed(to: "17")
    }

    private func reading(
        _ name: String, copy: String = "17", at software: String = "mastodon", _ reply: @escaping (String) -> Exchange
    ) throws -> CopyReading {
        let kind = try http(name)
        let parcel = try edit(kind)
        return try converse {
            kind.copies.readCopy(copy, of: parcel, briefing(facts(software)), answers: $0)
        } reply: {
            reply($0.url)
        }.value
    }

    private func status(_ id: String, _ content: String) -> Exchange {
        answer(
            200,
            #"{"id":"\#(id)","uri":"u","content":\#(JSON.quoted(content)),"visibility":"public","spoiler_text":"w"}"#)
    }

    @Test("has its text, warning, visibility and the source behind it")
    func status() throws {
        let found = try reading("mastodon") { url in
            url.hasSuffix("/source") ? answer(200, #"{"text":"*a*"}"#) : status("17", "<p>a &amp; b</p>")
        }
        guard case .there(let standing) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(standing.parts[.text]?.trimmed == "a & b")
        #expect(standing.parts[.source] == "*a*")
        #expect(standing.parts[.warning] == "w" && standing.parts[.visibility] == "public")
    }

    @Test("is gone if the server that knows the token says so, even with a page; a proxy's page proves nothing")
    func gone() throws {
        let page = answer(404, "<h1>404 Not Found (snac/2.94)</h1>")
        for missing in [page, answer(404, #"{"error":"Record not found"}"#), answer(404), answer(410, "{}")] {
            let known = try reading("mastodon") { $0.contains("verify") ? answer(200, #"{"id":"7"}"#) : missing }
            guard case .gone = known else {
                Issue.record("\(known)")
                continue
            }
            for account in [answer(404, "<html>"), answer(502), answer(200, "<html>"), failure(.nothing)] {
                guard case .failed = try reading("mastodon", { $0.contains("verify") ? account : missing }) else {
                    Issue.record("\(account) proved something")
                    continue
                }
            }
            guard case .failed(.denied) = try reading("mastodon", { $0.contains("verify") ? answer(422) : missing })
            else {
                Issue.record("a wrong token was not told")
                continue
            }
        }
    }

    @Test("under another id is another post, except at snac, where the last 32 digits count")
    func ids() throws {
        guard case .failed = try reading("mastodon", { _ in status("18", "<p>a</p>") }) else {
            Issue.record("another post was read")
            return
        }
        let renamed = try reading("mastodon", copy: "1700000001" + digits) { url in
            url.hasSuffix("/source") ? answer(404) : status("1700000009" + digits, "<p>a</p>")
        }
        guard case .there = renamed else {
            Issue.record("\(renamed)")
            return
        }
        let kind = try http("mastodon")
        let post = try manuscript(tags: [], override: TargetOverride(text: "a"))
        let parcel = try Parcel(encoded: kind.freeze(post, as: .edit, facts: facts("snac"), key: key).payload)
            .addressed(to: "1700000001" + digits)
        let body = Array(parcel.predictedBody.utf8)
        let outcome = kind.outcome(of: status("1700000009" + digits, "<p>a</p>"), for: parcel, body: body)
        #expect(outcome == .accepted(RemotePost(id: "1700000009" + digits)))
    }

    @Test("is not gone because Pleroma hides it from a token that may not read statuses")
    func hidden() throws {
        let missing = #"{"error":"Insufficient permissions: read:statuses."}"#
        for (home, isGone) in [(answer(403, missing), false), (answer(200, "[]"), true), (answer(502), false)] {
            let found = try reading("mastodon", at: "akkoma") { url in
                if url.contains("/timelines/home") { return home }
                return url.contains("verify") ? answer(200, #"{"id":"7"}"#) : answer(404, #"{"error":"Not found"}"#)
            }
            if case .gone = found { #expect(isGone) } else { #expect(!isGone) }
        }
    }

    @Test("gets an edit without a key, because servers repeat their answer to a key for hours")
    func keyless() throws {
        let kind = try http("mastodon")
        let request = kind.request(try edit(kind), body: [], at: noon)
        #expect(request.method == "PUT" && !request.headers.contains("Idempotency-Key"))
    }

    @Test("is deleted again after an HTML page as answer, and found gone before that")
    func deletion() throws {
        let kind = try http("mastodon")
        let post = try manuscript(tags: [], address: .known(address))
        let parcel = try Parcel(encoded: kind.freeze(post, as: .delete, facts: nil, key: key).payload)
            .addressed(to: "17")
        let page = answer(404, "<h1>404 Not Found (snac/2.94)</h1>")
        #expect(kind.outcome(of: page, for: parcel, body: []).word == "unknown")
    }

    @Test("with a wrong token at snac blocks because of the token")
    func token() throws {
        let kind = try http("mastodon")
        let (report, _) = try converse {
            kind.check(briefing(), answers: $0)
        } reply: { _ in
            answer(422)
        }
        #expect(!report.isWorking && report.words.contains("token"))
    }

    @Test(
        "is another site's at WordPress if the target's address changed and the post there has another one",
        arguments: [
            ("https://old.example/2026/hello/", "https://service.example/2026/hello/", "there"),
            ("https://old.example/2026/hello/", "https://service.example/2020/other/", "another"),
            ("https://old.example/2026/hello/", "https://old.example/renamed/", "there"),
            ("https://old.example/2026/hello/", "https://service.example/?p=4", "there"),
            ("https://www.service.example/hello/", "https://service.example/renamed/", "there"),
            ("https://old.example/hello/", nil, "another"), ("https://service.example/hello/", nil, "gone"),
            ("https://pages.example/hello/", nil, "gone"),
        ])
    func otherSite(copy: String, there: String?, wanted: String) throws {
        let kind = try http("wordpress")
        var briefing = briefing()
        briefing.parent = RemotePost(id: "4", url: copy)
        for change in [DeliveryKind.edit, .delete] {
            let frozen = try kind.freeze(try manuscript(tags: []), as: change, facts: nil, key: key)
            let parcel = try Parcel(encoded: frozen.payload).addressed(to: "4")
            let reading = try converse {
                kind.copies.readCopy("4", of: parcel, briefing, answers: $0)
            } reply: { request in
                if request.url.contains("per_page=1") { return answer(200, #"[{"link":"https://pages.example/x/"}]"#) }
                guard let there else { return answer(404, #"{"code":"rest_post_invalid_id","message":"Invalid."}"#) }
                return answer(
                    200,
                    #"{"id":4,"slug":"x","status":"publish","link":"\#(there)","title":{"raw":"Hello"},"#
                        + #""content":{"raw":"Words"},"excerpt":{"raw":""},"tags":[]}"#)
            }.value
            let word =
                switch reading {
                case .there: "there"
                case .gone: "gone"
                case .failed(.misconfigured(let words)): words.contains(copy) ? "another" : words
                case .failed, .unreadable: "\(reading)"
                }
            #expect(word == wanted)
        }
    }

    @Test(
        "a post that became a page here is a post at WordPress still, and not gone", arguments: [PostKind.post, .page])
    func otherKind(kind now: PostKind) throws {
        let kind = try http("wordpress")
        for change in [DeliveryKind.edit, .delete] {
            let frozen = try kind.freeze(try manuscript(tags: [], kind: now), as: change, facts: nil, key: key)
            let parcel = try Parcel(encoded: frozen.payload).addressed(to: "4")
            let here = now == .post ? "/posts/4" : "/pages/4"
            let reading = try converse {
                kind.copies.readCopy("4", of: parcel, briefing(), answers: $0)
            } reply: { request in
                request.url.contains(here)
                    ? answer(404, #"{"code":"rest_post_invalid_id","message":"Invalid."}"#)
                    : answer(200, #"{"id":4,"slug":"x","status":"publish"}"#)
            }.value
            guard case .failed(.misconfigured(let words)) = reading else {
                Issue.record("\(reading)")
                continue
            }
            #expect(
                words.contains(now == .post ? "is a page, and this is a post now" : "is a post, and this is a page now")
            )
        }
    }

    @Test(
        "a rehearsal knows nothing of the copy, so an edit goes on", arguments: ["wordpress", "ghost", "writefreely"])
    func rehearsal(name: String) throws {
        let kind = try http(name)
        let copy = name == "ghost" ? "service.example/posts/4" : "4"
        let frozen = try kind.freeze(try manuscript(tags: []), as: .edit, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload).addressed(to: copy)
        let reply = { (question: Question) -> Exchange in .success(kind.rehearsalAnswer(to: question.request, at: noon))
        }
        let reading = try converse({ kind.copies.readCopy(copy, of: parcel, briefing(), answers: $0) }, reply: reply)
            .value
        #expect(reading == .unreadable)
        guard
            case .ready(let holes, _) = try converse({ kind.prepare(parcel, briefing(), answers: $0) }, reply: reply)
                .value
        else {
            Issue.record("not ready")
            return
        }
        let body = try parcel.filled(holes)
        let sent = kind.rehearsalAnswer(to: kind.request(parcel, body: body, at: noon), at: noon)
        #expect(kind.outcome(of: .success(sent), for: parcel, body: body).word == "accepted")
    }

    @Test("contains at WordPress what kses left of it, and its state")
    func wordPress() throws {
        let kind = try http("wordpress")
        let post = try manuscript(body: "Some words.", tags: [])
        let parcel = try Parcel(encoded: kind.freeze(post, as: .edit, facts: nil, key: key).payload).addressed(to: "4")
        let body = Array(parcel.predictedBody.utf8)
        let sent = try #require(kind.copies.standing(sent: body, parcel, facts: nil))
        let title = JSON.quoted(sent.parts[.title] ?? "")
        let raw = { (content: String, state: String) in
            #"{"id":4,"slug":"hello","status":"\#(state)","title":{"raw":\#(title)},"#
                + #""content":{"raw":\#(JSON.quoted(content))},"excerpt":{"raw":"A summary"},"tags":[]}"#
        }
        let content = try JSON(reading: body)["content"]?.text ?? ""
        let whole = HTTPAnswer(status: 200, body: Array(raw(content, "publish").utf8), receivedAt: noon)
        let same = try #require(kind.copies.standing(in: whole, of: parcel, facts: nil))
        #expect(CopyMemory.remark(on: same, sent: sent) == nil)
        let less = raw(content.replacing("words", with: ""), "draft")
        let there = try #require(
            kind.copies.standing(
                in: HTTPAnswer(status: 200, body: Array(less.utf8), receivedAt: noon), of: parcel, facts: nil))
        #expect(there.differences(from: sent) == [.text, .state])
        guard case .refused = kind.outcome(of: answer(200, raw(content, "draft")), for: parcel, body: body) else {
            Issue.record("a draft counts as delivered")
            return
        }
    }
}

@Suite("Plain text where Markdown is read")
struct PlainTextTests {
    @Test("GoToSocial gets the content type for plain text; snac gets references; Mastodon neither")
    func bodies() throws {
        let kind = try http("mastodon")
        let post = try manuscript(tags: [], override: TargetOverride(text: "__a__"))
        let body = { (software: String) in try parcel(kind, post, facts: facts(software)).predictedBody }
        #expect(try body("gotosocial").hasPrefix(#"{"content_type":"text/plain","#))
        let glitch = try parcel(kind, post, facts: facts("mastodon", version: "4.4.0+glitch")).predictedBody
        #expect(glitch.hasPrefix(#"{"content_type":"text/plain","#))
        #expect(try body("snac").contains("&#95;&#95;a&#95;&#95;"))
        #expect(try body("mastodon").contains("\"__a__\"") && !body("mastodon").contains("content_type"))
    }

    @Test("GoToSocial gets escapes in the versions that were seen to need them; elsewhere the preview tells")
    func escapes() throws {
        let kind = try http("mastodon")
        let post = try manuscript(tags: [], override: TargetOverride(text: #"C:\_new\* end :-)"#))
        let cases = [
            ("gotosocial", "0.19.2+git-8ec9b1f", #"C:\\_new\\* end :-)"#, false),
            ("gotosocial", "0.6.0", #"C:\_new\* end :-)"#, true),
            ("gotosocial", "1.0.0", #"C:\_new\* end :-)"#, true),
            ("snac", "2.94", #"C:\&#95;new\&#42; end :-&#41;"#, false),
            ("mastodon", "4.4.0", #"C:\_new\* end :-)"#, false),
        ]
        for (software, version, wanted, isTold) in cases {
            let known = facts(software, version: version)
            let frozen = try kind.freeze(post, as: .create, facts: known, key: key)
            let parcel = try Parcel(encoded: frozen.payload)
            let body = Array(parcel.predictedBody.utf8)
            let sent = try #require(SentStatus(body, parcel))
            #expect(sent.source == wanted && sent.text == #"C:\_new\* end :-)"#, "\(software) \(version)")
            #expect(frozen.preview.warnings.contains { $0.contains("take away") } == isTold)
            #expect(frozen.preview.text == #"C:\_new\* end :-)"#)
            // The same letters arrive, and nothing is remarked.
            let there = #"{"id":"1","uri":"u","content":"<p>C:\\_new\\* end :-)</p>","visibility":"public"}"#
            let exchange = answer(200, there)
            guard case .accepted = kind.outcome(of: exchange, for: parcel, body: body), let found = exchange.answer
            else {
                Issue.record("\(software)")
                continue
            }
            let standing = try #require(kind.copies.standing(in: found, of: parcel, facts: known))
            #expect(
                CopyMemory.remark(on: standing, sent: kind.copies.standing(sent: body, parcel, facts: known)) == nil)
        }
    }

    @Test("an escaped text counts as it is sent, in the preview and before it is sent")
    func counted() throws {
        let kind = try http("mastodon")
        let known = facts("gotosocial", version: "0.19.2", max: 100)
        let text = String(repeating: #"\_"#, count: 40)
        let fitting = try kind.freeze(
            try manuscript(tags: [], override: TargetOverride(text: String(text.prefix(66)))), as: .create,
            facts: known, key: key)
        #expect(fitting.preview.count == 99)
        #expect(throws: FreezeError.self) { () throws -> Void in
            _ = try kind.freeze(
                try manuscript(tags: [], override: TargetOverride(text: text)), as: .create, facts: known, key: key)
        }
        // Frozen for a server that took more.
        let parcel = try parcel(
            kind, try manuscript(tags: [], override: TargetOverride(text: text)),
            facts: facts("gotosocial", version: "0.19.2", max: 500))
        guard
            case .ended(.refused(let words)) = try converse(
                {
                    kind.prepare(parcel, briefing(known), answers: $0)
                }, reply: { _ in answer(500) }
            ).value
        else {
            Issue.record("it was sent")
            return
        }
        #expect(words.contains("120 characters"))
    }

    @Test("losses are listed in the preview")
    func warnings() throws {
        let kind = try http("mastodon")
        let post = try manuscript(tags: [], override: TargetOverride(text: "code:\n    indented"))
        let warnings = { (software: String) in
            try kind.freeze(post, as: .create, facts: facts(software), key: key).preview.warnings
        }
        #expect(try warnings("snac").contains { $0.contains("blanks") })
        #expect(try warnings("mastodon").allSatisfy { !$0.contains("blanks") })
        let link = try manuscript(tags: [], override: TargetOverride(text: "See https://x.example/8-ounce"))
        let warned = try kind.freeze(link, as: .create, facts: facts("snac"), key: key).preview.warnings
        #expect(warned.contains { $0.contains("https://x.example/8-ounce") })
    }
}
