import NIOCore

/// How long the peer of a connection may take to send.
///
/// An open connection costs the peer nothing, so a peer that sends a byte now and then must not hold one. The daemon's
/// own time does not count: a body is timed only while a read waits for the peer.
struct PeerTimeouts {
    struct Limits: Sendable {
        /// From the connection, or from the first byte of a later request, to the end of the header.
        var head = TimeAmount.seconds(10)
        /// How much longer a body may take than `bodyBytesPerSecond` allows.
        var bodyStart = TimeAmount.seconds(10)
        var bodyBytesPerSecond: Int64 = 1024
        var body = TimeAmount.minutes(10)
        /// How much of a body is read after its response. A peer that is still sending does not read the response.
        var drained = TimeAmount.seconds(2)
        var drainedBytes = 256 * 1024
    }

    private enum Phase {
        case idle
        case head(since: NIODeadline)
        case body(Body)
        case answering
        case draining(until: NIODeadline, bytesLeft: Int)
        case leaving(until: NIODeadline)
    }

    private struct Body {
        let since: NIODeadline
        var bytes: Int64 = 0
        var waited = TimeAmount.zero
        var waitingSince: NIODeadline?
    }

    private let limits: Limits
    private var phase: Phase
    /// Requests that have begun and whose responses have not ended.
    private var answersDue = 0

    init(_ limits: Limits, now: NIODeadline) {
        self.limits = limits
        phase = .head(since: now)
    }

    /// When to close the connection unless more bytes arrive; nil while the peer has no deadline.
    var deadline: NIODeadline? {
        switch phase {
        case .idle, .answering: return nil
        case .head(let since): return since + limits.head
        case .draining(let until, _): return until
        case .leaving(let until): return until
        case .body(let body):
            let end = body.since + limits.body
            guard let since = body.waitingSince else { return end }
            let earned = TimeAmount.nanoseconds(
                body.bytes.multipliedReportingOverflow(by: 1_000_000_000).partialValue / limits.bodyBytesPerSecond)
            return min(end, since + limits.bodyStart + earned - body.waited)
        }
    }

    /// Whether the next response answers the latest request, whose body has not ended.
    var isBeforeBodyEnd: Bool { if case .body = phase { answersDue == 1 } else { false } }

    /// Whether the response to the latest request ended before the request's body.
    var isDraining: Bool { if case .draining = phase { true } else { false } }

    /// Whether enough of a refused body was read. The server then reads no more and leaves the connection open until
    /// the deadline. If it closed the connection with unread bytes, a peer such as nginx would lose the response, which
    /// it reads while it waits to send.
    var hasReadEnough: Bool { if case .draining(_, let bytesLeft) = phase { bytesLeft < 0 } else { false } }

    // MARK: - Events of the peer

    /// Bytes that do not make a complete header yet.
    mutating func partOfHeadCame(now: NIODeadline) { if case .idle = phase { phase = .head(since: now) } }

    mutating func headCame(now: NIODeadline) {
        answersDue += 1
        phase = .body(Body(since: now, waitingSince: now))
    }

    mutating func bodyCame(_ bytes: Int, now: NIODeadline) {
        switch phase {
        case .body(var body):
            body.bytes += Int64(bytes)
            if let since = body.waitingSince { body.waited = body.waited + (now - since) }
            body.waitingSince = nil
            phase = .body(body)
        case .draining(let until, let bytesLeft): phase = .draining(until: until, bytesLeft: bytesLeft - bytes)
        default: break
        }
    }

    mutating func endCame() {
        if case .draining(let until, _) = phase {
            // A response before the end of the body is the last one.
            phase = .leaving(until: until)
        } else {
            phase = answersDue > 0 ? .answering : .idle
        }
    }

    /// The server can read more.
    mutating func readWanted(now: NIODeadline) {
        guard case .body(var body) = phase, body.waitingSince == nil else { return }
        body.waitingSince = now
        phase = .body(body)
    }

    // MARK: - Events of the server

    /// - Parameter isLast: whether the connection ends with this response.
    mutating func answerEnded(isLast: Bool, now: NIODeadline) {
        answersDue = max(0, answersDue - 1)
        guard answersDue == 0 else { return }
        if case .body = phase {
            phase = .draining(until: now + limits.drained, bytesLeft: limits.drainedBytes)
        } else if isLast {
            phase = .leaving(until: now + limits.drained)
        } else if case .answering = phase {
            phase = .idle
        }
    }
}
