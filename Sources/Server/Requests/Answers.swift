import HTTPTypes
import Hummingbird
import JSONTree
import PostStore
import Posts
import Wire

extension Response {
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers.append(HTTPField(name: .contentType, value: "application/json"))
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONCoding.encode(value)))
        return Response(status: status, headers: headers, body: body)
    }

    static func html(_ text: consuming ByteBuffer, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers.append(HTTPField(name: .contentType, value: "text/html; charset=utf-8"))
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: text))
    }

}

/// The response of an operation, which is its answer or another status.
struct Reply<Answer: Sendable>: Sendable {
    var response: Response

    /// Another status, or bytes other than JSON.
    init(_ response: Response) { self.response = response }

    static func notModified(_ entityTag: String) -> Reply {
        Reply(Response(status: .notModified, headers: [.eTag: entityTag]))
    }
}

extension Reply where Answer: Encodable {
    static func json(
        _ answer: Answer, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Reply {
        Reply(try .json(answer, status: status, headers: headers))
    }

    /// One page of a list.
    static func page<Item, Row: Codable & Sendable>(
        _ page: Page<Item>, _ row: (Item) throws -> Row
    ) throws -> Reply where Answer == PageBody<Row> {
        try .json(PageBody(items: try page.items.map(row), cursor: page.next?.text))
    }
}

extension Reply where Answer == Nothing {
    static var nothing: Reply { Reply(Response(status: .noContent)) }
}

extension Call {
    /// One page of a list that is read as a whole. It ends at `pageBytesMax` or at the requested `limit`. Rows that are
    /// added or removed meanwhile shift the next page.
    func page<Item: Codable & Sendable>(of all: [Item]) throws -> Reply<PageBody<Item>> {
        let list = "\(try user.number) \(request.uri.path)"
        let start = try cursor.map { Int(clamping: try $0.position(in: list).0) } ?? 0
        let rows = limit(all.count)
        var (items, count) = ([UInt8](), 0)
        for item in all.dropFirst(max(0, start)).prefix(rows) {
            let bytes = try JSONCoding.encode(item)
            guard count == 0 || items.count + bytes.count <= pageBytesMax else { break }
            if count > 0 { items.append(UInt8(ascii: ",")) }
            items += bytes
            count += 1
        }
        let end = max(0, start) + count
        // A cursor contains only letters, digits, “-” and “_”, so it needs no escaping.
        let next = end < all.count && count > 0 ? #""cursor":"\#(Cursor(Int64(end), list: list).text)","# : ""
        let body = Array("{\(next)\"items\":[".utf8) + items + Array("]}".utf8)
        return Reply(
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))))
    }
}

extension HTTPFields {
    /// Adds the header fields of every response, unless its route has set them.
    mutating func addStandard(date: String) {
        append(HTTPField(name: .date, value: date))
        append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        if !contains(.referrerPolicy) {
            append(HTTPField(name: .referrerPolicy, value: "no-referrer"))
        }
        append(HTTPField(name: .resourcePolicy, value: "same-origin"))
        if !contains(.contentSecurityPolicy) {
            append(HTTPField(name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'"))
        }
        if !contains(.cacheControl) { append(HTTPField(name: .cacheControl, value: "no-store")) }
    }
}
