import HTTPTypes
import Hummingbird
import JSONTree
import Synchronization
import Wire

/// `/v1/openapi.json`: the API description for programs.
struct DescriptionRoutes {
    let version: String

    /// Add it last: it describes the routes that are in the table by then, and itself.
    func add(to book: inout RouteTable) {
        let own = API.describe.route
        let entry = RouteTable.Entry(method: own.method.http, path: own.path, access: own.access, route: own)
        let description = BuiltDescription(entries: book.entries + [entry], version: version)
        book.answer(API.describe) { [version] call in
            let tag = "\"\(version)\""
            if call.request.headers.has(entityTag: tag) { return .notModified(tag) }
            return Reply(
                Response(
                    status: .ok, headers: [.contentType: "application/json", .eTag: tag, .cacheControl: "no-cache"],
                    body: ResponseBody(byteBuffer: try description.bytes())))
        }
    }
}

/// The description, built when a program first asks for it, since most daemons are never asked.
private final class BuiltDescription: Sendable {
    private let entries: [RouteTable.Entry]
    private let version: String
    private let built = Mutex<ByteBuffer?>(nil)

    init(entries: [RouteTable.Entry], version: String) {
        self.entries = entries
        self.version = version
    }

    func bytes() throws -> ByteBuffer {
        try built.withLock { built in
            if let built { return built }
            let bytes = ByteBuffer(bytes: try JSONCoding.encode(OpenAPIDocument(entries, version: version).document))
            built = bytes
            return bytes
        }
    }
}
