import CCurl
import Glibc
package import HTTPValues

/// Exchanges HTTP requests for answers, any number at once, on one thread of its own.
///
/// HTTP/1.1 without redirects, cookies or proxies, those of the environment included: where a request goes is decided
/// by the configuration alone. Certificates are always verified. Who finds no free place waits in line. The last
/// reference gone, what is under way is cancelled and the thread ends.
package final class Transfer: Sendable {
    package struct Settings: Sendable {
        /// Exchanges under way with one host (scheme, name and port) or Unix socket.
        package var perHostMax = 6
        /// Exchanges under way in all.
        package var totalMax = 256
        package init() {}
    }

    private let orders: Orders

    /// - Throws: `outOfResources` when there is no memory or no thread to be had.
    package init(_ settings: Settings = Settings()) throws(TransferError) {
        do throws(CurlFailure) {
            orders = Orders(multi: try CurlMulti(idleConnectionsMax: 32))
        } catch {
            throw .noResources(error.text)
        }
        guard Loop.start(orders: orders, settings: settings) else {
            throw .noResources("No thread could be started")
        }
    }

    deinit { orders.give(.stop(graceMilliseconds: 0, told: nil)) }

    /// Sends `request` and returns the answer when all of it is here. A mutation is sent once; what may be read twice
    /// may be asked for twice, when a connection that had been kept turns out to be dead.
    ///
    /// Cancelling the task ends the exchange, wherever it is; an answer that is complete by then is still returned.
    package func exchange(_ request: TransferRequest) async throws(TransferError) -> HTTPAnswer {
        let destination = try Destination(of: request)
        try request.check(for: destination.place)
        let (orders, ticket) = (orders, orders.ticket())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                orders.give(
                    .send(
                        Submission(
                            ticket: ticket, request: request, destination: destination, sink: .answer(continuation))))
            }
        } onCancel: {
            ticket.cancel()
            orders.give(.cancel(id: ticket.id))
        }
        return try result.get()
    }

    /// Sends `request`, returns when the headers of the answer are here, and hands out its body as it comes.
    ///
    /// Use `TransferLimits.endless` for server-sent events. Letting go of the stream ends the exchange.
    package func stream(_ request: TransferRequest) async throws(TransferError) -> TransferStream {
        let destination = try Destination(of: request)
        try request.check(for: destination.place)
        let (orders, ticket, pipe) = (orders, orders.ticket(), TransferPipe())
        orders.give(
            .send(Submission(ticket: ticket, request: request, destination: destination, sink: .stream(pipe))))
        let head = await withTaskCancellationHandler {
            await pipe.head()
        } onCancel: {
            ticket.cancel()
            orders.give(.cancel(id: ticket.id))
        }
        let (status, headers) = try head.get()
        return TransferStream(status: status, headers: headers, pipe: pipe, ticket: ticket, orders: orders)
    }

    /// Takes nothing new, turns away those that still wait, lets the others end within `grace`, then cancels them, each
    /// with the point it has reached. Returns when all callers have been answered; afterwards every call fails.
    package func shutdown(grace: Duration) async {
        let milliseconds = grace.components.seconds.multipliedReportingOverflow(by: 1000)
        let fraction = grace.components.attoseconds / 1_000_000_000_000_000
        let whole = milliseconds.overflow ? Int64(Int32.max) : milliseconds.partialValue &+ fraction
        await withCheckedContinuation { told in
            orders.give(.stop(graceMilliseconds: max(0, Int(clamping: whole)), told: told))
        }
    }
}

extension TransferError {
    fileprivate static func noResources(_ found: String) -> TransferError {
        TransferError(reached: .nothing, reason: .outOfResources, place: "the network", found: found)
    }
}
