import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import PostStore
import Posts
import StoreSupport
import Testing
import Wire

@testable import Server

func authenticator(ownUID: UInt32, users: [(name: String, uid: UInt32, isAdministrator: Bool)] = []) async throws
    -> Authenticator
{
    let store = try StorePlace(in: House.newFolder().path(), isFile: true).open { Clock.noon }
    let first = try await store.firstUser(named: "ana")
    for user in users {
        _ = try await store.addUser(named: user.name, uid: user.uid, isAdministrator: user.isAdministrator)
    }
    return Authenticator(
        store: store,
        sessions: Sessions(store: store, cookies: SessionCookies(publicAddress: nil)),
        backoffs: SignInBackoffs(now: { Clock.noon }), ownUID: ownUID, administrator: first.id)
}

func request(_ headers: HTTPFields = [:]) throws -> Request {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
}

@Suite struct AuthenticatorTests {
    @Test("over TCP nothing is disclosed without a token")
    func wantsToken() async throws {
        try await House.open { house in
            for path in ["/v1/posts", "/v1/status", "/v1/events", "/healthz", "/nothing/here"] {
                let answer = try await house.stranger.send("GET", path)
                #expect(answer.status == 401, "\(path)")
                #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
                #expect(answer.header("Content-Type") == "application/problem+json")
                #expect(try house.problem(answer).word == "token-missing")
            }
            let wrong = try await house.stranger.send("GET", "/v1/posts", headers: ["Authorization": "Bearer galley_x"])
            #expect(wrong.status == 401)
            #expect(try house.problem(wrong).word == "token-unknown")
            let basic = try await house.stranger.send("GET", "/v1/posts", headers: ["Authorization": "Basic YTpi"])
            #expect(basic.status == 401)
            #expect(try await house.web.send("GET", "/v1/posts").status == 200)
            #expect(try await house.local.send("GET", "/healthz").text == "well\n")
            #expect(try await house.web.send("GET", "/healthz").status == 200)
        }
    }

    @Test("a token is shown once, works at once, and is invalid once revoked")
    func makesTokens() async throws {
        try await House.open { house in
            let made = try await house.local.json("POST", "/v1/tokens", #"{"name":"laptop"}"#)
            #expect(made.status == 201)
            let token = try #require(try made.json(TokenBody.self).secret)
            var caller = house.stranger
            caller.headers["Authorization"] = "Bearer \(token)"
            #expect(try await caller.send("GET", "/v1/posts").status == 200)
            #expect(try await caller.send("GET", "/v1/tokens").status == 403)
            let list = try await house.local.send("GET", "/v1/tokens")
            #expect(try list.json(PageBody<TokenBody>.self).items.map(\.name) == ["laptop", "test"])
            #expect(!list.text.contains(token))
            #expect(try await house.local.json("POST", "/v1/tokens", #"{"name":"laptop"}"#).status == 409)
            #expect(try await house.local.json("POST", "/v1/tokens", #"{"name":""}"#).status == 422)
            #expect(try await house.local.send("DELETE", "/v1/tokens/laptop").status == 204)
            #expect(try await caller.send("GET", "/v1/posts").status == 401)
            #expect(try await house.local.send("DELETE", "/v1/tokens/laptop").status == 404)
            #expect(!house.log.all.contains { $0.contains(token) })
        }
    }

    @Test("only the desk's own host and origin are served")
    func checksHost() async throws {
        try await House.open(publicURL: "https://desk.example.org") { house in
            let port = house.port
            let good = [
                "127.0.0.1:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)", "desk.example.org", "desk.example.org:443",
            ]
            for host in good {
                #expect(try await house.web.send("GET", "/v1/posts", host: host).status == 200, "\(host)")
            }
            let bad = [
                "evil.example", "evil.example:\(port)", "127.0.0.1", "localhost", "localhost:\(port + 1)", "",
                "localhost:\(port).evil.example", "127.0.0.1:\(port)@evil.example", "desk.example.org.evil.example",
                "desk.example.org:\(port)",
            ]
            for host in bad {
                let answer = try await house.web.send("GET", "/v1/posts", host: host)
                #expect(answer.status == 403 || answer.status == 400, "\(host)")
            }
            // HTTP/1.1 without a host, which some parsers accept.
            #expect([400, 403].contains(try await house.web.send("GET", "/v1/posts", host: nil).status))
            #expect(try await house.local.send("GET", "/v1/posts", host: "anything").status == 200)
        }
    }

    @Test("a page of another site cannot reach the desk through a browser")
    func checksOrigin() async throws {
        try await House.open(publicURL: "https://desk.example.org") { house in
            let own = "http://localhost:\(house.port)"
            for origin in [own, "https://desk.example.org"] {
                #expect(try await house.web.send("GET", "/v1/posts", headers: ["Origin": origin]).status == 200)
            }
            let others = [
                "https://evil.example", "null", "http://localhost:\(house.port + 1)", "https://localhost:\(house.port)",
                "http://desk.example.org", own + ".evil.example",
            ]
            for origin in others {
                let answer = try await house.web.send("GET", "/v1/posts", headers: ["Origin": origin])
                #expect(answer.status == 403, "\(origin)")
                #expect(answer.header("Access-Control-Allow-Origin") == nil)
            }
            for site in ["cross-site", "same-site"] {
                #expect(try await house.web.send("GET", "/v1/posts", headers: ["Sec-Fetch-Site": site]).status == 403)
            }
            for site in ["same-origin", "none"] {
                #expect(try await house.web.send("GET", "/v1/posts", headers: ["Sec-Fetch-Site": site]).status == 200)
            }
            // Requests that a page could send without a preflight are not accepted.
            let form = try await house.web.send(
                "POST", "/v1/posts", headers: ["Content-Type": "text/plain"], body: #"{"title":"x"}"#)
            #expect(form.status == 415)
        }
    }
}
