import Foundation
import JSONTree
import PostStore
import Posts
import Testing
import Wire

@testable import Server

/// Names that are given here and leave for shells, terminals and files elsewhere.
@Suite(.timeLimit(.minutes(10))) struct GivenNameTests {
    private static let hostile = [
        "x$(touch PWNED)", "x`touch PWNED`", ".git/config", "-x", "../x", "a\nb", "a\u{202E}b", "\u{1B}[31mx",
    ]

    private func body(_ fields: [String: JSON]) throws -> String { try JSONCoding.text(JSON.object(fields)) }

    @Test("no new user, token, window, arrangement or snippet gets a hostile name", arguments: hostile)
    func refuses(name: String) async throws {
        try await House.open { house in
            let root = try await house.caller(as: house.user, named: "root", .all)
            let named = try body(["name": .text(name)])
            let window = try body(["width": .number(900), "height": .number(700)])
            let id = try await house.web.json("POST", "/v1/windows", window).json(WindowBody.self).id
            _ = try await house.store.addToken(named: "phone", for: house.user, hash: Array(repeating: 7, count: 32))
            let desk = try await house.web.send("GET", "/v1/arrangements/desk").text
            let path = name.percentEncoded(keeping: "")
            let requests = [
                ("POST", "/v1/users", named, "name"), ("PUT", "/v1/users/Ada/name", named, "name"),
                ("POST", "/v1/tokens", named, "name"), ("PUT", "/v1/tokens/phone/name", named, "name"),
                ("PUT", "/v1/windows/\(id)/name", named, "name"),
                (
                    "POST", "/v1/windows",
                    try body(["width": .number(900), "height": .number(700), "label": .text(name)]), "label"
                ),
                ("PUT", "/v1/arrangements/\(path)", desk, "name"),
                (
                    "POST", "/v1/windows/desk/commands", try body(["command": .text("saveAs"), "name": .text(name)]),
                    "name"
                ),
                ("PUT", "/v1/snippets/\(path)", try body(["text": .text("Words")]), "name"),
            ]
            for (method, path, body, field) in requests {
                let headers = path.hasPrefix("/v1/arrangements") ? ["If-None-Match": "*"] : [:]
                let caller = path.hasPrefix("/v1/users") || path.hasPrefix("/v1/tokens") ? house.local : house.web
                let answer = try await caller.json(method, path, body, headers: headers)
                #expect(answer.status == 422, "\(method) \(path): \(answer.text)")
                let problem = try house.problem(answer)
                #expect(problem.field == field, "\(path): \(answer.text)")
                let hasControl = problem.words.unicodeScalars.contains { $0.isControl }
                #expect(!hasControl, "\(problem.words)")
            }
            let users = try await root.send("GET", "/v1/users").json(PageBody<UserBody>.self).items
            #expect(users.count == 1)
        }
    }

    @Test("what has a hostile name already stays usable, and can be renamed", arguments: hostile)
    func keeps(name: String) async throws {
        try await House.open { house in
            // Given such names, which earlier versions took
            let path = name.percentEncoded(keeping: "")
            let user = try await house.store.addUser(named: name)
            for number in 0...1 {
                let hash = [UInt8](repeating: UInt8(number), count: 32)
                _ = try await house.store.addToken(named: name, for: number == 0 ? house.user : user.id, hash: hash)
            }
            try await house.store.saveText(NamedText(kept: .snippet, name: name, text: "Words"), for: house.user)
            // Then lists have them
            let users = try await house.local.send("GET", "/v1/users").json(PageBody<UserBody>.self).items
            #expect(users.contains { $0.name == name })
            let tokens = try await house.local.send("GET", "/v1/tokens").json(PageBody<TokenBody>.self).items
            #expect(tokens.count { $0.name == name } == 2)
            let snippets = try await house.web.send("GET", "/v1/snippets").json(PageBody<NamedTextBody>.self).items
            #expect(snippets.map(\.name) == [name])
            // And they can be renamed, revoked, and deleted
            let renamed = try await house.local.json("PUT", "/v1/users/\(path)/name", #"{"name":"bo"}"#)
            #expect(try renamed.json(UserBody.self).name == "bo", "\(renamed.text)")
            let token = try await house.local.json("PUT", "/v1/tokens/\(path)/name?user=bo", #"{"name":"phone"}"#)
            #expect(try token.json(TokenBody.self).name == "phone", "\(token.text)")
            #expect(try await house.local.send("DELETE", "/v1/tokens/\(path)").status == 204)
            #expect(try await house.local.send("DELETE", "/v1/tokens/phone?user=bo").status == 204)
            #expect(try await house.web.send("DELETE", "/v1/snippets/\(path)").status == 204)
            #expect(try await house.local.send("DELETE", "/v1/users/bo").status == 200)
        }
    }

    @Test("a token keeps working under its new name; a taken name and an unknown token are refused")
    func renamesTokens() async throws {
        try await House.open { house in
            let phone = try await house.local.json("POST", "/v1/tokens", #"{"name":"phone"}"#).json(TokenBody.self)
            _ = try await house.local.json("POST", "/v1/tokens", #"{"name":"desk"}"#)
            func rename(_ old: String, _ new: String) async throws -> Int {
                try await house.local.json("PUT", "/v1/tokens/\(old)/name", #"{"name":"\#(new)"}"#).status
            }
            #expect(try await rename("phone", "desk") == 409)
            #expect(try await rename("nothing", "new") == 404)
            #expect(try await rename("phone", "phone") == 200)
            #expect(try await rename("phone", "tablet") == 200)
            let found = try await house.store.token(hash: Secrets.hash(try #require(phone.secret)))
            #expect(found?.name == "tablet")
        }
    }

    @Test("a user is renamed only while signed out everywhere, because a browser keeps unsaved texts under the name")
    func renamesUsers() async throws {
        try await House.open { house in
            let bo = try await house.other(named: "bo")
            _ = try await bo.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#)
            func rename(_ old: String, _ new: String) async throws -> Caller.Answer {
                try await house.local.json("PUT", "/v1/users/\(old)/name", #"{"name":"\#(new)"}"#)
            }
            let renamed = try await rename("bo", "Bob").json(UserBody.self)
            #expect(renamed.name == "Bob" && renamed.posts == 1)
            #expect(try await rename("Bob", "Ada").status == 409)
            #expect(try await rename("bo", "new").status == 404)
            _ = try await house.browser()
            let refused = try await rename("Ada", "Eve")
            #expect(refused.status == 409 && refused.text.contains("galley session list --user Ada"), "\(refused.text)")
        }
    }

    @Test("a window gets another label")
    func renamesWindows() async throws {
        try await House.open { house in
            let made = try await house.web.json("POST", "/v1/windows", #"{"width":900,"height":700,"label":"Firefox"}"#)
            let id = try made.json(WindowBody.self).id
            let renamed = try await house.web.json("PUT", "/v1/windows/\(id)/name", #"{"name":"Left screen"}"#)
            #expect(try renamed.json(WindowBody.self).label == "Left screen")
            let list = try await house.web.send("GET", "/v1/windows").json(PageBody<WindowBody>.self).items
            #expect(list.map(\.label) == ["Left screen"])
            #expect(
                try await house.web.json("PUT", "/v1/windows/w-000000000000/name", #"{"name":"x"}"#).status == 404)
        }
    }
}
