package import Posts
import SQL

/// The entry of one post at a site. An edited post has another delivery; the payload of one changes only when the page is
/// made again (`PostStore.renewPages`).
package struct SiteEntryRow: Hashable, Sendable {
    package let postID: PostID
    package let delivery: DeliveryID
    package let isDelivered: Bool
    /// Whether the site shows the post already; the delivery may be an edit of it that is under way.
    package let isShown: Bool
    /// Of the post. Older posts have smaller numbers.
    package let number: Int64
    /// The revision of the post that the payload was made from; nil for one of an earlier version of Galley.
    package let revision: Revision?
}

/// What a site has to show of the posts that changed since it was last read.
package struct SiteNews: Sendable {
    /// The newest event that these include, from which the next reading continues.
    package let event: Int64
    /// The posts that were read, whether the site shows them or not; nil: all of them.
    package let posts: Set<PostID>?
    /// Those of `posts`, the oldest post first.
    package let entries: [SiteEntryRow]
    package let additions: [PostID: SiteAdditions]
}

extension PostStore {
    /// The entries of a site: of each post the newest generation that was delivered there or is under way, oldest post
    /// first, without unpublished and deleted posts.
    package func siteEntries(of target: TargetName) async throws(StoreError) -> [SiteEntryRow] {
        try await read { try $0.siteEntries(of: target, post: nil) }
    }

    /// The entries of a site, and the additions to them, that may have changed since an event. Every change of a post and
    /// of a delivery has an event, so this reads only the posts that the log names.
    /// - Parameters:
    ///   - articles: the target for the site's articles.
    ///   - event: of the last reading; nil for the first one.
    /// - Complexity: grows with the posts that changed. It reads all posts if these are many, or if the log no longer goes
    ///   back to the event.
    package func siteNews(
        of target: TargetName, articles: TargetName? = nil, after event: Int64?
    ) async throws(StoreError) -> SiteNews {
        try await read { db in
            let places = try db.eventPlaces()
            let posts = try event.flatMap { try places.contains($0) ? db.postsChanged(after: $0) : nil }
            guard let posts else {
                return SiteNews(
                    event: places.upperBound, posts: nil, entries: try db.siteEntries(of: target, post: nil),
                    additions: try db.siteAdditions(of: target, articles: articles, post: nil))
            }
            var (entries, additions) = ([SiteEntryRow](), [PostID: SiteAdditions]())
            for post in posts {
                entries += try db.siteEntries(of: target, post: post)
                additions.merge(try db.siteAdditions(of: target, articles: articles, post: post)) { $1 }
            }
            entries.sort { $0.number < $1.number }
            return SiteNews(event: places.upperBound, posts: posts, entries: entries, additions: additions)
        }
    }
}

extension Database {
    /// The posts that events name, by themselves or by their deliveries; nil if they are many.
    fileprivate func postsChanged(after event: Int64) throws -> Set<PostID>? {
        let changed = try all(SiteNews.changed, [event, SiteNews.postsMax + 1]) { row in
            try row.columns(of: "post")["id"] as PostID
        }
        return changed.count > SiteNews.postsMax ? nil : Set(changed)
    }

    /// - Parameter post: only this one; nil for all.
    fileprivate func siteEntries(of target: TargetName, post: PostID?) throws -> [SiteEntryRow] {
        let only: [any SQLArgument] = post.map { [$0.text] } ?? []
        return try all(SiteNews.entries(post != nil), [target.text] + only) { row in
            let delivery = row.columns(of: "delivery")
            return SiteEntryRow(
                postID: try delivery["postId"], delivery: try delivery["id"],
                isDelivered: (try delivery["state"] as DeliveryState.Word) == .delivered,
                isShown: try delivery["isShown"], number: try row.columns(of: "post")["number"],
                // A damaged number must not keep the page, or any other, from being shown.
                revision: (try? delivery["revision"]) ?? nil)
        }
    }
}

extension SiteNews {
    /// One reading of all posts is quicker than one for each of more.
    static let postsMax = 250

    /// Events about posts have the post's id as their subject, those about deliveries the delivery's. CROSS JOIN, so that
    /// SQLite begins with the few events.
    static let changed = """
        SELECT subject AS id FROM event WHERE event.id > ?1 AND kind LIKE 'post-%'
        UNION SELECT delivery.postId FROM event CROSS JOIN delivery ON delivery.id = CAST(event.subject AS BIGINT)
        WHERE event.id > ?1 AND event.kind = 'delivery-changed'
        LIMIT ?2
        """

    static func entries(_ ofOne: Bool) -> String {
        """
        SELECT delivery.postId, delivery.id, delivery.state, delivery.revision, post.number, EXISTS (
            SELECT 1 FROM delivery AS shown WHERE shown.postId = delivery.postId AND shown.target = ?1
              AND shown.state = 'delivered' AND shown.takenBackAt IS NULL) AS isShown
        FROM delivery JOIN post ON post.id = delivery.postId
        WHERE delivery.target = ?1 AND post.publication = 'wanted' AND post.deletedAt IS NULL
          AND delivery.takenBackAt IS NULL AND delivery.state IN (\(atSite)) AND NOT EXISTS (
            SELECT 1 FROM delivery AS newer WHERE newer.postId = delivery.postId AND newer.target = ?1
              AND newer.generation > delivery.generation AND newer.state IN (\(atSite)))
          \(ofOne ? "AND delivery.postId = ?2" : "")
        ORDER BY post.number
        """
    }

    private static let atSite = "'delivered', 'preparing', 'armed', 'uncertain', 'reconciling'"
}
