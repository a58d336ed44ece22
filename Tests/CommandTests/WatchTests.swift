import Foundation
import JSONTree
import Testing
import Wire

@Suite("Watching with galley", .timeLimit(.minutes(10)))
struct WatchTests {
    private static func event(_ id: Int64, _ kind: String) throws -> String {
        let body = EventBody(id: id, at: "2001-05-02T08:30:05+00:00", kind: kind, subject: "7k2m9qv4x1ab")
        return "id: \(id)\nevent: \(kind)\ndata: \(String(decoding: try JSONCoding.encode(body), as: UTF8.self))\n\n"
    }

    @Test("a broken stream resumes after the last event seen")
    func resume() async throws {
        let first = Reply.events(
            "retry: 1\n: heartbeat\n\n" + (try Self.event(4, "post-created")) + "id: 5\ndata: {\"id\":5")
        let second = Reply.events(try Self.event(5, "post-changed") + Self.event(6, "delivery-changed"))
        let daemon = try ScriptedDaemon(["GET /v1/events": [first, .lost, second]])
        let run = try await Run(["watch", "--since", "3", "--count", "3"], daemon: daemon)
        #expect(
            run.out == """
                Wed 2 May 2001 09:30:05  post-created        7k2m9qv4x1ab
                Wed 2 May 2001 09:30:05  post-changed        7k2m9qv4x1ab
                Wed 2 May 2001 09:30:05  delivery-changed    7k2m9qv4x1ab

                """)
        #expect(run.status == 0 && daemon.requests.map { $0.headers["last-event-id"] } == ["3", "4", "4"])
        #expect(run.err.contains("is gone. Waiting for it.\nConnected to the daemon again.\n"))
    }

    @Test("a reverse proxy's answer for a daemon that restarts does not end it, but a first one does")
    func proxied() async throws {
        let away = Reply.problem("unavailable", "The daemon is away.", status: 502)
        let events = try [4, 5].map { Reply.events("retry: 1\n" + (try Self.event($0, "post-changed"))) }
        let daemon = try ScriptedDaemon(["GET /v1/events": [events[0], away, events[1]]])
        let run = try await Run(["watch", "--count", "2"], daemon: daemon)
        #expect(run.status == 0 && run.err.contains("is gone. Waiting for it.\n"), "\(run.err)")
        let refused = try await Run(["watch"], daemon: try ScriptedDaemon(["GET /v1/events": [away]]))
        #expect(refused.status == 1 && refused.err.contains("The daemon is away."), "\(refused.err)")
    }

    @Test("programs get every event as an object, and a notice when events were lost")
    func json() async throws {
        let text = try "event: reset\r\ndata: {}\r\n\r\n" + Self.event(9, "post-changed")
        let daemon = try ScriptedDaemon(["GET /v1/events": [.events(text)]])
        let run = try await Run(["watch", "--count", "1", "--json"], daemon: daemon)
        let lines = run.out.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == #"{"kind":"reset"}"#)
        #expect(try JSONCoding.decode(EventBody.self, from: Array((lines.last ?? "").utf8)).id == 9)
    }

    @Test("earlier events that the daemon still has are shown on request")
    func kept() async throws {
        let reset = "id: 6\nevent: reset\ndata: {\"oldest\":5}\n\n"
        let rest = try Self.event(5, "post-created") + Self.event(6, "post-changed")
        let daemon = try ScriptedDaemon(["GET /v1/events": [.events(reset), .events(rest)]])
        let run = try await Run(["watch", "--since", "0", "--count", "2"], daemon: daemon)
        #expect(daemon.requests.map { $0.headers["last-event-id"] } == ["0", "4"])
        #expect(run.out.hasPrefix("Older events are no longer kept; the list starts with the oldest that is.\n"))
        #expect(run.out.contains("post-created") && run.out.contains("post-changed"))
    }

    @Test("a refusal at the start is reported as one, and so is a missing daemon")
    func refused() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/events": [.problem("forbidden", "You may not.", status: 403)]])
        let run = try await Run(["watch"], daemon: daemon)
        #expect(run.status == 77 && run.err == "galley: You may not.\n")
        let nobody = try await Run(["watch", "--socket", "none.sock"])
        #expect(nobody.status == 69)
    }
}
