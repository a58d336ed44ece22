import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import Server

@Suite struct WorkTests {
    /// Where the handler of a route ran when a connection asked for it with a body of so many bytes.
    private func place(of work: RouteBook.Work, length: Int?) async throws -> String {
        var book = RouteBook()
        book.addPage(.post, "/here", .everyoneHere, work: work) { _ in
            Response(status: .ok, headers: [.contentLocation: WorkTests.isOnLoop ? "loop" : "pool"])
        }
        let responder = book.responder(try await gate(ownUID: 1000))
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/here")
        if let length {
            head.headerFields[.contentLength] = "\(length)"
        } else {
            head.headerFields[.transferEncoding] = "chunked"
        }
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let context = DeskContext(source: DeskContext.Source(logger: log, peer: .user(uid: 1000)))
        let loop = LoopExecutor(MultiThreadedEventLoopGroup.singleton.next())
        return try await withTaskExecutorPreference(loop) {
            try await responder.respond(to: request, context: context).headers[.contentLocation] ?? "nowhere"
        }
    }

    private static var isOnLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }

    @Test("what is brief is done on the connection's own thread")
    func brief() async throws {
        #expect(try await place(of: .brief, length: 0) == "loop")
        #expect(try await place(of: .brief, length: 64 * 1024) == "loop")
    }

    @Test("what takes longer, or comes with a long or endless body, keeps no connection waiting")
    func long() async throws {
        let long = try await place(of: .long, length: 0)
        #expect(long == "pool")
        let large = try await place(of: .brief, length: 64 * 1024 + 1)
        #expect(large == "pool")
        let endless = try await place(of: .brief, length: nil)
        #expect(endless == "pool")
    }
}
