package import Posts
package import Targets
package import Transfer

/// Exchanges over the network, or, for a target in rehearsal, with the daemon's own inbox.
package struct LiveTransport: HTTPTransport {
    /// Where rehearsed requests go: the inbox's address without a trailing slash, and the word that opens it.
    package struct Rehearsal: Sendable {
        package let address: String
        package let pass: String
        /// The Unix socket behind which the inbox is, for a daemon without a TCP port.
        package let unixSocket: String?

        package init(address: String, pass: String, unixSocket: String? = nil) {
            self.address = address
            self.pass = pass
            self.unixSocket = unixSocket
        }
    }

    private let transfer: Transfer
    private let limits: TransferLimits
    private let userAgent: String
    private let rehearsal: Rehearsal
    private let now: @Sendable () -> Instant

    /// - Parameter userAgent: libcurl sends none by itself, and some servers refuse a request without one.
    package init(
        transfer: Transfer, limits: TransferLimits, userAgent: String, rehearsal: Rehearsal,
        now: @escaping @Sendable () -> Instant
    ) {
        self.transfer = transfer
        self.limits = limits
        self.userAgent = userAgent
        self.rehearsal = rehearsal
        self.now = now
    }

    /// The same connections under other limits.
    package func limited(to limits: TransferLimits) -> LiveTransport {
        LiveTransport(transfer: transfer, limits: limits, userAgent: userAgent, rehearsal: rehearsal, now: now)
    }

    package func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange {
        var order = TransferRequest(request.method, request.url)
        for header in request.headers { order.headers.append(header.name, header.value) }
        order.headers.append("User-Agent", userAgent)
        order.body = request.body
        order.isMutation = request.isMutation
        order.carriesCredentials = request.carriesCredentials
        order.certificateAuthorityFile = target.certificateAuthorityFile
        order.limits = limits
        if target.isRehearsal {
            order.url = "\(rehearsal.address)/\(target.name)"
            order.unixSocket = rehearsal.unixSocket
            order.headers.append("Galley-Rehearsal", rehearsal.pass)
            order.headers.append("Galley-Rehearsed-URL", request.url)
        }
        do throws(TransferError) {
            let answer = try await transfer.exchange(order)
            let headers = answer.headers.fields.map { HTTPHeader($0.name, $0.value) }
            return .success(
                HTTPAnswer(status: answer.status, headers: headers, body: answer.body, receivedAt: now()))
        } catch {
            return .failure(HTTPFailure(reached: .init(error.reached), words: error.description))
        }
    }
}

extension HTTPFailure.Reached {
    fileprivate init(_ reached: TransferError.Reached) {
        self =
            switch reached {
            case .nothing: .nothing
            case .sent: .sent
            case .headers: .headers
            case .complete: .complete
            }
    }
}
