import Glibc
import HTTPValues
import TestSupport
import Testing

@testable import Transfer

@Suite("A request")
struct RequestTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    /// What a server receives of `request`, without its address.
    private func received(_ request: TransferRequest) async throws -> [String] {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.answer()
        }
        var request = request
        request.http.url = server.url + request.http.url
        _ = try await transfer.exchange(request)
        let lines = try #require(server.requests.first).split(separator: "\r\n", omittingEmptySubsequences: false)
        return lines.map(String.init).filter { !$0.hasPrefix("Host:") }
    }

    @Test("leaves exactly as the caller wrote it, with its length and nothing added")
    func asWritten() async throws {
        let headers = [
            HTTPHeader("User-Agent", "Galley/1"), HTTPHeader("X-Empty", ""), HTTPHeader("Content-Type", "text/plain"),
        ]
        let lines = try await received(
            TransferRequest("POST", "a/b?c=%20d", headers: headers, body: [UInt8]("hello")))
        #expect(lines.first == "POST /a/b?c=%20d HTTP/1.1")
        #expect(
            Set(lines.dropFirst()) == [
                "Accept: */*", "User-Agent: Galley/1", "X-Empty:", "Content-Type: text/plain", "Content-Length: 5", "",
                "hello",
            ])
    }

    @Test(
        "keeps its method, with a body or without",
        arguments: [
            ("GET", 0), ("GET", 3), ("POST", 0), ("PUT", 0), ("PUT", 3), ("PATCH", 3), ("DELETE", 0), ("DELETE", 3),
            ("OPTIONS", 0), ("PROPFIND", 3),
        ])
    func methods(method: String, count: Int) async throws {
        let body = String(repeating: "x", count: count)
        let lines = try await received(TransferRequest(method, "", body: [UInt8](body)))
        #expect(lines.first == "\(method) / HTTP/1.1")
        #expect(lines.last == body)
        #expect(!lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Content-Type") })
    }

    @Test("of several megabytes leaves whole, without Expect")
    func large() async throws {
        let body = String(repeating: "0123456789abcdef", count: 1 << 17)
        let lines = try await received(TransferRequest("POST", "", body: [UInt8](body)))
        #expect(lines.last == body)
        #expect(!lines.contains { $0.hasPrefix("Expect") })
    }

    @Test("larger than allowed is not sent")
    func tooLarge() async throws {
        var limits = TransferLimits.long
        limits.uploadBytesMax = 3
        let error = await transfer.failure(
            TransferRequest("POST", "http://127.0.0.1:1/", body: [1, 2, 3, 4], limits: limits))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .requestTooLarge)
    }

    @Test(
        "cannot be given a second line through a header",
        arguments: [
            ("X", "a\r\nEvil: 1"), ("X", "a\nb"), ("X", "a\u{0}b"), ("X", "\r"), ("X\r\nEvil", "1"), ("X:Y", "1"),
            ("", "1"),
            ("X Y", "1"), ("Näme", "1"), ("Content-Length", "0"), ("transfer-encoding", "chunked"),
            ("Expect", "100-continue"),
        ])
    func badHeader(name: String, value: String) async throws {
        let error = await transfer.failure(
            TransferRequest("POST", "http://127.0.0.1:1/", headers: [HTTPHeader(name, value)]))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .badRequest)
        #expect(error?.description.contains("Evil") == false)
    }

    @Test(
        "needs a valid method", arguments: ["", "GET /", "GET\r\n", "CONNECT", String(repeating: "A", count: 33)])
    func badMethod(method: String) async throws {
        let error = await transfer.failure(TransferRequest(method, "http://127.0.0.1:1/"))
        #expect(error?.reason == .badRequest)
    }

    @Test(
        "needs a valid address without credentials",
        arguments: [
            "", "no address", "/path", "example.org", "ftp://127.0.0.1/", "file:///etc/passwd", "unix:///run/x",
            "http://",
            "http://127.0.0.1:99999/", "http://127.0.0.1:1/a b", "http://127.0.0.1:1/\r\nEvil: 1",
            "http://127.0.0.1:1/\u{0}",
            "http://name:secret@127.0.0.1:1/", "http://name@127.0.0.1:1/", "http://[::1/", "http://exa mple.org/",
        ])
    func badAddress(url: String) async throws {
        let error = await transfer.failure(TransferRequest("POST", url))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .badURL)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(
        "with a secret does not cross a network unencrypted",
        arguments: [
            "http://example.org/", "http://127.example.org/", "http://10.0.0.1/", "http://[::2]/",
            "http://localhost.example.org/",
            "http://127.0.0.1.example.org/", "http://0.0.0.0/", "http://128.0.0.1/", "http://[::ffff:10.0.0.1]/",
        ])
    func secretInTheClear(url: String) async throws {
        for header in [HTTPHeader("X-Key", "k"), HTTPHeader("authorization", "Bearer x"), HTTPHeader("Cookie", "x")] {
            let request = TransferRequest(
                "GET", url, headers: [header], carriesCredentials: header.name == "X-Key")
            let error = await transfer.failure(request)
            #expect(error?.reached == .nothing)
            #expect(error?.reason == .credentialsInTheClear)
        }
    }

    @Test(
        "with a secret may go to this machine unencrypted",
        arguments: ["127.0.0.1", "localhost", "LOCALHOST", "127.1"])
    func secretAtHome(host: String) async throws {
        let server = try RawServer { connection in
            connection.readRequest()
            connection.answer()
        }
        let request = TransferRequest(
            "GET", "http://\(host):\(server.port)/", headers: [HTTPHeader("Authorization", "Bearer x")])
        let answer = try await transfer.exchange(request)
        #expect(answer.status == 200)
        #expect(server.requests.first?.contains("Authorization: Bearer x") == true)
    }

    @Test("through a Unix socket needs one that can be opened")
    func badSocket() async throws {
        let folder = try TemporaryFolder()
        let missing = TransferRequest("GET", "http://localhost/", unixSocket: folder.path + "/none")
        #expect(await transfer.failure(missing)?.reason == .socketMissing)
        let long = TransferRequest("GET", "http://localhost/", unixSocket: "/" + String(repeating: "x", count: 107))
        #expect(await transfer.failure(long)?.reason == .badRequest)
        // Its server is gone, but its file is still there.
        _ = try RawServer(at: .socket(path: folder.path + "/old")) { $0.waitForHangUp() }
        let stale = await transfer.failure(
            TransferRequest("GET", "http://localhost/", unixSocket: folder.path + "/old"))
        #expect(stale?.reached == .nothing)
    }

    @Test("through a Unix socket whose server accepts none has not connected in time")
    func fullSocket() async throws {
        let folder = try TemporaryFolder()
        let descriptors = try RawServer.fullSocket(at: folder.path + "/full")
        defer { for descriptor in descriptors { close(descriptor) } }
        let full = await transfer.failure(
            TransferRequest("GET", "http://localhost/", unixSocket: folder.path + "/full"))
        #expect(full?.reason == .connectTimedOut)
    }

    @Test("does not go through a proxy of the environment")
    func proxy() async {
        // In a separate process, because the environment cannot be changed while other tests may be reading it.
        await #expect(processExitsWith: .success) {
            let proxy = try RawServer { $0.readRequest() }
            let server = try RawServer { connection in
                connection.readRequest()
                connection.answer("204 No Content")
            }
            unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let answer = try await Transfer().exchange(TransferRequest("GET", server.url))
            #expect(answer.status == 204)
            #expect(proxy.connectionCount == 0)
        }
    }
}
