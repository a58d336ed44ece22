package import HTTPValues
import JSONTree
import Posts

/// The result of a request.
package typealias Exchange = Result<HTTPAnswer, HTTPFailure>

extension Exchange {
    var answer: HTTPAnswer? { try? get() }
    var status: Int? { answer?.status }
}

extension HTTPAnswer {
    /// The body as JSON if it is JSON, whatever its content type: many servers declare a wrong one.
    /// A text with endless marks is no answer: each comparison with it would take minutes.
    var json: JSON? {
        guard let json = try? JSON(reading: body), json.place(where: \.hasEndlessMarks) == nil else { return nil }
        return json
    }
}

extension HTTPRequest {
    /// A `POST` of JSON with credentials, which changes something.
    static func json(_ body: JSON, to url: String, headers: [HTTPHeader] = []) -> HTTPRequest {
        HTTPRequest(
            "POST", url, headers: .json + headers, body: Array(body.written.utf8), isMutation: true,
            carriesCredentials: true)
    }
}

extension HTTPHeader {
    static let acceptsJSON = HTTPHeader("Accept", "application/json")
}

extension [HTTPHeader] {
    /// Of a request that sends JSON and expects JSON.
    static var json: [HTTPHeader] {
        [HTTPHeader("Content-Type", "application/json"), .acceptsJSON]
    }
}
