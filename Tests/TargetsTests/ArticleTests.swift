import ATProtocol
import Foundation
import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

private let did = "did:plc:abcdefghijklmnopqrstuvwx"
private let cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"

/// A blog at https://example.org whose articles go to the account `sky`.
private func blogTargets(
    atproto: String? = "sky", after: String? = "blog", blog: String = "blog", url: String = "https://example.org",
    _ more: [Target] = []
) throws -> [Target] {
    let wordpress = try target("wordpress") {
        $0.name = blog
        $0.url = url
        $0.atproto = atproto
    }
    let sky = try target("bluesky") {
        $0.name = "sky"
        $0.account = "ada.example"
        $0.after = after
    }
    return try Target.withArticles([wordpress, sky] + more)
}

private func articles(_ url: String = "https://example.org") throws -> ArticleTarget {
    guard case .http(let kind) = try #require(try blogTargets(url: url).last).kind,
        let articles = kind as? ArticleTarget
    else { throw NotHTTP() }
    return articles
}

/// A server with one account and these records, by collection and key.
private func server(_ records: [String: String] = [:], _ other: [String: Exchange] = [:]) -> (Question) -> Exchange {
    { question in
        let method = String(question.url.split(separator: "/xrpc/").last?.prefix { $0 != "?" } ?? "")
        if let answer = other[method] { return answer }
        func asked(_ name: String) -> String {
            question.url.split(separator: "\(name)=").dropFirst().first.map { String($0.prefix { $0 != "&" }) } ?? ""
        }
        func record(_ path: String, _ value: String) -> String {
            #"{"uri":"at://\#(did)/\#(path)","cid":"\#(cid)","value":\#(value)}"#
        }
        switch method {
        case "com.atproto.server.getSession": return answer(200, #"{"did":"\#(did)","handle":"ada.example"}"#)
        case "com.atproto.repo.listRecords":
            let found = records.filter { $0.key.hasPrefix(asked("collection")) }.map(record)
            return answer(200, #"{"records":[\#(found.joined(separator: ","))]}"#)
        case "com.atproto.repo.getRecord":
            let path = "\(asked("collection"))/\(asked("rkey"))"
            return records[path].map { answer(200, record(path, $0)) } ?? answer(400, #"{"error":"RecordNotFound"}"#)
        case "com.atproto.repo.putRecord":
            let body = try? JSON(reading: question.body)
            let path = "\(body?["collection"]?.text ?? "")/\(body?["rkey"]?.text ?? "")"
            return answer(200, #"{"uri":"at://\#(did)/\#(path)","cid":"\#(cid)"}"#)
        default: return answer(404, #"{"error":"XRPCNotSupported"}"#)
        }
    }
}

private func prepared(
    _ parcel: Parcel, _ kind: any TargetKind, _ briefing: Briefing = briefing(),
    _ reply: (Question) -> Exchange = server()
) throws -> (preparation: Preparation, asked: [Question]) {
    let (value, asked) = try converse {
        kind.prepare(parcel, briefing, answers: $0)
    } reply: {
        reply($0)
    }
    return (value, asked)
}

private func body(_ parcel: Parcel, _ preparation: Preparation) throws -> JSON {
    guard case .ready(let holes, _) = preparation else {
        Issue.record("\(preparation)")
        return .null
    }
    return try JSON(reading: try parcel.filled(holes))
}

private func sent(_ post: Manuscript, _ reply: (Question) -> Exchange = server()) throws -> JSON {
    let kind = try articles()
    let parcel = try parcel(kind, post)
    return try body(parcel, prepared(parcel, kind, briefing(), reply).preparation)
}

@Suite("Articles on the AT Protocol")
struct ArticleTests {
    @Test("a post is a document under a key that follows from it, with a known CID")
    func record() throws {
        let body = try sent(manuscript())
        #expect(body["collection"] == .text("site.standard.document"))
        #expect(body["swapRecord"] == .null)
        #expect(body["validate"] == nil)
        let key = try #require(body["rkey"]?.text)
        #expect(key == "3ixf75nmwbbpv")
        let record = try #require(body["record"])
        #expect(record["site"] == .text("at://\(did)/site.standard.publication/3hhv5mn7xzoad"))
        #expect(record["path"] == .text("/hello/"))
        #expect(record["title"] == .text("Hello “world” & \\ <b>"))
        #expect(record["description"] == .text("A summary"))
        #expect(record["tags"] == .texts(["Swift", "open source"]))
        #expect(record["textContent"] == .text("First words.\n\nSecond paragraph with “quotes”."))
        #expect(record["publishedAt"] == .text("2026-12-01T09:00:00Z"))
        #expect(record["bskyPostRef"] == nil)
        // Of the same record by Tests/Fakes/content_ids.py.
        #expect(try ContentID(of: record).description == "bafyreibzok3abjpt4pg5sjngfc2ajtge74cwv6nxsl75ojnc3xhfiq2rmm")
        #expect(try sent(manuscript()) == body)
    }

    @Test("keys differ by post and by blog")
    func keys() throws {
        let (one, other) = (try TargetName("blog"), try TargetName("notes"))
        let posts = (0..<1000).map { PostID(bits: UInt64($0) &* 0x9E37_79B9_7F4A_7C15) }
        let keys =
            posts.flatMap { post in
                [one, other].map { ArticleKeys(blog: $0).document(of: post) }
            } + [one, other].map { ArticleKeys(blog: $0).publication }
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { RecordKey($0) != nil })
    }

    @Test("what is too long is fitted, and told")
    func limits() throws {
        let post = try manuscript(
            title: String(repeating: "é", count: 700), body: String(repeating: "a word ", count: 20_000))
        let frozen = try articles().freeze(post, as: .create, facts: nil, key: key)
        #expect(frozen.preview.losses.count == 2)
        let record = try sent(post)["record"]
        #expect(record?["title"]?.text?.count == 500)
        #expect(record?["textContent"]?.text?.utf8.count == 100_000)
        let wide = String(repeating: "👩‍👩‍👧‍👦", count: 400).fitted(characters: 500, bytes: 5000)
        #expect(wide.utf8.count <= 5000 && wide.count > 190)
    }

    @Test("a post without a title is known by its first words, and a page is no article")
    func untitled() throws {
        let frozen = try articles().freeze(manuscript(title: nil), as: .create, facts: nil, key: key)
        #expect(frozen.preview.warnings.contains { $0.contains("no title") })
        #expect(try sent(manuscript(title: nil))["record"]?["title"]?.text?.hasPrefix("First words") == true)
        #expect(throws: FreezeError.self) {
            try articles().freeze(manuscript(kind: .page), as: .create, facts: nil, key: key)
        }
    }

    @Test("a page that is not below the blog's address is refused in words")
    func elsewhere() throws {
        #expect {
            try articles("https://example.com").freeze(manuscript(), as: .create, facts: nil, key: key)
        } throws: {
            "\($0)".contains("https://example.org/hello/, which is not below https://example.com")
        }
        let blog = try articles("https://example.org/blog").blog
        #expect(blog.path(of: "https://example.org/blog/a/") == "/a/")
        #expect(blog.path(of: "http://example.org/blog/a/") == "/a/")
        #expect(blog.path(of: "https://example.org/blog") == "/")
        #expect(blog.path(of: "https://example.org/blogs/a/") == nil)
    }
}

@Suite("Articles: what is there already")
struct ArticleCopyTests {
    @Test("the blog's record is written before the first document, and once")
    func publication() throws {
        let kind = try articles()
        let parcel = try parcel(kind, manuscript())
        let (first, asked) = try prepared(parcel, kind)
        let put = try #require(asked.last)
        #expect(put.isMutation)
        let record = try JSON(reading: put.body)
        #expect(record.at("record", "url") == .text("https://example.org"))
        #expect(record.at("record", "name") == .text("example.org"))
        #expect(record["swapRecord"] == .null)
        guard case .ready(_, let facts) = first else { throw NotHTTP() }
        let (_, again) = try prepared(parcel, kind, briefing(facts))
        #expect(again.isEmpty)
    }

    @Test("another tool's record of the same blog is kept, and its document of the same page is adopted")
    func adoption() throws {
        let kind = try articles()
        let parcel = try parcel(kind, manuscript())
        let records = [
            "site.standard.publication/3kother": #"{"url":"https://Example.org/","name":"x","icon":"i"}"#,
            "site.standard.document/3kdoc":
                #"{"site":"at://\#(did)/site.standard.publication/3kother","path":"/hello","title":"Theirs"}"#,
        ]
        let (preparation, asked) = try prepared(parcel, kind, briefing(), server(records))
        let copy = "at://\(did)/site.standard.document/3kdoc"
        #expect(preparation == .ended(.accepted(RemotePost(id: copy, url: address))))
        #expect(asked.filter(\.isMutation).isEmpty)
        // One that was deleted meanwhile is not adopted.
        let facts = try converse {
            kind.check(briefing(), answers: $0)
        } reply: {
            server(records)($0)
        }.value.facts
        let (gone, _) = try prepared(parcel, kind, briefing(facts))
        #expect(
            try body(parcel, gone)["rkey"]?.text == ArticleKeys(blog: kind.blog.target).document(of: manuscript().id))
        // A copy that belongs to another post is not taken for this one's.
        let (taken, writes) = try prepared(parcel, kind, briefing(taken: [copy]), server(records))
        #expect(try body(parcel, taken).at("record", "site") == .text("at://\(did)/site.standard.publication/3kother"))
        let publication = try JSON(reading: try #require(writes.last { $0.isMutation }).body)
        #expect(publication.at("record", "icon") == .text("i"))
        #expect(publication["swapRecord"] == .text(cid))
    }

    @Test("another blog's record under the same key is not overwritten")
    func clash() throws {
        let kind = try articles()
        let key = ArticleKeys(blog: kind.blog.target).publication
        let records = ["site.standard.publication/\(key)": #"{"url":"https://else.example","name":"x"}"#]
        let (preparation, asked) = try prepared(parcel(kind, manuscript()), kind, briefing(), server(records))
        guard case .ended(.misconfigured(let words)) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(words.contains("https://else.example"))
        #expect(asked.filter(\.isMutation).isEmpty)
    }

    @Test("after a lost answer the record decides: the same is there, another is told, none is sent again")
    func lostAnswer() throws {
        let kind = try articles()
        let post = try manuscript()
        let parcel = try parcel(kind, post)
        let path = "site.standard.document/\(ArticleKeys(blog: kind.blog.target).document(of: post.id))"
        let request = try sent(manuscript())
        let record = try #require(request["record"])
        var again = briefing()
        again.address = nil
        again.lastRequest = Array(request.written.utf8)
        let (same, _) = try prepared(parcel, kind, again, server([path: record.written]))
        #expect(same == .ended(.accepted(RemotePost(id: "at://\(did)/\(path)", url: address))))
        var fields = try #require(record.fields)
        fields["title"] = .text("Another")
        let (other, _) = try prepared(parcel, kind, again, server([path: JSON.object(fields).written]))
        guard case .ended(.refused(let words)) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(words.contains("does not overwrite it"))
        let swap = answer(400, #"{"error":"InvalidSwap","message":"Record was at \#(cid)"}"#)
        guard case .refused = kind.outcome(of: swap, for: parcel, body: []) else {
            Issue.record("A refused request may not count as sent.")
            return
        }
        guard case .ready([:], _) = try prepared(parcel, kind, again).0 else {
            Issue.record("An absent article is not sent again.")
            return
        }
    }

    @Test("a proxy's web page is no answer, neither to a post, an edit or a deletion nor to a question about a copy")
    func webPage() throws {
        let page = answer(200, "<html><title>Sign in</title></html>")
        let kinds: [(kind: any TargetKind, copy: String)] = [
            (try http("mastodon"), "17"), (try http("wordpress"), "17"),
            (try http("telegram") { $0.chat = "@ada_writes" }, "17"),
            (try http("bluesky") { $0.account = "ada.example" }, "at://\(did)/app.bsky.feed.post/3l23456723456"),
            (try articles(), "at://\(did)/site.standard.document/3kdoc"),
        ]
        for ((kind, copy), change) in kinds.flatMap({ one in DeliveryKind.allCases.map { (one, $0) } }) {
            let post = try manuscript(tags: [], address: .known(address))
            let parcel = try Parcel(encoded: kind.freeze(post, as: change, facts: nil, key: key).payload)
                .addressed(to: copy)
            let body = Array(kind.predictedBody(of: parcel).utf8)
            let note: Comment = "\(type(of: kind)): \(change)"
            #expect(kind.outcome(of: page, for: parcel, body: body).word == "unknown", note)
            let reading = try converse {
                kind.copies.readCopy(copy, of: parcel, briefing(), answers: $0)
            } reply: { _ in
                page
            }
            switch reading.value {
            case .failed, .unreadable: break
            case .there, .gone: Issue.record(note)
            }
            let finding = try converse {
                kind.lookUp(parcel, body: body, briefing(sent: noon), answers: $0)
            } reply: { _ in
                page
            }
            if case .found = finding.value { Issue.record(note) }
            if finding.value == .absent { #expect(finding.asked.isEmpty, note) }
        }
    }

    @Test("an edit keeps what another tool added, except its text, and a deletion names the record")
    func changes() throws {
        let kind = try articles()
        let id = "at://\(did)/site.standard.document/3kdoc"
        let edit = try Parcel(
            encoded: kind.freeze(manuscript(address: .known(address)), as: .edit, facts: nil, key: key).payload
        ).addressed(to: id)
        let there = [
            "site.standard.document/3kdoc": #"{"title":"Old","labels":"l","content":"c","description":"d"}"#
        ]
        let written = try body(edit, prepared(edit, kind, briefing(address: nil), server(there)).preparation)
        #expect(written["rkey"] == .text("3kdoc"))
        #expect(written["swapRecord"] == nil)
        #expect(written.at("record", "labels") == .text("l"))
        #expect(written.at("record", "content") == nil)
        #expect(written.at("record", "title") == .text("Hello “world” & \\ <b>"))
        let outcome = kind.outcome(
            of: answer(200, #"{"uri":"\#(id)","cid":"\#(cid)"}"#), for: edit, body: Array(written.written.utf8))
        #expect(outcome == .accepted(RemotePost(id: id, url: address)))
        let deletion = try Parcel(
            encoded: kind.freeze(manuscript(address: .none), as: .delete, facts: nil, key: key).payload
        ).addressed(to: id)
        #expect(deletion.url.hasSuffix("com.atproto.repo.deleteRecord"))
        #expect(try body(deletion, prepared(deletion, kind).preparation)["rkey"] == .text("3kdoc"))
        let stranger = try Parcel(
            encoded: kind.freeze(manuscript(address: .none), as: .delete, facts: nil, key: key).payload
        ).addressed(to: "at://did:plc:other/site.standard.document/3kdoc")
        guard case .ended(.refused) = try prepared(stranger, kind).preparation else {
            Issue.record("An article of another account would be deleted.")
            return
        }
    }

    @Test("the card of a post names the article and its publication as they are")
    func references() throws {
        let kind = try http("bluesky") { $0.account = "ada.example" }
        let parcel = try parcel(kind, manuscript())
        var briefing = briefing()
        let id = "at://\(did)/site.standard.document/3kdoc"
        briefing.parent = RemotePost(id: id, url: address)
        let records = [
            "site.standard.publication/3kpub": #"{"url":"https://example.org"}"#,
            "site.standard.document/3kdoc": #"{"site":"at://\#(did)/site.standard.publication/3kpub"}"#,
        ]
        let card = try body(parcel, prepared(parcel, kind, briefing, server(records)).preparation)
            .at("record", "embed", "external")
        let references = card?["associatedRefs"]?.elements?.map { [$0["uri"]?.text, $0["cid"]?.text] }
        #expect(references == [[id, cid], ["at://\(did)/site.standard.publication/3kpub", cid]])
        let gone = try body(parcel, prepared(parcel, kind, briefing).preparation).at("record", "embed", "external")
        #expect(gone != nil && gone?["associatedRefs"] == nil)
    }
}

@Suite("Articles: settings and checks")
struct ArticleSettingsTests {
    @Test("the setting adds a target between the blog and the account's posts")
    func implied() throws {
        let targets = try blogTargets()
        #expect(targets.map(\.name.text) == ["blog", "sky", "blog-articles"])
        #expect(targets.map { $0.after?.text } == [nil, "blog-articles", "blog"])
        #expect(try blogTargets(after: nil)[1].after?.text == "blog-articles")
        #expect(try blogTargets(atproto: nil).count == 2)
    }

    @Test(
        "an unusable account is refused in words",
        arguments: [
            ("hook", "“hook” is a webhook. Articles need a target of the kind bluesky. Name one of “sky”."),
            ("nowhere", "There is no target “nowhere”. Articles need a target of the kind bluesky. Name one of “sky”."),
        ])
    func refusals(name: String, words: String) throws {
        let hook = try target("webhook") { $0.name = "hook" }
        #expect {
            try blogTargets(atproto: name, [hook])
        } throws: {
            "\($0)" == "Target “blog”, `atproto`: \(words)"
        }
        #expect(throws: TargetSettingsError.self) { try target("mastodon") { $0.atproto = "sky" } }
        #expect(throws: TargetSettingsError.self) { try target("articles") }
        let taken = try target("webhook") { $0.name = "blog-articles" }
        #expect(throws: TargetSettingsError.self) { try blogTargets([taken]) }
    }

    private func check(
        _ kind: ArticleTarget, proof: Exchange, page: Exchange, sample: RemotePost? = nil, isFirst: Bool = false
    ) throws -> CheckReport {
        var briefing = briefing()
        briefing.sample = sample
        let reply = { (question: Question) -> Exchange in
            guard question.url.contains("/xrpc/") else { return question.url.contains("well-known") ? proof : page }
            return server()(question)
        }
        if !isFirst {
            let first = try converse {
                kind.check(briefing, answers: $0)
            } reply: {
                reply($0)
            }
            briefing.facts = first.value.facts
        }
        return try converse {
            kind.check(briefing, answers: $0)
        } reply: {
            reply($0)
        }.value
    }

    @Test("a check reads the blog's proof and a page, and says what to do")
    func checks() throws {
        let kind = try articles("https://example.org/blog")
        let site = "at://\(did)/site.standard.publication/\(ArticleKeys(blog: kind.blog.target).publication)"
        #expect(kind.wellKnown == "https://example.org/.well-known/site.standard.publication/blog")
        let sample = RemotePost(id: "at://\(did)/site.standard.document/3kdoc", url: "https://example.org/blog/hello/")
        let (proof, page) = (answer(200, site + "\n"), answer(200, "<link href=\"\(sample.id ?? "")\">"))
        #expect(try check(kind, proof: proof, page: page, sample: sample).isWorking)
        #expect(try check(kind, proof: answer(404), page: answer(404), isFirst: true).isWorking)
        let hidden = try check(kind, proof: answer(404), page: page, sample: sample)
        #expect(!hidden.isWorking && hidden.facts != nil)
        #expect(hidden.words.contains("answered 404. Let the web server answer there with the text: \(site)"))
        let bare = try check(kind, proof: proof, page: answer(200, "<html>"), sample: sample)
        #expect(bare.words.contains("does not name its article") && bare.words.contains("The theme has to print it"))
        #expect(try check(kind, proof: failure(.nothing), page: page).words.contains("It broke."))
    }

    @Test(
        "a check reads pages at the blog's own host only, and follows no redirect from there",
        arguments: [
            ("https://example.org/blog/hello/", true), ("http://EXAMPLE.org/elsewhere", true),
            ("https://example.org", true),
            ("https://example.com/blog/hello/", false), ("https://example.org:8443/blog/", false),
            ("https://example.org.evil.example/", false), ("https://example.org@169.254.169.254/latest/", false),
            ("https://example.org\\@evil.example/", false), ("https://example.org?@evil.example/", false),
            ("https://example.org#@evil.example/", false), ("http://169.254.169.254/latest/meta-data/", false),
            ("http://localhost/", false), ("http://[::1]/", false), ("file:///etc/passwd", false),
            ("gopher://example.org/", false), ("https://example.org/ x", false), ("", false),
        ])
    func ownHost(page: String, isRead: Bool) throws {
        let kind = try articles("https://example.org/blog")
        let site = "at://\(did)/site.standard.publication/\(ArticleKeys(blog: kind.blog.target).publication)"
        var briefing = briefing()
        let reply = { (question: Question) -> Exchange in
            if question.url.contains("/xrpc/") { return server()(question) }
            if question.url.contains("well-known") { return answer(200, site) }
            return answer(302, "<html>", [HTTPHeader("Location", "http://169.254.169.254/")])
        }
        briefing.facts = try converse {
            kind.check(briefing, answers: $0)
        } reply: {
            reply($0)
        }.value.facts
        briefing.sample = RemotePost(id: "at://\(did)/site.standard.document/3kdoc", url: page)
        let (report, asked) = try converse {
            kind.check(briefing, answers: $0)
        } reply: {
            reply($0)
        }
        #expect(!report.isWorking && report.words.contains(isRead ? "answered 302" : "does not read the page"))
        let others = asked.map(\.url).filter { !$0.contains("/xrpc/") && $0 != kind.wellKnown }
        #expect(others == (isRead ? [page] : []))
    }

    @Test("the pages of a blog know their records as soon as the account is known")
    func links() throws {
        let target = try #require(try blogTargets().last)
        #expect(target.articleLinks(facts: nil) == nil)
        let kind = try articles()
        let facts = try converse {
            kind.check(briefing(), answers: $0)
        } reply: {
            server()($0)
        }.value.facts
        let links = try #require(target.articleLinks(facts: facts))
        let post = try manuscript().id
        #expect(links.document(of: post).hasPrefix("at://\(did)/site.standard.document/"))
        #expect(ArticleLinks.document(in: links.document(of: post)) == links.document(of: post))
        #expect(ArticleLinks.document(in: "at://x/app.bsky.feed.post/1") == nil)
        // The facts of another account say nothing about this one.
        let other = try #require(try blogTargets(url: "https://example.com").last)
        #expect(other.articleLinks(facts: facts) == nil)
    }
}
