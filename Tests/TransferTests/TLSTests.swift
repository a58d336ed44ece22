import Foundation
import HTTPValues
import TestSupport
import Testing

@testable import Transfer

@Suite("A certificate")
struct TLSTests {
    let transfer: Transfer
    init() throws { transfer = try Transfer() }

    @Test("from an unknown authority is refused before anything is sent")
    func selfSigned() async throws {
        let server = try TLSServer(names: "IP:127.0.0.1")
        let error = await transfer.failure(TransferRequest("POST", server.url, body: [1]))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .certificateUntrusted)
        #expect(error?.description.contains("If it is an authority of your own, name its file.") == true)
    }

    @Test(
        "whose time is not now is refused with that reason, and no advice about authorities",
        arguments: [
            ("2020-01-01 00:00:00", TransferError.Reason.certificateExpired, "has expired. "),
            ("2070-01-01 00:00:00", .certificateNotYetValid, "is not valid yet. Check this machine's clock."),
        ])
    func times(madeAt: String, reason: TransferError.Reason, words: String) async throws {
        let server = try TLSServer(names: "IP:127.0.0.1", madeAt: madeAt)
        let error = await transfer.failure(
            TransferRequest("POST", server.url, body: [1], certificateAuthorityFile: server.certificateFile))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == reason)
        #expect(error?.description.contains(words) == true && error?.description.contains("authority") == false)
    }

    @Test("from the author's own authority is accepted")
    func ownAuthority() async throws {
        let server = try TLSServer(names: "IP:127.0.0.1")
        let request = TransferRequest(
            "GET", server.url, headers: [HTTPHeader("Authorization", "Bearer x")],
            certificateAuthorityFile: server.certificateFile)
        let answer = try await transfer.exchange(request)
        #expect(answer.status == 200)
    }

    @Test("for another host is refused, whichever authority signed it")
    func wrongHost() async throws {
        let server = try TLSServer(names: "DNS:elsewhere.example")
        let error = await transfer.failure(
            TransferRequest("POST", server.url, body: [1], certificateAuthorityFile: server.certificateFile))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .certificateOfOtherHost)
        #expect(error?.description.contains("127.0.0.1") == true)
        #expect(error?.description.hasSuffix(" Check the address.") == true)
    }

    @Test("cannot be checked against a missing file")
    func missingFile() async throws {
        let server = try TLSServer(names: "IP:127.0.0.1")
        let error = await transfer.failure(
            TransferRequest("POST", server.url, certificateAuthorityFile: "/nowhere/authority.pem"))
        #expect(error?.reached == .nothing)
        #expect(error?.reason == .authorityFileUnusable)
        #expect(error?.description.contains("/nowhere/authority.pem") == true)
    }

    @Test("does not change the point reached: a request without an answer was sent")
    func hangs() async throws {
        let server = try TLSServer(names: "IP:127.0.0.1", isAnswering: false)
        var limits = TransferLimits.long
        limits.firstByteMilliseconds = 200
        let request = TransferRequest(
            "POST", server.url, body: [1], limits: limits, certificateAuthorityFile: server.certificateFile)
        let error = await transfer.failure(request)
        #expect(error?.reached == .sent)
        #expect(error?.reason == .firstByteTimedOut)
    }
}

/// OpenSSL's test server with a self-signed certificate, which ends with its last reference.
private final class TLSServer {
    let url: String
    let certificateFile: String
    private let folder: TemporaryFolder
    private let server = Process()

    /// - Parameters:
    ///   - names: the names in the certificate, as in OpenSSL's `subjectAltName`.
    ///   - madeAt: when the two days of the certificate begin; nil for now.
    init(names: String, isAnswering: Bool = true, madeAt: String? = nil) throws {
        folder = try TemporaryFolder()
        certificateFile = folder.path + "/certificate.pem"
        let keyFile = folder.path + "/key.pem"
        let maker = Process()
        maker.executableURL = URL(filePath: madeAt == nil ? "/usr/bin/openssl" : "/usr/bin/faketime")
        maker.arguments =
            (madeAt.map { ["-f", "@\($0)", "/usr/bin/openssl"] } ?? [])
            + ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
            + [
                "-keyout", keyFile, "-out", certificateFile, "-subj", "/CN=galley", "-addext",
                "subjectAltName=\(names)",
            ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()

        let output = Pipe()
        server.executableURL = URL(filePath: "/usr/bin/openssl")
        server.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificateFile, "-key", keyFile]
            + (isAnswering ? ["-www"] : [])
        // Its input stays open, because the server would exit at its end.
        (server.standardInput, server.standardOutput, server.standardError) = (Pipe(), output, FileHandle.nullDevice)
        try server.run()
        url = "https://127.0.0.1:\(try Self.port(announcedIn: output.fileHandleForReading))/"
    }

    deinit { server.terminate() }

    /// “ACCEPT 127.0.0.1:54321”
    private static func port(announcedIn output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let more = output.availableData
            guard !more.isEmpty else { throw POSIXError(.ECONNREFUSED) }
            text += String(decoding: more, as: UTF8.self)
            if let match = text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/), let port = Int(match.1) { return port }
        }
    }
}
