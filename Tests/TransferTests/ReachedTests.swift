import HTTPValues
import Synchronization
import Testing

@testable import Transfer

/// How far an exchange came decides whether a delivery may be retried, so bare sockets prove it.
@Suite("The point reached")
struct ReachedTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    @Test("is nothing when the port refuses")
    func refused() async throws {
        let port = try RawServer.refusingPort()
        let error = await transfer.failure(TransferRequest("POST", "http://127.0.0.1:\(port)/", body: [1]))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .connectionRefused)
        let advice = "Check that the service runs and that the address is right."
        #expect(error?.description == "Nothing listens at 127.0.0.1 port \(port). \(advice)")
    }

    @Test("is nothing when the name does not resolve")
    func unresolvable() async throws {
        let error = await transfer.failure(TransferRequest("POST", "http://no-such-host.invalid/", limits: .long))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .dnsLookupFailed)
    }

    @Test("is nothing when a TLS handshake is never answered")
    func handshakeHangs() async throws {
        let server = try RawServer { $0.waitForHangUp() }
        let url = "https://127.0.0.1:\(server.port)/"
        let error = await transfer.failure(TransferRequest("POST", url, body: [1], limits: .short))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .connectTimedOut)
    }

    @Test("is nothing when something other than TLS answers the handshake")
    func handshakeRefused() async throws {
        let server = try RawServer { connection in
            _ = connection.read(upTo: 1)
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let url = "https://127.0.0.1:\(server.port)/"
        let error = await transfer.failure(TransferRequest("POST", url, body: [1]))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .tlsFailed)
    }

    @Test("is never nothing when the peer has read as much as one byte", arguments: [1, 10])
    func closedAfterBytes(count: Int) async throws {
        let server = try RawServer { connection in
            _ = connection.read(upTo: count)
            connection.reset()
        }
        let error = await transfer.failure(TransferRequest("POST", server.url, body: [UInt8]("hello")))
        #expect(error?.reached == .sent)
        #expect(error?.reason == .connectionLost)
        #expect(server.connectionCount == 1)
    }

    @Test("is not beyond sent when the peer closes as soon as it has accepted")
    func closedAfterAccept() async throws {
        // The close may come before or after the first byte leaves, and both results are correct.
        let server = try RawServer { $0.reset() }
        let error = await transfer.failure(TransferRequest("POST", server.url, body: [UInt8]("hello")))
        #expect(error.map { $0.reached <= .sent } == true)
        #expect(server.connectionCount == 1)
    }

    @Test("is never nothing for a connection whose peer has a byte, however fast it closes")
    func race() async throws {
        let counts = Mutex<[Int]>([])
        let server = try RawServer { connection in
            let count = connection.readWhatIsThere()
            counts.withLock { $0.append(count) }
            connection.reset()
        }
        var reached: [HTTPFailure.Reached] = []
        for number in 1...300 {
            let error = await transfer.failure(TransferRequest("POST", server.url, body: [1, 2, 3]))
            reached.append(try #require(error).reached)
            #expect(server.connectionCount == number)
        }
        let contradictionCount = zip(counts.withLock { $0 }, reached).count { $0 > 0 && $1 == .nothing }
        #expect(contradictionCount == 0)
    }

    @Test("is sent, and the request is sent once, when the peer closes unanswered", arguments: [0, 100_000])
    func closedUnanswered(bodyCount: Int) async throws {
        let server = try RawServer { $0.readRequest() }
        let body = [UInt8](repeating: 0x61, count: bodyCount)
        let error = await transfer.failure(TransferRequest("POST", server.url, body: body))
        #expect(error?.reached == .sent)
        #expect(error?.reason == .connectionLost)
        #expect(server.requests.count == 1)
        #expect(server.connectionCount == 1)
    }

    @Test("is sent when the peer stops reading in the middle of a long body")
    func uploadStalls() async throws {
        let server = try RawServer { connection in
            _ = connection.read(upTo: 1)
            connection.waitForNothing()
        }
        let body = [UInt8](repeating: 0x61, count: 16 << 20)
        let error = await transfer.failure(TransferRequest("PUT", server.url, body: body, limits: .short))
        #expect(error?.reached == .sent)
        #expect(error?.reason == .stalled)
    }

    @Test("is sent when the peer reads the request and hangs", arguments: [0, 100_000])
    func hangs(bodyCount: Int) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.waitForHangUp()
        }
        let body = [UInt8](repeating: 0x61, count: bodyCount)
        let error = await transfer.failure(TransferRequest("POST", server.url, body: body, limits: .short))
        #expect(error?.reached == .sent)
        #expect(error?.reason == .firstByteTimedOut)
        #expect(server.requests.count == 1)
    }

    @Test("is sent when not even the answer's first line is whole")
    func partOfStatusLine() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 20")
        }
        let error = await transfer.failure(TransferRequest("POST", server.url))
        #expect(error?.reached == .sent)
        #expect(server.requests.count == 1)
    }

    @Test(
        "is headers when the answer ends after its first line",
        arguments: [
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nContent-Le",
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 20",
        ])
    func answerBreaksOff(answer: String) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write(answer)
        }
        let error = await transfer.failure(TransferRequest("POST", server.url))
        #expect(error?.reached == .headers)
        #expect(server.requests.count == 1)
    }

    @Test("is headers when the answer comes too slowly")
    func slowAnswer() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\na few bytes")
            connection.waitForHangUp()
        }
        let error = await transfer.failure(TransferRequest("POST", server.url, limits: .short))
        #expect(error?.reached == .headers)
        #expect(error?.reason == .stalled)
    }

    @Test("is headers when the answer drips below the minimum rate")
    func drippingAnswer() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            connection.drip()
        }
        var limits = TransferLimits.short
        limits.stallBytesPerSecond = 100_000
        let error = await transfer.failure(TransferRequest("POST", server.url, limits: limits))
        #expect(error?.reached == .headers)
        #expect(error?.reason == .stalled)
    }

    @Test("is headers when the total time ends in the middle of the answer")
    func wholeTime() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\na few bytes")
            connection.waitForHangUp()
        }
        var limits = TransferLimits.long
        limits.wholeMilliseconds = 200
        let error = await transfer.failure(TransferRequest("POST", server.url, limits: limits))
        #expect(error?.reached == .headers)
        #expect(error?.reason == .timedOut)
    }
}
