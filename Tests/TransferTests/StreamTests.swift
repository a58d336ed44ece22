import HTTPValues
import Testing

@testable import Transfer

@Suite("A stream")
struct StreamTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    private func endless(_ url: String) -> TransferRequest {
        TransferRequest("GET", url, headers: [HTTPHeader("Accept", "text/event-stream")], limits: .endless())
    }

    @Test("returns the body as it arrives, and ends with it")
    func asItComes() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.write("7\r\nid: 1\n\n\r\n")
            connection.waitForHangUp()
        }
        let stream = try await transfer.stream(endless(server.url))
        #expect(stream.status == 200)
        #expect(stream.headers.first("content-type") == "text/event-stream")
        #expect(try await stream.next() == [UInt8]("id: 1\n\n"))
        // The server is still there: the stream ends because the reader cancels.
        stream.cancel()
        await #expect(throws: TransferError.self) { try await stream.next() }
    }

    @Test("reads to the end in a loop")
    func toTheEnd() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            for number in 1...100 { connection.write("data: \(number)\n\n") }
        }
        var text: [UInt8] = []
        let stream = try await transfer.stream(endless(server.url))
        while let chunk = try await stream.next() { text += chunk }
        #expect(text == (1...100).flatMap { Array("data: \($0)\n\n".utf8) })
    }

    @Test("buffers a bounded part of what a fast server sends to a slow reader, and loses none of it")
    func backpressure() async throws {
        let pieceCount = 800
        let progress = Gauge()
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            for _ in 1...pieceCount {
                connection.write(String(repeating: "x", count: 1 << 16))
                progress.enter()
            }
        }
        let stream = try await transfer.stream(endless(server.url))
        var byteCount = try #require(try await stream.next()).count
        // Meanwhile another exchange keeps the loop busy, and the stream's buffers fill up.
        let other = try RawServer { connection in
            connection.readRequest()
            connection.answer()
        }
        for _ in 1...50 { _ = try await transfer.exchange(TransferRequest("POST", other.url)) }
        #expect(progress.highest < pieceCount)
        while let chunk = try await stream.next() { byteCount += chunk.count }
        #expect(byteCount == pieceCount << 16)
    }

    @Test("hands over at once what came in many pieces, and makes room for more")
    func manyPieces() async throws {
        let pipe = TransferPipe()
        let piece: [UInt8] = [0x61]
        func offer() -> Bool { unsafe piece.withUnsafeBytes { unsafe pipe.offer($0) } }
        var offered = 0
        while offer() { offered += 1 }
        #expect(offered == TransferPipe.bytesHeldMax)
        var roomCount = 0
        let held = try await pipe.next { roomCount += 1 }.get()
        #expect(held?.count == offered && roomCount == 1)
        #expect(offer())
        pipe.end(.success(()))
        let last = try await pipe.next { roomCount += 1 }.get()
        let end = try await pipe.next { roomCount += 1 }.get()
        #expect(last == piece && end == nil && roomCount == 1)
    }

    @Test("reports that it was cut off")
    func brokenOff() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
        let stream = try await transfer.stream(endless(server.url))
        let error = await #expect(throws: TransferError.self) { while try await stream.next() != nil {} }
        #expect(error?.reason == .connectionLost)
        #expect(error?.reached == .headers)
    }

    @Test("that is silent for longer than a heartbeat is aborted")
    func silent() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n: hello\n")
            connection.waitForHangUp()
        }
        let limits = TransferLimits.endless(heartbeatMilliseconds: 100)
        let stream = try await transfer.stream(TransferRequest("GET", server.url, limits: limits))
        let error = await #expect(throws: TransferError.self) { while try await stream.next() != nil {} }
        #expect(error?.reason == .stalled)
    }

    @Test("that cannot begin fails like an exchange")
    func cannotBegin() async throws {
        let port = try RawServer.refusingPort()
        let error = await #expect(throws: TransferError.self) {
            _ = try await transfer.stream(endless("http://127.0.0.1:\(port)/"))
        }
        #expect(error?.reason == .connectionRefused)
    }

    @Test("whose reader is cancelled, or gone, ends the exchange")
    func readerGone() async throws {
        let ends = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n: hello\n")
            connection.waitForHangUp()
            ends.continuation.yield()
        }
        var end = ends.stream.makeAsyncIterator()
        let reader = Task { [transfer] in
            let stream = try await transfer.stream(endless(server.url))
            while try await stream.next() != nil {}
        }
        _ = await server.nextRequest()
        reader.cancel()
        _ = await reader.result
        await end.next()

        do { _ = try await transfer.stream(endless(server.url)) }
        await end.next()
        #expect(server.requests.count == 2)
    }

    @Test("that outlives its transfer is ended")
    func transferGone() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            connection.waitForHangUp()
        }
        let stream = try await streamAlone(server.url)
        let error = await #expect(throws: TransferError.self) { while try await stream.next() != nil {} }
        #expect(error?.reason == .shuttingDown)
        #expect(error?.reached == .headers)
    }

    /// A stream whose `Transfer` is released.
    private func streamAlone(_ url: String) async throws -> TransferStream {
        try await Transfer().stream(endless(url))
    }
}
