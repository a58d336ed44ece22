import Courier
import Foundation
import HTTPValues
import Logging
import Posts
import Synchronization
import TargetSupport
import Targets
import Testing

private let made = Data(
    #"{"did":"did:plc:ada","handle":"ada.example","accessJwt":"access-1","refreshJwt":"refresh-1"}"#.utf8)

private func bluesky(_ password: String = "abcd-efgh") throws -> Target {
    var settings = TargetSettings(name: "bluesky", kind: "bluesky")
    settings.account = "ada.example"
    settings.url = "https://pds.example"
    settings.secret = Secret(file: password)
    return try Target(settings)
}

@Suite("Sessions at services", .timeLimit(.minutes(10)))
struct SessionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "galley-sessions-\(UUID())").path

    private func transport(_ base: ScriptedTransport) -> SessionTransport {
        SessionTransport(
            base,
            sessions: ServiceSessions(folder: folder, log: Logger(label: "test")) { Instant(seconds: 1_796_115_600) })
    }

    private let request = HTTPRequest("POST", "https://pds.example/xrpc/put", body: [1], carriesCredentials: true)

    private static func answer(_ text: String, _ status: Int = 200) -> Exchange {
        answered(status, text)
    }

    @Test("many requests share one session, and a restart finds it in a file of its own")
    func shares() async throws {
        // Given a server that makes sessions
        let target = try bluesky()
        let base = ScriptedTransport { request in
            request.url.contains("createSession")
                ? Self.answer(String(decoding: made, as: UTF8.self))
                : Self.answer(request.headers.first("Authorization") ?? "none")
        }
        let transport = transport(base)
        // When ten requests leave at once
        let answers = await withTaskGroup(of: Exchange.self) { group in
            for _ in 0..<10 { group.addTask { [request] in await transport.exchange(request, for: target) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Then one session serves all
        #expect(base.requests.count { $0.url.contains("createSession") } == 1)
        #expect(answers.allSatisfy { (try? $0.get().body) == Array("Bearer access-1".utf8) })
        // And it is kept for its owner only
        let file = "\(folder)/bluesky.json"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("abcd-efgh"))
        // And a restart needs no other
        _ = await self.transport(base).exchange(request, for: target)
        #expect(base.requests.count { $0.url.contains("createSession") } == 1)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test("a refused password is tried once, however many posts are due, and again a minute later")
    func refusedPassword() async throws {
        let target = try bluesky()
        let base = ScriptedTransport { _ in Self.answer(#"{"error":"AuthenticationRequired"}"#, 401) }
        let clock = Mutex(Instant(seconds: 1_796_115_600))
        let transport = SessionTransport(
            base, sessions: ServiceSessions(folder: folder, log: Logger(label: "test")) { clock.withLock { $0 } })
        for _ in 0..<7 {
            let answer = await transport.exchange(request, for: target)
            #expect((try? answer.get().status) == 401)
        }
        #expect(base.requests.count == 1)
        _ = await transport.exchange(request, for: try bluesky("a new one"))
        #expect(base.requests.count == 2)
        clock.withLock { $0 = $0 + .minutes(1) }
        _ = await transport.exchange(request, for: target)
        #expect(base.requests.count == 3)
    }

    @Test("a refused token is replaced, and the request is sent once more and no more")
    func replaces() async throws {
        let target = try bluesky()
        let base = ScriptedTransport { request in
            if request.url.contains("createSession") { return Self.answer(String(decoding: made, as: UTF8.self)) }
            if request.url.contains("refreshSession") {
                return Self.answer(String(decoding: made, as: UTF8.self).replacing("-1", with: "-2"))
            }
            return request.headers.first("Authorization") == "Bearer access-1"
                ? Self.answer(#"{"error":"ExpiredToken"}"#, 400) : Self.answer("done")
        }
        let answer = await transport(base).exchange(request, for: target)
        #expect((try? answer.get().body) == Array("done".utf8))
        #expect(
            base.requests.map { $0.url.split(separator: "/").last } == [
                "com.atproto.server.createSession", "put", "com.atproto.server.refreshSession", "put",
            ])
        let always = ScriptedTransport { request in
            request.url.contains("Session")
                ? Self.answer(String(decoding: made, as: UTF8.self)) : Self.answer(#"{"error":"ExpiredToken"}"#, 400)
        }
        let refusal = await transport(always).exchange(request, for: target)
        #expect((try? refusal.get().status) == 400)
        #expect(always.requests.count { $0.url.contains("put") } == 2)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test("without a session the request is not sent, and nothing is in doubt")
    func fails() async throws {
        let base = ScriptedTransport { _ in Self.answer("<html>", 502) }
        guard case .failure(let failure) = await transport(base).exchange(request, for: try bluesky()) else {
            Issue.record("The request needs a session.")
            return
        }
        #expect(failure.reached == .nothing)
        #expect(!base.requests.contains { $0.url.contains("put") })
    }

    @Test("requests without credentials and other targets need no session")
    func passes() async throws {
        let base = ScriptedTransport { _ in Self.answer("done") }
        _ = await transport(base).exchange(HTTPRequest("GET", "https://pds.example/x"), for: try bluesky())
        #expect(base.requests.count == 1)
    }
}
