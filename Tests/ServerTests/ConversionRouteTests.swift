import Posts
import Testing
import Wire

@Suite struct ConversionRouteTests {
    @Test("rich text becomes Markdown; one that is too long is refused")
    func converts() async throws {
        try await House.open { house in
            let caller = try await house.caller(as: house.user, named: "page", [.read])
            func convert(_ html: String) async throws -> Caller.Answer {
                try await caller.send(
                    "POST", "/v1/conversions", headers: ["Content-Type": "application/json"],
                    body: "{\"html\":\"\(html)\"}")
            }
            let answer = try await convert("<p>High <b>water</b></p>")
            #expect(answer.status == 200)
            #expect(try answer.json(ConversionBody.self).markdown == "High **water**")
            let long = try await convert(String(repeating: "a", count: 1_000_001))
            #expect(long.status == 422 && long.text.contains("1000001 bytes"))
        }
    }
}
