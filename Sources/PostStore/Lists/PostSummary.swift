package import Posts
import SQL

/// A post in a list, without its text.
package struct PostSummary: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    /// The name of the user whose post it is.
    package let owner: String
    package let state: PostState
    package let kind: PostKind
    package let slug: Slug
    /// The first 1,000 characters: older titles may be longer.
    package let title: String?
    /// The beginning of the text on one line, at most 140 characters.
    package let excerpt: String
    package let tags: [Tag]
    package let date: PlannedTime?
    package let changedAt: Instant
    /// When the first of its deliveries is due, while it is scheduled.
    package let sendsAt: Instant?
    /// The order of lists: the date, or else the creation, in µs since 1970.
    let sortAt: Int64
    let number: Int64

    /// In bytes, roughly.
    var weight: Int {
        200 + (title?.utf8.count ?? 0) + excerpt.utf8.count + tags.reduce(0) { $0 + $1.text.utf8.count }
    }
}

extension PostSummary {
    /// Of `post`.
    static let columns = """
        post.number, post.id, post.revision, post.state, post.kind, substr(post.title, 1, 1000) AS title, \
        post.excerpt, post.wall, post.zone, \
        post.dateAt, post.changedAt, post.sortAt, \(PostRow.slugAndTags), \
        (SELECT member.name FROM member WHERE member.number = post.owner) AS owner, \
        CASE post.state WHEN 'scheduled' THEN (SELECT min(delivery.dueAt) FROM delivery \
          WHERE delivery.postId = post.id AND delivery.kind = 'create' AND NOT delivery.isOver) END AS sendsAt
        """

    /// - Parameter row: of `columns`, and perhaps others.
    init(row: any Row) throws {
        let post = row.columns(of: "post")
        id = try post["id"]
        revision = try post["revision"]
        owner = try row.columns(of: "member")["name", as: "owner"]
        state = try post["state"]
        kind = try post["kind"]
        slug = try Slug.current(row)
        title = try post["title"]
        excerpt = try post["excerpt"]
        tags = try Tag.list(row)
        date = try PlannedTime.date(post)
        changedAt = try post["changedAt"]
        sendsAt = try row.columns(of: "delivery")["dueAt", as: "sendsAt"]
        sortAt = try post["sortAt"]
        number = try post["number"]
    }
}
