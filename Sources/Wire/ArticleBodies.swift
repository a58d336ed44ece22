/// A post of a blog, and its article on the AT Protocol.
package struct ArticleBody: Codable, Hashable, Sendable {
    /// The id of the post.
    package let post: String
    package let title: String
    /// Its page.
    package let url: String?
    /// The state of the newest delivery of the article; absent if the post has none.
    package let state: String?

    package init(post: String, title: String, url: String?, state: String?) {
        self.post = post
        self.title = title
        self.url = url
        self.state = state
    }
}
