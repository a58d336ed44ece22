import Foundation
import PostStore
import Posts
import Testing
import Wire

@testable import Server

@Suite struct EventTests {
    @Test("events arrive as things happen, with ids from which to resume")
    func streams() async throws {
        try await House.open { house in
            let (opened, open) = AsyncStream.makeStream(of: Void.self)
            async let stream = house.local.events(opened: { open.yield() }) { $0.contains("post-changed") }
            for await _ in opened { break }
            let post = try await house.write()
            _ = try await house.local.json("PUT", "/v1/posts/\(post.id)", #"{"body":"x"}"#, headers: ["If-Match": "*"])
            let messages = try await stream.components(separatedBy: "\n\n").filter { $0.hasPrefix("id:") }
            #expect(messages.count == 2)
            #expect(messages.first?.contains("event: post-created") == true)
            #expect(messages.first?.contains("\"subject\":\"\(post.id)\"") == true)
        }
    }

    @Test("a client resumes after the last event that it saw")
    func resumes() async throws {
        try await House.open { house in
            for number in 1...3 { _ = try await house.write("Post \(number)") }
            let all = try await house.local.events("/v1/events?after=0") {
                $0.contains("id: 3\n") && $0.hasSuffix("\n\n")
            }
            #expect(all.components(separatedBy: "event: post-created").count == 4)
            let rest = try await house.local.events(headers: ["Last-Event-ID": "2"]) {
                $0.contains("id: 3\n") && $0.hasSuffix("\n\n")
            }
            #expect(!rest.contains("id: 2\n"))
        }
    }

    @Test("an event of a clock that was ahead holds up no later ones")
    func forgetsTheFuture() async throws {
        try await House.open { house in
            house.clock.advance(by: .days(1000))
            _ = try await house.write("From the future")
            house.clock.advance(by: .days(-1000))
            for number in 1...3 { _ = try await house.write("Post \(number)") }
            house.clock.advance(by: .days(8))
            try await house.store.tidy()
            let stream = try await house.local.events(headers: ["Last-Event-ID": "1"]) { $0.hasSuffix("}\n\n") }
            #expect(stream.contains("data: {\"oldest\":4}"))
        }
    }

    @Test("a client that was away too long is asked to reload everything")
    func resets() async throws {
        try await House.open { house in
            for number in 1...3 { _ = try await house.write("Post \(number)") }
            house.clock.advance(by: .days(8))
            try await house.store.forgetEvents(before: house.clock.now - .days(7))
            for id in ["1", "99"] {
                let stream = try await house.local.events(headers: ["Last-Event-ID": id]) {
                    $0.contains("data: {\"oldest\":3}\n\n")
                }
                #expect(stream.contains("id: 3\nevent: reset\n"))
            }
            #expect(try await house.local.send("GET", "/v1/events", headers: ["Last-Event-ID": "x"]).status == 400)
        }
    }

    @Test("an idle stream is kept alive")
    func beats() async throws {
        try await House.open(heartbeat: .milliseconds(20)) { house in
            let stream = try await house.local.events { $0.contains(": still here\n\n: still here\n\n") }
            #expect(!stream.contains("event:"))
        }
    }

    @Test("a page receives each beat as an event, because browsers keep comments to themselves")
    func beatsForPages() async throws {
        try await House.open(heartbeat: .milliseconds(20)) { house in
            let beat = "event: beat\ndata: {}\n\n"
            let stream = try await house.local.events("/v1/events?beats=true") { $0.contains(beat + beat) }
            // A beat has no id: after a reconnection the stream goes on from the last event.
            #expect(!stream.contains("id:") && !stream.contains(": still here"))
        }
    }

    @Test("a stream ends when the daemon stops; a slow reader is cut off")
    func endsWithTheDaemon() async throws {
        let limits = ListenerLimits(grace: .milliseconds(100))
        let ends = Ends()
        try await House.open(limits: limits) { house in
            let (opened, open) = AsyncStream.makeStream(of: Void.self)
            Task { ends.add(try? await house.local.events(opened: { open.yield() }) { _ in false }) }
            for await _ in opened { break }
            // Half a request, and then nothing.
            Task { ends.add(try? await house.local.exchange(Array("GET /v1/status HTTP/1.1\r\nHo".utf8)).text) }
        }
        // Opening it returned, so neither delayed the daemon.
        for await _ in ends.changes where ends.count == 2 { break }
    }
}
