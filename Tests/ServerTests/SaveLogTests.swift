import Logging
import Testing
import Wire

@testable import Server

@Suite("The log of saves", .timeLimit(.minutes(10)))
struct SaveLogTests {
    private let now = ContinuousClock.now
    private let log = SaveLog(log: LogLines().logger)

    @Test("has one line for each post and ten minutes, with the number of saves and the longest")
    func tenMinutes() {
        for second in 0..<600 {
            let taken = Duration.milliseconds(second % 7)
            #expect(log.counts("/v1/posts/one", taken, at: now + .seconds(second)))
        }
        #expect(log.counts("/v1/posts/two", .zero, at: now + .seconds(300)))
        #expect(log.complete(at: now + .seconds(599)).isEmpty)
        let first = log.complete(at: now + .seconds(600))
        #expect(first.map(\.count) == [600] && first.map(\.slowest) == [.milliseconds(6)])
        #expect(log.counts("/v1/posts/one", .zero, at: now + .seconds(601)))
        #expect(log.complete(at: now + .seconds(900)).map(\.count) == [1])
        #expect(log.complete(at: nil).map(\.count) == [1])
        #expect(log.complete(at: nil).isEmpty)
    }

    @Test("counts at most a thousand posts, and leaves the saves of others to lines of their own")
    func crowd() {
        let counted = (0..<5000).count { log.counts("/v1/posts/\($0)", .zero, at: now) }
        #expect(counted == SaveLog.postsMax)
        #expect(log.counts("/v1/posts/0", .zero, at: now))
        #expect(log.complete(at: now + SaveLog.span).count == SaveLog.postsMax)
        #expect(log.counts("/v1/posts/4999", .zero, at: now))
    }

    @Test("is complete when the daemon stops; refused saves have lines of their own, and no line names a post")
    func request() async throws {
        let lines = LogLines()
        try await House.open(log: lines) { house in
            let post = try await house.write("Private words")
            for word in ["One", "Two", "Three"] { try await house.save(post) { $0.body = word } }
            let stale = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)", #"{"body":"Four"}"#, headers: ["If-Match": "\"1\""])
            #expect(stale.status == 412)
        }
        let saves = lines.all.filter { $0.hasPrefix("saves ") }
        #expect(saves.count == 1)
        #expect(saves.first?.contains(#""count": 3"#) == true, "\(saves)")
        #expect(lines.all.contains { $0.hasPrefix("request ") && $0.contains("412") })
        #expect(!lines.all.contains { $0.contains("rivate") })
    }
}
