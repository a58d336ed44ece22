import Foundation
import HTTPTypes
import HummingbirdCore
import PostStore
import Posts
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(10))) struct ProxyTests {
    /// As nginx forwards a request: with the browser's Host, and the address from which it came after any claimed ones.
    private func through(_ caller: Caller, from address: String, claiming claim: String? = nil) -> Caller {
        var caller = caller
        caller.headers["X-Forwarded-For"] = [claim, address].compactMap(\.self).joined(separator: ", ")
        return caller
    }

    private let host = "desk.example.org"

    @Test("an address that keeps sending unknown tokens has to wait, and no other address does")
    func slowsDown() async throws {
        try await House.open(publicURL: "https://desk.example.org") { house in
            // Given an address that sent ten wrong tokens
            let guesser = through(house.stranger, from: "203.0.113.9")
            func guess(_ number: Int, _ caller: Caller) async throws -> Caller.Answer {
                let token = ["Authorization": "Bearer galley_\(number)"]
                return try await caller.send("GET", "/v1/posts", headers: token, host: host)
            }
            for number in 1...11 { #expect(try await guess(number, guesser).status == 401) }
            // When it continues
            let refused = try await guess(12, guesser)
            // Then it must wait, whatever address it claims
            #expect(refused.status == 429 && refused.header("Retry-After") == "1")
            #expect(try house.problem(refused).word == "too-many-failures")
            let disguised = through(house.stranger, from: "203.0.113.9", claiming: "198.51.100.1")
            #expect(try await guess(12, disguised).status == 429)
            #expect(try await guess(12, through(house.stranger, from: "203.0.113.10")).status == 401)
            // And a known wrong token gets the same answer as before: a forgotten program does no harm
            #expect(try await guess(3, guesser).status == 401)
            #expect(house.log.all.contains { $0.contains("429") && $0.contains("203.0.113.9") })
            house.clock.advance(by: .seconds(1))
            #expect(try await guess(12, guesser).status == 401)
            #expect(try await guess(13, guesser).header("Retry-After") == "2")
        }
    }

    @Test("a valid credential never waits for failures from the same address")
    func sparesTheKnown() async throws {
        try await House.open(publicURL: "https://desk.example.org") { house in
            let web = through(house.web, from: "203.0.113.9")
            let link = try await house.link(to: nil, at: "https://desk.example.org")
            let guesser = through(house.stranger, from: "203.0.113.9")
            for number in 1...11 {
                _ = try await guesser.send("GET", "/sign-in/\(number)", host: host)
            }
            #expect(try await guesser.send("GET", "/sign-in/12", host: host).status == 429)
            let wrong = ["Authorization": "Bearer galley_wrong"]
            #expect(try await guesser.send("GET", "/v1/posts", headers: wrong, host: host).status == 429)
            // Neither a token that is new here, nor a link, nor a link in a browser with a stale cookie.
            #expect(try await web.send("GET", "/v1/posts", host: host).status == 200)
            let stale = ["Cookie": "__Host-galley=" + String(repeating: "a", count: 43)]
            let own = stale.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let asked = try await guesser.send("GET", link, headers: own, host: host)
            #expect(asked.status == 200 && asked.text.contains("form"))
            let signedIn = try await guesser.send("GET", link, headers: House.typed, host: host)
            #expect(signedIn.status == 200)
            // Behind TLS the cookie never travels unencrypted.
            let cookie = try #require(signedIn.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-galley=") && cookie.hasSuffix("; Secure"))
        }
    }

    @Test("only the proxy's word on addresses counts, and only for its last hop")
    func believes() throws {
        let address = try #require(PublicAddress("https://desk.example.org"))
        func client(_ host: String, _ fields: [String]) throws -> String {
            var head = try request().head
            head.authority = host
            for field in fields { head.headerFields.append(.init(name: .xForwardedFor, value: field)) }
            return address.client(of: head, from: "127.0.0.1")
        }
        #expect(try client("desk.example.org", ["203.0.113.9"]) == "203.0.113.9")
        #expect(try client("DESK.example.org:443", ["198.51.100.1, 203.0.113.9"]) == "203.0.113.9")
        #expect(try client("desk.example.org", ["198.51.100.1", "203.0.113.9"]) == "203.0.113.9")
        #expect(try client("desk.example.org", []) == "127.0.0.1")
        #expect(try client("desk.example.org", [" , "]) == "127.0.0.1")
        #expect(try client("localhost:4470", ["203.0.113.9"]) == "127.0.0.1")
        let own = try #require(PublicAddress("http://desk-q7x2m4.localhost:4470"))
        var head = try request([.xForwardedFor: "203.0.113.9"]).head
        head.authority = "desk-q7x2m4.localhost:4470"
        #expect(own.isMeant(by: head) && own.client(of: head, from: "127.0.0.1") == "127.0.0.1")
    }

    @Test("the wait doubles up to a minute, and ends after a quiet quarter of an hour")
    func doubles() {
        var now = Clock.noon
        var backoff = SignInBackoff(now: now)
        for number in 0..<10 { backoff.note([UInt8(number)], at: now) }
        #expect(backoff.wait(toShow: [99], at: now) == nil)
        var waits: [Span] = []
        for number in 10..<19 {
            backoff.note([UInt8(number)], at: now)
            waits.append(backoff.wait(toShow: [99], at: now) ?? .zero)
            now = now + (waits.last ?? .zero)
            #expect(backoff.wait(toShow: [99], at: now) == nil)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        backoff.note([20], at: now + SignInBackoff.kept)
        #expect(backoff.wait(toShow: [99], at: now + SignInBackoff.kept) == nil)
    }

    @Test("a clock that is set back does not make a caller wait until tomorrow")
    func setBack() {
        var backoff = SignInBackoff(now: Clock.noon)
        for number in 0..<20 { backoff.note([UInt8(number)], at: Clock.noon) }
        #expect(backoff.wait(toShow: [99], at: Clock.noon) == .minutes(1))
        #expect(backoff.wait(toShow: [99], at: Clock.noon - .days(1)) == nil)
    }

    @Test("many addresses use bounded memory, and those of one subscriber count as one")
    func isBounded() throws {
        let clock = Clock()
        let book = SignInBackoffs(now: { clock.now })
        for number in 0..<11 { try book.fail([UInt8(number)], from: "2001:db8:1:2::\(number)") }
        #expect(throws: Problem.self) { try book.fail([99], from: "2001:db8:1:2:ffff::1") }
        try book.fail([99], from: "2001:db8:1:3::1")
        clock.advance(by: .milliseconds(1))
        for number in 0..<(SignInBackoffs.addressesMax + 50) {
            try book.fail([1], from: "10.0.\(number / 256).\(number % 256)")
        }
        // The address that was quiet the longest made room.
        try book.fail([99], from: "2001:db8:1:2::1")
    }
}
