package import HTTPValues

/// A request, the way to its destination, and the limits of the exchange.
package struct TransferRequest: Sendable {
    package var http: HTTPRequest
    /// The path of a Unix socket to connect to, instead of the host in the URL.
    package var unixSocket: String?
    package var limits: TransferLimits
    /// A PEM file with the only trusted certificate authorities, in place of the system's.
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

/// Times and sizes. A time of 0 means no limit.
package struct TransferLimits: Sendable, Equatable {
    /// For name lookup, connection and TLS handshake together.
    package var connectMilliseconds: Int = 10_000
    /// From the end of the request to the first line of the answer. The loop notices the end of a long body only when
    /// it checks for a stall, so a long request may get up to `stallMilliseconds` more.
    package var firstByteMilliseconds: Int = 60_000
    /// The minimum rate of an upload or a download, in bytes per second …
    package var stallBytesPerSecond: Int = 16
    /// … averaged over each period of this length.
    package var stallMilliseconds: Int = 20_000
    /// For the whole exchange.
    package var wholeMilliseconds: Int = 120_000
    package var uploadBytesMax: Int = 64 << 20
    /// Of the answer's body as it arrives, with any framing.
    package var downloadBytesMax: Int = 8 << 20

    package init() {}

    /// For an answer without an end, such as an event stream: no limit of duration or size.
    /// - Parameter heartbeatMilliseconds: after this time without a byte the connection counts as dead.
    package static func endless(heartbeatMilliseconds: Int = 90_000) -> TransferLimits {
        var limits = TransferLimits()
        (limits.stallBytesPerSecond, limits.stallMilliseconds) = (0, heartbeatMilliseconds)
        (limits.wholeMilliseconds, limits.downloadBytesMax) = (0, .max)
        return limits
    }
}
