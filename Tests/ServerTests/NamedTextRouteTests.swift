import PostStore
import Posts
import Testing
import Wire

@Suite struct NamedTextRouteTests {
    @Test("snippets are added, changed, listed by name and removed, each user's own")
    func keeps() async throws {
        try await House.open { house in
            func all() async throws -> [NamedTextBody] {
                try await house.web.send("GET", "/v1/snippets").json(PageBody<NamedTextBody>.self).items
            }
            #expect(try await all().isEmpty)
            for (name, text) in [("review", "## Review of {{book}}"), ("ending", "Yours"), ("ending", "Yours, Ada")] {
                let kept = try await house.web.json("PUT", "/v1/snippets/\(name)", #"{"text":"\#(text)"}"#)
                #expect(try kept.json(NamedTextBody.self) == NamedTextBody(name: name, text: text))
            }
            #expect(try await all().map(\.name) == ["ending", "review"])
            #expect(try await all().map(\.text) == ["Yours, Ada", "## Review of {{book}}"])
            // Both spellings of “é” are one name.
            for name in ["caf%C3%A9", "cafe%CC%81"] {
                #expect(try await house.web.json("PUT", "/v1/snippets/\(name)", #"{"text":"x"}"#).status == 200)
            }
            #expect(try await all().count == 3)
            #expect(try await house.web.send("DELETE", "/v1/snippets/cafe%CC%81").status == 204)
            let gone = try await house.web.send("DELETE", "/v1/snippets/cafe")
            #expect(gone.status == 404)
            #expect(try house.problem(gone).words.contains("There is no snippet “cafe”."))
            #expect(try await all().count == 2)
        }
    }

    @Test(
        "each kind has its own names",
        arguments: [
            ("searches/Drafts%20at%20sea", 200, ""), ("searches/a%0Ab", 422, "one line"),
            // A woman at a laptop, whose two emoji a format character joins.
            ("searches/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB%20code", 200, ""), ("keys/text.bold", 200, ""),
            ("keys/f%C3%BCr", 422, "the id of a command"), ("snippets/text.bold", 422, "behind a “/”"),
        ])
    func kinds(path: String, status: Int, words: String) async throws {
        try await House.open { house in
            let answer = try await house.web.json("PUT", "/v1/\(path)", #"{"text":"state:draft"}"#)
            #expect(answer.status == status)
            if status != 200 { #expect(try house.problem(answer).words.contains(words)) }
            var found: [String: Int] = [:]
            for name in ["searches", "keys", "snippets"] {
                let page = try await house.web.send("GET", "/v1/\(name)").json(PageBody<NamedTextBody>.self)
                found[name] = page.items.count
            }
            #expect(found.values.reduce(0, +) == (status == 200 ? 1 : 0))
            let own = String(path.prefix { $0 != "/" })
            #expect(found[own] == (status == 200 ? 1 : 0))
            let gone = try await house.web.send("DELETE", "/v1/\(path)")
            #expect(gone.status == (status == 200 ? 204 : 404))
        }
    }

    @Test(
        "a name or text that cannot be is refused in words",
        arguments: [
            ("a%20b", #"{"text":"x"}"#, "Found “ ”"),
            (String(repeating: "n", count: 41), #"{"text":"x"}"#, "1 to 40"),
            ("a", #"{"text":""}"#, "1 to 20000"), ("a", #"{"text":"a\u0000"}"#, "U+0000"),
            ("a", #"{"words":"x"}"#, "words"),
        ])
    func refuses(name: String, body: String, words: String) async throws {
        try await House.open { house in
            let refused = try await house.web.json("PUT", "/v1/snippets/\(name)", body)
            #expect(refused.status == 422)
            #expect(try house.problem(refused).words.contains(words))
        }
    }

    @Test("there is a bound on their number, and one more is refused while one of them can still be changed")
    func many() async throws {
        try await House.open { house in
            for number in 1...NamedText.countMax {
                try await house.store.saveText(try NamedText(.snippet, name: "s\(number)", text: "x"), for: house.user)
            }
            let more = try await house.web.json("PUT", "/v1/snippets/more", #"{"text":"x"}"#)
            #expect(more.status == 409 || more.status == 422)
            #expect(try house.problem(more).words.contains("at most \(NamedText.countMax) of them"))
            #expect(try await house.web.json("PUT", "/v1/snippets/s7", #"{"text":"changed"}"#).status == 200)
        }
    }
}
