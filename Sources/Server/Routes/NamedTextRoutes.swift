import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/snippets`, `/v1/searches` and `/v1/keys`: texts that the caller keeps by their names.
struct NamedTextRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        for kind in NamedText.Kind.allCases {
            let (parameter, path) = (kind.parameter, "/v1/\(kind.collection)")
            book.add(
                .get, path, .read,
                RouteDescription("Lists the caller's \(kind.plural), by name.").returnsPage(NamedTextBody.self)
            ) { call in try await list(kind, call) }
            book.add(
                .put, "\(path)/:\(parameter)", .write,
                RouteDescription("Adds a \(kind.words), or changes it.").takes(KeptTextBody.self)
                    .returns(NamedTextBody.self)
            ) { call in try await keep(kind, call) }
            book.add(
                .delete, "\(path)/:\(parameter)", .write, RouteDescription("Removes a \(kind.words).").returnsNothing
            ) { call in try await remove(kind, call) }
        }
    }

    private func list(_ kind: NamedText.Kind, _ call: Call) async throws -> Response {
        let texts = try await store.texts(kind, of: try call.user)
        return try call.page(
            of: texts.map { NamedTextBody(name: $0.name, text: $0.text) })
    }

    private func keep(_ kind: NamedText.Kind, _ call: Call) async throws -> Response {
        let name = try call.name(kind.parameter)
        let text = try await call.json(KeptTextBody.self).text
        let kept: NamedText
        do throws(NamedTextError) { kept = try NamedText(kind, name: name, text: text) } catch {
            throw Problem.badField(error.isOfName ? "name" : "text", error.description)
        }
        try await store.saveText(kept, for: try call.user)
        return try .json(NamedTextBody(name: kept.name, text: kept.text))
    }

    private func remove(_ kind: NamedText.Kind, _ call: Call) async throws -> Response {
        let name = try call.name(kind.parameter).composed
        guard try await store.removeText(kind, named: name, of: try call.user) else {
            throw Problem(
                "no-such-\(kind.parameter)", "There is no \(kind.words) “\(name.prefix(40))”.", status: 404)
        }
        return .nothing
    }
}

extension NamedText.Kind {
    fileprivate var plural: String {
        switch self {
        case .snippet, .key: "\(words)s"
        case .search: "saved searches"
        }
    }

    /// The name of the path's parameter.
    fileprivate var parameter: String {
        switch self {
        case .snippet: "snippet"
        case .search: "search"
        case .key: "command"
        }
    }
}
