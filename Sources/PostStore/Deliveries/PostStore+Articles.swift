package import Posts
import SQL

/// A post at a blog, and the delivery of its record on the AT Protocol.
package struct BlogArticle: Hashable, Sendable {
    package let postID: PostID
    /// The post's title, or else the beginning of its text.
    package let title: String
    /// Its page.
    package let url: String?
    /// The state of the newest delivery of its record; nil if there was none, or if the record was taken back.
    package let state: DeliveryState.Word?

    fileprivate let number: Int64
}

extension PostStore {
    /// The published posts that are at `blog`, without pages, in the order of their creation.
    /// - Parameter articles: the target for the blog's articles.
    /// - Throws: `badCursor`
    package func articles(
        of blog: TargetName, at articles: TargetName, within scope: AccessScope = .everyone,
        after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<BlogArticle> {
        let room = room(limit)
        let list = "articles \(blog) \(scope.owner ?? 0)"
        let after = try cursor?.position(in: list).0 ?? 0
        // A site has a row for each address that the page had.
        let sql = """
            SELECT post.number, post.id, substr(post.title, 1, 1000) AS title, post.excerpt, page.recordUrl,
              (SELECT state FROM delivery AS article WHERE article.postId = post.id AND article.target = ?2
                AND article.kind = 'create' AND article.takenBackAt IS NULL ORDER BY generation DESC LIMIT 1) AS state
            FROM post JOIN delivery AS page ON page.id = (SELECT id FROM delivery AS newest
              WHERE newest.postId = post.id AND newest.target = ?1 AND newest.kind = 'create'
                AND newest.state = 'delivered' AND newest.takenBackAt IS NULL ORDER BY generation DESC LIMIT 1)
            WHERE post.publication = 'wanted' AND post.deletedAt IS NULL AND post.kind = 'post'
              AND post.number > ?3 AND (?4 IS NULL OR post.owner = ?4)
            ORDER BY post.number LIMIT ?5
            """
        return try await read { db in
            try db.page(
                sql, [blog.text, articles.text, after, scope.owner], room,
                weighing: { 500 + $0.title.utf8.count }, BlogArticle.init(row:)
            ) { Cursor($0.number, list: list) }
        }
    }
}

extension BlogArticle {
    fileprivate init(row: any Row) throws {
        let (post, delivery) = (row.columns(of: "post"), row.columns(of: "delivery"))
        self.init(
            postID: try post["id"], title: try post.heading(),
            url: try delivery["recordUrl"], state: try delivery["state"], number: try post["number"])
    }
}
