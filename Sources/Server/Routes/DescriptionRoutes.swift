import HTTPTypes
import Hummingbird
import JSONTree

/// `/v1/openapi.json`: the API description for programs.
struct DescriptionRoutes {
    let version: String
    private static let path = "/v1/openapi.json"

    /// Add it last: it describes the routes that are in the table by then, and itself.
    func add(to book: inout RouteTable) {
        let own = RouteDescription("Describes the API as OpenAPI 3.1.").returns(JSON.self)
        let entry = RouteTable.Entry(method: .get, path: Self.path, access: .everyone, description: own)
        let entries = book.entries + [entry]
        book.add(.get, Self.path, .everyone, own) { [version] call in
            let tag = "\"\(version)\""
            if call.request.headers.has(entityTag: tag) { return .notModified(tag) }
            let document = try OpenAPIDocument(entries, version: version).document
            return try .json(document, headers: [.eTag: tag, .cacheControl: "no-cache"])
        }
    }
}
