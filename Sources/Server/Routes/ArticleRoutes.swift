import Hummingbird
import PostStore
import Posts
import Targets
import Wire

/// `/v1/targets/NAME/articles`: the posts of a blog with their articles on the AT Protocol.
struct ArticleRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.listArticles, list)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<ArticleBody>> {
        let blog = try service.target(named: try call.name("target"))
        guard let articles = service.targets.first(where: { $0.kindName == .articles && $0.after == blog.name }) else {
            throw Problem.refused(
                "“\(blog.name)” has no articles. Add atproto = \"NAME\" to its table in the settings, with the name of a "
                    + "target of the kind bluesky.")
        }
        let page = try await store.articles(
            of: blog.name, at: articles.name, within: try call.reach, after: call.cursor,
            limit: call.limit())
        return try .page(page) {
            ArticleBody(post: $0.postID.text, title: $0.title, url: $0.url, state: $0.state?.rawValue)
        }
    }
}
