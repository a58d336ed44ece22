/// What an operation says of itself, apart from its types.
package struct Route: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// A successful response.
    package struct Response: Sendable {
        package let status: Int
        package let words: String
        /// Empty for a response without a body.
        package let mediaType: String
        /// What JSON it is; nil for other bytes.
        package var type: (any (Decodable & Sendable).Type)?
    }

    package struct RequestBody: Sendable {
        package let mediaTypes: [String]
        package let isRequired: Bool
        /// What JSON it is; nil for other bytes.
        package let type: (any (Decodable & Sendable).Type)?
    }

    /// A field of the request's header that has a meaning of its own for this route.
    package struct Header: Sendable {
        package let name: Name
        package let words: String
        package var isRequired = false

        package enum Name: String, Sendable {
            case idempotencyKey = "Idempotency-Key"
            case ifMatch = "If-Match"
            case ifNoneMatch = "If-None-Match"
            case lastEventID = "Last-Event-ID"
        }
    }

    package let method: Method
    /// Such as `/v1/posts/:post`.
    package let path: String
    package let access: Access
    /// One sentence.
    package let summary: String
    package internal(set) var responses: [Response] = []
    package internal(set) var requestBody: RequestBody?
    /// The parameters allowed after the `?`.
    package internal(set) var query: any Query.Type = Nothing.self
    /// Whether it lists page by page, which adds the parameters of `Paging`.
    package internal(set) var isPaged = false
    package internal(set) var headers: [Header] = []
    /// For a POST without an idempotency key: why it may be repeated.
    package internal(set) var repetition: String?

    /// The parameters of the path, in order.
    package var names: [String] {
        path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
    }

    package func takes(_ header: Header.Name) -> Bool { headers.contains { $0.name == header } }
}

/// The parameters after the `?` of a route. A field is text, a whole number, a number or a flag, and may be absent.
package protocol Query: Codable, Sendable {
    /// What each parameter means, as a sentence.
    static var words: [String: String] { get }
}

/// No parameters, no body.
package struct Nothing: Codable, Hashable, Sendable, Query {
    package static let words: [String: String] = [:]
    package init() {}
}

/// Bytes other than JSON.
package enum Bytes: Sendable {}

/// The parameters of every list.
package struct Paging: Query {
    package var cursor: String?
    package var limit: Int?

    package static let words = [
        "cursor": "The cursor from the previous page.", "limit": "The maximum number of rows.",
    ]

    package init(cursor: String? = nil, limit: Int? = nil) { (self.cursor, self.limit) = (cursor, limit) }
}

/// A time. In a query a “+” stands for a blank. So that `+01:00` and `+2h` can be typed into an address, a blank counts
/// as a plus where only a sign can stand: before the digits after a clock time, and before a span.
package struct QueryTime: Codable, Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        text = Self.signed(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private static func signed(_ text: String) -> String {
        guard let blank = text.lastIndex(of: " ") else { return text }
        let before = text[..<blank], after = text[blank...].dropFirst()
        let isSpan = before.isEmpty && after.allSatisfy { $0.isLetter || $0.isWholeNumber }
        guard after.first?.isWholeNumber == true, isSpan || before.contains(":") else { return text }
        return "\(before)+\(after)"
    }
}
