import Hummingbird
import PostStore
import Posts

/// `/v1/preferences`: what the caller has chosen for the page, by name.
struct PreferenceRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/preferences", .read,
            RouteDescription("Shows what the caller has chosen for the composer.").returns([String: String].self), show)
        book.add(
            .patch, "/v1/preferences", .write,
            RouteDescription("Changes the named preferences, and keeps the others.").takes(texts: Self.bounds)
                .returns([String: String].self), choose)
    }

    private static let bounds = Dictionary(
        Preferences.all.map { ($0.name, Bound.oneOf($0.values)) }
    ) { first, _ in first }

    @Sendable private func show(_ call: Call) async throws -> Response {
        try .json(try await store.preferences(of: try call.user).whole)
    }

    @Sendable private func choose(_ call: Call) async throws -> Response {
        let choices = try await call.json([String: String].self)
        var tried = Preferences()
        for (name, value) in choices.sorted(by: { $0.key < $1.key }) {
            do throws(PreferenceError) { try tried.choose(name, value) } catch {
                throw Problem.badField(error.name, error.description)
            }
        }
        return try .json(try await store.choose(choices, for: try call.user).whole)
    }
}
