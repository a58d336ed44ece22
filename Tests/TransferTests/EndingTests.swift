import HTTPValues
import Testing

@testable import Transfer

@Suite("An early end")
struct EndingTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    /// Starts the exchange in a separate task.
    private func start(_ request: TransferRequest) -> Task<TransferError?, Never> {
        Task { [transfer] in await transfer.failure(request) }
    }

    @Test("by cancelling reports that the request was sent")
    func cancelSent() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.waitForHangUp()
        }
        let task = start(TransferRequest("POST", server.url))
        _ = await server.nextRequest()
        task.cancel()
        let error = await task.value
        #expect(error?.reason == .cancelled)
        #expect(error?.reached == .sent)
    }

    @Test("by cancelling during a TLS handshake sends nothing")
    func cancelHandshake() async throws {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            _ = connection.read(upTo: 1)
            arrivals.continuation.yield()
            connection.waitForHangUp()
        }
        let task = start(TransferRequest("POST", "https://127.0.0.1:\(server.port)/"))
        _ = await arrivals.stream.first { _ in true }
        task.cancel()
        let error = await task.value
        #expect(error?.reason == .cancelled)
        #expect(error?.reached == .nothing)
    }

    @Test("by a limit comes in time while other exchanges keep the loop busy")
    func busy() async throws {
        let server = try RawServer { connection in
            if connection.readRequest()?.hasPrefix("POST /hang") == true { return connection.waitForHangUp() }
            connection.answer()
        }
        let hanging = start(TransferRequest("POST", server.url + "hang", limits: .short))
        let others = Task { [transfer] in
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...5 {
                    group.addTask {
                        while !Task.isCancelled { _ = await transfer.failure(TransferRequest("GET", server.url)) }
                    }
                }
            }
        }
        let error = await hanging.value
        others.cancel()
        await others.value
        #expect(error?.reason == .firstByteTimedOut)
    }

    @Test("by cancelling before its turn sends nothing, and others continue")
    func cancelBeforehand() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.answer()
        }
        let cancelled = Task { [transfer] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await transfer.failure(TransferRequest("POST", server.url + "second"))
        }
        let error = await cancelled.value
        #expect(error?.reason == .cancelled)
        #expect(error?.reached == .nothing)
        #expect(try await transfer.exchange(TransferRequest("POST", server.url + "third")).status == 200)
        #expect(!server.requests.contains { $0.contains("second") })
    }
}
