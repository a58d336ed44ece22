package import HTTPValues

/// What to send, by which way, and how long to put up with the other side.
package struct TransferRequest: Sendable {
    package var http: HTTPRequest
    /// The path of a Unix socket to speak through, in place of the address in the request.
    package var unixSocket: String?
    package var limits: TransferLimits
    /// A PEM file; only what it vouches for is trusted then, in place of the system's authorities.
    package var certificateAuthorityFile: String?

    package init(
        _ http: HTTPRequest, unixSocket: String? = nil, limits: TransferLimits = TransferLimits(),
        certificateAuthorityFile: String? = nil
    ) {
        self.http = http
        self.unixSocket = unixSocket
        self.limits = limits
        self.certificateAuthorityFile = certificateAuthorityFile
    }
}

/// How long and how much. A time of 0 is no limit; time spent waiting for a free place is not counted.
package struct TransferLimits: Sendable, Equatable {
    /// For the name, the connection and the TLS handshake together.
    package var connectMilliseconds: Int = 10_000
    /// From the request having left to the answer's first line. A long body is noticed to have left when a stall is
    /// looked for, so for one this may last up to `stallMilliseconds` more.
    package var firstByteMilliseconds: Int = 60_000
    /// The slowest pace put up with while a body leaves or an answer arrives, in bytes per second …
    package var stallBytesPerSecond: Int = 16
    /// … on average over each stretch of this length.
    package var stallMilliseconds: Int = 20_000
    /// For the whole exchange.
    package var wholeMilliseconds: Int = 120_000
    package var uploadBytesMax: Int = 64 << 20
    /// Of the answer's body as it arrives, however it is framed.
    package var downloadBytesMax: Int = 8 << 20

    package init() {}

    /// For an answer without an end: as long as it lives, it may last and grow.
    /// - Parameter heartbeatMilliseconds: after this long without a byte the other side is taken for dead.
    package static func endless(heartbeatMilliseconds: Int = 90_000) -> TransferLimits {
        var limits = TransferLimits()
        (limits.stallBytesPerSecond, limits.stallMilliseconds) = (0, heartbeatMilliseconds)
        (limits.wholeMilliseconds, limits.downloadBytesMax) = (0, .max)
        return limits
    }
}
