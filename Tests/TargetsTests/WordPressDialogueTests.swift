import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite struct WordPressDialogueTests {
    private func found(
        _ id: Int, slug: String = "hello", title: String = "Hello", content: String = "<p>Words</p>",
        status: String = "publish", link: String? = nil
    ) -> String {
        #"{"id":\#(id),"slug":"\#(slug)","status":"\#(status)","link":"\#(link ?? "https://s.example/\(slug)/")","#
            + #""title":{"raw":"\#(title)"},"content":{"raw":"\#(content)"}}"#
    }

    private func post(_ tags: [String] = []) throws -> Manuscript {
        try manuscript(title: "Hello", body: "Words", tags: tags)
    }

    private func prepare(
        tags: [String] = [], sent: Instant? = nil, _ change: (inout TargetSettings) -> Void = { _ in },
        _ reply: (Question) -> Exchange
    ) throws -> (value: Preparation, asked: [Question], parcel: Parcel) {
        let kind = try http("wordpress", change)
        let parcel = try parcel(kind, try post(tags))
        let talk = try converse {
            kind.prepare(parcel, briefing(sent: sent), answers: $0)
        } reply: {
            reply($0)
        }
        return (talk.value, talk.asked, parcel)
    }

    private func lookUp(_ exchange: Exchange, taken: Set<String> = []) throws -> LookUpResult {
        let kind = try http("wordpress")
        let parcel = try parcel(kind, try post())
        let briefing = briefing(sent: noon - .seconds(10), taken: taken)
        return try converse {
            kind.lookUp(parcel, body: Array(parcel.predictedBody.utf8), briefing, answers: $0)
        } reply: {
            #expect($0.url.contains("slug=hello%2Chello-2"))
            return exchange
        }.value
    }

    @Test("a slug that another post has is refused before anything is sent, with that post")
    func usedSlug() throws {
        let (preparation, asked, _) = try prepare { _ in answer(200, "[\(found(4, title: "Old &amp; good"))]") }
        guard case .ended(.refused(let words)) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(
            words.contains("“hello”") && words.contains("“Old & good”") && words.contains("https://s.example/hello/"))
        #expect(
            asked.first?.url
                == "https://service.example/wp-json/wp/v2/posts?slug=hello&status=any&context=edit&per_page=100")
    }

    @Test("the preview warns of exactly the changes by WordPress's filters")
    func filters() throws {
        func warnings(_ body: String, title: String = "Hello") throws -> [String] {
            let kind = try http("wordpress")
            return try kind.freeze(manuscript(title: title, body: body, tags: []), as: .create, facts: nil, key: key)
                .preview
                .warnings
        }
        #expect(
            try warnings("A 9x12 box :) and a 3x4 one :-D") == [
                "WordPress shows “9x12” as a product (×), “:)” as a picture, unless its filters are switched off there."
            ])
        #expect(try warnings("Plain", title: "The \"box\"").first?.contains("“\"” as a curly quote") == true)
        #expect(try warnings("It -- like 'this' -- is said... so") == [])
        #expect(
            try warnings("`9x12 :) ...`\n\n    :) 3x4\n\n0x10, ax3, 3xa, 12:30, [a](https://e.example/3x4 \"8-)\")")
                == [])
    }

    @Test("if an earlier attempt is found under the slug, nothing is sent again")
    func turnedUp() throws {
        let reply = { (_: Question) in answer(200, "[\(found(4, content: "<p>Words</p>"))]") }
        #expect(
            try prepare(sent: noon - .hours(1), { _ in }, reply).value
                == .ended(.accepted(RemotePost(id: "4", url: "https://s.example/hello/"))))
        guard case .ended(.refused) = try prepare({ _ in }, reply).value else {
            Issue.record("a post that was there before the first attempt was taken for it")
            return
        }
    }

    @Test("a slug of a post that the account may not edit is refused, too")
    func hiddenSlug() throws {
        let hidden = answer(200, "[]", [HTTPHeader("X-WP-Total", "1")])
        guard case .ended(.refused(let words)) = try prepare({ _ in }, { _ in hidden }).value else {
            Issue.record("a post that is not shown")
            return
        }
        #expect(words.contains("“hello”") && words.contains("ada may not edit"))
    }

    @Test("terms are found by name, created if missing, and taken from a refusal to create duplicates")
    func terms() throws {
        let talk = try prepare(tags: ["R&D", "New", "Known", "a"], { $0.categories = ["News"] }) { request in
            let isSearch = request.method == "GET"
            switch true {
            case request.url.contains("/posts"), request.url.contains("/pages"): return answer(200, "[]")
            case request.url.contains("categories"):
                return answer(200, #"[{"id":2,"name":"newsreel"},{"id":3,"name":"news"}]"#)
            case request.url.contains("search=R%26amp%3BD"): return answer(200, #"[{"id":11,"name":"R&amp;D"}]"#)
            case request.url.contains("search=Known"): return answer(200, #"[{"id":"8","name":"Known"}]"#)
            case isSearch: return answer(200, "[]")
            case text(request.body).contains(#":"a""#):
                return answer(400, #"{"code":"term_exists","message":"x","data":{"status":400,"term_id":14}}"#)
            default: return answer(201, #"{"id":12,"name":"New"}"#)
            }
        }
        #expect(
            talk.value
                == .ready(
                    holes: ["categories": "[3]", "tags": "[11,12,8,14]", "date": "\"2026-12-01T09:00:00\""], facts: nil)
        )
        guard case .ready(let holes, _) = talk.value else { return }
        let json = try JSON(reading: try talk.parcel.filled(holes))
        #expect(json["tags"]?.elements?.compactMap(\.integer) == [11, 12, 8, 14])
        #expect(json["status"]?.text == "publish")
        #expect(talk.parcel.predictedBody.contains(#""tags":["R&D","New","Known","a"]"#))
    }

    @Test("a tag that may not be created blocks the content, a category the settings")
    func forbiddenTerm() throws {
        let reply = { (request: Question) in
            request.method == "GET" ? answer(200, "[]") : answer(403, #"{"code":"rest_cannot_create","message":"No."}"#)
        }
        guard case .ended(.refused(let words)) = try prepare(tags: ["New"], { _ in }, reply).value else {
            Issue.record("a tag")
            return
        }
        #expect(words.contains("“New”") && words.contains("ada"))
        guard case .ended(.misconfigured(let reason)) = try prepare({ $0.categories = ["News"] }, reply).value else {
            Issue.record("a category")
            return
        }
        #expect(reason.contains("“News”") && reason.contains("`categories`"))
    }

    @Test(
        "a post is not sent to an address that a page has, and a page not to a post's",
        arguments: [
            (PostKind.post, "/hello/", "/old/", false), (.post, "/hello/", "/2026/11/old/", true),
            (.post, "/hello/", "", false), (.post, "/about/hello/", "/old/", true),
            (.page, "/hello/", "", false), (.page, "/2026/11/hello/", "", true),
        ])
    func sharedAddress(kind: PostKind, other: String, newest: String, isFree: Bool) throws {
        let target = try http("wordpress") { $0.url = "https://s.example" }
        let parcel = try parcel(target, try manuscript(title: "Hello", tags: [], kind: kind))
        let (preparation, _) = try converse {
            target.prepare(parcel, briefing(), answers: $0)
        } reply: { request in
            if request.url.contains("per_page=1&") {
                let post = #"{"id":3,"slug":"old","status":"publish","link":"https://s.example\#(newest)"}"#
                return answer(200, newest.isEmpty ? "[]" : "[\(post)]")
            }
            let isOther = request.url.contains(kind == .post ? "/pages" : "/posts")
            return answer(200, isOther ? "[\(found(7, title: "Other", link: "https://s.example" + other))]" : "[]")
        }
        guard !isFree else {
            guard case .ready = preparation else {
                Issue.record("\(preparation)")
                return
            }
            return
        }
        guard case .ended(.refused(let words)) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(words.contains(other) && words.contains("“hello”"))
    }

    @Test(
        "a refusal is explained with WordPress's own message, and guessed only where there is none",
        arguments: [
            (403, "rest_cannot_publish", "lacks the right", "may be wrong"),
            (403, "rest_cannot_create", "role of an author", "header"), (403, "", "firewall", "password"),
            (401, "incorrect_password", "new application password", "header"),
            (401, "invalid_username", "`username`", "header"), (401, "rest_cannot_create", "may be wrong", "role"),
        ])
    func refusals(status: Int, code: String, said: String, unsaid: String) throws {
        let target = try http("wordpress")
        let parcel = try parcel(target, try post())
        let body = code.isEmpty ? "<html>" : #"{"code":"\#(code)","message":"Sorry, no."}"#
        let outcome = target.outcome(of: answer(status, body), for: parcel, body: Array(parcel.predictedBody.utf8))
        guard case .denied(let words) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains(said) && !words.contains(unsaid))
        if !code.isEmpty { #expect(words.contains("Sorry, no. (\(code))")) }
    }

    @Test("a server that is temporarily away is asked again later, and a wrong address waits for its correction")
    func settings() throws {
        let away = answer(503, #"{"code":"wp_die","message":"Briefly."}"#, [HTTPHeader("Retry-After", "600")])
        guard case .ended(.unknown(_, let until?)) = try prepare({ _ in }, { _ in away }).value else {
            Issue.record("away")
            return
        }
        #expect(until == noon + .minutes(10))
        for exchange in [answer(404, "<html>"), answer(301, "", [HTTPHeader("Location", "https://b.example/")])] {
            guard case .ended(.misconfigured(let words)) = try prepare({ _ in }, { _ in exchange }).value else {
                Issue.record("\(exchange)")
                return
            }
            #expect(words.contains("`url`"))
        }
    }

    @Test(
        "an alternative text survives WordPress, which removes tags and percent signs",
        arguments: [
            ("<x>", "&lt;x>"), ("a & b", "a & b"), ("1 < 2 > 0", "1 < 2 > 0"), ("&lt;", "&amp;lt;"),
            ("100%20", "100&#37;20"), ("100 %", "100 %"), ("R&D;", "R&amp;D;"), ("&;", "&;"), ("", ""), ("<", "<"),
        ])
    func altTexts(said: String, sent: String) {
        #expect(WordPressTarget.sparingAltText(said) == sent)
    }

    @Test("the date is never ahead of the server's clock, because that would schedule the post")
    func slowClock() throws {
        let header = [HTTPHeader("Date", "Tue, 01 Dec 2026 08:50:00 GMT")]
        guard case .ready(let holes, _) = try prepare({ _ in }, { _ in answer(200, "[]", header) }).value else {
            Issue.record("it was not ready")
            return
        }
        #expect(holes["date"] == "\"2026-12-01T08:50:00\"")
    }

    @Test("a look-up distinguishes our post from another under the same slug")
    func lookUps() throws {
        let record = LookUpResult.found(RemotePost(id: "4", url: "https://s.example/hello/"))
        #expect(try lookUp(answer(200, "[\(found(4))]")) == record)
        #expect(
            try lookUp(answer(200, "[\(found(3, content: "Else")),\(found(5, slug: "hello-2"))]"))
                == .found(RemotePost(id: "5", url: "https://s.example/hello-2/")))
        #expect(try lookUp(answer(200, "[]")) == .absent)
        #expect(try lookUp(answer(200, "[\(found(4, title: "Another"))]")) == .absent)
        #expect(try lookUp(answer(200, "[\(found(4))]"), taken: ["4"]) == .absent)
        #expect(try lookUp(answer(200, "[]", [HTTPHeader("X-WP-Total", "0")])) == .absent)
        // Without the right to edit published posts an account sees no post of its own.
        guard case .unseeable(let words) = try lookUp(answer(200, "[]", [HTTPHeader("X-WP-Total", "1")])) else {
            Issue.record("a post that is not shown")
            return
        }
        #expect(words.contains("may not edit"))
    }

    @Test("a post pending in WordPress, and an answer that is not a list, prove nothing")
    func unclear() throws {
        let cases = [
            answer(200, "[\(found(4, status: "future"))]"), answer(200, "<html>"), answer(200, "{}"), answer(401),
            answer(500),
            answer(200, #"[{"id":"x"}]"#), failure(.sent), answer(200, "[\(found(4, content: "<p>Words and</p>"))]"),
        ]
        for exchange in cases {
            guard case .unclear = try lookUp(exchange) else {
                Issue.record("\(exchange) proved something")
                continue
            }
        }
    }

    @Test(
        "a slug is sent in WordPress's spelling, so that the post is found under it",
        arguments: [
            ("hello", "hello"), ("Hello.World", "hello-world"), ("a~b--c.", "ab-c"), ("ñandú-straße", "nandu-strasse"),
            ("Ærøskøbing", "aeroskobing"), ("Đường-ấp", "duong-ap"), ("e\u{301}te\u{301}", "ete"),
            ("Привет-мир", "привет-мир"),
            ("中文", "中文"), ("İzmir", "izmir"), ("~", "0123456789ab"), ("a\u{200D}b", "ab"), ("½", "½"),
            (String(repeating: "я", count: 80), String(repeating: "я", count: 31)),
        ])
    func slugs(slug: String, kept: String) {
        let sent = PlainSlug(slug, bytesMax: 190, fallback: "0123456789ab").text
        #expect(sent == kept)
        #expect(PlainSlug(sent, bytesMax: 190, fallback: "").text == sent)
    }

    @Test("a wrong password is reported as one, even where WordPress calls it a bad parameter")
    func forbiddenStatus() throws {
        let detail = #""details":{"status":{"code":"rest_forbidden_status"}}"#
        let body =
            #"{"code":"rest_invalid_param","message":"Invalid parameter(s): status","data":{"status":400,\#(detail)}}"#
        guard case .ended(.denied(let words)) = try prepare({ _ in }, { _ in answer(400, body) }).value else {
            Issue.record("it was not taken for a matter of the credential")
            return
        }
        #expect(words.contains("password") && words.contains("Authorization"))
    }

    @Test("a word in brackets is shown, not run as a shortcode, and a look-up still recognises the text")
    func shortcodes() throws {
        let kind = try http("wordpress") { $0.rawHTML = "allow" }
        let body = "A [gallery] and `[audio src=\"x\"]`.\n\n<script>let list = [1]</script>\n"
        let parcel = try parcel(kind, try manuscript(body: body))
        let sent = try JSON(reading: Array(parcel.predictedBody.utf8))
        let content = try #require(sent["content"]?.text)
        #expect(!content.contains("[gallery") && !content.contains("[audio"))
        #expect(content.contains("&#91;gallery]") && content.contains("let list = [1]"))
        let wanted = try #require(WantedPost(parcel))
        #expect(wanted.content == NormalizedText(content.replacing("&#91;", with: "[").textOfHTML))
    }

    @Test("scripts and styles stay as they are, and many of them take linear time")
    func manyScripts() {
        for unit in ["<script>[a]</script>", "<style>[a]</style>", "<script>[a]</script><style>[a]</style>"] {
            let html = String(repeating: unit, count: 20_000)
            #expect(WordPressPost.block(html).contains(html))
        }
        #expect(
            WordPressPost.block("<span>[a]</span><script>[a]").hasSuffix("&#91;a]</span><script>[a]<!-- /wp:html -->"))
    }

    @Test("a site without pretty permalinks is reached through its query")
    func restRoute() throws {
        let kind = try http("wordpress") { $0.url = "https://service.example/blog/?rest_route=/" }
        let parcel = try parcel(kind, try post())
        #expect(parcel.url == "https://service.example/blog/?rest_route=/wp/v2/posts")
        guard case .ask(let request) = kind.prepare(parcel, briefing(), answers: []) else { return }
        #expect(request.url.hasPrefix("https://service.example/blog/?rest_route=/wp/v2/posts&slug=hello&"))
    }

    @Test("a page is sent to the pages, without terms")
    func page() throws {
        let kind = try http("wordpress") { $0.categories = ["News"] }
        let parcel = try parcel(kind, try manuscript(kind: .page))
        #expect(parcel.url.hasSuffix("/wp/v2/pages"))
        #expect(parcel.holes == ["date"])
    }

    @Test("a check reports the account and whether it may publish")
    func check() throws {
        let kind = try http("wordpress")
        for rights in [#"{"publish_posts":false}"#, #"{"edit_posts":true}"#, "{}"] {
            let me = #"{"id":1,"name":"Ada","roles":["contributor"],"capabilities":\#(rights)}"#
            let (report, _) = try converse {
                kind.check(briefing(), answers: $0)
            } reply: { request in
                request.url.contains("users/me") ? answer(200, me) : answer(200, #"{"name":"My &amp; blog"}"#)
            }
            #expect(!report.isWorking)
            #expect(report.words.contains("may not publish"))
            #expect(report.details.map(\.value).contains("My & blog"))
        }
        let (denied, _) = try converse {
            kind.check(briefing(), answers: $0)
        } reply: { _ in
            answer(401)
        }
        #expect(!denied.isWorking)
    }

    @Test("a check names a missing category that may not be created")
    func checkedCategories() throws {
        let kind = try http("wordpress") { $0.categories = ["News", "Old"] }
        let check = { (rights: String) throws in
            try converse {
                kind.check(briefing(), answers: $0)
            } reply: { request in
                if request.url.contains("categories") {
                    return answer(200, request.url.contains("Old") ? #"[{"id":3,"name":"old"}]"# : "[]")
                }
                return answer(200, #"{"id":1,"name":"Ada","capabilities":{"publish_posts":true\#(rights)}}"#)
            }.value
        }
        let report = try check("")
        #expect(!report.isWorking && report.words.contains("“News”"))
        #expect(try check(#","manage_categories":true"#).isWorking)
    }
}
