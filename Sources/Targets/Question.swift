package import HTTPValues
package import Pictures
package import Posts

/// One request of a dialogue with a service, and what the courier does beside sending it. It adds `User-Agent`.
package struct Question: Hashable, Sendable {
    package var request: HTTPRequest
    /// A picture of the desk that is sent as the body, in place of the request's.
    package var attachment: HTTPAttachment?
    /// How long to wait before asking.
    package var pause = Span.zero
    /// What this request looks for or makes at the target. While one dialogue is about it, others that name the same
    /// wait: two that look first and then make would make it twice. A dialogue is about one at a time.
    package var subject: String?

    package init(_ request: HTTPRequest) { self.request = request }
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

/// How a request ended.
package typealias Exchange = Result<HTTPAnswer, HTTPFailure>
