package import HTTPValues

/// An answer whose body one reader reads in pieces.
package final class TransferStream: Sendable {
    package let status: Int
    package let headers: [HTTPHeader]
    private let pipe: TransferPipe
    private let id: TransferID
    private let commands: LoopCommands

    init(status: Int, headers: [HTTPHeader], pipe: TransferPipe, id: TransferID, commands: LoopCommands) {
        self.status = status
        self.headers = headers
        self.pipe = pipe
        self.id = id
        self.commands = commands
    }

    deinit { cancel() }

    /// Ends the exchange. A waiting reader gets the error `cancelled`.
    package func cancel() {
        id.cancel()
        commands.give(.cancel(id: id.id))
    }

    /// - Returns: the next bytes of the body, 1 to 280,000; nil at its end.
    package func next() async throws(TransferError) -> [UInt8]? {
        let result = await withTaskCancellationHandler {
            await pipe.next { commands.give(.resume(id: id.id)) }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }
}
