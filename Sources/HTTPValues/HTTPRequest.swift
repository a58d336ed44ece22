/// A request, as a value; it is checked when it is sent.
package struct HTTPRequest: Hashable, Sendable {
    /// A token of RFC 9110 such as `GET` or `POST`, in capitals.
    package var method: String
    /// Absolute, `http` or `https`, percent-encoded. Names and passwords do not belong here but into a header.
    package var url: String
    /// `Content-Length`, `Transfer-Encoding` and `Expect` are the sender's to set and refused.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Whether the request may change something on the other side. If so it gets a connection of its own, because
    /// libcurl sends a request again by itself when a connection that it re-used dies unanswered.
    package var isMutation: Bool
    /// Whether headers or body hold a secret. It never crosses a network in the clear: over `http` such a request goes
    /// to this machine only. `Authorization`, `Proxy-Authorization` and `Cookie` are recognised without being told.
    package var carriesCredentials: Bool

    /// - Parameter isMutation: by default everything but `GET`, `HEAD` and `OPTIONS` is one.
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

/// Header fields in their order. Names are compared without regard to the case of ASCII letters and may be repeated.
extension [HTTPHeader] {
    /// The first value of that name.
    package func first(_ name: String) -> String? { first { $0.name.equalsIgnoringCase(name) }?.value }

    /// All values of that name, in their order.
    package func all(_ name: String) -> [String] { filter { $0.name.equalsIgnoringCase(name) }.map(\.value) }

    package func contains(_ name: String) -> Bool { first(name) != nil }

    package mutating func append(_ name: String, _ value: String) { append(HTTPHeader(name, value)) }
}

extension String {
    /// Whether both are the same, ASCII letters in either case.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
