import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/snippets`: texts that the caller puts into posts by their names.
struct SnippetRoutes {
    let service: PostService
    private var store: PostStore { service.store }

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/snippets", .read,
            RouteDescription("Lists the caller's snippets, by name.").lists(SnippetBody.self), list)
        book.add(
            .put, "/v1/snippets/:snippet", .write,
            RouteDescription("Adds a snippet, or gives it another text.").takes(SnippetTextBody.self)
                .gives(SnippetBody.self), keep)
        book.add(.delete, "/v1/snippets/:snippet", .write, RouteDescription("Removes a snippet.").givesNothing, remove)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let snippets = try await store.snippets(of: try call.user)
        return try call.page(
            of: snippets.map { SnippetBody(name: $0.name, text: $0.text) }, bytesMax: store.pageBytesMax)
    }

    @Sendable private func keep(_ call: Call) async throws -> Response {
        let name = try call.name("snippet")
        let text = try await call.json(SnippetTextBody.self).text
        let snippet: Snippet
        do throws(SnippetError) { snippet = try Snippet(name: name, text: text) } catch {
            throw Problem.badField(error.isOfName ? "name" : "text", error.description)
        }
        try await store.keep(snippet, for: try call.user)
        return try .json(SnippetBody(name: snippet.name, text: snippet.text))
    }

    @Sendable private func remove(_ call: Call) async throws -> Response {
        let name = try call.name("snippet").composed
        guard try await store.removeSnippet(named: name, of: try call.user) else {
            throw Problem("no-such-snippet", "There is no snippet “\(name.prefix(40))”.", status: 404)
        }
        return .nothing
    }
}
