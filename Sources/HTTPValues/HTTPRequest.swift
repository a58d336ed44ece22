/// A request as a value. It is checked when it is sent.
package struct HTTPRequest: Hashable, Sendable {
    /// A token of RFC 9110 such as `GET` or `POST`, in capitals.
    package var method: String
    /// Absolute, `http` or `https`, percent-encoded. User names and passwords belong in a header.
    package var url: String
    /// Must not contain `Content-Length`, `Transfer-Encoding` and `Expect`, which the sender sets.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Whether the request may change something on the other side. Such a request gets a fresh connection, because
    /// libcurl repeats a request if a reused connection closes without an answer.
    package var isMutation: Bool
    /// Whether headers or body contain a secret. Such a request never crosses a network unencrypted: over `http` it
    /// goes only to this machine. Requests with `Authorization`, `Proxy-Authorization` or `Cookie` always count.
    package var carriesCredentials: Bool

    /// - Parameter isMutation: by default true except for `GET`, `HEAD` and `OPTIONS`.
    package init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [], isMutation: Bool? = nil,
        carriesCredentials: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.isMutation = isMutation ?? !["GET", "HEAD", "OPTIONS"].contains(method)
        self.carriesCredentials = carriesCredentials
    }
}

package struct HTTPHeader: Codable, Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Header fields in order. Names compare without ASCII case and may repeat.
extension [HTTPHeader] {
    /// The first value of this name.
    package func first(_ name: String) -> String? { first { $0.name.equalsIgnoringCase(name) }?.value }

    package func contains(_ name: String) -> Bool { first(name) != nil }

    package mutating func append(_ name: String, _ value: String) { append(HTTPHeader(name, value)) }
}

extension String {
    /// Whether both are equal, ignoring ASCII case.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
