import GRDB
package import Posts

/// A post in a list: what it shows, without its text.
package struct PostSummary: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    package let state: PostState
    package let kind: PostKind
    package let slug: Slug
    /// The first 1,000 characters: some were kept before a title had a bound.
    package let title: String?
    /// The beginning of the text on one line, at most 140 characters.
    package let excerpt: String
    package let tags: [Tag]
    package let date: PlannedTime?
    package let changedAt: Instant
    /// When the first of its deliveries is due, while it is scheduled.
    package let sendsAt: Instant?
    /// What lists are ordered by: the date, or else when the post was made.
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
        post.number, post.id, post.revision, post.state, post.kind, substr(post.title, 1, 1000), \
        post.excerpt, post.wall, post.zone, \
        post.dateAt, post.changedAt, post.sortAt, \(PostRow.slugAndTags), \
        CASE post.state WHEN 'scheduled' THEN (SELECT min(delivery.dueAt) FROM delivery \
          WHERE delivery.postId = post.id AND delivery.kind = 'create' AND NOT delivery.isOver) END
        """

    /// How many these are.
    static let width = 15

    /// - Parameter row: of `columns`, and perhaps more behind them.
    /// - Throws: `damaged`
    init(_ row: Columns) throws {
        id = try PostID(kept: row[1])
        revision = Revision(row[2])
        state = try word(row[3])
        kind = try word(row[4])
        slug = try Slug(checking: row[12] ?? "")
        title = row[5]
        excerpt = row[6]
        tags = try [Tag](kept: row[13])
        date = try PlannedTime.kept(wall: row[7], zone: row[8], at: row[9])
        changedAt = Instant(microseconds: row[10])
        sendsAt = row.instant(14)
        sortAt = row[11]
        number = row[0]
    }
}
