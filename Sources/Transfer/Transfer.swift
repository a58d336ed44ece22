import CCurl
import Glibc
package import HTTPValues

/// Exchanges HTTP requests for answers, any number at once, on one thread of its own.
///
/// HTTP/1.1 without redirects, cookies or proxies, those of the environment included: where a request goes is decided
/// by the configuration alone. Certificates are always verified. Nothing waits for its turn here: callers bound how
/// much they ask at once. The last reference gone, what is under way is cancelled and the thread ends.
package final class Transfer: Sendable {
    private let commands: LoopCommands

    /// - Throws: `outOfResources` when there is no memory or no thread to be had.
    package init() throws(TransferError) {
        do throws(CurlFailure) {
            commands = LoopCommands(multi: try CurlMulti(idleConnectionsMax: 32))
        } catch {
            throw .noResources(error.text)
        }
        guard Loop.start(commands: commands) else {
            throw .noResources("No thread could be started")
        }
    }

    deinit { commands.give(.stop(graceMilliseconds: 0, told: nil)) }

    /// Sends `request` and returns the answer when all of it is here. A mutation is sent once; what may be read twice
    /// may be asked for twice, when a connection that had been kept turns out to be dead.
    ///
    /// Cancelling the task ends the exchange, wherever it is; an answer that is complete by then is still returned.
    package func exchange(_ request: TransferRequest) async throws(TransferError) -> HTTPAnswer {
        let destination = try Destination(of: request)
        try request.check(for: destination.place)
        let (commands, id) = (commands, commands.id())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                commands.give(
                    .send(
                        Submission(
                            id: id, request: request, destination: destination, sink: .answer(continuation))))
            }
        } onCancel: {
            id.cancel()
            commands.give(.cancel(id: id.id))
        }
        return try result.get()
    }

    /// Sends `request`, returns when the headers of the answer are here, and hands out its body as it comes.
    ///
    /// Use `TransferLimits.endless` for server-sent events. Letting go of the stream ends the exchange.
    package func stream(_ request: TransferRequest) async throws(TransferError) -> TransferStream {
        let destination = try Destination(of: request)
        try request.check(for: destination.place)
        let (commands, id, pipe) = (commands, commands.id(), TransferPipe())
        commands.give(
            .send(Submission(id: id, request: request, destination: destination, sink: .stream(pipe))))
        let head = await withTaskCancellationHandler {
            await pipe.head()
        } onCancel: {
            id.cancel()
            commands.give(.cancel(id: id.id))
        }
        let (status, headers) = try head.get()
        return TransferStream(status: status, headers: headers, pipe: pipe, id: id, commands: commands)
    }

    /// Takes nothing new, turns away those that still wait, lets the others end within `grace`, then cancels them, each
    /// with the point it has reached. Returns when all callers have been answered; afterwards every call fails.
    package func shutdown(grace: Duration) async {
        let milliseconds = grace.components.seconds.multipliedReportingOverflow(by: 1000)
        let fraction = grace.components.attoseconds / 1_000_000_000_000_000
        let whole = milliseconds.overflow ? Int64(Int32.max) : milliseconds.partialValue &+ fraction
        await withCheckedContinuation { told in
            commands.give(.stop(graceMilliseconds: max(0, Int(clamping: whole)), told: told))
        }
    }
}

extension TransferError {
    fileprivate static func noResources(_ found: String) -> TransferError {
        TransferError(reached: .nothing, reason: .outOfResources, place: "the network", found: found)
    }
}
