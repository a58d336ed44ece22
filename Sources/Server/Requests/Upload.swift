import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads a request's body. The caller is asked for it when a route begins to read, and not before. What no route reads is
/// read after the answer, within the bounds of `PeerTimeouts`: whoever is still sending does not hear the answer.
final class Upload: Sendable {
    private let connection: ConnectionHandle?

    init(connection: ConnectionHandle?) { self.connection = connection }

    /// The whole body.
    /// - Throws: a `Problem` when it has more than `limit` bytes; `BrokenRequest`.
    func collect(_ request: Request, limit: Int) async throws -> ByteBuffer {
        if let length = request.length, length > limit {
            throw Problem.tooLarge("The request has \(length) bytes. At most \(limit) are taken.")
        }
        var collected = ByteBuffer()
        func problem(_: Int?) -> Problem {
            Problem.tooLarge("The request has more than \(limit) bytes. At most so many are taken.")
        }
        try await stream(request, limit: limit, problem) { part in
            if collected.readableBytes == 0 { collected = part } else { collected.writeImmutableBuffer(part) }
        }
        return collected
    }

    /// The body piece by piece, as it comes.
    ///
    /// - Parameters:
    ///   - problem: what to say when there are more bytes than `limit`; it gets their number if the sender told it.
    ///   - take: called with each piece in turn.
    /// - Throws: that problem, what `take` throws, `BrokenRequest`.
    func stream(
        _ request: Request, limit: Int, _ problem: (Int?) -> Problem, _ take: (ByteBuffer) async throws -> Void
    ) async throws {
        if let length = request.length, length > limit { throw problem(length) }
        if request.headers.contains(.expect) { connection?.sendContinue() }
        var (size, failure) = (0, (any Error)?.none)
        do {
            for try await part in request.body {
                size += part.readableBytes
                if size > limit {
                    failure = problem(nil)
                } else {
                    do { try await take(part) } catch { failure = error }
                }
                if failure != nil { break }
            }
        } catch {
            throw BrokenRequest(error: error)
        }
        if let failure { throw failure }
    }
}

extension Request {
    /// Of the body, in bytes; nil when that is not known before its end.
    var length: Int? {
        if let length = headers.only(.contentLength) { return Int(length) }
        return headers.contains(.transferEncoding) ? nil : 0
    }
}

extension HTTPFields {
    /// The value of a field that comes once; else the first. The subscript makes a new text of all there are, even of one,
    /// which took longer than finding it.
    func only(_ name: HTTPField.Name) -> String? { first { $0.name == name }?.value }
}

/// The connection broke, or what came over it was no HTTP: there is nobody left to answer.
struct BrokenRequest: Error {
    let error: any Error
}
