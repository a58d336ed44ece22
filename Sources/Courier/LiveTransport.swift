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
    private let limits: TransferLimits
    private let userAgent: String
    private let rehearsal: Rehearsal

    /// - Parameter userAgent: libcurl sends none by default, and some servers refuse a request without one.
    package init(transfer: Transfer, limits: TransferLimits, userAgent: String, rehearsal: Rehearsal) {
        self.transfer = transfer
        self.limits = limits
        self.userAgent = userAgent
        self.rehearsal = rehearsal
    }

    /// Returns a transport that shares the connections but has other limits.
    package func limited(to limits: TransferLimits) -> LiveTransport {
        LiveTransport(transfer: transfer, limits: limits, userAgent: userAgent, rehearsal: rehearsal)
    }

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
        do throws(TransferError) {
            return .success(try await transfer.exchange(order))
        } catch {
            return .failure(HTTPFailure(reached: error.reached, words: error.description))
        }
    }
}
