import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/snippets`, `/v1/searches` and `/v1/keys`: texts that the caller keeps by their names.
struct NamedTextRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        for kind in NamedText.Kind.allCases {
            book.answer(API.listNamedTexts(kind)) { try await list(kind, $0) }
            book.answer(API.keepNamedText(kind)) { try await keep(kind, $0) }
            book.answer(API.removeNamedText(kind)) { try await remove(kind, $0) }
        }
    }

    private func list(
        _ kind: NamedText.Kind, _ call: Call<Nothing, Nothing>
    ) async throws -> Reply<PageBody<NamedTextBody>> {
        let texts = try await store.texts(kind, of: try call.user)
        return try call.page(
            of: texts.map { NamedTextBody(name: $0.name, text: $0.text) })
    }

    private func keep(
        _ kind: NamedText.Kind, _ call: Call<Nothing, KeptTextBody>
    ) async throws -> Reply<NamedTextBody> {
        let name = try call.name(kind.parameter)
        let text = try await call.body().text
        let kept: NamedText
        do throws(NamedTextError) { kept = try NamedText(kind, name: name, text: text) } catch {
            throw Problem.badField(error.isOfName ? "name" : "text", error.description)
        }
        try await store.saveText(kept, for: try call.user)
        return try .json(NamedTextBody(name: kept.name, text: kept.text))
    }

    private func remove(
        _ kind: NamedText.Kind, _ call: Call<Nothing, Nothing>
    ) async throws -> Reply<Nothing> {
        let name = try call.name(kind.parameter).composed
        guard try await store.removeText(kind, named: name, of: try call.user) else {
            throw Problem(
                "no-such-\(kind.parameter)", "There is no \(kind.words) “\(name.prefix(40))”.", status: 404)
        }
        return .nothing
    }
}
