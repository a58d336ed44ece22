import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix

/// Reading the body of a request. The caller is asked for the body only when a route begins to read. A body that no route
/// reads is read after the response, within the limits of `PeerTimeouts`, because a client that is still sending does
/// not read the response.
extension Call {
    /// Reads the whole body.
    /// - Throws: a `Problem` when it has more than `limit` bytes; `BrokenRequest`.
    func buffer(limit: Int = BodyBudget.jsonBytesMax) async throws -> ByteBuffer {
        if let length = request.length {
            guard length <= limit else {
                throw Problem.tooLarge("The request has \(length) bytes. The limit is \(limit).")
            }
            try room.hold(length)
        }
        var collected = ByteBuffer()
        func problem(_: Int?) -> Problem {
            Problem.tooLarge("The request has more than \(limit) bytes, which is the limit.")
        }
        try await stream(limit: limit, problem) { part in
            try room.hold(collected.readableBytes + part.readableBytes)
            if collected.readableBytes == 0 { collected = part } else { collected.writeImmutableBuffer(part) }
        }
        return collected
    }

    /// Parses `bytes`. More than `bytesParsedAtOnce` are parsed by a thread of the pool for long work, so that no size
    /// of a body delays the answers to others.
    func parsed<Value: Sendable>(
        _ bytes: [UInt8], _ parse: @escaping @Sendable ([UInt8]) throws -> Value
    ) async throws -> Value {
        guard bytes.count > BodyBudget.bytesParsedAtOnce else { return try parse(bytes) }
        return try await NIOThreadPool.singleton.runIfActive { try parse(bytes) }
    }

    /// Passes the body on in pieces as they arrive.
    ///
    /// - Parameters:
    ///   - problem: makes the error for more bytes than `limit`; its argument is their number, if the sender stated it.
    ///   - take: called with each piece in turn.
    /// - Throws: that problem, `contentCoding`, `BrokenRequest`, or the error of `take`.
    func stream(limit: Int, _ problem: (Int?) -> Problem, _ take: (ByteBuffer) async throws -> Void) async throws {
        if let coding = header(.contentEncoding), coding.lowercased() != "identity" {
            throw Problem.contentCoding(coding)
        }
        if let length = request.length, length > limit { throw problem(length) }
        if request.headers.contains(.expect) { context.connection?.sendContinue() }
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
    /// The length of the body in bytes; nil when it is unknown before the end.
    var length: Int? {
        if let length = headers.only(.contentLength) { return Int(length) }
        return headers.contains(.transferEncoding) ? nil : 0
    }
}

extension HTTPFields {
    /// The value of a field that occurs once, otherwise its first value. The subscript is slower, because it joins all
    /// values into a new string even when there is one.
    func only(_ name: HTTPField.Name) -> String? { first { $0.name == name }?.value }
}

/// The connection broke, or the client sent invalid HTTP. No response is possible.
struct BrokenRequest: Error {
    let error: any Error
}
