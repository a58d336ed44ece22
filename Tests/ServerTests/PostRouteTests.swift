import Foundation
import JSONTree
import Posts
import Testing
import Wire

@testable import Server

@Suite struct PostRouteTests {
    @Test("an unknown field is an error with the nearest name, and nothing is saved")
    func unknownFields() async throws {
        try await House.open { house in
            let typo = try await house.web.json("POST", "/v1/posts", #"{"tilte":"Lost","body":"x"}"#)
            #expect(typo.status == 422)
            let problem = try house.problem(typo)
            #expect(problem.word == "bad-field" && problem.field == "tilte")
            #expect(problem.words.contains("Did you mean “title”?"))
            let far = try await house.web.json("POST", "/v1/posts", #"{"title":"x","mood":"fine"}"#)
            #expect(try house.problem(far).words.contains("Known are author, body,"))
            #expect(try await house.web.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self).items.isEmpty)
            let post = try await house.web.json("POST", "/v1/posts", #"{"title":"Kept"}"#).json(PostBody.self)
            let warned = #"{"overrides":{"fediverse":{"text":"x","warnng":"spiders"}}}"#
            let unwarned = try await house.web.json("POST", "/v1/posts", warned)
            #expect(try house.problem(unwarned).words.contains("Did you mean “warning”?"))
            let wish = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"too":["blog"]}"#)
            #expect(wish.status == 422)
        }
    }

    @Test("lists by the last save and by title, and texts with their targets")
    func ordersAndTexts() async throws {
        try await House.open { house in
            var ids: [String] = []
            for title in ["Beta", "alpha", "Gamma"] {
                let draft = #"{"title":"\#(title)","body":"The \#(title) text"}"#
                ids.append(try await house.web.json("POST", "/v1/posts", draft).json(PostBody.self).id)
                house.clock.advance(by: .seconds(1))
            }
            let edit = try await house.web.json(
                "PUT", "/v1/posts/\(ids[0])", #"{"title":"Beta","body":"Once more"}"#, headers: ["If-Match": "\"1\""])
            #expect(edit.status == 200)
            func titles(_ query: String) async throws -> [String?] {
                try await house.web.send("GET", "/v1/posts?\(query)").json(PageBody<PostSummaryBody>.self).items.map(
                    \.title)
            }
            #expect(try await titles("order=edited") == ["Beta", "Gamma", "alpha"])
            #expect(try await titles("order=title") == ["alpha", "Beta", "Gamma"])
            #expect(try await titles("order=date") == ["Gamma", "alpha", "Beta"])
            for query in ["order=rank", "order=edited&search=text", "order=size", "order=size&find=text"] {
                let refused = try await house.web.send("GET", "/v1/posts?\(query)")
                #expect(refused.status == 400, "\(query)")
                #expect(try house.problem(refused).words.contains("Use one of date, "))
            }
            // What a user types decides which order there is.
            for (query, words) in [
                ("order=edited&find=text", "text"), ("order=rank&find=text+state:draft", "text"),
                ("order=state", nil), ("order=title&find=state:draft", nil), ("order=rank&find=+", nil), ("", nil),
            ] {
                let page = try await house.web.send("GET", "/v1/posts?\(query)").json(PageBody<PostSummaryBody>.self)
                #expect(page.words == words && page.items.count >= 2, "\(query)")
            }
            let texts = try await house.web.send("GET", "/v1/texts?containing=TEXT").json(PageBody<PostTextBody>.self)
            #expect(texts.items.map(\.title) == ["alpha", "Gamma"])
            #expect(texts.items.map(\.body) == ["The alpha text", "The Gamma text"])
            for words in ["", String(repeating: "x", count: 1001)] {
                #expect(try await house.web.send("GET", "/v1/texts?containing=\(words)").status == 400)
            }
        }
    }

    @Test("an unknown field is named by its path, at every depth and in lists")
    func nestedUnknownFields() async throws {
        try await House.open { house in
            let window = #"{"width":800,"height":600,"keyboard":{"x":0,"y":0,"width":1,"height":1,"depth":1}}"#
            for (method, path, body, field) in [
                ("PUT", "/v1/windows/w-7k2m9qv4x1ab", window, "keyboard.depth"),
                ("POST", "/v1/posts", #"{"overrides":{"blog":{"txt":"x"}}}"#, "overrides.blog.txt"),
                (
                    "POST", "/v1/imports", #"{"format":"markdown","items":[{"source":"a","draft":{"titel":"x"}}]}"#,
                    "items[0].draft.titel"
                ),
            ] {
                let answer = try await house.web.json(method, path, body)
                #expect(answer.status == 422, "\(path)")
                #expect(try house.problem(answer).field == field)
            }
        }
    }

    @Test("a letter with endless marks is refused in whatever field it stands, and one with many is text")
    func endlessMarks() async throws {
        try await House.open { house in
            let many = String(repeating: "\u{301}\u{327}", count: 128)
            let endless = many + "\u{301}"
            for (path, body, field) in [
                ("/v1/posts", #"{"title":"x"}"#, "title"),
                ("/v1/posts", #"{"overrides":{"blog":{"text":"x"}}}"#, "overrides.blog.text"),
                ("/v1/imports", #"{"format":"html","items":[{"source":"a"},{"source":"x"}]}"#, "items[1].source"),
            ] {
                let body = body.replacing("\"x\"", with: "\"e\(endless)\"")
                let answer = try await house.web.json("POST", path, body)
                #expect(answer.status == 422, "\(path)")
                #expect(try house.problem(answer).field == field)
            }
            for (marks, status) in [(many, 201), (endless, 422)] {
                let file = ["Content-Type": "text/markdown"]
                #expect(try await house.web.json("POST", "/v1/posts", "{\"title\":\"e\(marks)\"}").status == status)
                #expect(
                    try await house.web.send("POST", "/v1/posts", headers: file, body: "e\(marks)").status == status)
            }
        }
    }

    @Test("a whole number beyond 64 bits is named, and not called invalid JSON")
    func longIntegers() async throws {
        try await House.open { house in
            for number in ["9223372036854775808", "-99999999999999999999", "1e30"] {
                let answer = try await house.local.json("POST", "/v1/users", #"{"name":"ada","uid":\#(number)}"#)
                #expect(answer.status == 422, "\(number)")
                #expect(try house.problem(answer).field == "uid", "\(number)")
            }
        }
    }

    @Test("a post can be sent back unchanged")
    func sentBack() async throws {
        try await House.open { house in
            let draft = #"{"title":"Whole","body":"x","date":"2026-12-01 09:00","zone":"Asia/Tokyo","tags":["a"]}"#
            let given = try await house.web.json("POST", "/v1/posts", draft)
            let post = try given.json(PostBody.self)
            let back = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", given.text.replacing("Whole", with: "Changed"),
                headers: ["If-Match": "\"1\""])
            #expect(back.status == 200)
            let changed = try back.json(PostBody.self)
            #expect(changed.title == "Changed" && changed.date == post.date && changed.tags == ["a"])
            // Its slug came from the title, and follows it.
            #expect(changed.slug == "changed" && !changed.isSlugChosen)
            // A slug that was changed there is the author's.
            let own = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", back.text.replacing(#""changed""#, with: #""own""#),
                headers: ["If-Match": "\"2\""]
            ).json(PostBody.self)
            #expect(own.slug == "own" && own.isSlugChosen)
        }
    }

    @Test(
        "a date with an offset keeps it, a fixed offset is a zone, and a zone that is named shows the date by its clocks",
        arguments: [
            (#""date":"2027-01-05T09:00+05:30""#, "2027-01-05T09:00", "+05:30", "2027-01-05T09:00:00+05:30"),
            (#""date":"2027-01-05 09:00","zone":"+05:30""#, "2027-01-05T09:00", "+05:30", "2027-01-05T09:00:00+05:30"),
            (
                #""date":"2027-01-05T09:00+05:30","zone":"Asia/Tokyo""#, "2027-01-05T12:30", "Asia/Tokyo",
                "2027-01-05T12:30:00+09:00"
            ),
            (
                #""date":"2027-01-05T03:30Z","zone":"+05:30""#, "2027-01-05T09:00", "+05:30",
                "2027-01-05T09:00:00+05:30"
            ),
            (#""date":"2027-01-05T09:00+00:00""#, "2027-01-05T09:00", "Europe/Lisbon", "2027-01-05T09:00:00+00:00"),
            (#""date":"2027-07-05T09:00","zone":"+00:00""#, "2027-07-05T09:00", "UTC", "2027-07-05T09:00:00+00:00"),
            (#""date":"2027-07-05T09:00Z""#, "2027-07-05T10:00", "Europe/Lisbon", "2027-07-05T10:00:00+01:00"),
        ])
    func offsets(fields: String, local: String, zone: String, instant: String) async throws {
        try await House.open { house in
            let given = try await house.web.json("POST", "/v1/posts", "{\(fields)}")
            let post = try given.json(PostBody.self)
            #expect(post.date == DateBody(local: local, zone: zone, instant: instant))
            let back = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", given.text.replacing(#""body":"""#, with: #""body":"x""#),
                headers: ["If-Match": "\"1\""])
            #expect(try back.json(PostBody.self).date == post.date, "\(back.text)")
        }
    }

    @Test("a post is created, read, changed and found again")
    func keepsPosts() async throws {
        try await House.open { house in
            let made = try await house.web.json(
                "POST", "/v1/posts",
                #"{"title":"Été à Lisbonne","body":"*Oui.*\n","tags":["a","b","A"],"date":"2026-12-01 09:00"}"#)
            #expect(made.status == 201)
            #expect(made.header("ETag") == "\"1\"")
            let post = try made.json(PostBody.self)
            #expect(made.header("Location") == "/v1/posts/\(post.id)")
            #expect(post.slug == "été-à-lisbonne")
            #expect(post.tags == ["a", "b"])
            #expect(
                post.date
                    == DateBody(
                        local: "2026-12-01T09:00", zone: "Europe/Lisbon", instant: "2026-12-01T09:00:00+00:00"))
            for name in [post.id, "%C3%A9t%C3%A9-%C3%A0-lisbonne", String(post.id.prefix(5))] {
                #expect(try await house.web.send("GET", "/v1/posts/\(name)").json(PostBody.self) == post)
            }
            var draft = post.draft
            draft.body = "Non.\n"
            let body = String(decoding: try JSONCoding.encode(draft), as: UTF8.self)
            let saved = try await house.web.json("PUT", "/v1/posts/\(post.id)", body, headers: ["If-Match": "\"1\""])
            #expect(saved.header("ETag") == "\"2\"")
            #expect(try saved.json(PostBody.self).body == "Non.\n")
            let old = try await house.web.send("GET", "/v1/posts/\(post.id)/revisions/1").json(RevisionBody.self)
            #expect(old.draft == post.draft)
            #expect(try await house.web.send("GET", "/v1/posts/\(post.id)/revisions/9").status == 404)
            let sittings = try await house.web.send("GET", "/v1/posts/\(post.id)/revisions").json(
                PageBody<SittingBody>.self)
            #expect(sittings.items.map(\.lastRevision) == [2])
            let all = try await house.web.send("GET", "/v1/posts/\(post.id)/revisions?all").json(
                PageBody<SittingBody>.self)
            #expect(all.items.map(\.lastRevision) == [2, 1])
        }
    }

    @Test("no text is overwritten unseen")
    func wantsRevision() async throws {
        try await House.open { house in
            let post = try await house.write()
            let path = "/v1/posts/\(post.id)"
            let blind = try await house.web.json("PUT", path, #"{"body":"x"}"#)
            #expect(blind.status == 428)
            #expect(
                try await house.web.json("PUT", path, #"{"body":"x"}"#, headers: ["If-Match": "W/\"1\""]).status == 200)
            let stale = try await house.web.json("PUT", path, #"{"body":"y"}"#, headers: ["If-Match": "\"1\""])
            #expect(stale.status == 412)
            #expect(stale.header("ETag") == "\"2\"")
            #expect(try house.problem(stale).revision == 2)
            for odd in ["3", "\"x\"", "\"\"", "\"1\", \"2\""] {
                #expect(try await house.web.json("PUT", path, "{}", headers: ["If-Match": odd]).status == 400, "\(odd)")
            }
            #expect(try await house.web.json("PUT", path, #"{"body":"z"}"#, headers: ["If-Match": "*"]).status == 200)
        }
    }

    @Test("sending a creation twice creates one post; the key with other content is refused")
    func createsOnce() async throws {
        try await House.open { house in
            let key = ["Idempotency-Key": "k1"]
            let first = try await house.web.json("POST", "/v1/posts", #"{"title":"One"}"#, headers: key)
            let second = try await house.web.json("POST", "/v1/posts", #"{"title":"One"}"#, headers: key)
            #expect(try first.json(PostBody.self).id == second.json(PostBody.self).id)
            let other = try await house.web.json("POST", "/v1/posts", #"{"title":"Two"}"#, headers: key)
            #expect(try house.problem(other).word == "key-reused")
            let list = try await house.web.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self)
            #expect(list.items.count == 1)
            let long = ["Idempotency-Key": String(repeating: "k", count: 300)]
            #expect(try await house.web.json("POST", "/v1/posts", "{}", headers: long).status == 400)
        }
    }

    @Test("a Markdown file is accepted unchanged, front matter included")
    func takesMarkdown() async throws {
        try await House.open { house in
            let text = "---\ntitle: From a file\ntags: [one, two]\ndate: 2026-12-24 18:00\n---\n\n# Words\n"
            let answer = try await house.web.send(
                "POST", "/v1/posts", headers: ["Content-Type": "text/markdown"], body: text)
            let post = try answer.json(PostBody.self)
            #expect(post.title == "From a file")
            #expect(post.body == "# Words\n")
            #expect(post.tags == ["one", "two"])
            let wrong = try await house.web.send(
                "POST", "/v1/posts", headers: ["Content-Type": "text/markdown"], body: "---\ntitle: [\n---\n")
            #expect(try house.problem(wrong).word == "bad-front-matter")
        }
    }

    @Test("a file may say whether it is a draft; targets, which a post does not store, are refused with a reason")
    func wordsOfPublishing() async throws {
        try await House.open { house in
            func post(_ line: String) async throws -> Caller.Answer {
                try await house.web.send(
                    "POST", "/v1/posts", headers: ["Content-Type": "text/markdown"], body: "---\n\(line)\n---\nWords\n")
            }
            for line in ["draft: true", "draft: false", "published: true", "targets: []"] {
                #expect(try await post(line).json(PostBody.self).state == "draft", "\(line)")
            }
            for line in ["targets: [blog, hook]", "to: blog, hook", "targets:\n  blog: Hi\n  hook: Ho"] {
                let refused = try house.problem(try await post(line))
                #expect(refused.status == 422 && refused.field == "targets")
                #expect(refused.title.contains("publish POST --to blog --to hook"))
            }
        }
    }

    @Test("a current revision gets 304, unless the post may be published without a new revision")
    func notModified() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let post = try await house.write()
            func status(_ tag: String) async throws -> Int {
                try await house.web.send("GET", "/v1/posts/\(post.id)", headers: ["If-None-Match": tag]).status
            }
            #expect(try await status("\"1\"") == 304)
            #expect(try await status("W/\"1\", \"7\"") == 304)
            #expect(try await status("\"2\"") == 200)
            let published = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            #expect(try await status(try #require(published.header("ETag"))) == 200)
        }
    }

    @Test("lists are filtered, searched and paged")
    func lists() async throws {
        try await House.open { house in
            for number in 1...5 {
                house.clock.advance(by: .seconds(1))
                _ = try await house.write(
                    "Post \(number)", number == 3 ? "a pangolin" : "words", number > 3 ? #","tags":["late"]"# : "")
            }
            func titles(_ query: String) async throws -> ([String?], String?) {
                let answer = try await house.web.send("GET", "/v1/posts?\(query)")
                #expect(answer.status == 200, "\(query): \(answer.text)")
                let page = try answer.json(PageBody<PostSummaryBody>.self)
                return (page.items.map(\.title), page.cursor)
            }
            let (first, cursor) = try await titles("limit=2")
            #expect(first == ["Post 5", "Post 4"])
            #expect(try await titles("limit=2&cursor=\(try #require(cursor))").0 == ["Post 3", "Post 2"])
            #expect(try await titles("tag=Late").0 == ["Post 5", "Post 4"])
            #expect(try await titles("search=pangolin").0 == ["Post 3"])
            #expect(try await titles("search=pangolin&order=rank").0 == ["Post 3"])
            #expect(try await titles("state=published").0 == [])
            #expect(try await titles("state=published&find=tag:late+state:drafts").0 == ["Post 5", "Post 4"])
            #expect(try await titles("find=tag:late+pangolin").0 == [])
            let lost = try await house.web.send("GET", "/v1/posts?find=kind:letter+tag:a,b")
            let page = try lost.json(PageBody<PostSummaryBody>.self)
            #expect(page.items.count == 5 && page.note?.contains("“kind:letter” is not known.") == true)
            #expect(page.note?.contains("“tag:a,b” has no effect. ") == true)
            // A plain search takes them for words.
            #expect(try await titles("search=tag:late").0 == [])
            #expect(try await titles("search=nothing&find=pangolin").0 == ["Post 3"])
            #expect(try await titles("since=2026-11-01T12:00:04Z").0 == ["Post 5", "Post 4"])
            #expect(try await titles("until=2026-11-01T12:00:03%2B00:00").0 == ["Post 2", "Post 1"])
            for bad in ["limit=0", "limit=x", "state=gone", "cursor=abc", "since=x", "tag=a,b"] {
                let answer = try await house.web.send("GET", "/v1/posts?\(bad)")
                #expect([400, 422].contains(answer.status), "\(bad)")
            }
        }
    }

    @Test("a “+” after the “?” is a space, as in forms, except as the sign of an offset or a duration")
    func readsForms() async throws {
        let texts = [
            "23%3A04+tomorrow": "23:04 tomorrow", "tomorrow+23:04": "tomorrow 23:04", "mon+9:00": "mon 9:00",
            "2026-11-01+09:00": "2026-11-01 09:00",
            "2026-11-01+09%3A00+Europe%2FLisbon": "2026-11-01 09:00 Europe/Lisbon",
            "2026-11-01T12:00:03+00:00": "2026-11-01T12:00:03+00:00", "2026-11-01+12:00+0100": "2026-11-01 12:00+0100",
            "2026-11-01T12:00:03%2B00:00": "2026-11-01T12:00:03+00:00",
            "2026-11-01T12:00+%2B01:00": "2026-11-01T12:00 +01:00",
            "+1d2h": "+1d2h", "%2B2h": "+2h", "+09:00": " 09:00",
        ]
        for (written, text) in texts {
            let values = try QueryText("tag=1&since=\(written)").values(of: QueryParameter.all(of: API.listPosts.route))
            #expect(try JSONCoding.decode(PostsQuery.self, from: values).since?.text == text, "\(written)")
            _ = try When(text)
        }
        #expect(QueryText("tag=old+boats&search=c%2B%2b")["tag"] == "old boats")
        #expect(QueryText("tag=old+boats&search=c%2B%2b")["search"] == "c++")
        try await House.open { house in
            let boats = #"{"title":"Boats","body":"Two","tags":["old boats"]}"#
            #expect(try await house.local.json("POST", "/v1/posts", boats).status == 201)
            for query in [
                "tag=old+boats", "search=Boats+two", "until=23:04+tomorrow", "since=2026-11-01T12:00:00+01:00",
            ] {
                let answer = try await house.local.send("GET", "/v1/posts?\(query)")
                let titles = try answer.json(PageBody<PostSummaryBody>.self).items.map(\.title)
                #expect(titles == ["Boats"], "\(query)")
            }
        }
    }

    @Test("a deleted post can be undeleted, and cannot be changed meanwhile")
    func deletes() async throws {
        try await House.open { house in
            let post = try await house.write()
            let path = "/v1/posts/\(post.id)"
            let stale = try await house.web.send("PUT", path + "/deletion", headers: ["If-Match": "\"7\""])
            #expect(stale.status == 412)
            let deleted = try await house.web.send("PUT", path + "/deletion").json(PostBody.self)
            #expect(deleted.state == "deleted")
            #expect(deleted.deletedAt != nil)
            #expect(try await house.web.json("PUT", path, "{}", headers: ["If-Match": "*"]).status == 409)
            #expect(try await house.web.send("PUT", path + "/publication").status == 409)
            let unread = try await house.web.send("DELETE", path + "/deletion", headers: ["If-Match": "\"1\""])
            #expect(unread.status == 412 && unread.header("ETag") == "\"\(deleted.revision)\"")
            #expect(try await house.web.send("DELETE", path + "/deletion").json(PostBody.self).state == "draft")
            #expect(try await house.web.send("GET", "/v1/posts/nobody-wrote-this").status == 404)
        }
    }
}
