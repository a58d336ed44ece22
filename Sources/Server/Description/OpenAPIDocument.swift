import HTTPTypes
import JSONTree
import Posts
import Wire

/// The description of the API as OpenAPI 3.1.0 (https://spec.openapis.org/oas/v3.1.0), made from the route table and
/// the types in `Wire`.
struct OpenAPIDocument {
    let document: JSON

    /// - Throws: `SurveyError`
    init(_ routes: [RouteTable.Entry], version: String) throws {
        let schemas = SchemaBook()
        var paths: [String: JSON] = [:]
        for entry in routes {
            guard let route = entry.route else { continue }
            let path = OpenAPIDocument.path(entry.path)
            var operations: [String: JSON] = [:]
            if case .object(let found)? = paths[path] { operations = found }
            operations[entry.method.rawValue.lowercased()] = try OpenAPIDocument.operation(entry, route, schemas)
            paths[path] = .object(operations)
        }
        let problem = try schemas.schema(of: ProblemBody.self)
        document = .object([
            "openapi": .text("3.1.0"),
            "info": .object([
                "title": .text("Galley"), "version": .text(version),
                "description": .text(
                    "A self-hosted writing desk. Errors are problems of RFC 9457 with a stable type; lists are read page by "
                        + "page; what can change has a revision, its ETag. JSON nests up to \(JSON.levelsMax) levels. The "
                        + "bodies of a user's requests in progress have \(BodyBudget.userBytesMax / 1_000_000) MB together; "
                        + "beyond it the answer is 429, and its Retry-After says when to send again."),
                "license": .object(["name": .text("Apache-2.0"), "identifier": .text("Apache-2.0")]),
            ]),
            "servers": .list([.object(["url": .text("/")])]),
            "paths": .object(paths),
            "components": .object([
                "schemas": .object(schemas.components), "securitySchemes": OpenAPIDocument.security,
                "responses": .object([
                    "problem": OpenAPIDocument.answer("What is wrong.", "application/problem+json", problem)
                ]),
            ]),
        ])
    }

    /// Turns `/v1/posts/:post` into `/v1/posts/{post}`.
    static func path(_ pattern: String) -> String {
        pattern.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    }

    private static let security = JSON.object([
        "token": .object([
            "type": .text("http"), "scheme": .text("bearer"),
            "description": .text("A token of “galley token add”. Its scopes are read, write, publish and admin."),
        ]),
        "session": .object([
            "type": .text("apiKey"), "in": .text("cookie"), "name": .text("__Host-galley"),
            "description": .text(
                "A browser that signed in by a link. Without TLS the cookie is called “galley-” and the port. "
                    + "A page names its user in “Galley-User”, percent-encoded; where another user signed in since, the "
                    + "answer is 403 “other-user”, with the name of that user in “user”."),
        ]),
    ])

    private static func operation(
        _ entry: RouteTable.Entry, _ route: Route, _ schemas: SchemaBook
    ) throws -> JSON {
        var responses: [String: JSON] = [:]
        for response in route.responses {
            let schema =
                response.mediaType.isEmpty
                ? nil : try response.type.map { try schemas.schema(of: $0) } ?? .ofType("string")
            var answer = Self.answer(response.words, response.mediaType, schema)
            // A status may occur with several media types.
            if case .object(let one)? = responses["\(response.status)"], case .object(let other) = answer {
                answer = .object(one.merging(other, uniquingKeysWith: merged))
            }
            responses["\(response.status)"] = answer
        }
        responses["default"] = .reference("responses", "problem")
        var operation: [String: JSON] = [
            "operationId": .text(identifier(entry)), "summary": .text(route.summary),
            "responses": .object(responses), "security": security(entry.access),
        ]
        let parameters = parameters(entry, route)
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if let repetition = route.repetition {
            operation["description"] = .text("It takes no key: \(repetition)")
        }
        if let request = route.requestBody {
            var content: [String: JSON] = [:]
            for type in request.mediaTypes {
                // A schema applies only to JSON.
                guard type == "application/json", let body = request.type else {
                    content[type] = .object([:])
                    continue
                }
                content[type] = .object(["schema": try schemas.schema(ofRequest: body)])
            }
            operation["requestBody"] = .object(["required": .bool(request.isRequired), "content": .object(content)])
        }
        return .object(operation)
    }

    private static func merged(_ one: JSON, _ other: JSON) -> JSON {
        guard case .object(let one) = one, case .object(let other) = other else { return one }
        return .object(one.merging(other, uniquingKeysWith: merged))
    }

    private static func answer(_ words: String, _ mediaType: String, _ schema: JSON?) -> JSON {
        var answer: [String: JSON] = ["description": .text(words)]
        if let schema { answer["content"] = .object([mediaType: .object(["schema": schema])]) }
        return .object(answer)
    }

    /// Such as `get-v1-posts-post`.
    private static func identifier(_ entry: RouteTable.Entry) -> String {
        let words = entry.path.split(whereSeparator: { "/:.".contains($0) })
        return ([entry.method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "-")
    }

    private static func parameters(_ entry: RouteTable.Entry, _ route: Route) -> [JSON] {
        let inPath = route.names.map { name in
            let isArrangement = entry.path.hasPrefix("/v1/arrangements/")
            let bound = isArrangement ? Bound.arrangementName : bounds[name] ?? .text(1...500)
            return JSON.object([
                "name": .text(name), "in": .text("path"), "required": .bool(true),
                "schema": .ofType("string", bound.words),
            ])
        }
        let inQuery = QueryParameter.all(of: route).map { parameter($0.name, "query", $0.words, $0.schema) }
        let inHeader = route.headers.map { header in
            let bound = FieldBounds.headers[header.name]?.words ?? [:]
            return parameter(
                header.name.rawValue, "header", header.words, .ofType("string", bound), isRequired: header.isRequired)
        }
        return inPath + inQuery + inHeader
    }

    private static func parameter(
        _ name: String, _ place: String, _ words: String, _ schema: JSON, isRequired: Bool = false
    ) -> JSON {
        .object([
            "name": .text(name), "in": .text(place), "description": .text(words), "required": .bool(isRequired),
            "schema": schema,
        ])
    }

    /// Of parameters in paths. The letters of a snippet's name are those of any script, which patterns cannot name.
    private static let bounds: [String: Bound] = [
        "snippet": .text(1...NamedText.nameMax),
        "search": .text(1...NamedText.nameMax, #"^(?!\.{1,2}$)[^/\x00-\x1f\x7f-\x9f\u2028\u2029]+$"#),
        "command": .text(1...NamedText.nameMax, #"^(?!\.{1,2}$)[A-Za-z0-9.-]+$"#),
    ]

    /// The scopes that a token needs. A browser session has the rights of an author.
    private static func security(_ access: Access) -> JSON {
        func token(_ scopes: [Scope]) -> JSON { .object(["token": .texts(scopes.map(\.rawValue))]) }
        let session = JSON.object(["session": .list([])])
        switch access {
        case .everyone, .visitors: return .list([])
        case .everyoneHere, .known: return .list([token([]), session])
        case .inPerson, .monitors, .scope(.admin): return .list([token([.admin])])
        case .scope(let scope): return .list([token([scope]), session])
        }
    }
}
