import Glibc
import HTTPValues
import Testing

@testable import Transfer

/// libcurl resends a request by itself if a reused connection dies without an answer.
@Suite("A connection")
struct ConnectionTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    /// Answers the first request of each connection and closes the second unanswered.
    private func serverThatDiesOnReuse() throws -> RawServer {
        try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.answer()
            connection.readRequest()
        }
    }

    @Test("is reused for reads")
    func reads() async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil { connection.answer() }
        }
        for _ in 1...3 { _ = try await transfer.exchange(TransferRequest("GET", server.url)) }
        #expect(server.requests.count == 3)
        #expect(server.connectionCount == 1)
    }

    @Test("that is reused may resend a read unnoticed: the trap")
    func trap() async throws {
        let server = try serverThatDiesOnReuse()
        for _ in 1...2 { _ = try await transfer.exchange(TransferRequest("GET", server.url)) }
        #expect(server.requests.count == 3)
    }

    @Test("is new for each mutation, so that none is sent twice", arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func mutations(method: String) async throws {
        let server = try serverThatDiesOnReuse()
        _ = try await transfer.exchange(TransferRequest("GET", server.url))
        for _ in 1...2 { _ = try await transfer.exchange(TransferRequest(method, server.url)) }
        #expect(server.requests.count == 3)
        #expect(server.connectionCount == 3)
    }

    @Test("that dies under a mutation is reported, and the server has seen one", arguments: ["POST", "PUT", "DELETE"])
    func lostMutation(method: String) async throws {
        let server = try RawServer { connection in
            guard let first = connection.readRequest(), first.hasPrefix("GET") else { return }
            connection.answer()
            connection.readRequest()
        }
        _ = try await transfer.exchange(TransferRequest("GET", server.url))
        let error = await transfer.failure(TransferRequest(method, server.url, body: [UInt8]("once")))
        #expect(error?.reached == .sent)
        #expect(server.requests.filter { $0.hasPrefix(method) }.count == 1)
    }

    @Test("is not inherited by a program that is started meanwhile")
    func closesOnExec() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.waitForHangUp()
        }
        let task = Task { [transfer] in await transfer.failure(TransferRequest("POST", server.url)) }
        _ = await server.nextRequest()
        let descriptors = (0..<4096).filter { RawServer.peerPort(of: $0) == server.port }
        #expect(descriptors.count == 1)
        #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        task.cancel()
        _ = await task.value
    }

    @Test("can be one of a hundred at once, and each answer reaches its own request")
    func crowd() async throws {
        let server = try RawServer { connection in
            let body = connection.readRequest()?.split(separator: "\r\n\r\n").last ?? ""
            connection.answer("200 OK", String(body))
        }
        let mismatchCount = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...100 {
                group.addTask { [transfer] in
                    let request = TransferRequest("POST", server.url, body: [UInt8]("number \(number)"))
                    return try await transfer.exchange(request).text != "number \(number)"
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(mismatchCount == 0)
        #expect(server.requests.count == 100)
        #expect(Set(server.requests.compactMap { $0.split(separator: "\r\n\r\n").last }).count == 100)
    }
}
