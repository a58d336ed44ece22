import HTTPValues
import JSONTree
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

private func failed(_ status: Int, _ words: String) -> Exchange {
    answer(status, #"{"code":\#(status),"error_msg":\#(JSON.quoted(words))}"#)
}

private let missing = failed(404, "Collection page doesn't exist.")

@Suite("WriteFreely")
struct WriteFreelyTests {
    private func blog(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
        try http("writefreely", change)
    }

    /// The post as the server shows it.
    private func entry(
        _ parcel: Parcel, id: String = "abc123", body: String? = nil, title: String? = nil, created: String? = nil
    ) throws -> JSON {
        let sent = try JSON(reading: Array(parcel.predictedBody.utf8))
        return .object([
            "id": .text(id), "slug": .text("hello"), "title": title.map { .text($0) } ?? sent["title"] ?? .null,
            "body": body.map { .text($0) } ?? sent["body"] ?? .null,
            "created": created.map { .text($0) } ?? sent["created"] ?? .null,
        ])
    }

    private func data(_ json: JSON, status: Int = 200) -> Exchange {
        answer(status, JSON.object(["code": .number(status), "data": json]).written)
    }

    /// Answers for the account and its blog, and otherwise those of `reply`.
    private func server(_ reply: @escaping (Question) -> Exchange) -> (Question) -> Exchange {
        { question in
            if question.url.hasSuffix("/api/me") { return self.data(.object(["username": .text("ada")])) }
            if question.url.hasSuffix("/api/me/collections") {
                let blog: JSON = .object(["alias": .text("ada"), "url": .text("https://service.example/ada/")])
                return self.data(.list([blog]))
            }
            return reply(question)
        }
    }

    @Test("the text is the Markdown that pages show, and the tags follow it")
    func text() throws {
        let kind = try blog()
        var post = try manuscript(
            body:
                "Hi! <!-- a secret --> #Swift[^1]\n\n[//]: # (another secret)\n\n[^1]: Note\n\n![A boat](media:0123456789abcdef)"
        )
        post.media = []
        let frozen = try kind.freeze(post, as: .create, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload)
        let body = try #require(JSON(reading: Array(parcel.predictedBody.utf8))["body"]?.text)
        #expect(body.hasPrefix("Hi!  #Swift\\[1\\]\n"), "\(body)")
        #expect(!body.contains("secret") && !body.contains("media:") && body.contains("(A boat)"))
        #expect(body.hasSuffix("\n\n#OpenSource"))
        #expect(frozen.preview.losses.contains { $0.contains("stores no pictures") })
        #expect(frozen.preview.warnings.contains { $0.contains("footnotes") })
        #expect(frozen.preview.predictedAddress == "https://service.example/ada/hello")
        #expect(!text(parcel.url).contains("secret"))
        let quiet = try blog { $0.own["hashtags"] = "none" }
        #expect(
            !(try Targets.Parcel(encoded: quiet.freeze(post, as: .create, facts: nil, key: key).payload))
                .predictedBody.contains("pen"))
    }

    private func text(_ text: String) -> String { text }

    @Test("no post is ahead of the server's clock, which would keep it from ever being federated")
    func date() throws {
        let kind = try blog()
        let parcel = try parcel(kind, try manuscript())
        let reply = server { _ in
            answer(
                404, #"{"code":404,"error_msg":"Collection page doesn't exist."}"#,
                [HTTPHeader("Date", "Tue, 01 Dec 2026 08:00:00 GMT")])
        }
        let (end, asked) = try converse({ kind.prepare(parcel, briefing(), answers: $0) }, reply: reply)
        guard case .ready(let holes, let facts?) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(holes[WriteFreelyTarget.dateHole] == #""2026-12-01T08:00:00Z""#)
        #expect(kind.traits(facts).account == "ada at service.example" && kind.traits(facts).isServerKnown)
        #expect(asked.allSatisfy { !$0.isMutation && $0.headers.first("Content-Type") == "application/json" })
        // With the facts, only the slug is asked for.
        let again = try converse({ kind.prepare(parcel, briefing(facts), answers: $0) }, reply: reply)
        #expect(again.asked.map(\.url) == ["https://service.example/api/collections/ada/posts/hello"])
    }

    @Test(
        "a used slug is refused, except by the post itself after a lost answer", arguments: [nil, noon - .seconds(9)])
    func slug(sent: Instant?) throws {
        let kind = try blog()
        let parcel = try parcel(kind, try manuscript())
        let found = try entry(parcel)
        let end = try converse(
            { kind.prepare(parcel, briefing(sent: sent), answers: $0) },
            reply: server { _ in
                self.data(found)
            }
        ).value
        switch end {
        case .ended(.accepted(let record)):
            #expect(sent != nil && record == RemotePost(id: "abc123", url: "https://service.example/ada/hello"))
        case .ended(.refused(let words)): #expect(sent == nil && words.contains("“hello”"))
        default: Issue.record("\(end)")
        }
        let emptied = try converse(
            { kind.prepare(parcel, briefing(sent: sent), answers: $0) },
            reply: server { _ in
                failed(410, "Post unpublished by author.")
            }
        ).value
        guard case .ended(.refused) = emptied else {
            Issue.record("\(emptied)")
            return
        }
    }

    @Test(
        "after a lost answer a post is found under its slug, or in the list under another, and no other is taken for it"
    )
    func lookUp() throws {
        let kind = try blog()
        let parcel = try parcel(kind, try manuscript())
        let body = Array(parcel.predictedBody.utf8)
        func finding(_ slug: Exchange, _ lists: [[JSON]]) throws -> (LookUpResult, Int) {
            var pages = 0
            let result = try converse(
                { kind.lookUp(parcel, body: body, briefing(), answers: $0) },
                reply: server { question in
                    guard question.url.contains("?page=") else { return slug }
                    pages += 1
                    return self.data(.object(["posts": .list(pages <= lists.count ? lists[pages - 1] : [])]))
                }
            ).value
            return (result, pages)
        }
        let mine = try entry(parcel)
        let other = try entry(parcel, id: "other", body: "Something else", created: "2026-12-01T10:00:00Z")
        let mineLater = try entry(parcel, created: "2026-12-01T09:00:01Z")
        let signed = try entry(
            parcel, body: (mine["body"]?.text ?? "") + "\n\nYours, Ada", created: "2026-12-01T04:00:00-05:00")
        #expect(
            try finding(data(mine), []).0 == .found(RemotePost(id: "abc123", url: "https://service.example/ada/hello")))
        for copy in [mine, signed] {
            guard case .found = try finding(data(other), [[other], [other, copy]]).0 else {
                Issue.record("not found in the list")
                continue
            }
        }
        // The same time and no title is not enough: another of our own may be.
        let untitled = try Targets.Parcel(
            encoded: kind.freeze(try manuscript(title: nil), as: .create, facts: nil, key: key).payload)
        let neighbour = try entry(untitled, id: "n", body: "Another note")
        let end = try converse(
            { kind.lookUp(untitled, body: Array(untitled.predictedBody.utf8), briefing(), answers: $0) },
            reply: server { question in
                question.url.contains("?page=1")
                    ? self.data(.object(["posts": .list([neighbour])]))
                    : question.url.contains("?page=") ? self.data(.object(["posts": .list([])])) : missing
            }
        ).value
        #expect(end == .absent)
        let old = try entry(parcel, id: "old", body: "Old", created: "2026-11-30T00:00:00Z")
        let older = try entry(parcel, id: "older", body: "Older", created: "2026-11-29T00:00:00Z")
        let (absent, pages) = try finding(missing, [[other], [old, older], [mine]])
        #expect(absent == .absent && pages == 2)
        // Words alone are not enough: a person may have written the same, and where the oldest is first there is no end.
        #expect(try finding(missing, [[mineLater]]).0 == .absent)
        guard case .found = try finding(missing, [[old, other], [other, mine]]).0,
            case .unclear = try finding(missing, (0..<30).map { _ in [old, other] }).0
        else {
            Issue.record("a blog that begins with its first post is searched to the end, or not at all")
            return
        }
    }

    @Test("the server's words for a post that is not there, or not this account's, end no edit wrongly")
    func changes() throws {
        let kind = try blog()
        func parcel(_ change: DeliveryKind) throws -> Parcel {
            try Parcel(encoded: kind.freeze(try manuscript(), as: change, facts: nil, key: key).payload).addressed(
                to: "abc123")
        }
        let edit = try parcel(.edit)
        #expect(edit.url == "https://service.example/api/posts/abc123" && !edit.predictedBody.contains("created"))
        let body = Array(edit.predictedBody.utf8)
        for (reply, word) in [
            (failed(401, "Invalid editing credentials."), "refused"), (failed(401, "Invalid access token."), "denied"),
            (failed(400, "Authorization token required."), "denied"),
            (failed(410, "Post unpublished by author."), "unknown"),
            (failed(500, "This is an unhelpful error message."), "unknown"), (answer(200, "<html>"), "unknown"),
            (data(try entry(edit)), "accepted"), (data(try entry(edit, id: "other")), "unknown"),
            (data(try entry(edit, body: "Something else")), "unknown"),
            (answer(404, "404 page not found"), "misconfigured"),
        ] {
            #expect(kind.outcome(of: reply, for: edit, body: body).word == word, "\(reply)")
        }
        let deletion = try parcel(.delete)
        for (reply, word) in [
            (answer(204), "accepted"), (failed(500, "This is an unhelpful error message."), "unknown"),
            (failed(404, "Post not found."), "refused"),
            (failed(403, "Post not found, or you're not the owner."), "refused"),
        ] {
            #expect(kind.outcome(of: reply, for: deletion, body: []).word == word, "\(reply)")
        }
    }

    @Test("a copy that is gone, emptied, or at another server")
    func copies() throws {
        let kind = try blog()
        let parcel = try parcel(kind, try manuscript())
        func reading(_ reply: Exchange, at address: String? = nil, isHidden: Bool = false) throws -> CopyReading {
            var briefing = briefing()
            briefing.parent = RemotePost(id: "abc123", url: address)
            return try converse(
                { kind.copies.readCopy("abc123", of: parcel, briefing, answers: $0) },
                reply: server { question in
                    let own: JSON = .object(["id": .text(isHidden ? "abc123" : "another")])
                    return question.url.hasSuffix("/me/posts") ? self.data(.list([own])) : reply
                }
            ).value
        }
        let gone = failed(404, "Post not found.")
        guard case .gone = try reading(gone), case .gone = try reading(gone, at: "https://service.example/ada/hello"),
            case .failed(.misconfigured) = try reading(gone, at: "https://former.example/ada/hello"),
            case .failed(.misconfigured) = try reading(gone, isHidden: true),
            case .failed(.misconfigured) = try reading(
                failed(401, "You don't have permission to access this collection.")),
            case .there(let emptied) = try reading(failed(410, "Post unpublished by author.")),
            case .there(let there) = try reading(data(try entry(parcel)))
        else {
            Issue.record("misread")
            return
        }
        let sent = try #require(kind.copies.standing(sent: Array(parcel.predictedBody.utf8), parcel, facts: nil))
        #expect(there.differences(from: sent).isEmpty && !emptied.differences(from: sent).isEmpty)
    }

    @Test("the login gives a token for a name and a password, which no message has")
    func login() throws {
        let login = try TargetLogin(settings("writefreely") { $0.own["blog"] = "ada" })
        func end(_ reply: Exchange) throws -> LoginStep {
            guard case .ask(_, _, isSecret: false) = login.next([], random: []),
                case .ask(_, _, isSecret: true) = login.next([.typed("ada")], random: []),
                case .send(let request) = login.next([.typed("ada"), .typed("pass word")], random: [])
            else { throw EndlessDialogue() }
            #expect(request.carriesCredentials && request.url == "https://service.example/api/auth/login")
            return login.next([.typed("ada"), .typed("pass word"), .exchange(reply)], random: [])
        }
        #expect(try end(answer(200, #"{"code":200,"data":{"access_token":"t-1"}}"#)) == .done("t-1"))
        for reply in [
            failed(401, "Incorrect password. pass word"), failed(429, "You're doing that too much."), answer(200, "{}"),
        ] {
            guard case .failed(let error) = try end(reply) else {
                Issue.record("\(reply)")
                continue
            }
            #expect(!error.description.contains("pass word"))
        }
        #expect(login.next([.typed("token"), .typed("t-2")], random: []) == .done("t-2"))
    }
}
