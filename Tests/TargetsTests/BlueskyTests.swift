import ATProtocol
import HTTPValues
import JSONTree
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

private let did = "did:plc:abcdefghijklmnopqrstuvwx"
private let cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"

private func bluesky(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
    try http("bluesky") {
        $0.account = "ada.example"
        change(&$0)
    }
}

/// A server with one account, whose answers depend on the method.
private func server(_ other: [String: Exchange] = [:]) -> (Question) -> Exchange {
    { question in
        let method = String(question.url.split(separator: "/xrpc/").last?.prefix { $0 != "?" } ?? "")
        if let answer = other[method] { return answer }
        switch method {
        case "com.atproto.server.getSession": return answer(200, #"{"did":"\#(did)","handle":"ada.example"}"#)
        case "com.atproto.identity.resolveHandle":
            return question.url.contains("unknown")
                ? answer(400, #"{"error":"InvalidRequest","message":"Unable to resolve handle"}"#)
                : answer(200, #"{"did":"did:plc:mentioned"}"#)
        case "com.atproto.repo.getRecord": return answer(400, #"{"error":"RecordNotFound"}"#)
        case "com.atproto.sync.getLatestCommit": return answer(200, #"{"cid":"\#(cid)","rev":"3z"}"#)
        default: return answer(404, #"{"error":"XRPCNotSupported"}"#)
        }
    }
}

private func sent(
    _ post: Manuscript, _ kind: any TargetKind, address: String? = address,
    _ reply: (Question) -> Exchange = server()
) throws -> JSON {
    let parcel = try parcel(kind, post)
    let (preparation, _) = try converse {
        kind.prepare(parcel, briefing(address: address), answers: $0)
    } reply: {
        reply($0)
    }
    guard case .ready(let holes, _) = preparation else {
        Issue.record("\(preparation)")
        return .null
    }
    return try JSON(reading: try parcel.filled(holes))
}

private func note(_ body: String, _ override: TargetOverride? = nil) throws -> Manuscript {
    try manuscript(title: nil, body: body, tags: [], address: .none, override: override)
}

@Suite("Bluesky")
struct BlueskyTests {
    @Test("a short post is one record under a frozen key, with its promised time")
    func single() throws {
        let body = try sent(note("Hello *world*."), bluesky())
        #expect(body["repo"] == .text(did))
        #expect(body["swapRecord"] == .null)
        #expect(body["record"]?["text"] == .text("Hello world."))
        #expect(body["record"]?["createdAt"] == .text("2026-12-01T09:00:00Z"))
        #expect(body["record"]?["langs"] == .texts(["pt-BR"]))
        #expect(body["rkey"]?.text.flatMap { RecordKey($0) } != nil)
        #expect(try sent(note("Hello *world*."), bluesky()) == body)
    }

    @Test("a picture with two alternative texts is there with each of them", arguments: ["link", "thread"])
    func severalTexts(long: String) throws {
        let id = try #require(MediaID("aaaaaaaaaaaaaaaa"))
        var post = try note("Same ![one](\(id.address)) ![two](\(id.address)) ![one](\(id.address))")
        post.media = [
            Media(
                id: id, owner: UserID(1), revision: Revision(1), digest: String(repeating: "a", count: 64),
                facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
                notes: MediaNotes(name: "a.jpg", alt: "x", focus: nil), createdAt: noon)
        ]
        let kind = try bluesky { $0.long = long }
        let blob = #"{"blob":{"ref":{"$link":"\#(cid)"},"mimeType":"image/jpeg","size":1000}}"#
        let record = try sent(post, kind, server(["com.atproto.repo.uploadBlob": answer(200, blob)]))["record"]
        #expect(record?["text"] == .text("Same"))
        let images = record?.at("embed", "images")?.elements ?? []
        #expect(images.map { $0["alt"] } == [.text("one"), .text("two")])
        #expect(images.allSatisfy { $0.at("image", "ref", "$link") == .text(cid) })
        let preview = try kind.freeze(post, as: .create, facts: nil, key: key).preview
        #expect(preview.pictures.count == 2 && preview.pictures[1].contains("as “two”"))
    }

    @Test("code mentions no account, and has no tags and links")
    func code() throws {
        let markdown =
            "Do not write `@ada.example.com` or `#pragma`.\n\n```\n@bob.example.com #include\nhttps://a.example/x\n```"
        for long in ["link", "thread"] {
            var asked: [String] = []
            let body = try sent(note(markdown), bluesky { $0.long = long }) { question in
                asked.append(question.url)
                return server()(question)
            }
            let words = "Do not write @ada.example.com or #pragma.\n\n@bob.example.com #include\nhttps://a.example/x"
            #expect(body["record"]?["text"] == .text(words))
            #expect(body["record"]?["facets"] == nil)
            #expect(!asked.contains { $0.contains("resolveHandle") })
        }
        var article = try manuscript(
            body: String(repeating: "Not `@ada.example.com`, she says. ", count: 20), tags: [])
        article.summary = nil
        let record = try sent(article, bluesky())["record"]
        #expect(record?["text"]?.text?.contains("Not @ada.example.com, she") == true)
        #expect(record?["facets"] == nil)
    }

    @Test("facts about another account are not used: the post goes to the account of the settings")
    func owner() throws {
        let kind = try bluesky()
        let post = try parcel(kind, note("Hello."))
        func asked(_ kind: any TargetKind, _ facts: [UInt8]?) throws -> (facts: [UInt8]?, urls: [String]) {
            let (preparation, asked) = try converse {
                kind.prepare(post, briefing(facts), answers: $0)
            } reply: {
                server()($0)
            }
            guard case .ready(_, let news) = preparation else { throw NotHTTP() }
            return (news, asked.map(\.url))
        }
        let known = try asked(kind, nil).facts
        #expect(kind.traits(known).isServerKnown)
        #expect(try asked(kind, known).urls.isEmpty)
        for other in [
            try bluesky { $0.account = "bob.example" }, try bluesky { $0.url = "https://other.example" },
            try bluesky { $0.rehearsal = true },
        ] {
            #expect(!other.traits(known).isServerKnown)
            #expect(try asked(other, known).urls.first?.hasSuffix("com.atproto.server.getSession") == true)
        }
    }

    @Test("an address is shown short and linked whole; an unknown account stays plain")
    func facets() throws {
        let post = try note(
            "é https://example.org/a/very/long/path/to/it, @bob.bsky.social and @unknown.bsky.social #sea")
        let record = try sent(post, bluesky())["record"]
        let text = record?["text"]?.text ?? ""
        #expect(text == "é example.org/a/very/long/…, @bob.bsky.social and @unknown.bsky.social #sea")
        let bytes = Array(text.utf8)
        let found = record?["facets"]?.elements?.map { facet in
            let (start, end) = (facet["index"]?["byteStart"]?.integer ?? 0, facet["index"]?["byteEnd"]?.integer ?? 0)
            let feature = facet["features"]?.elements?.first
            let value = feature?["uri"] ?? feature?["did"] ?? feature?["tag"]
            return "\(String(decoding: bytes[start..<end], as: UTF8.self)) = \(value?.text ?? "")"
        }
        #expect(
            found == [
                "example.org/a/very/long/… = https://example.org/a/very/long/path/to/it",
                "@bob.bsky.social = did:plc:mentioned",
                "#sea = sea",
            ])
    }

    @Test("the author is told which mentions stayed plain text")
    func plainMentions() throws {
        let kind = try bluesky()
        let body = try sent(note("é @bob.bsky.social and @unknown.bsky.social"), kind).written
        let remark = kind.copies.remark(onSent: Array(body.utf8))
        #expect(remark?.contains("@unknown.bsky.social: plain text there") == true)
        #expect(remark?.contains("@bob") == false)
        #expect(kind.copies.remark(onSent: Array(try sent(note("@bob.bsky.social"), kind).written.utf8)) == nil)
        #expect(kind.copies.remark(onSent: []) == nil)
        let twice = Array(try sent(note("@unknown.bsky.social @unknown.bsky.social"), kind).written.utf8)
        #expect(kind.copies.remark(onSent: twice)?.hasPrefix("@unknown.bsky.social: plain text") == true)
        let linked = try note("[by @unknown.bsky.social](https://x.example/)")
        let thread = Array(try sent(linked, bluesky { $0.long = "thread" }).written.utf8)
        #expect(kind.copies.remark(onSent: thread) == nil)
    }

    @Test("a post with a title gets a card in place of its address, whether that is known or awaited")
    func card() throws {
        let record = try sent(manuscript(), bluesky())["record"]
        let external = record?.at("embed", "external")
        #expect(external?["uri"] == .text(address))
        #expect(external?["title"] == .text("Hello “world” & \\ <b>"))
        #expect(external?["description"] == .text("A summary"))
        #expect(record?["text"]?.text?.contains("example.org") == false)
        let other = try sent(manuscript(address: .known("https://x.example/")), bluesky(), address: nil)
        #expect(other["record"]?.at("embed", "external", "uri") == .text("https://x.example/"))
        let plain = try sent(manuscript(), bluesky { $0.card = false })
        #expect(plain["record"]?["embed"] == nil)
        #expect(plain["record"]?["text"]?.text?.hasSuffix("example.org/hello/") == true)
    }

    @Test("a post that waits for its address is not sent without it")
    func awaitsAddress() throws {
        let kind = try bluesky()
        let parcel = try parcel(kind, manuscript())
        let (preparation, _) = try converse {
            kind.prepare(parcel, briefing(address: nil), answers: $0)
        } reply: {
            server()($0)
        }
        guard case .ended(.refused) = preparation else {
            Issue.record("\(preparation)")
            return
        }
    }

    @Test(
        "tags go where the setting says",
        arguments: [("tags", ["Swift", "open source"], false), ("text", nil, true), ("none", nil, false)])
    func tags(setting: String, tags: [String]?, inText: Bool) throws {
        let record = try sent(manuscript(), bluesky { $0.hashtags = setting })["record"]
        #expect(record?["tags"] == tags.map { .texts($0) })
        #expect(record?["text"]?.text?.contains("#Swift") == inText)
    }

    @Test("a tag that is not sent is named with the reason: its length, or the number of tags")
    func tagLosses() throws {
        let long = String(repeating: "x", count: 65)
        let tags = (1...9).map { "t\($0)" } + [long]
        let post = try manuscript(tags: tags)
        let losses = try bluesky().freeze(post, as: .create, facts: nil, key: key).preview.losses
        #expect(losses.contains("Bluesky takes 8 tags, so these are not sent: “t9”."))
        #expect(losses.contains { $0.hasPrefix("Bluesky takes tags of up to 64 characters") && $0.contains("xxx") })
    }

    @Test("a known warning is a label, and another stands before the text and is told")
    func warnings() throws {
        let known = try sent(note("Sea.", TargetOverride(warning: "graphic media")), bluesky())["record"]
        #expect(known?.at("labels", "values")?.elements?.first?["val"] == .text("graphic-media"))
        #expect(known?["text"] == .text("Sea."))
        let other = try note("Sea.", TargetOverride(warning: "Spiders"))
        #expect(try sent(other, bluesky())["record"]?["text"] == .text("Spiders\n\nSea."))
        let losses = try bluesky().freeze(other, as: .create, facts: nil, key: key).preview.losses
        #expect(losses.contains { $0.contains("Spiders") })
    }

    @Test("what the service does not have is refused in words", arguments: [Visibility.unlisted, .private, .direct])
    func visibility(_ visibility: Visibility) throws {
        let post = try note("Sea.", TargetOverride(visibility: visibility))
        #expect(throws: FreezeError.self) { try bluesky().freeze(post, as: .create, facts: nil, key: key) }
    }

    @Test("gates are created with the post or not at all")
    func gates() throws {
        let kind = try bluesky {
            $0.replies = "mentioned"
            $0.quotes = false
        }
        #expect(try parcel(kind, note("Sea.")).url.hasSuffix("com.atproto.repo.applyWrites"))
        let writes = try sent(note("Sea."), kind)["writes"]?.elements ?? []
        #expect(
            writes.map { $0["collection"]?.text } == [
                "app.bsky.feed.post", "app.bsky.feed.threadgate", "app.bsky.feed.postgate",
            ])
        #expect(Set(writes.map { $0["rkey"]?.text }).count == 1)
        let uri = "at://\(did)/app.bsky.feed.post/\(writes[0]["rkey"]?.text ?? "")"
        #expect(writes[1].at("value", "post") == .text(uri))
        #expect(
            writes[1].at("value", "allow")?.elements?.first?["$type"] == .text("app.bsky.feed.threadgate#mentionRule"))
    }

    @Test("a repetition first looks: what is there is not sent again, and what differs is told")
    func repetition() throws {
        let kind = try bluesky()
        let post = try note("Sea #beach. https://example.org/sea")
        let parcel = try parcel(kind, post)
        let request = try sent(post, kind)
        var briefing = briefing(sent: noon)
        briefing.lastRequest = Array(request.written.utf8)
        func prepared(_ found: Exchange) throws -> Preparation {
            try converse {
                kind.prepare(parcel, briefing, answers: $0)
            } reply: {
                server(["com.atproto.repo.getRecord": found])($0)
            }.value
        }
        let sent = try #require(request["record"]?.fields)
        func there(_ change: (inout [String: JSON]) -> Void = { _ in }) throws -> Preparation {
            var record = sent
            change(&record)
            return try prepared(answer(200, JSON.object(["value": .object(record)]).written))
        }
        guard case .ended(.accepted(let record)) = try there(),
            case .ended(.accepted) = try there({ $0["added by the server"] = .null }),
            case .ready([:], _) = try prepared(answer(400, #"{"error":"RecordNotFound"}"#)),
            case .ended(.unknown) = try prepared(answer(502, "Bad gateway"))
        else {
            Issue.record("The record that is there decides.")
            return
        }
        #expect(record.url?.hasPrefix("https://bsky.app/profile/\(did)/post/") == true)
        for name in sent.keys {
            guard case .ended(.refused(let words)) = try there({ $0[name] = .text("other") }) else {
                Issue.record("Another \(name) was not told.")
                continue
            }
            #expect(words.contains(record.url ?? "?") && words.contains("differs in \(name)."))
        }
    }

    @Test("a repetition compares with what was sent, whatever the post's address is by now")
    func repetitionOfWhatWasSent() throws {
        let kind = try bluesky()
        for (post, address) in [
            (try note("Hello @bob.bsky.social."), nil), (try manuscript(), nil),
            (try manuscript(), "https://blog.example/a-new-slug/"),
        ] {
            let parcel = try parcel(kind, post)
            let request = try sent(post, kind)
            var briefing = briefing(sent: noon)
            briefing.address = address
            briefing.lastRequest = Array(request.written.utf8)
            let found = answer(200, JSON.object(["value": request["record"] ?? .null]).written)
            let (preparation, _) = try converse {
                kind.prepare(parcel, briefing, answers: $0)
            } reply: {
                server(["com.atproto.repo.getRecord": found])($0)
            }
            guard case .ended(.accepted) = preparation else {
                Issue.record("\(preparation)")
                continue
            }
        }
    }

    @Test(
        "each answer has its outcome",
        arguments: [
            (200, #"{"uri":"at://x/app.bsky.feed.post/3zzzzzzzzzzzz","cid":"c"}"#, "unknown"), (200, "{}", "unknown"),
            (200, "<html>", "unknown"), (400, #"{"error":"InvalidRequest","message":"Invalid record"}"#, "refused"),
            (400, #"{"error":"InvalidSwap","message":"Record was at b"}"#, "unknown"),
            (400, "record already exists", "unknown"), (400, #"{"error":"ExpiredToken"}"#, "denied"),
            (401, #"{"error":"AuthenticationRequired"}"#, "denied"), (403, "", "denied"), (409, "", "unknown"),
            (413, #"{"error":"PayloadTooLarge"}"#, "refused"), (429, #"{"error":"RateLimitExceeded"}"#, "busy"),
            (500, #"{"error":"InternalServerError"}"#, "unknown"), (502, "<html>", "unknown"),
            (301, "", "misconfigured"), (404, #"{"error":"XRPCNotSupported"}"#, "misconfigured"),
        ])
    func outcomes(status: Int, body: String, word: String) throws {
        let kind = try bluesky()
        let outcome = kind.outcome(of: answer(status, body), for: try parcel(kind, note("Sea.")), body: [])
        #expect(outcome.word == word)
    }

    @Test("a busy server's own header says how long to wait")
    func waits() throws {
        let kind = try bluesky()
        let busy = answer(429, "", [HTTPHeader("RateLimit-Reset", "\(noon.microseconds / 1_000_000 + 90)")])
        let outcome = kind.outcome(of: busy, for: try parcel(kind, note("Sea.")), body: [])
        #expect(outcome.patienceUntil == noon + .seconds(90))
    }

    @Test("the right answer is the post's address")
    func accepted() throws {
        let kind = try bluesky()
        let parcel = try parcel(kind, note("Sea."))
        let rootKey = BlueskyPost(parcel)?.rootKey ?? ""
        let uri = "at://\(did)/app.bsky.feed.post/\(rootKey)"
        let outcome = kind.outcome(of: answer(200, #"{"uri":"\#(uri)","cid":"c"}"#), for: parcel, body: [])
        #expect(outcome == .accepted(RemotePost(id: uri, url: "https://bsky.app/profile/\(did)/post/\(rootKey)")))
    }

    // MARK: Deleting

    private func deletion(of id: String, _ reply: (Question) -> Exchange) throws -> (Preparation, Parcel) {
        let kind = try bluesky()
        let frozen = try kind.freeze(note("Sea."), as: .delete, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload).addressed(to: id)
        return (
            try converse {
                kind.prepare(parcel, briefing(), answers: $0)
            } reply: {
                reply($0)
            }.value, parcel
        )
    }

    @Test("a deletion takes what is still there, in one commit that follows the one that was read")
    func deletes() throws {
        let id = "at://\(did)/app.bsky.feed.post/3l23456723456?parts=3"
        let (preparation, parcel) = try deletion(of: id) { question in
            let isThere = question.url.contains("getRecord") && !question.url.contains("3l23456723556")
            return isThere && !question.url.contains("postgate") ? answer(200, #"{"value":{}}"#) : server()(question)
        }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        let body = try JSON(reading: try parcel.filled(holes))
        #expect(body["swapCommit"] == .text(cid))
        #expect(
            body["writes"]?.elements?.map { "\($0["collection"]?.text ?? "") \($0["rkey"]?.text ?? "")" } == [
                "app.bsky.feed.post 3l23456723456", "app.bsky.feed.post 3l23456723656",
                "app.bsky.feed.threadgate 3l23456723456",
            ])
    }

    @Test("what is gone already counts as deleted, and a post of another account is left alone")
    func deletesNothing() throws {
        let id = "at://\(did)/app.bsky.feed.post/3l23456723456"
        guard case .ended(.accepted) = try deletion(of: id, server()).0,
            case .ended(.refused) = try deletion(of: id.replacing("abc", with: "xyz"), server()).0,
            case .ended(.refused) = try deletion(of: "https://bsky.app/profile/ada/post/1", server()).0
        else {
            Issue.record("Only the account's own posts are deleted.")
            return
        }
    }

    @Test("a deletion that another write overtook is tried again")
    func overtaken() throws {
        let kind = try bluesky()
        let frozen = try kind.freeze(note("Sea."), as: .delete, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload).addressed(to: "at://\(did)/app.bsky.feed.post/3l23456723456")
        // A reason that cannot be read may be that one.
        for body in [#"{"error":"InvalidSwap","message":"Commit was at b"}"#, #"{"error":"Inva"#, ""] {
            #expect(kind.outcome(of: answer(400, body), for: parcel, body: []).word == "overtaken", "\(body)")
        }
        let refused = answer(400, #"{"error":"InvalidRequest","message":"No"}"#)
        #expect(kind.outcome(of: refused, for: parcel, body: []).word == "refused")
        #expect(kind.outcome(of: answer(200, "{}"), for: parcel, body: []).word == "accepted")
    }

    // MARK: Settings

    @Test(
        "settings that cannot be used are refused",
        arguments: [
            ("account", ""), ("account", "ada"), ("account", "a b.c"), ("edit", "update"), ("replies", "friends"),
            ("hashtags", "some"), ("visibility", "public"),
        ])
    func settings(setting: String, value: String) {
        let error = #expect(throws: TargetSettingsError.self) {
            _ = try bluesky {
                switch setting {
                case "account": $0.account = value
                case "edit": $0.edit = value
                case "replies": $0.replies = value
                case "hashtags": $0.hashtags = value
                default: $0.visibility = value
                }
            }
        }
        #expect(error?.setting == setting)
    }
}

@Suite("Threads on Bluesky")
struct BlueskyThreadTests {
    private let long = (1...12).map { "Paragraph \($0) is about boats, and it goes on for a good while longer." }
        .joined(separator: "\n\n")

    private func thread(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
        try bluesky {
            $0.long = "thread"
            change(&$0)
        }
    }

    @Test("a thread is one request, and each part names its root and parent with their content ids")
    func request() throws {
        let post = try note(long)
        let kind = try thread()
        #expect(try parcel(kind, post).url.hasSuffix("com.atproto.repo.applyWrites"))
        let writes = try sent(post, kind)["writes"]?.elements ?? []
        #expect(writes.count >= 3)
        let records = writes.compactMap { $0["value"] }
        let keys = writes.compactMap { $0["rkey"]?.text }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == keys.count)
        let references = try zip(keys, records).map { key, record in
            JSON.object([
                "uri": .text("at://\(did)/app.bsky.feed.post/\(key)"),
                "cid": .text(try ContentID(of: record).description),
            ])
        }
        #expect(records[0]["reply"] == nil)
        for index in 1..<records.count {
            #expect(records[index].at("reply", "root") == references[0])
            #expect(records[index].at("reply", "parent") == references[index - 1])
        }
        let words = records.compactMap { $0["text"]?.text }.joined(separator: " ").filter { !$0.isWhitespace }
        #expect(words == long.filter { !$0.isWhitespace })
    }

    @Test("a preview shows the request as far as it is known, and what is sent is hardly longer")
    func preview() throws {
        let manuscript = try manuscript(body: long + "\n\n\"Quoted\" \\\\ and https://b.example/")
        let target = try target("bluesky") { ($0.long, $0.account) = ("thread", "ada.example.org") }
        let kind = try thread()
        let frozen = try target.freeze(manuscript, facts: nil, key: key)
        let body = try #require(try target.request(in: frozen.payload)).body
        let shown = try JSON(reading: Array(body.utf8))["writes"]?.elements?.compactMap { $0["value"] } ?? []
        let records = try sent(manuscript, kind)["writes"]?.elements?.compactMap { $0["value"] } ?? []
        #expect(shown.count > 2)
        #expect(shown.map { $0["text"] } == records.map { $0["text"] })
        #expect(shown.map { $0["facets"] } == records.map { $0["facets"] })
        #expect(shown.last?.at("embed", "external", "uri") == .text(address), "awaited, as predicted")
        #expect(shown[2]["reply"] == .object(["root": .text("(part 1)"), "parent": .text("(part 2)")]))
        let post = try #require(BlueskyPost(Parcel(encoded: frozen.payload)))
        let bytes = try sent(manuscript, kind).written.utf8.count
        #expect(bytes > body.utf8.count && bytes <= body.utf8.count + post.unpredictedBytes)
    }

    @Test("more bytes than servers take are refused with their number")
    func tooManyBytes() throws {
        // Families of four count one character and 25 bytes; ten bytes count as one more.
        let post = try note(String(repeating: String(repeating: "👩‍👩‍👧‍👦", count: 30) + " ", count: 190))
        let error = #expect(throws: FreezeError.self) { try thread().freeze(post, as: .create, facts: nil, key: key) }
        #expect(error?.description.contains("a server may refuse more than 140000") == true)
    }

    @Test("the last part of an article has the card, and a text that fits is one post")
    func card() throws {
        let records = try sent(manuscript(body: long), thread())["writes"]?.elements?.compactMap { $0["value"] } ?? []
        #expect(records.first?["text"]?.text?.hasPrefix("Hello “world”") == true)
        #expect(records.last?.at("embed", "external", "uri") == .text(address))
        #expect(records.dropLast().allSatisfy { $0["embed"] == nil })
        #expect(try sent(note("Short."), thread())["record"]?["text"] == .text("Short."))
    }

    @Test("without room or with pictures there, the address stands in the text of the last part")
    func addressInText() throws {
        let records = try sent(manuscript(body: long), thread { $0.card = false })["writes"]?.elements ?? []
        #expect(records.last?.at("value", "text")?.text?.hasSuffix("example.org/hello/") == true)
    }

    @Test("an author's own text gets the card on the part that has the address")
    func cardOfOwnText() throws {
        let override = TargetOverride(text: "One.\n\n---\n\nTwo {{url}}\n\n---\n\nThree.")
        let records = try sent(manuscript(override: override), thread())["writes"]?.elements ?? []
        #expect(records.map { $0.at("value", "embed", "external", "uri") } == [nil, .text(address), nil])
        let plain = try sent(manuscript(override: override), thread { $0.card = false })["writes"]?.elements ?? []
        #expect(plain.allSatisfy { $0.at("value", "embed") == nil })
    }

    @Test("more pictures than one preparation can upload are refused with their number")
    func tooManyPictures() throws {
        let ids = try (100..<221).map { try #require(MediaID("0000000000000\($0)")) }
        var post = try note(
            ids.map {
                "The boats leave the harbour before the light, and the nets are dry by then.\n\n![](\($0.address))"
            }.joined(separator: "\n\n"))
        post.media = ids.map { id in
            Media(
                id: id, owner: UserID(1), revision: Revision(1), digest: String(repeating: "a", count: 64),
                facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
                notes: MediaNotes(name: "a.jpg", alt: "x", focus: nil), createdAt: noon)
        }
        let error = #expect(throws: FreezeError.self) { try thread().freeze(post, as: .create, facts: nil, key: key) }
        #expect(error?.description.contains("121 pictures") == true)
    }

    @Test("the author's own breaks hold")
    func breaks() throws {
        let post = try note("x", TargetOverride(text: "One.\n\n---\n\nTwo.\n\n---\n\nThree."))
        let records = try sent(post, thread())["writes"]?.elements ?? []
        #expect(records.map { $0.at("value", "text") } == [.text("One."), .text("Two."), .text("Three.")])
    }

    @Test("the preview says why a text for two parts has three")
    func avoidedPair() throws {
        func frozen(_ body: String) throws -> Frozen {
            try thread().freeze(try note(body), as: .create, facts: nil, key: key)
        }
        let words = String(repeating: "word ", count: 60)
        let three = try frozen(words + "word").preview
        #expect(three.thread.count == 3)
        #expect(three.warnings.contains { $0.contains("It is sent as 3, because profiles on Bluesky") })
        #expect(try frozen(words).preview.warnings.allSatisfy { !$0.contains("profiles") })
    }

    @Test("more than a hundred parts are refused with the number")
    func tooLong() throws {
        let post = try note(String(repeating: "A sentence of some length stands here. ", count: 900))
        let error = #expect(throws: FreezeError.self) {
            try thread().freeze(post, as: .create, facts: nil, key: key)
        }
        #expect(error?.description.contains("100") == true)
    }

    @Test("the copy of a thread knows its parts")
    func copy() throws {
        let kind = try thread()
        let parcel = try parcel(kind, note(long))
        let post = try #require(BlueskyPost(parcel))
        let uri = "at://\(did)/app.bsky.feed.post/\(post.rootKey)"
        let answer = answer(200, #"{"results":[{"uri":"\#(uri)","cid":"c"}]}"#)
        guard case .accepted(let record) = kind.outcome(of: answer, for: parcel, body: []),
            let copy = record.id.flatMap(BlueskyCopy.init)
        else {
            Issue.record("The thread was accepted.")
            return
        }
        #expect(copy.keys == post.parts.map(\.key))
    }
}

@Suite("Replacing posts at Bluesky")
struct BlueskyReplacementTests {
    private let old = "3l23456723456"
    private let edited = "Sea, without the typo."
    private var id: String { "at://\(did)/app.bsky.feed.post/\(old)" }

    private func parcel(of text: String? = nil, at copy: String? = nil) throws -> Parcel {
        let kind = try bluesky { $0.edit = "replace" }
        let frozen = try kind.freeze(note(text ?? edited), as: .edit, facts: nil, key: key)
        return try Parcel(encoded: frozen.payload).addressed(to: copy ?? id)
    }

    /// A server that has the old records, shows these counts of each of them, and has no reactions otherwise.
    private func serverWithPost(
        _ counts: [String: String] = [:], other: [String: Exchange] = [:]
    ) -> (Question) -> Exchange {
        { question in
            if question.url.contains("getRecord"), question.url.contains(".post&") {
                return answer(200, #"{"value":{"text":"Sae."}}"#)
            }
            guard question.url.contains("getPosts"), other["app.bsky.feed.getPosts"] == nil else {
                return server(other)(question)
            }
            let posts = question.url.split(separator: "uris=").dropFirst().map { part in
                let uri = String(part.prefix { $0 != "&" }).replacing("%3A", with: ":").replacing("%2F", with: "/")
                let names = ["replyCount", "repostCount", "likeCount", "quoteCount"]
                let fields = names.map { #""\#($0)":\#(counts[$0] ?? "0")"# }.joined(separator: ",")
                return #"{"uri":"\#(uri)",\#(fields)}"#
            }
            return answer(200, #"{"posts":[\#(posts.joined(separator: ","))]}"#)
        }
    }

    private func prepared(
        _ parcel: Parcel, arrived age: Span? = .minutes(1), _ reply: (Question) -> Exchange
    ) throws -> Preparation {
        let kind = try bluesky { $0.edit = "replace" }
        var briefing = briefing()
        briefing.copyArrivedAt = age.map { briefing.now - $0 }
        return try converse {
            kind.prepare(parcel, briefing, answers: $0)
        } reply: {
            reply($0)
        }.value
    }

    @Test("old records go and new ones come in one request, which follows the commit that was read")
    func replaces() throws {
        let parcel = try parcel()
        guard case .ready(let holes, _) = try prepared(parcel, serverWithPost()) else {
            Issue.record("There are no reactions, so the post is replaced.")
            return
        }
        let body = try JSON(reading: try parcel.filled(holes))
        #expect(parcel.url.hasSuffix("applyWrites"))
        #expect(body["swapCommit"] == .text(cid))
        let writes = body["writes"]?.elements ?? []
        #expect(writes.map { $0["$type"]?.text?.split(separator: "#").last } == ["delete", "create"])
        #expect(writes.first?["rkey"] == .text(old))
        #expect(writes.last?.at("value", "text") == .text(edited))
        let rootKey = try #require(successors(1).first)
        #expect(writes.last?["rkey"] == .text(rootKey))
        #expect(rootKey != old)
        let uri = "at://\(did)/app.bsky.feed.post/\(rootKey)"
        let results = #"{"results":[{"$type":"x#deleteResult"},{"uri":"\#(uri)","cid":"c"}]}"#
        let outcome = try bluesky().outcome(of: answer(200, results), for: parcel, body: try parcel.filled(holes))
        #expect(outcome == .accepted(RemotePost(id: uri, url: "https://bsky.app/profile/\(did)/post/\(rootKey)")))
    }

    @Test(
        "a reaction, or a count that is missing, holds the edit back with the way on",
        arguments: [
            (["replyCount": "1"], "1 reply"), (["repostCount": "2"], "2 reposts"), (["likeCount": "1"], "1 like"),
            (["quoteCount": "1"], "1 quote"), (["likeCount": "null"], "unclear"), (["likeCount": "-1"], "unclear"),
        ])
    func reactions(counts: [String: String], word: String) throws {
        guard case .ended(.refused(let words)) = try prepared(parcel(), serverWithPost(counts)) else {
            Issue.record("The post stays as it is.")
            return
        }
        #expect(words.contains(word))
        #expect(words.contains("“cancel”"))
    }

    @Test(
        "an answer that shows nothing holds the edit back",
        arguments: [(200, #"{"posts":[]}"#), (200, "<html>"), (502, #"{"error":"UpstreamFailure"}"#), (404, "")])
    func unclear(status: Int, body: String) throws {
        let reply = serverWithPost(other: ["app.bsky.feed.getPosts": answer(status, body)])
        guard case .ended(.refused(let words)) = try prepared(parcel(), reply) else {
            Issue.record("The post stays as it is.")
            return
        }
        #expect(words.contains("unclear"))
    }

    @Test(
        "after ten minutes, or if the time is unknown, the edit waits for the author",
        arguments: [Span.minutes(11), nil])
    func late(age: Span?) throws {
        guard case .ended(.refused(let words)) = try prepared(parcel(), arrived: age, serverWithPost()) else {
            Issue.record("The post stays as it is.")
            return
        }
        #expect(words.contains("10 min"))
    }

    @Test("a thread answers to itself: those replies do not count, one more does")
    func thread() throws {
        let parcel = try parcel(at: "\(id)?parts=3")
        // Of each of three parts the server shows one reply, and only two are the thread's own.
        guard case .ended(.refused(let words)) = try prepared(parcel, serverWithPost(["replyCount": "1"])) else {
            Issue.record("There is one more answer.")
            return
        }
        #expect(words.contains("1 reply"))
        // Until the service has counted the thread's own replies, it may not have counted those of others either.
        guard case .ended(.refused(let lagging)) = try prepared(parcel, serverWithPost()) else {
            Issue.record("The counts are not complete.")
            return
        }
        #expect(lagging.contains("unclear"))
    }

    @Test("a thread without reactions is replaced as a whole, also by one post")
    func wholeThread() throws {
        let parcel = try parcel(at: "\(id)?parts=3")
        let rest = serverWithPost(["replyCount": "1"])
        let preparation = try prepared(parcel) { question in
            guard question.url.contains("getPosts"), case .success(let found) = rest(question) else {
                return rest(question)
            }
            // The last part has no reply.
            var body = String(decoding: found.body, as: UTF8.self)
            if let last = body.firstRange(of: "3l23456723656\",\"replyCount\":1") {
                body.replaceSubrange(last, with: "3l23456723656\",\"replyCount\":0")
            }
            return answer(200, body)
        }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        let writes = try JSON(reading: try parcel.filled(holes))["writes"]?.elements ?? []
        let verbs = writes.map { $0["$type"]?.text?.split(separator: "#").last }
        #expect(verbs == ["delete", "delete", "delete", "create"])
    }

    @Test("if the old post is gone, the new one decides: there, the edit arrived; else the copy was deleted")
    func repeated() throws {
        let parcel = try parcel()
        let post = try #require(BlueskyPost(parcel))
        let there = JSON.object(["value": .object(post.knownRoot(account: did, address: nil))]).written
        for number in [1, 20] {
            let rootKey = try #require(successors(number).last)
            let found = try prepared(parcel, serverWith(rootKey, there))
            #expect(found == .ended(.accepted(BlueskyCopy(account: did, key: rootKey, parts: 1).record)))
        }
        guard case .ended(.gone) = try prepared(parcel, server()) else {
            Issue.record("There is nothing to replace.")
            return
        }
    }

    /// The keys of the texts that took the place of the old post.
    private func successors(_ count: Int) throws -> [String] {
        Array(BlueskyCopy(account: did, key: old, parts: 1).laterKeys.prefix(count))
    }

    /// A server that has only this post, without reactions.
    private func serverWith(_ key: String, _ record: String) -> (Question) -> Exchange {
        let rest = serverWithPost()
        return { question in
            guard question.url.contains("getRecord") else { return rest(question) }
            return question.url.hasSuffix(".post&rkey=\(key)") ? answer(200, record) : server()(question)
        }
    }

    @Test(
        "a later text of a store that was lost is what the author is shown, what an edit replaces and what a deletion deletes",
        arguments: [1, 2, 20])
    func followed(number: Int) throws {
        let (kind, parcel) = (try bluesky { $0.edit = "replace" }, try parcel())
        let later = try #require(successors(number).last)
        let reply = serverWith(later, #"{"uri":"at://x","cid":"\#(cid)","value":{"text":"Later."}}"#)
        let reading = try converse {
            kind.copies.readCopy(id, of: parcel, briefing(), answers: $0)
        } reply: {
            reply($0)
        }.value
        #expect(reading == .there(Standing([.text: "Later."])))

        guard case .ready(let holes, _) = try prepared(parcel, reply) else {
            Issue.record("The later text is replaced.")
            return
        }
        let writes = try JSON(reading: try parcel.filled(holes))["writes"]?.elements ?? []
        let next = try #require(BlueskyCopy(account: did, key: later, parts: 1).laterKeys.first)
        #expect(writes.map { $0["rkey"]?.text } == [later, next])

        let deletion = try Parcel(
            encoded: kind.freeze(note(edited), as: .delete, facts: nil, key: key).payload
        ).addressed(to: id)
        guard case .ready(let deleted, _) = try prepared(deletion, reply) else {
            Issue.record("The later text is deleted.")
            return
        }
        let deletions = try JSON(reading: try deletion.filled(deleted))["writes"]?.elements ?? []
        #expect(deletions.map { $0["rkey"]?.text } == [later])
    }

    @Test("the wanted text that is there already is found under its own address")
    func ownText() throws {
        let (kind, parcel) = (try bluesky { $0.edit = "replace" }, try parcel())
        let later = try #require(successors(1).first)
        let reply = serverWith(later, #"{"uri":"at://x","cid":"\#(cid)","value":{"text":"\#(edited)"}}"#)
        let reading = try converse {
            kind.copies.readCopy(id, of: parcel, briefing(), answers: $0)
        } reply: {
            reply($0)
        }.value
        #expect(reading == .unreadable)
    }

    @Test("an edit that an earlier version sent under another key is found there")
    func earlierVersion() throws {
        let (kind, parcel) = (try bluesky { $0.edit = "replace" }, try parcel())
        let post = try #require(BlueskyPost(parcel))
        let values = BlueskyPost.Values(
            account: did, address: nil, texts: post.texts(address: nil), mentioned: [:], blobs: [:])
        var briefing = briefing()
        briefing.lastRequest = Array(try post.request(values, replacing: [.object([:])], after: cid).written.utf8)
        let there = JSON.object(["value": .object(post.knownRoot(account: did, address: nil))]).written
        let reply = serverWith(post.rootKey, there)
        let found = try converse {
            kind.prepare(parcel, briefing, answers: $0)
        } reply: {
            reply($0)
        }.value
        #expect(found == .ended(.accepted(BlueskyCopy(account: did, key: post.rootKey, parts: 1).record)))
    }

    @Test("the request that another write overtook is made again from another look")
    func overtaken() throws {
        let kind = try bluesky { $0.edit = "replace" }
        for body in [#"{"error":"InvalidSwap","message":"Commit was at b"}"#, #"{"error":"Inva"#] {
            #expect(try kind.outcome(of: answer(400, body), for: parcel(), body: []).word == "overtaken", "\(body)")
        }
        #expect(kind.traits(nil).rebuilt.contains(.edit))
        #expect(!kind.traits(nil).rebuilt.contains(.create))
    }

    @Test("an edit whose text cannot be read deletes nothing")
    func unreadable() throws {
        let parcel = try parcel()
        var identity = parcel.identity
        identity["post"] = "{}"
        let damaged = Parcel(
            method: parcel.method, url: parcel.url, headers: parcel.headers, body: parcel.body, key: parcel.key,
            identity: identity)
        guard case .ended(.refused) = try prepared(damaged, serverWithPost()) else {
            Issue.record("A damaged edit must not become a deletion.")
            return
        }
    }
}

@Suite("A look-up at Bluesky after a restore")
struct BlueskyRestoringTests {
    @Test("finds the copy under its own key or under that of an edit since, with as many parts as it has there")
    func replaced() throws {
        let kind = try bluesky { $0.edit = "replace" }
        let parcel = try parcel(kind, try manuscript(body: "Words.", address: .known(address)))
        let post = try #require(BlueskyPost(parcel))
        let later = try #require(
            BlueskyCopy(account: did, key: post.rootKey, parts: 1).laterKeys.dropFirst().first)
        let keys = BlueskyCopy(account: did, key: later, parts: 3).keys
        func find(_ there: [String], isRestored: Bool) throws -> LookUpResult {
            var briefing = briefing(sent: noon - .days(1))
            briefing.isRestored = isRestored
            return try converse {
                kind.lookUp(parcel, body: [], briefing, answers: $0)
            } reply: { question in
                guard question.url.contains("getRecord"),
                    there.contains(where: { question.url.hasSuffix("rkey=\($0)") })
                else {
                    return server()(question)
                }
                return answer(200, #"{"uri":"at://x","cid":"\#(cid)","value":{"text":"Later words."}}"#)
            }.value
        }
        let found = LookUpResult.found(BlueskyCopy(account: did, key: later, parts: 3).record)
        #expect(try find(keys, isRestored: true) == found)
        #expect(try find(keys, isRestored: false) == .absent)
        let own = LookUpResult.found(BlueskyCopy(account: did, key: post.rootKey, parts: 1).record)
        #expect(try find([post.rootKey], isRestored: true) == own)
        #expect(try find([], isRestored: true) == .absent)
    }
}
