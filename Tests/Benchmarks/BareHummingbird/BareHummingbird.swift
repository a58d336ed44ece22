import Hummingbird
import NIOCore

/// The smallest possible Hummingbird program: reads the request and answers with a given number of bytes of HTML,
/// prepared once. A separate program, because everything that a process links adds to its memory and its start.
///
/// `bare-hummingbird SOCKET`, then `POST /answers/BYTES`, or `GET /stream` for an event stream that sends one event and
/// then idles.
@main
struct BareHummingbird {
    static let bytesMax = 1 << 20

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("Use: bare-hummingbird SOCKET")
            return
        }
        let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytesMax)
        let router = Router()
        router.post("/answers/:bytes") { request, context in
            _ = try await request.body.collect(upTo: bytesMax)
            let count = try context.parameters.require("bytes", as: Int.self)
            guard let body = answer.getSlice(at: 0, length: count) else { throw HTTPError(.badRequest) }
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: body))
        }
        router.get("/stream") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream"],
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: ": bare\n\n"))
                    // Nothing is ever sent on it; the end of the connection ends the wait.
                    let (nothing, source) = AsyncStream.makeStream(of: ByteBuffer.self)
                    for await part in nothing { try await writer.write(part) }
                    source.finish()
                    try await writer.finish(nil)
                })
        }
        let application = Application(
            router: router, configuration: .init(address: .unixDomainSocket(path: CommandLine.arguments[1])))
        try await application.runService()
    }
}
