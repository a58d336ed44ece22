import Posts
import Testing

@Suite struct PreferenceRouteTests {
    @Test("the named choices change and the others stay; a wrong one changes nothing and is named")
    func chooses() async throws {
        try await House.open { house in
            let caller = try await house.caller(as: house.user, named: "page", [.read, .write])
            func change(_ body: String) async throws -> Caller.Answer {
                try await caller.send(
                    "PATCH", "/v1/preferences", headers: ["Content-Type": "application/json"], body: body)
            }
            let start = try await caller.send("GET", "/v1/preferences").json([String: String].self)
            #expect(start["face"] == "serif" && start["opens"] == "new")
            _ = try await change(#"{"face": "sans", "theme": "dark"}"#)
            let after = try await change(#"{"theme": "system"}"#)
            let chosen = try after.json([String: String].self)
            #expect(after.status == 200 && chosen["face"] == "sans" && chosen["theme"] == "system")
            let wrong = try await change(#"{"face": "mono", "size": "gigantic"}"#)
            #expect(wrong.status == 422 && wrong.text.contains("“size” is one of"))
            #expect(try await change(#"{"face": 3}"#).status == 422)
            #expect(try await change("[]").status == 400)
            let document = try await house.web.send("GET", "/v1/openapi.json").text
            for choice in Preferences.all { #expect(document.contains("\"\(choice.name)\"")) }
            #expect(try await caller.send("GET", "/v1/preferences").json([String: String].self) == chosen)
        }
    }
}
