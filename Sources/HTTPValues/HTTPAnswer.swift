package import Posts

/// A complete answer, whatever its status: 404 is an answer, not an error. Redirects are answers too.
package struct HTTPAnswer: Hashable, Sendable {
    /// Of the last answer; 1xx come before it and are left out.
    package let status: Int
    package let headers: [HTTPHeader]
    /// As it came: nothing is decompressed, since nothing compressed is asked for.
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
    /// The last point known to be reached. Where that cannot be told, the later one is given.
    package enum Reached: String, Sendable, CaseIterable, Comparable {
        /// Not one byte of the request left: the other side cannot have acted on it.
        case nothing
        /// A byte of the request was handed to the connection, or may have been.
        case sent
        /// The first line of an answer was read, be it of an interim one.
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
