import HTTPValues
import TestSupport
import Testing

@testable import Transfer

@Suite("An answer")
struct AnswerTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    /// Sends `request` to a server that writes `answer` and closes.
    private func exchange(
        _ method: String, body: [UInt8] = [], limits: TransferLimits = .long, answer: String
    ) async throws -> (HTTPAnswer, RawServer) {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write(answer)
        }
        return (try await transfer.exchange(TransferRequest(method, server.url, body: body, limits: limits)), server)
    }

    @Test("has status, headers in any case and order, and body")
    func whole() async throws {
        let (answer, _) = try await exchange(
            "GET",
            answer: "HTTP/1.1 404 Nope\r\nX-A: 1\r\nx-a:  two \r\nETag:\r\nContent-Length: 5\r\n\r\nhello")
        #expect(answer.status == 404)
        #expect(answer.text == "hello")
        #expect(answer.headers.first("x-A") == "1")
        #expect(answer.headers.filter { $0.name.lowercased() == "x-a" }.map(\.value) == ["1", "two"])
        #expect(answer.headers.first("etag")?.isEmpty == true)
        #expect(answer.headers.first("absent") == nil)
    }

    @Test("may be HTTP/1.0, without a length", arguments: ["", "words until the end"])
    func oldProtocol(body: String) async throws {
        let (answer, _) = try await exchange("POST", answer: "HTTP/1.0 200 OK\r\n\r\n\(body)")
        #expect(answer.status == 200)
        #expect(answer.text == body)
    }

    @Test("may be chunked; trailers do not count as headers")
    func chunked() async throws {
        let (answer, _) = try await exchange(
            "POST",
            answer:
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\nX-Late: 1\r\n\r\n")
        #expect(answer.text == "onetwo")
        #expect(!answer.headers.contains("X-Late"))
    }

    @Test("is the last one if interim ones come first")
    func interim() async throws {
        let (answer, server) = try await exchange(
            "POST", body: [UInt8]("text"),
            answer: "HTTP/1.1 100 Continue\r\nX-Old: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Old: 2\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nX-New: 3\r\nContent-Length: 2\r\n\r\nok")
        #expect(answer.status == 201)
        #expect(answer.text == "ok")
        #expect(answer.headers.map(\.name) == ["X-New", "Content-Length"])
        #expect(server.requests.count == 1)
    }

    @Test(
        "has no body with 204, with 304 and to HEAD",
        arguments: [
            ("DELETE", "204 No Content", ""), ("GET", "304 Not Modified", "Content-Length: 7\r\n"),
            ("HEAD", "200 OK", "Content-Length: 99999999999\r\n"),
        ])
    func bodiless(method: String, status: String, header: String) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 \(status)\r\n\(header)\r\n")
            connection.waitForHangUp()
        }
        let answer = try await transfer.exchange(TransferRequest(method, server.url))
        #expect(answer.body.isEmpty)
        #expect(status.hasPrefix("\(answer.status)"))
        #expect(server.requests.first?.hasPrefix("\(method) / HTTP/1.1\r\n") == true)
    }

    @Test("is a redirect itself, not what it points to", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let (answer, server) = try await exchange(
            "POST", answer: "HTTP/1.1 \(status) Elsewhere\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        #expect(answer.status == status)
        #expect(answer.headers.first("location") == "/other")
        #expect(server.requests.count == 1)
    }

    @Test("that requires authentication is returned, and the request is not repeated", arguments: [401, 407, 417])
    func demands(status: Int) async throws {
        let challenge = "WWW-Authenticate: Basic realm=x\r\nProxy-Authenticate: NTLM\r\n"
        let (answer, server) = try await exchange(
            "POST", body: [1], answer: "HTTP/1.1 \(status) No\r\n\(challenge)Content-Length: 0\r\n\r\n")
        #expect(answer.status == status)
        #expect(server.requests.count == 1)
    }

    @Test(
        "that is not HTTP is refused",
        arguments: [
            "complete nonsense\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 zzz\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", "\u{0}\u{1}\u{2}",
        ])
    func garbage(answer: String) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write(answer)
        }
        let error = await transfer.failure(TransferRequest("POST", server.url))
        #expect(error.map { $0.reached >= .sent && $0.reached != .complete } == true)
        #expect(server.requests.count == 1)
    }

    @Test(
        "larger than allowed is aborted, in any framing",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 100),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "5\r\nxxxxx\r\n", count: 20),
            "HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "x", count: 100),
        ])
    func tooLarge(answer: String) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write(answer)
            connection.waitForHangUp()
        }
        var limits = TransferLimits.long
        limits.downloadBytesMax = 99
        let error = await transfer.failure(TransferRequest("GET", server.url, limits: limits))
        #expect(error?.reason == .answerTooLarge)
        #expect(error?.reached == .headers)
    }

    @Test("of exactly the allowed size is returned")
    func largestAllowed() async throws {
        var limits = TransferLimits.long
        limits.downloadBytesMax = 5
        let (answer, _) = try await exchange(
            "GET", limits: limits, answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        #expect(answer.text == "hello")
    }

    @Test("may have headers of several lines, and many of them take linear time")
    func foldedHeaders() {
        let lines = " lost\r\nX-A:\r\n one \r\n\ttwo\r\nno colon\r\nX-B: 1\n"
        let headers = [HTTPHeader](reading: Array(lines.utf8))
        #expect(headers == [HTTPHeader("X-A", "one two"), HTTPHeader("X-B", "1")])
        let many = Array(("X-A: b\r\n" + String(repeating: " c\n", count: 80_000)).utf8)
        var long: [HTTPHeader] = []
        let spent = ContinuousClock().measure { long = [HTTPHeader](reading: many) }
        #expect(long.first?.value.utf8.count == 160_001)
        #expect(spent < .seconds(20))
    }

    @Test("whose headers never end is aborted")
    func endlessHeaders() async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n")
            for _ in 0..<2000 { connection.write("X-More: \(String(repeating: "x", count: 1000))\r\n") }
            connection.waitForHangUp()
        }
        let error = await transfer.failure(TransferRequest("GET", server.url))
        #expect(error?.reached == .headers)
    }

    @Test("may come before the request has been sent completely")
    func early() async throws {
        let server = try RawServer { connection in
            _ = connection.read(upTo: 1)
            connection.answer("413 Too Large", "too large", headers: "Connection: close\r\n")
            connection.waitForHangUp()
        }
        let body = [UInt8](repeating: 0x61, count: 4 << 20)
        let answer = try await transfer.exchange(TransferRequest("POST", server.url, body: body))
        #expect(answer.status == 413)
        #expect(answer.text == "too large")
    }

    @Test("over a Unix socket is like any other")
    func unixSocket() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/daemon.sock"
        let server = try RawServer(at: .socket(path: path)) { connection in
            connection.readRequest()
            connection.answer("200 OK", "hello")
        }
        let request = TransferRequest("GET", "http://localhost/v1/posts?tag=a%20b", unixSocket: path)
        let answer = try await transfer.exchange(request)
        #expect(answer.text == "hello")
        #expect(server.requests.first?.hasPrefix("GET /v1/posts?tag=a%20b HTTP/1.1\r\nHost: localhost\r\n") == true)
    }
}
