import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// What of a request's body has been read. A body that nobody wants has to be read all the same: whoever is still sending
/// does not hear the answer.
final class Upload: Sendable {
    private let isBegun = Atomic(false)

    /// More than this nobody sends by mistake: then the connection is cut.
    private static let discardedMax = 64 << 20

    /// The whole body.
    /// - Throws: a `Problem` when it has more than `limit` bytes; `BrokenRequest`.
    func collect(_ request: Request, limit: Int) async throws -> ByteBuffer {
        if let length = request.length, length > limit {
            throw Problem.tooLarge("The request has \(length) bytes. At most \(limit) are taken.")
        }
        var collected = ByteBuffer()
        var excess = 0
        try await read(request) { part in
            if excess == 0, collected.readableBytes + part.readableBytes <= limit {
                if collected.readableBytes == 0 { collected = part } else { collected.writeImmutableBuffer(part) }
                return true
            }
            excess += part.readableBytes
            return excess <= Upload.discardedMax
        }
        guard excess == 0 else {
            throw Problem.tooLarge("The request has more than \(limit) bytes. At most so many are taken.")
        }
        return collected
    }

    /// The body piece by piece, as it comes.
    ///
    /// - Parameters:
    ///   - problem: what to say when there are more bytes than `limit`; it gets their number if the sender told it.
    ///   - take: called with each piece in turn, and no more once there are too many.
    /// - Throws: that problem, what `take` throws, `BrokenRequest`; whatever it is, the body has been read.
    func stream(
        _ request: Request, limit: Int, _ problem: (Int?) -> Problem, _ take: (ByteBuffer) async throws -> Void
    ) async throws {
        if let length = request.length, length > limit { throw problem(length) }
        isBegun.store(true, ordering: .relaxed)
        var (size, failure) = (0, (any Error)?.none)
        do {
            for try await part in request.body {
                size += part.readableBytes
                guard size <= limit + Upload.discardedMax else { throw ChannelError.inputClosed }
                if size > limit { failure = failure ?? problem(nil) }
                guard failure == nil else { continue }
                do { try await take(part) } catch { failure = error }
            }
        } catch {
            throw BrokenRequest(error: error)
        }
        if let failure { throw failure }
    }

    /// Reads what was sent and not asked for.
    /// - Throws: `BrokenRequest` when it takes no end.
    func discard(_ request: Request) async throws {
        guard request.length != 0, !isBegun.load(ordering: .relaxed) else { return }
        var size = 0
        try await read(request) { part in
            size += part.readableBytes
            return size <= Upload.discardedMax
        }
    }

    /// - Parameter take: whether to go on.
    private func read(_ request: Request, _ take: (ByteBuffer) -> Bool) async throws {
        isBegun.store(true, ordering: .relaxed)
        do {
            for try await part in request.body where !take(part) { throw ChannelError.inputClosed }
        } catch {
            throw BrokenRequest(error: error)
        }
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
