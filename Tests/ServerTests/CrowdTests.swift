import Foundation
import NIOCore
import Posts
import Synchronization
import Testing
import Wire

@testable import Server

/// What callers without a token can do to a listening socket, and what one user can do to others.
@Suite(.timeLimit(.minutes(10))) struct CrowdTests {
    @Test("unauthenticated connections make room for authenticated ones, the oldest first")
    func makesRoom() async throws {
        try await House.open(limits: ListenerLimits(connectionsMax: 8)) { house in
            for caller in [house.web, house.local] {
                // Given a listening socket full of peers that send half a header, or half a body, and no more
                let silent = try (0..<20).map { number in
                    let line = try OpenLine(caller.place)
                    let body =
                        "POST /v1/posts HTTP/1.1\r\nHost: localhost:\(house.port)\r\nContent-Length: 60000000\r\n\r\nx"
                    try line.write(number.isMultiple(of: 2) ? "GET /v1/posts HT" : body)
                    return line
                }
                // When a known user connects
                for _ in 0..<5 { #expect(try await caller.send("GET", "/v1/posts").status == 200) }
                // Then the oldest has been disconnected
                #expect(try await silent[0].rest() != nil)
            }
        }
    }

    @Test("a peer that is too slow is disconnected: with a header, with a body, and with one that was refused")
    func sendsAway() async throws {
        var limits = ListenerLimits()
        limits.timeouts.head = .milliseconds(50)
        limits.timeouts.bodyStart = .milliseconds(50)
        limits.timeouts.drained = .milliseconds(50)
        try await House.open(limits: limits) { house in
            let host = "Host: localhost:\(house.port)\r\n"
            let slow = [
                "", "GET /v1/posts HTTP/1.1\r\n\(host)",
                "POST /v1/posts HTTP/1.1\r\n\(host)Content-Length: 60000000\r\n\r\nx",
                "POST /v1/posts HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
            ]
            for text in slow {
                let line = try OpenLine(house.stranger.place)
                try line.write(text)
                #expect(try await line.rest() != nil, "\(text)")
            }
        }
    }

    @Test("a peer whose body is refused gets the whole answer, however much more it sends, and needs a new connection")
    func drainsLittle() async throws {
        var limits = ListenerLimits()
        limits.timeouts.drained = .milliseconds(200)
        try await House.open(limits: limits) { house in
            let line = try OpenLine(house.stranger.place)
            try line.write(
                "POST /v1/posts HTTP/1.1\r\nHost: localhost:\(house.port)\r\nContent-Length: 60000000\r\n\r\n")
            try line.write(String(repeating: "x", count: 4_000_000))
            let answer = try #require(try await line.rest())
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.hasSuffix("}"), "\(answer)")
            #expect(answer.contains("\r\nConnection: close\r\n"), "\(answer)")
        }
    }

    @Test("a user has a limit of streams and connections, which the refusal names; others are unaffected")
    func boundsUsers() async throws {
        let limits = ListenerLimits(userConnectionsMax: 6, userStreamsMax: 2)
        try await House.open(limits: limits) { house in
            let other = try await house.other(named: "bo")
            let streams = try (0..<2).map { _ in try OpenLine(house.web.place) }
            for stream in streams {
                try stream.write(house.head("/v1/events", of: house.web))
                #expect(try await stream.text(until: ": galley"))
            }
            let refused = try await house.web.send("GET", "/v1/events")
            #expect(refused.status == 429)
            #expect(try house.problem(refused).word == "too-many-streams")
            #expect(try await house.web.send("GET", "/v1/posts").status == 200)
            let idle = try (0..<4).map { _ in try OpenLine(house.web.place) }
            for line in idle {
                try line.write(house.head("/v1/posts", of: house.web))
                #expect(try await line.text(until: "items"))
            }
            let one = try await house.web.send("GET", "/v1/posts")
            #expect(one.status == 429 && one.header("Connection") == "close")
            #expect(try house.problem(one).word == "too-many-connections")
            #expect(try await other.send("GET", "/v1/posts").status == 200)
            // Otherwise the optimiser may close them earlier.
            withExtendedLifetime((streams, idle)) {}
        }
    }

    @Test("streams never take more than half of a listening socket's connections")
    func keepsPlaces() async throws {
        try await House.open(limits: ListenerLimits(connectionsMax: 4)) { house in
            let streams = try (0..<2).map { _ in try OpenLine(house.local.place) }
            for stream in streams {
                try stream.write(house.head("/v1/events", of: house.local))
                #expect(try await stream.text(until: ": galley"))
            }
            let refused = try await house.local.send("GET", "/v1/events")
            #expect(refused.status == 503)
            #expect(try house.problem(refused).title.contains("2 event streams"))
            #expect(try await house.local.send("GET", "/v1/posts").status == 200)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("a socket holds 2,000 event streams, and a user may have 256 and as many other connections")
    func manyStreams() {
        let limits = ListenerLimits(connectionsMax: ListenerLimits.connectionsUseful)
        #expect(limits.streamsMax >= 2000)
        #expect(limits.userStreamsMax == 256 && limits.userConnectionsMax >= 2 * limits.userStreamsMax)
    }

    @Test("where few files may be open, the socket says how many connections and streams fit")
    func shortage() {
        #expect(ListenerLimits(connectionsMax: ListenerLimits.connectionsUseful).shortage == nil)
        let words = ListenerLimits(connectionsMax: 64).shortage
        #expect(words?.contains("64 connections") == true && words?.contains("32 of them event streams") == true)
    }

    @Test("HTTP/1.0 closes after its answer, and so does a request with “close”")
    func closes() async throws {
        try await House.open { house in
            for head in [
                "GET /v1/posts HTTP/1.0\r\nHost: localhost:\(house.port)\r\n",
                "GET /v1/posts HTTP/1.0\r\nConnection: keep-alive\r\nHost: localhost:\(house.port)\r\n",
                "GET /v1/posts HTTP/1.1\r\nConnection: Close\r\nHost: localhost:\(house.port)\r\n",
            ] {
                let line = try OpenLine(house.stranger.place)
                try line.write(head + "\r\n")
                let answer = try #require(try await line.rest())
                #expect(answer.contains(" 401 ") && answer.lowercased().contains("connection: close"), "\(answer)")
            }
        }
    }

    @Test("the server reads no body before it has authenticated the caller and checked the length")
    func expects() async throws {
        try await House.open { house in
            let unknown = try OpenLine(house.stranger.place)
            try unknown.write(house.head("/v1/posts", of: house.stranger, "POST", expecting: 10))
            let refused = try #require(try await unknown.rest())
            #expect(refused.hasPrefix("HTTP/1.1 401") && !refused.contains("100 Continue"))
            let long = try OpenLine(house.web.place)
            try long.write(house.head("/v1/posts", of: house.web, "POST", expecting: 60_000_000))
            #expect(try await long.rest()?.hasPrefix("HTTP/1.1 413") == true)
            let known = try OpenLine(house.web.place)
            try known.write(house.head("/v1/posts", of: house.web, "POST", expecting: 12))
            #expect(try await known.text(until: "HTTP/1.1 100 Continue\r\n\r\n"))
            try known.write(#"{"body":"xx"}"#.prefix(12) + "")
            #expect(try await known.text(until: "HTTP/1.1 4"))
        }
    }

    /// A request for an import whose body the server is ready to read.
    private func held(_ caller: Caller, _ bytes: Int, in house: House) async throws -> OpenLine {
        let line = try OpenLine(caller.place)
        try line.write(house.head("/v1/imports", of: caller, "POST", expecting: bytes))
        #expect(try await line.text(until: "HTTP/1.1 100 Continue\r\n\r\n"))
        return line
    }

    /// Whether the server refuses such a request before its body, and how.
    private func refusal(_ caller: Caller, _ bytes: Int, in house: House) async throws -> String {
        let line = try OpenLine(caller.place)
        try line.write(house.head("/v1/imports", of: caller, "POST", expecting: bytes))
        return try await line.rest() ?? ""
    }

    @Test("bodies in progress have room for each user and in all; a refused one is told when to come again")
    func boundsBodies() async throws {
        try await House.open { house in
            var lines = [try await held(house.web, 31_000_000, in: house)]
            let own = try await refusal(house.web, 2_000_000, in: house)
            #expect(own.hasPrefix("HTTP/1.1 429") && own.contains("\r\nRetry-After: 2\r\n"), "\(own)")
            #expect(
                own.contains("too-much-at-once") && own.contains("Your requests") && own.contains("32 MB"), "\(own)")
            // A draft and what is left of the room.
            #expect(try await house.web.json("POST", "/v1/posts", #"{"body":"x"}"#).status == 201)
            lines.append(try await held(house.web, 900_000, in: house))
            for name in ["bo", "cy", "di"] {
                lines.append(try await held(house.other(named: name), 32_000_000, in: house))
            }
            let other = try await house.other(named: "ed")
            let all = try await refusal(other, 1_000_000, in: house)
            #expect(all.hasPrefix("HTTP/1.1 429") && all.contains("all users") && all.contains("128 MB"), "\(all)")
            lines = []
            // The server notices each closed connection in its own time.
            var answer = ""
            repeat {
                let line = try OpenLine(other.place)
                try line.write(house.head("/v1/imports", of: other, "POST", expecting: 31_000_000))
                answer = try await line.text(until: "100 Continue") ? "continue" : ""
            } while answer.isEmpty
            #expect(try await house.web.json("POST", "/v1/imports", #"{"items":[],"source":"x"}"#).status != 429)
        }
    }

    @Test("a body without a length takes room as it arrives")
    func boundsChunks() async throws {
        let budget = BodyBudget()
        let (one, two) = (BodyRoom(in: budget, of: UserID(1)), BodyRoom(in: budget, of: UserID(1)))
        try one.hold(20_000_000)
        try one.hold(31_000_000)
        #expect(throws: Problem.self) { try two.hold(1_000_001) }
        try two.hold(BodyBudget.uncountedBytesMax)
        try two.hold(1_000_000)
        #expect(throws: Problem.self) { try two.hold(1_000_001) }
        one.release()
        try two.hold(32_000_000)
        two.release()
        two.release()
        try one.hold(32_000_000)
    }

    @Test("a command has 64 KB and 32 levels, and whatever exceeds them is refused at once")
    func boundsCommands() async throws {
        try await House.open { house in
            func undo(_ levels: Int, _ bytes: Int) -> String {
                let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
                let list = Array(repeating: nested, count: bytes / (2 * levels + 1)).joined(separator: ",")
                return #"{"command":"undo","x":[\#(list)]}"#
            }
            func send(_ body: String, to path: String) async throws -> Caller.Answer {
                try await house.web.json("POST", path, body)
            }
            let path = "/v1/windows/desk/commands"
            #expect(try await send(undo(96, 100_000), to: path).status == 413)
            let deep = try await send(undo(96, 60_000), to: path)
            #expect(deep.status == 400 && deep.text.contains("32 levels"), "\(deep.text)")
            #expect(try await send(undo(30, 60_000), to: path).status == 422)
            // Four at once, while both doors answer.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await send(undo(96, 300_000), to: "/v1/posts").status } }
                for _ in 0..<4 {
                    #expect(try await house.local.send("GET", "/v1/posts").status == 200)
                    #expect(try await house.web.send("GET", "/v1/posts").status == 200)
                }
                for try await status in group { #expect(status == 400) }
            }
            // A body that is parsed by another thread is the same.
            let text = String(repeating: "[{ word ", count: 5_000)
            let kept = try await send(#"{"body":"\#(text)"}"#, to: "/v1/posts")
            #expect(kept.status == 201 && kept.text.contains(text))
        }
    }

    @Test("a second Host is refused, and so is TRACE everywhere")
    func refusesOddities() async throws {
        try await House.open { house in
            let head = "GET /v1/posts HTTP/1.1\r\nHost: localhost:\(house.port)\r\nHost: evil.example\r\n\r\n"
            let twice = try await house.stranger.exchange(Array(head.utf8))
            #expect(twice.status == 400)
            #expect(try house.problem(twice).word == "several-hosts")
            #expect(try await house.local.exchange(Array(head.utf8)).status == 400)
            let trace = try await house.local.send("TRACE", "/v1/posts")
            #expect(trace.status == 405 && trace.header("Allow") == "GET, HEAD, POST, OPTIONS")
        }
    }

    @Test("a stream whose reader does not read ends at once when the daemon stops")
    func cutsUnread() async throws {
        let limits = ListenerLimits(grace: .seconds(3600))
        let held = Mutex<OpenLine?>(nil)
        try await House.open(heartbeat: .milliseconds(1), limits: limits) { house in
            let line = try OpenLine(house.local.place)
            held.withLock { $0 = line }
            try line.write(house.head("/v1/events?after=0", of: house.local))
            #expect(try await line.text(until: ": galley"))
            // More than the sockets and the server buffer: each event contains the id of its post.
            for _ in 0..<1000 { _ = try await house.write("x") }
        }
        // Opening the house returned long before the limit of an hour, and not because this line had closed.
        let line = try #require(held.withLock { $0 })
        #expect(line.waiting > 0)
    }
}

extension House {
    /// A request of `caller` without its body.
    fileprivate func head(
        _ path: String, of caller: Caller, _ method: String = "GET", expecting length: Int? = nil
    ) -> String {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost:\(port)"]
        lines += caller.headers.map { "\($0.key): \($0.value)" }
        if let length {
            lines += ["Content-Type: application/json", "Content-Length: \(length)", "Expect: 100-continue"]
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
}
