package import Pictures
package import Posts

/// A request as a kind of target composes it. The courier adds `User-Agent` and sends it, on a fresh connection if it
/// is a mutation.
package struct HTTPRequest: Hashable, Sendable {
    package var method: String
    package var url: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Whether it may change something on the other side.
    package var isMutation: Bool
    /// Whether headers hold a secret: then it never crosses a network in the clear.
    package var carriesCredentials: Bool
    /// A picture of the desk that is sent as the body, in place of `body`.
    package var attachment: HTTPAttachment?
    /// How long to wait before asking.
    package var pause = Span.zero
    /// What this request looks for or makes at the target. While one dialogue is about it, others that name the same
    /// wait: two that look first and then make would make it twice. A dialogue is about one at a time.
    package var subject: String?

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

/// A file that a request carries: the courier reads it when the request is sent.
package struct HTTPAttachment: Hashable, Sendable {
    /// SHA-256 of the file, 64 hexadecimal digits.
    package var digest: String
    /// What the file is, and what the service takes of it: what is larger is made smaller, where that is possible.
    package var facts: MediaFacts?
    package var limits: PictureLimits?
    /// What stands before the file's bytes in the body, and behind them.
    package var head: [UInt8]
    package var tail: [UInt8]

    package init(digest: String, head: [UInt8] = [], tail: [UInt8] = []) {
        self.digest = digest
        self.head = head
        self.tail = tail
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

extension [HTTPHeader] {
    /// The first value of that name, whose letters may be of either case.
    package func first(_ name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}

/// A complete answer, whatever its status.
package struct HTTPAnswer: Hashable, Sendable {
    package let status: Int
    package let headers: [HTTPHeader]
    package let body: [UInt8]
    package let receivedAt: Instant

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], receivedAt: Instant) {
        self.status = status
        self.headers = headers
        self.body = body
        self.receivedAt = receivedAt
    }
}

/// Why there is no complete answer.
package struct HTTPFailure: Error, Hashable, Sendable {
    /// The last point that the exchange reached, or may have reached.
    package enum Reached: String, Hashable, Sendable, CaseIterable { case nothing, sent, headers, complete }
    package let reached: Reached
    /// One or more sentences for the author.
    package let words: String

    package init(reached: Reached, words: String) {
        self.reached = reached
        self.words = words
    }
}

package typealias Exchange = Result<HTTPAnswer, HTTPFailure>
