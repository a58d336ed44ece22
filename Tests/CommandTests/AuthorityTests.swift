import Foundation
import TestSupport
import Testing

/// A daemon behind TLS whose certificate only its owner's authority signs.
@Suite("A private certificate authority", .timeLimit(.minutes(10)))
struct AuthorityTests {
    @Test("is set by a variable; without it the command sends nothing, and the message names the variable")
    func isNamed() async throws {
        let server = try StrangeServer()
        for arguments in [["status"], ["backup", "x.tar"]] {
            let unknown = try await Run(arguments + ["--url", server.url], environment: ["GALLEY_TOKEN": "t"])
            #expect(unknown.status == 69 && unknown.out.isEmpty)
            #expect(unknown.err.hasPrefix("galley: The certificate of 127.0.0.1 port "), "\(unknown.err)")
            #expect(unknown.err.hasSuffix("Its place is the variable SSL_CERT_FILE.\n"), "\(unknown.err)")
        }
        let environment = ["GALLEY_TOKEN": "t", "SSL_CERT_FILE": server.certificate]
        let known = try await Run(["status", "--url", server.url], environment: environment)
        #expect(known.status == 1 && known.err.contains("this galley does not understand"), "\(known.err)")
    }
}

/// OpenSSL's test server with a self-signed certificate. It answers every request with a page about itself.
private final class StrangeServer {
    let url: String
    let certificate: String
    private let folder: TemporaryFolder
    private let server = Process()
    private let input = Pipe()

    init() throws {
        folder = try TemporaryFolder()
        certificate = folder.path + "/certificate.pem"
        let key = folder.path + "/key.pem"
        let maker = Process()
        maker.executableURL = URL(filePath: "/usr/bin/openssl")
        maker.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", key, "-out", certificate, "-subj", "/CN=desk", "-addext", "subjectAltName=IP:127.0.0.1",
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        let output = Pipe()
        server.executableURL = maker.executableURL
        server.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
        // It would exit at the end of its input.
        (server.standardInput, server.standardOutput, server.standardError) = (input, output, FileHandle.nullDevice)
        try server.run()
        var text = ""
        while text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/) == nil {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw POSIXError(.ECONNREFUSED) }
            text += String(decoding: more, as: UTF8.self)
        }
        url = "https://127.0.0.1:\(text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/)?.1 ?? "0")"
    }

    deinit { server.terminate() }
}
