package import HTTPValues

/// Performs HTTP exchanges, any number at once, on one dedicated thread.
///
/// HTTP/1.1 without redirects, cookies or proxies, even if the environment names one: the configuration alone decides
/// where a request goes. Certificates are always verified. There is no queue here; callers limit how many exchanges
/// they start. When the last reference is released, running exchanges are cancelled and the thread ends.
package final class Transfer: Sendable {
    private let commands: LoopCommands
    private let mayBegin: @Sendable () -> Bool

    /// - Parameter mayBegin: asked right before the first byte of each exchange; nothing is sent if it says no. Called on the
    ///   thread of the exchanges.
    /// - Throws: `outOfResources` if memory or a thread cannot be allocated.
    package init(mayBegin: @escaping @Sendable () -> Bool = { true }) throws(TransferError) {
        self.mayBegin = mayBegin
        do throws(CurlFailure) {
            commands = LoopCommands(multi: try CurlMulti(idleConnectionsMax: 32))
        } catch {
            throw .noResources(error.text)
        }
        guard Loop.start(commands: commands) else {
            throw .noResources("No thread could be started")
        }
    }

    deinit { commands.give(.stop) }

    /// Sends `request` and returns the complete answer. A mutation is sent once. Any other request may be sent again if
    /// a reused connection turns out to be dead.
    ///
    /// Cancelling the task ends the exchange at any point. An answer that is complete by then is still returned.
    package func exchange(_ request: TransferRequest) async throws(TransferError) -> HTTPAnswer {
        let destination = try Destination(of: request)
        try request.check(for: destination.peer)
        let (commands, id) = (commands, commands.id())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                commands.give(
                    .send(
                        Submission(
                            id: id, request: request, destination: destination, mayBegin: mayBegin,
                            sink: .answer(continuation))))
            }
        } onCancel: {
            id.cancel()
            commands.give(.cancel(id: id.id))
        }
        return try result.get()
    }

    /// Sends `request`, returns when the answer's headers have arrived, and streams its body.
    ///
    /// Use `TransferLimits.endless` for server-sent events. Releasing the stream ends the exchange.
    package func stream(_ request: TransferRequest) async throws(TransferError) -> TransferStream {
        let destination = try Destination(of: request)
        try request.check(for: destination.peer)
        let (commands, id, pipe) = (commands, commands.id(), TransferPipe())
        commands.give(
            .send(
                Submission(
                    id: id, request: request, destination: destination, mayBegin: mayBegin, sink: .stream(pipe))))
        let head = await withTaskCancellationHandler {
            await pipe.head()
        } onCancel: {
            id.cancel()
            commands.give(.cancel(id: id.id))
        }
        let (status, headers) = try head.get()
        return TransferStream(status: status, headers: headers, pipe: pipe, id: id, commands: commands)
    }
}

extension TransferError {
    fileprivate static func noResources(_ found: String) -> TransferError {
        TransferError(reached: .nothing, reason: .outOfResources, peer: "the network", found: found)
    }
}
