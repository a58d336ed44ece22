package import Posts

/// A complete answer of any status: a 404 or a redirect is an answer too, not an error.
package struct HTTPAnswer: Hashable, Sendable {
    /// The status of the final answer; interim answers (1xx) are skipped.
    package let status: Int
    package let headers: [HTTPHeader]
    /// As received, without decompression: Galley does not request compressed answers.
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
    /// The last point that was certainly reached; if unknown, the later one.
    package enum Reached: String, Sendable, CaseIterable, Comparable {
        /// No byte of the request was sent: the other side cannot have acted on it.
        case nothing
        /// A byte of the request was handed to the connection, or may have been.
        case sent
        /// The first line of an answer was read, possibly an interim one.
        case headers
        /// The whole answer was read.
        case complete

        package static func < (one: Reached, other: Reached) -> Bool { one.rank < other.rank }
        private var rank: Int {
            switch self {
            case .nothing: 0
            case .sent: 1
            case .headers: 2
            case .complete: 3
            }
        }
    }

    package let reached: Reached
    /// One or more sentences for the author.
    package let words: String

    package init(reached: Reached, words: String) {
        self.reached = reached
        self.words = words
    }
}
