import HTTPTypes
import Hummingbird
import NIOCore
import Wire

extension Response {
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers.append(HTTPField(name: .contentType, value: "application/json"))
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(value)))
        return Response(status: status, headers: headers, body: body)
    }

    static func html(_ text: consuming ByteBuffer, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers.append(HTTPField(name: .contentType, value: "text/html; charset=utf-8"))
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: text))
    }

    static let nothing = Response(status: .noContent)

    static func notModified(_ entityTag: String) -> Response {
        Response(status: .notModified, headers: [.eTag: entityTag])
    }
}

/// What every answer carries unless its route says otherwise.
enum StandardHeaders {
    static func add(to headers: inout HTTPFields, date: String) {
        headers.append(HTTPField(name: .date, value: date))
        headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        if !headers.contains(.referrerPolicy) {
            headers.append(HTTPField(name: .referrerPolicy, value: "no-referrer"))
        }
        headers.append(HTTPField(name: .resourcePolicy, value: "same-origin"))
        if !headers.contains(.contentSecurityPolicy) {
            headers.append(HTTPField(name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'"))
        }
        if !headers.contains(.cacheControl) { headers.append(HTTPField(name: .cacheControl, value: "no-store")) }
    }
}
