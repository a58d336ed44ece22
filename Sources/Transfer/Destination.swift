import CCurl
import HTTPValues

/// The checked destination of a request. The checks prevent header injection and secrets over an unencrypted network.
struct Destination: Equatable {
    /// Normalised by libcurl.
    let url: String
    let isEncrypted: Bool
    /// For messages: “example.org port 443” or the path of the socket.
    let peer: String
    /// Only a connection to this machine is allowed.
    let mustBeLoopback: Bool

    init(of request: TransferRequest) throws(TransferError) {
        guard request.http.url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .unusable(.badURL, "It contains a blank or a control character")
        }
        guard let address = CurlAddress(request.http.url), let scheme = address.part(CURLUPART_SCHEME),
            let host = address.part(CURLUPART_HOST), let port = address.part(CURLUPART_PORT),
            let url = address.part(CURLUPART_URL)
        else { throw .unusable(.badURL, "It is not an absolute address with a scheme and a host") }
        guard scheme == "http" || scheme == "https" else {
            throw .unusable(.badURL, "Its scheme is “\(scheme)”. Only http and https are supported")
        }
        guard address.part(CURLUPART_USER) == nil, address.part(CURLUPART_PASSWORD) == nil else {
            throw .unusable(.badURL, "It contains a user name or a password, which belong into a header")
        }
        self.url = url
        isEncrypted = scheme == "https"
        peer = request.unixSocket ?? "\(host) port \(port)"
        mustBeLoopback = request.http.holdsSecret && !isEncrypted && request.unixSocket == nil
        if mustBeLoopback, !Self.namesThisMachine(host) {
            throw TransferError(reached: .nothing, reason: .credentialsInTheClear, peer: peer)
        }
        try Self.check(socket: request.unixSocket)
    }

    /// 127.0.0.0/8, ::1, and ::ffff:127.0.0.0/104.
    static func isLoopback(address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// A host name is only a promise. The connected address is checked too, before anything is sent.
    private static func namesThisMachine(_ host: String) -> Bool {
        if host.equalsIgnoringCase("localhost") { return true }
        if host.hasPrefix("["), host.hasSuffix("]") { return isLoopback(address: String(host.dropFirst().dropLast())) }
        // “127.example.org” starts like an address but is a name.
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func check(socket: String?) throws(TransferError) {
        guard let socket else { return }
        // sockaddr_un holds 108 bytes with the final NUL.
        guard (1...107).contains(socket.utf8.count), !socket.utf8.contains(0) else {
            throw .unusable(.badRequest, peer: socket, "The path of the socket needs 1 to 107 bytes")
        }
    }
}

extension HTTPRequest {
    /// Whether the request contains a secret that must not cross a network unencrypted.
    fileprivate var holdsSecret: Bool {
        carriesCredentials
            || ["Authorization", "Proxy-Authorization", "Cookie"].contains { headers.contains($0) }
    }
}

extension TransferRequest {
    /// - Throws: the first error in method, headers or size.
    func check(for peer: String) throws(TransferError) {
        let (method, body) = (http.method, http.body)
        guard method.isToken, method.utf8.count <= 32, method != "CONNECT" else {
            throw .unusable(.badRequest, peer: peer, "The method “\(method)” is not supported")
        }
        for field in http.headers {
            guard field.name.isToken else {
                throw .unusable(.badRequest, peer: peer, "The name of a header contains a forbidden character")
            }
            guard !Self.decidedHere.contains(where: { field.name.equalsIgnoringCase($0) }) else {
                throw .unusable(.badRequest, peer: peer, "Galley sets the header \(field.name) itself")
            }
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                throw .unusable(.badRequest, peer: peer, "The header \(field.name) contains a control character")
            }
        }
        guard body.isEmpty || method != "HEAD" else {
            throw .unusable(.badRequest, peer: peer, "HEAD has no body")
        }
        guard body.count <= limits.uploadBytesMax else {
            let found = "It has \(body.count) bytes, and \(limits.uploadBytesMax) are allowed"
            throw .unusable(.requestTooLarge, peer: peer, found)
        }
    }

    private static let decidedHere = ["Content-Length", "Transfer-Encoding", "Expect"]
}

extension String {
    /// RFC 9110, section 5.6.2.
    fileprivate var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

extension TransferError {
    fileprivate static func unusable(_ reason: Reason, peer: String = "", _ found: String) -> TransferError {
        TransferError(reached: .nothing, reason: reason, peer: peer, found: found)
    }
}
