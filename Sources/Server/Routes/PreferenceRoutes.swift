import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/preferences`: what the caller has chosen for the page, by name.
struct PreferenceRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.showPreferences, show)
        book.answer(API.choosePreferences, choose)
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<[String: String]> {
        try .json(try await store.preferences(of: try call.user).whole)
    }

    @Sendable private func choose(_ call: Call<Nothing, PreferenceChoicesBody>) async throws -> Reply<[String: String]>
    {
        let choices = try await call.body().choices
        var tried = Preferences()
        for (name, value) in choices.sorted(by: { $0.key < $1.key }) {
            do throws(PreferenceError) { try tried.choose(name, value) } catch {
                throw Problem.badField(error.name, error.description)
            }
        }
        return try .json(try await store.choose(choices, for: try call.user).whole)
    }
}
