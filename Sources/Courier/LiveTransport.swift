package import HTTPValues
package import Targets
package import Transfer

/// Performs one HTTP exchange. There are two implementations: libcurl, and the scripted one of the tests.
package protocol HTTPTransport: Sendable {
    /// Never throws: a failure is part of the answer, with the point that the exchange had reached.
    func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange
}

/// Performs exchanges over the network or, for a target in rehearsal, with the daemon's own inbox.
package struct LiveTransport: HTTPTransport {
    /// Where rehearsed requests go: the inbox's address without a trailing slash, and its password.
    package struct Rehearsal: Sendable {
        package let address: String
        package let pass: String
        /// The Unix socket of the inbox, for a daemon without a TCP port.
        package let unixSocket: String?

        package init(address: String, pass: String, unixSocket: String? = nil) {
            self.address = address
            self.pass = pass
            self.unixSocket = unixSocket
        }
    }

    private let transfer: Transfer
    private let timeLeft: @Sendable () -> Duration?
    private let limits: TransferLimits
    private let userAgent: String
    private let rehearsal: Rehearsal

    /// - Parameters:
    ///   - userAgent: libcurl sends none by default, and some servers refuse a request without one.
    ///   - timeLeft: how long this daemon may act for the desk; nil for as long as it runs. Called on any thread.
    /// - Throws: `outOfResources`
    package init(
        limits: TransferLimits, userAgent: String, rehearsal: Rehearsal,
        timeLeft: @escaping @Sendable () -> Duration? = { nil }
    ) throws {
        self.init(
            try Transfer { timeLeft().map { $0 >= LiveTransport.timeNeeded } ?? true }, limits, userAgent, rehearsal,
            timeLeft)
    }

    private init(
        _ transfer: Transfer, _ limits: TransferLimits, _ userAgent: String, _ rehearsal: Rehearsal,
        _ timeLeft: @escaping @Sendable () -> Duration?
    ) {
        self.timeLeft = timeLeft
        self.transfer = transfer
        self.limits = limits
        self.userAgent = userAgent
        self.rehearsal = rehearsal
    }

    /// Returns a transport that shares the connections but has other limits.
    package func limited(to limits: TransferLimits) -> LiveTransport {
        LiveTransport(transfer, limits, userAgent, rehearsal, timeLeft)
    }

    /// A request begins only with so much time left.
    private static let timeNeeded = Duration.seconds(5)

    package func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange {
        var order = TransferRequest(
            request, limits: limits, certificateAuthorityFile: target.certificateAuthorityFile)
        order.http.headers.append("User-Agent", userAgent)
        if target.isRehearsal {
            order.http.url = "\(rehearsal.address)/\(target.name)"
            order.unixSocket = rehearsal.unixSocket
            order.http.headers.append("Galley-Rehearsal", rehearsal.pass)
            order.http.headers.append("Galley-Rehearsed-URL", request.url)
        }
        return await withinTimeLeft { [order] in
            do throws(TransferError) {
                return .success(try await transfer.exchange(order))
            } catch {
                return .failure(HTTPFailure(reached: error.reached, words: error.description))
            }
        }
    }

    /// Cancels the exchange when another daemon may act for the desk: that one could look at the target in vain, and send the
    /// request again while this one still sends it.
    private func withinTimeLeft(_ exchange: @escaping @Sendable () async -> Exchange) async -> Exchange {
        guard timeLeft() != nil else { return await exchange() }
        let task = Task { await exchange() }
        let guardian = Task { [timeLeft] in
            while let left = timeLeft(), left > .zero { try await Task.sleep(for: min(left, .seconds(1))) }
            task.cancel()
        }
        defer { guardian.cancel() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
