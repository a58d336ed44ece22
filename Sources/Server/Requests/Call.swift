import HTTPTypes
import Hummingbird
import JSONTree
import PostStore
import Posts
import Wire

/// A request that `Authenticator` admitted, as the routes see it, with the parameters and the body of its operation.
struct Call<Parameters: Query, Body: Sendable>: Sendable {
    let request: Request
    let context: GalleyRequestContext
    let caller: Caller?
    /// The size at which a page of a list ends early.
    let pageBytesMax: Int
    /// What its body takes of the memory for all bodies.
    let room: BodyRoom
    /// The parameters after the `?`.
    let query: Parameters
    let paging: Paging

    /// The caller of a route that requires authentication.
    var known: Caller {
        get throws {
            guard let caller else { throw Problem.tokenMissing }
            return caller
        }
    }

    var user: UserID { get throws { try known.user } }

    /// The posts and deliveries that this call can access.
    var reach: AccessScope { get throws { try known.reach } }

    /// The post that the path names.
    /// - Throws: `noSuchPost` for another user's post too, as if it did not exist.
    func post(in store: PostStore) async throws -> StoredPost {
        try await store.post(named: try name("post"), within: try reach)
    }

    /// A percent-decoded parameter of the path.
    func name(_ parameter: String) throws -> String {
        guard let text = context.parameters.get(parameter) else { throw Problem.noSuchPath(request.uri.path) }
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        guard let decoded = text.percentDecoded else { throw Problem.noSuchPath(request.uri.path) }
        return decoded
    }

    func number(_ parameter: String) throws -> Int64 {
        let text = try name(parameter)
        guard let number = Int64(text), number > 0 else { throw Problem.noSuchNumber(text, of: parameter) }
        return number
    }

    /// Where a page of a list begins; nil for the first.
    var cursor: Cursor? { paging.cursor.map { Cursor($0) } }

    func limit(_ standard: Int = 50) -> Int { paging.limit ?? standard }

    /// A parameter of a page, after the `?`.
    func parameter(_ name: String) -> String? { QueryText(request.uri.query ?? "")[name] }

    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// What `If-Match` demands.
    var condition: RevisionCondition { get throws { try RevisionCondition(request.headers) } }

    // MARK: - The body

    var mediaType: String? {
        request.headers.only(.contentType).map { text in
            // Most clients send exactly one of these.
            if text == "application/json" || text == "text/markdown" { return text }
            return String(decoding: text.utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self).trimmed.lowercased()
        }
    }

    func bytes(limit: Int = BodyBudget.jsonBytesMax) async throws -> [UInt8] {
        let buffer = try await buffer(limit: limit)
        return Array(buffer.readableBytesView)
    }

    private func demandJSON() throws {
        guard mediaType == "application/json" else {
            throw Problem.mediaType(header(.contentType), allowed: "application/json")
        }
    }

    /// A document that the route reads itself.
    func document(limit: Int) async throws -> JSON {
        let bytes = try await bytes(limit: limit)
        try demandJSON()
        return try await parsed(bytes) { try RequestJSON.tree($0) }
    }

    // MARK: - Repeated requests

    var idempotencyKey: String? {
        get throws {
            guard let key = header(.idempotencyKey) else { return nil }
            guard (1...255).contains(key.utf8.count) else {
                throw Problem.badHeader("Idempotency-Key", "it has \(key.utf8.count) bytes and needs 1 to 255.")
            }
            guard key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw Problem.badHeader(
                    "Idempotency-Key", "found “\(key.shortened())”. Use ASCII letters, digits and signs.")
            }
            return key
        }
    }

    /// The key under which the store recognizes a repetition of this request; nil when the caller sent none.
    func requestKey(for request: some Encodable) throws -> RequestKey? {
        try idempotencyKey.map { RequestKey($0, by: try user, for: try JSONCoding.encode(request)) }
    }

    /// The same for a request whose path says everything.
    func requestKey() throws -> RequestKey? { try idempotencyKey.map { RequestKey($0, by: try user, for: []) } }

    /// Whether the caller prefers `type` to JSON: which of the two `Accept` names first.
    func prefers(_ type: String) -> Bool {
        guard let accept = header(.accept) else { return false }
        // Programs name one type.
        if accept == type { return true }
        for range in accept.utf8.split(separator: UInt8(ascii: ",")) {
            let name = range.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != UInt8(ascii: " ") }
            if name.elementsEqual(type.utf8) { return true }
            if name.elementsEqual("application/json".utf8) { return false }
        }
        return false
    }
}

// MARK: - Bodies of a type

extension Call where Body: Decodable {
    /// - Parameter empty: the value of an empty body; nil when a body is required.
    func body(orElse empty: Body? = nil, limit: Int = BodyBudget.jsonBytesMax) async throws -> Body {
        let bytes = try await bytes(limit: limit)
        if bytes.isEmpty, let empty { return empty }
        try demandJSON()
        return try await parsed(bytes) { try RequestJSON.value(Body.self, in: try RequestJSON.tree($0)) }
    }
}

private enum RequestJSON {
    static func tree(_ bytes: [UInt8]) throws -> JSON {
        let tree = try JSONCoding.decode(JSON.self, from: bytes)
        guard let place = tree.place(where: \.hasEndlessMarks) else { return tree }
        let field = place.fieldName.shortened()
        throw Problem.badField(field, "The field “\(field)” is wrong. \(String.endlessMarksWords)")
    }

    /// Says of a whole number beyond 64 bits that it is one.
    static func value<Body: Decodable>(_ type: Body.Type, in tree: JSON) throws -> Body {
        do {
            return try JSONCoding.decode(type, from: tree, known: RequestFields.known(of: type))
        } catch DecodingError.dataCorrupted(let context) {
            guard let number = tree[context.codingPath]?.number, number.magnitude >= 0x1p63 else {
                throw DecodingError.dataCorrupted(context)
            }
            throw Problem.numberTooLarge(context.codingPath.fieldName)
        }
    }
}
