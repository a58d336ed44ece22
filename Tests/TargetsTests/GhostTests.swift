import Digests
import HTTPValues
import JSONTree
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

private let list = "/ghost/api/admin/posts/?filter="
private let copyID = "service.example/posts/5ddc9141c35e7700383b2937"
private let version = "2026-12-01T08:59:00.000Z"

/// A post as Ghost shows it, with the content of the predicted request.
private func post(
    of parcel: Parcel, id: String = "5ddc9141c35e7700383b2937", status: String = "published", html: String? = nil,
    title: String? = nil
) throws -> JSON {
    let sent = try #require(
        JSON(reading: Array(parcel.predictedBody.utf8))[parcel.identity["collection"] ?? ""]?.elements?.first)
    return .object([
        "id": .text(id), "status": .text(status), "title": title.map { .text($0) } ?? sent["title"] ?? .null,
        "html": html.map { .text($0) } ?? sent["html"] ?? .null, "custom_excerpt": sent["custom_excerpt"] ?? .null,
        "tags": sent["tags"] ?? .list([]), "updated_at": .text(version), "slug": .text("hello"),
        "url": .text("https://service.example/hello/"),
    ])
}

private func answer(with posts: [JSON], status: Int = 200, in collection: String = "posts") -> Exchange {
    answer(status, JSON.object([collection: .list(posts)]).written)
}

private func fault(_ status: Int, _ type: String, _ context: String) -> Exchange {
    answer(status, #"{"errors":[{"message":"It failed.","context":"\#(context)","type":"\#(type)"}]}"#)
}

@Suite("Ghost")
struct GhostTests {
    private func ghost(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
        try http("ghost", change)
    }

    private func edit(_ kind: any TargetKind, _ manuscript: Manuscript) throws -> Parcel {
        let frozen = try kind.freeze(manuscript, as: .edit, facts: nil, key: key)
        return try Parcel(encoded: frozen.payload).addressed(to: copyID)
    }

    private func prepared(
        _ kind: any TargetKind, _ parcel: Parcel, _ briefing: Briefing = briefing(),
        reply: (Question) throws -> Exchange
    ) throws -> (Preparation, [Question]) {
        let (value, asked) = try converse({ kind.prepare(parcel, briefing, answers: $0) }) {
            (try? reply($0)) ?? failure(.nothing)
        }
        return (value, asked)
    }

    @Test("a post is one HTML card, named by no newsletter, and never ahead of the server's clock")
    func newPost() throws {
        let kind = try ghost()
        let parcel = try parcel(kind, try manuscript(body: "One[^a].\n\n[^a]: *Two*", tags: ["Swift", "#news"]))
        let (end, asked) = try prepared(kind, parcel) { _ in
            answer(
                200, #"{"posts":[],"pages":[],"tags":[{"name":"SWIFT"}]}"#,
                [HTTPHeader("Date", "Tue, 01 Dec 2026 08:00:00 GMT")])
        }
        guard case .ready(let holes, nil) = end else {
            Issue.record("\(end)")
            return
        }
        let body = try JSON(reading: parcel.filled(holes))
        let sent = try #require(body["posts"]?.elements?.first)
        let html = try #require(sent["html"]?.text)
        #expect(html.hasPrefix("<!--kg-card-begin: html-->\n<p>One<sup") && html.hasSuffix("<!--kg-card-end: html-->"))
        // The server's clock is an hour behind.
        #expect(sent["published_at"]?.text == "2026-12-01T08:00:00.000Z")
        // The site's own spelling, since Ghost would rename its tag.
        #expect(sent["tags"]?.elements?.compactMap { $0["name"]?.text } == ["SWIFT", "news"])
        #expect(parcel.url == "https://service.example/ghost/api/admin/posts/?source=html&formats=html")
        #expect(!parcel.predictedBody.contains("newsletter") && !parcel.url.contains("newsletter"))
        #expect(asked.allSatisfy { !$0.isMutation && $0.url.split(separator: "?")[0].hasSuffix("/") })
    }

    @Test(
        "a slug that a post or a page has is refused before Ghost makes another of it", arguments: ["posts", "pages"])
    func usedSlug(collection: String) throws {
        let kind = try ghost()
        let parcel = try parcel(kind, try manuscript())
        let other = try post(of: parcel, html: "<p>Other</p>", title: "Another")
        let (end, _) = try prepared(kind, parcel) { question in
            let here = question.url.contains("/\(collection)/")
            return answer(with: here ? [other] : [], in: question.url.contains("/pages/") ? "pages" : "posts")
        }
        guard case .ended(.refused(let words)) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(words.contains("“hello” for “Another”"))
    }

    @Test("after a lost answer the post is found under its slug or the one that Ghost made of it, whatever is like it")
    func lookUp() throws {
        let kind = try ghost()
        let parcel = try parcel(kind, try manuscript())
        let body = Array(parcel.predictedBody.utf8)
        func finding(_ posts: [JSON], taken: Set<String> = []) throws -> LookUpResult {
            try converse({ kind.lookUp(parcel, body: body, briefing(taken: taken), answers: $0) }) { question in
                #expect(question.url.contains("hello-2"))
                return answer(with: posts)
            }.value
        }
        let mine = try post(of: parcel)
        guard case .found(let record) = try finding([try post(of: parcel, id: "1", html: "<p>Other</p>"), mine]) else {
            Issue.record("not found")
            return
        }
        #expect(record == RemotePost(id: copyID, url: "https://service.example/hello/"))
        #expect(try finding([mine], taken: [copyID]) == .absent)
        #expect(try finding([]) == .absent)
        guard case .unclear = try finding([try post(of: parcel, status: "draft")]) else {
            Issue.record("a draft is not what readers see")
            return
        }
    }

    @Test("an edit names the version that Galley looked at, and none that is newer")
    func versions() throws {
        let kind = try ghost()
        let parcel = try edit(kind, try manuscript())
        let there = try post(of: parcel)
        var briefing = briefing()
        briefing.there = kind.copies.standing(
            in: HTTPAnswer(
                status: 200, headers: [], body: Array(JSON.object(["posts": .list([there])]).written.utf8),
                receivedAt: noon),
            of: parcel, facts: nil)
        #expect(briefing.there != nil)
        let reply = { (posts: [JSON]) in
            { (question: Question) in
                question.url.contains("/tags/") ? answer(200, #"{"tags":[]}"#) : answer(with: posts)
            }
        }
        guard case .ready(let holes, nil) = try prepared(kind, parcel, briefing, reply: reply([there])).0 else {
            Issue.record("not ready")
            return
        }
        #expect(try text(parcel.filled(holes)).contains(#""updated_at":"\#(version)""#))
        let changed = try post(of: parcel, html: "<p>By another hand</p>")
        guard case .ended(.overtaken) = try prepared(kind, parcel, briefing, reply: reply([changed])).0 else {
            Issue.record("the words of another hand would be replaced")
            return
        }
        let body = Array(parcel.predictedBody.utf8)
        let collision = fault(409, "UpdateCollisionError", "Saving failed! Someone else is editing this post.")
        #expect(kind.outcome(of: collision, for: parcel, body: body).word == "overtaken")
    }

    @Test(
        "an answer means what Ghost means by it",
        arguments: [
            (403, "NoPermissionError", "denied"), (401, "UnauthorizedError", "denied"),
            (422, "ValidationError", "refused"),
            (404, "NotFoundError", "refused"), (501, "NotImplementedError", "denied"), (409, "Other", "unknown"),
            (500, "InternalServerError", "unknown"),
        ])
    func faults(status: Int, type: String, outcome: String) throws {
        let kind = try ghost()
        let parcel = try parcel(kind, try manuscript())
        let body = Array(parcel.predictedBody.utf8)
        #expect(kind.outcome(of: fault(status, type, "x"), for: parcel, body: body).word == outcome)
        #expect(kind.outcome(of: answer(404, "<html>"), for: parcel, body: body).word == "misconfigured")
        #expect(kind.outcome(of: answer(201, "{}"), for: parcel, body: body).word == "unknown")
        #expect(
            kind.outcome(of: answer(with: [try post(of: parcel)], status: 201), for: parcel, body: body).word
                == "accepted")
        let draft = answer(with: [try post(of: parcel, status: "draft")], status: 201)
        #expect(kind.outcome(of: draft, for: parcel, body: body).word == "unknown")
    }

    @Test("a copy that is gone is gone only if Ghost says so at the site where it was")
    func gone() throws {
        let kind = try ghost()
        let parcel = try edit(kind, try manuscript())
        func reading(_ copy: String, _ reply: Exchange) throws -> CopyReading {
            try converse({ kind.copies.readCopy(copy, of: parcel, briefing(), answers: $0) }) { _ in reply }.value
        }
        let missing = fault(404, "NotFoundError", "Post not found.")
        guard case .gone = try reading(copyID, missing), case .failed = try reading(copyID, answer(404, "<html>")),
            case .failed(.misconfigured) = try reading(copyID.replacing("service", with: "former"), missing),
            case .failed(.misconfigured) = try reading(copyID.replacing("example/", with: "example/blog/"), missing),
            // A site that moved has the post under its new address.
            case .there = try reading(
                copyID.replacing("service", with: "former"), answer(with: [try post(of: try self.parcel(kind))]))
        else {
            Issue.record("misread")
            return
        }
    }

    private func parcel(_ kind: any TargetKind) throws -> Parcel {
        try Parcel(encoded: kind.freeze(try manuscript(), as: .create, facts: nil, key: key).payload)
    }

    private func parcel(_ kind: any TargetKind, _ manuscript: Manuscript) throws -> Parcel {
        try Parcel(encoded: kind.freeze(manuscript, as: .create, facts: nil, key: key).payload)
    }

    @Test("a post that became a page here is edited and deleted as the post that it is there")
    func otherKind() throws {
        let kind = try ghost()
        let page = try edit(kind, try manuscript(tags: [], kind: .page))
        let there = answer(with: [try post(of: try parcel(kind))])
        guard case .ready(let holes, nil) = try prepared(kind, page, reply: { _ in there }).0 else {
            Issue.record("not ready")
            return
        }
        let body = try page.filled(holes)
        #expect(text(body).hasPrefix(#"{"posts":[{"#))
        let request = kind.request(page, body: body, at: noon)
        #expect(
            request.url
                == "https://service.example/ghost/api/admin/posts/5ddc9141c35e7700383b2937/?source=html&formats=html")
        #expect(kind.outcome(of: there, for: page, body: body).word == "accepted")
        let deletion = try Parcel(
            encoded: kind.freeze(try manuscript(kind: .page), as: .delete, facts: nil, key: key).payload
        ).addressed(to: copyID)
        #expect(kind.request(deletion, body: [], at: noon).url.hasSuffix("/admin/posts/5ddc9141c35e7700383b2937/"))
    }

    @Test("a person may confirm a copy by the number in the address of Ghost's editor")
    func confirmed() throws {
        let kind = try ghost()
        let number = "5ddc9141c35e7700383b2937"
        let page = try Parcel(
            encoded: kind.freeze(try manuscript(kind: .page), as: .delete, facts: nil, key: key).payload
        ).addressed(to: number)
        #expect(
            kind.request(page, body: [], at: noon).url == "https://service.example/ghost/api/admin/pages/\(number)/")
        let parcel = try parcel(kind)
        let mine = answer(with: [try post(of: parcel)])
        for taken in [number, copyID, copyID.replacing("service", with: "former")] {
            let finding = try converse({
                kind.lookUp(parcel, body: Array(parcel.predictedBody.utf8), briefing(taken: [taken]), answers: $0)
            }) { _ in mine }.value
            #expect(finding == .absent)
        }
    }

    @Test(
        "words beside elements stay: Ghost keeps only elements between its marks",
        arguments: [
            ("<!-- note --> Visible words", true), ("<div>a</div> and words after it", true), ("</div> words", true),
            ("One\n\n---\n\n| a |\n|---|\n| 1 |\n\n![](https://a.example/b.png)", false),
            ("<custom>\nred words\n</custom>", true),
            ("Words <hr> more words", true), ("Look: <div>boxed</div> and the rest", true),
            ("<p><center>x</center>Caption words</p>", true), ("<br>\n\nx", false), ("> q\n\n1. a\n2. b<br>c", false),
        ])
    func bareWords(body: String, isWrapped: Bool) throws {
        let parcel = try parcel(try ghost(), try manuscript(body: body))
        let html = try #require(
            JSON(reading: Array(parcel.predictedBody.utf8))["posts"]?.elements?.first?["html"]?.text)
        let isFound = ["div", "section"].contains {
            html.contains("-->\n<\($0)>\n") && html.hasSuffix("</\($0)>\n<!--kg-card-end: html-->")
        }
        #expect(isFound == isWrapped, "\(html)")
    }

    @Test("tags keep their signs, and the filter can be read by Ghost")
    func tags() throws {
        let kind = try ghost()
        let names = ["C", "C++", "C#", "12\" vinyl", "it's", "back\\slash", "caf\u{E9}"]
        let parcel = try parcel(kind, try manuscript(tags: names))
        let known = JSON.object(["tags": .list(["C++", "c", "C#", "Cafe"].map { .object(["name": .text($0)]) })])
        let (end, asked) = try prepared(kind, parcel) { question in
            question.url.contains("/tags/") ? answer(200, known.written) : answer(200, #"{"posts":[],"pages":[]}"#)
        }
        guard case .ready(let holes, nil) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(
            holes[GhostPost.tagsHole]
                == GhostPost.list(of: ["c", "C++", "C#", "12\" vinyl", "it's", "back\\slash", "Cafe"]))
        let filter = try #require(asked.first { $0.url.contains("/tags/") }?.url)
        #expect(filter.contains("12%5C%22%20vinyl") && filter.contains("it%5C%27s") && filter.contains("back%5Cslash"))
        let many = (0..<100).map { "\($0)" + String(repeating: "\u{65E5}", count: 60) }
        let pages = try prepared(kind, try self.parcel(kind, many)) { question in
            question.url.contains("/tags/") ? answer(200, #"{"tags":[]}"#) : answer(200, #"{"posts":[],"pages":[]}"#)
        }.1
        #expect(pages.allSatisfy { $0.url.utf8.count < 4000 } && pages.count > 10)
    }

    private func parcel(_ kind: any TargetKind, _ tags: [String]) throws -> Parcel {
        try Parcel(encoded: kind.freeze(try manuscript(tags: tags), as: .create, facts: nil, key: key).payload)
    }

    @Test(
        "no slug is sent that Ghost would change",
        arguments: [
            ("_intro", "intro"), ("a____b", "a-b"), ("a-_-b_", "a-b"), ("rss", "rss-post"), ("x", "post-x"),
            ("my_post", "my_post"),
        ])
    func slugs(slug: String, sent: String) throws {
        var post = try manuscript()
        post.slug = try Slug(checking: slug)
        let parcel = try Parcel(encoded: try ghost().freeze(post, as: .create, facts: nil, key: key).payload)
        #expect(parcel.identity["slug"] == sent)
    }

    @Test("drafts give no address, so no target can wait for them; titles are counted as Ghost counts them")
    func drafts() throws {
        #expect(try target("ghost").givesAddress)
        let drafts = try target("ghost") { $0.status = "draft" }
        #expect(drafts.isBlog && !drafts.givesAddress)
        let long = String(repeating: "\u{1F600}", count: 255)
        #expect(throws: Never.self) { try target("ghost").freeze(manuscript(title: long), facts: nil, key: key) }
        #expect(throws: FreezeError.self) {
            try target("ghost").freeze(manuscript(title: long + "x"), facts: nil, key: key)
        }
    }

    @Test("a waiting post of a restored store takes no other post with its title for itself")
    func restored() throws {
        let kind = try ghost()
        let parcel = try parcel(kind, try manuscript())
        var briefing = briefing()
        briefing.isRestored = true
        func finding(_ slug: String, _ html: String) throws -> LookUpResult {
            let other = JSON.object(
                (try post(of: parcel, html: html).fields ?? [:]).merging(["slug": .text(slug)]) { $1 })
            return try converse({
                kind.lookUp(parcel, body: Array(parcel.predictedBody.utf8), briefing, answers: $0)
            }) { _ in answer(with: [other]) }.value
        }
        guard case .found = try finding("hello", "<p>A later text</p>"),
            case .absent = try finding("hello-2", "<p>Something else entirely, by another post</p>")
        else {
            Issue.record("another post would be taken")
            return
        }
    }

    @Test("what Ghost shows of a card is what was sent, in the form that browsers write")
    func standing() throws {
        let kind = try ghost()
        let parcel = try parcel(
            kind,
            try manuscript(body: "One[^1]  \ntwo \"x\" & <b>y</b>\n\n---\n\n![](https://a.example/b.png)\n\n[^1]: Note")
        )
        let body = Array(parcel.predictedBody.utf8)
        let sent = try #require(kind.copies.standing(sent: body, parcel, facts: nil))
        let html = try #require(JSON(reading: body)["posts"]?.elements?.first?["html"]?.text)
        let shown =
            "\n"
            + html.replacing(" />", with: ">").replacing("&quot;", with: "\"")
            .replacing("data-footnotes", with: "data-footnotes=\"\"") + "\n"
        let there = try post(of: parcel, html: shown)
        let copy = try #require(
            kind.copies.standing(
                in: HTTPAnswer(
                    status: 200, headers: [], body: Array(JSON.object(["posts": .list([there])]).written.utf8),
                    receivedAt: noon), of: parcel, facts: nil))
        #expect(copy.differences(from: sent).isEmpty)
    }

    @Test("a picture is uploaded once: neither again for an edit, nor where its file is there")
    func pictures() throws {
        let kind = try ghost()
        let digest = String(repeating: "a", count: 64)
        let id = try #require(MediaID(String(digest.prefix(16))))
        var post = try manuscript(body: "Boats.\n\n![Boats](\(id.address))", tags: [])
        post.media = [
            Media(
                id: id, owner: UserID(1), revision: Revision(1), digest: digest,
                facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
                notes: MediaNotes(name: "boats.jpg", alt: "Boats"), createdAt: noon)
        ]
        let name = "galley-\(digest.prefix(16)).jpg"
        let made = "https://cdn.example/2026/12/\(name)"
        func asked(_ parcel: Parcel, html: String? = nil, isThere: Bool) throws -> [Question] {
            let (end, asked) = try prepared(kind, parcel) { question in
                if question.method == "HEAD" {
                    return isThere ? answer(200, "", [HTTPHeader("Content-Type", "image/jpeg")]) : answer(404)
                }
                if question.isMutation { return answer(201, #"{"images":[{"url":"\#(made)"}]}"#) }
                return html == nil
                    ? answer(200, #"{"posts":[],"pages":[]}"#)
                    : answer(with: [try GhostTests.there(parcel, html: html)])
            }
            guard case .ready(let holes, _) = end else { throw EndlessDialogue() }
            #expect(try text(parcel.filled(holes)).contains("/\(name)\\\" "))
            return asked
        }
        let new = try parcel(kind, post)
        let first = try asked(new, isThere: false)
        #expect(first.filter(\.isMutation).count == 1 && first.filter { $0.attachment != nil }.count == 1)
        #expect(try asked(new, isThere: true).filter(\.isMutation).isEmpty)
        let known = try asked(try edit(kind, post), html: "<img src=\"\(made)\" alt=\"\">", isThere: false)
        #expect(known.allSatisfy { !$0.isMutation && $0.method != "HEAD" })
    }

    private static func there(_ parcel: Parcel, html: String?) throws -> JSON { try post(of: parcel, html: html) }

    @Test("a token is signed with the key for five minutes; a refused one is signed by Ghost's clock")
    func tokens() throws {
        let login = try #require(try ghost().session)
        let first = try converse({ login.renew(nil, now: noon, answers: $0) }) { _ in failure(.nothing) }
        guard case .session(let session) = first.value else {
            Issue.record("no token")
            return
        }
        #expect(first.asked.isEmpty)
        let parts = session.access.split(separator: ".").map(String.init)
        let claims = try JSON(reading: [UInt8](base64URL: parts[1]) ?? [])
        #expect(claims["aud"]?.text == "/admin/" && claims["iat"]?.integer == Int(noon.seconds))
        #expect(claims["exp"]?.integer == Int(noon.seconds) + 300)
        let secret = [UInt8](repeating: 0, count: 32).indices.map { $0.isMultiple(of: 2) ? UInt8(0x5E) : 0xED }
        let code = HMACSHA256.code(Array("\(parts[0]).\(parts[1])".utf8), key: secret)
        #expect(code.base64URL == parts[2])
        let late = fault(401, "UnauthorizedError", "Invalid token: maxAge exceeded")
        #expect(login.isRefusal(late) && !login.isRefusal(fault(401, "UnauthorizedError", "Unknown Admin API Key")))
        let again = try converse({ login.renew(session, now: noon, answers: $0) }) { question in
            #expect(!question.carriesCredentials)
            return answer(200, "{}", [HTTPHeader("Date", "Tue, 01 Dec 2026 09:07:00 GMT")])
        }
        guard case .session(let second) = again.value else {
            Issue.record("no second token")
            return
        }
        let part = String(second.access.split(separator: ".")[1])
        #expect(try JSON(reading: [UInt8](base64URL: part) ?? [])["iat"]?.integer == Int(noon.seconds) + 420)
        // The next one needs no question, and remembers the difference.
        let third = try converse({ login.renew(second, now: noon + .minutes(4), answers: $0) }) { _ in failure(.nothing)
        }
        #expect(third.asked.isEmpty)
        guard case .session(let session) = third.value, session.refresh == "420" else {
            Issue.record("the difference is forgotten")
            return
        }
    }

    @Test("a key of another form is refused with what it should be; the address may be the editor's")
    func settings() throws {
        for secret in ["abc", ghostKey + "0", String(ghostKey.dropFirst()), ghostKey.replacing("e", with: "x")] {
            #expect(throws: TargetSettingsError.self) { try ghost { $0.secret = Secret(secret) } }
        }
        #expect(
            try ghost { $0.url = "https://service.example/blog/ghost/" }.place.text == "https://service.example/blog")
        #expect(throws: TargetSettingsError.self) { try ghost { $0.status = "publish" } }
    }
}
