package import Posts
import SQL

/// One row of `post` with its slug and tags.
struct PostRow {
    let number: Int64
    let id: PostID
    let revision: Revision
    let owner: UserID
    let kind: PostKind
    let isSlugChosen: Bool
    let language: Language?
    let date: PlannedTime?
    let overrides: [TargetName: TargetOverride]
    let publication: Publication
    let publishedAt: Instant?
    let state: PostState
    let createdAt, changedAt: Instant
    let deletedAt: Instant?
    /// See `PostSummary.sortAt`.
    let sortAt: Int64
    let slug: Slug
    let tags: [Tag]
    private let texts: [TextField: String]

    /// Of `post`.
    static let columns = """
        post.number, post.id, post.revision, post.owner, post.kind, post.isSlugChosen, post.language, \
        post.wall, post.zone, post.dateAt, post.overrides, post.publication, post.publishedAt, post.state, \
        post.createdAt, post.changedAt, post.deletedAt, post.sortAt, \(slugAndTags), \
        \(TextField.allCases.map { "post.\($0.rawValue)" }.joined(separator: ", "))
        """

    /// `slug` and `tags`.
    static let slugAndTags = """
        (SELECT text FROM slug WHERE slug.post = post.number AND retiredAt IS NULL) AS slug, \
        (SELECT group_concat(tag, ',') FROM (SELECT tag FROM postTag WHERE postTag.post = post.number \
        ORDER BY position) AS tagged) AS tags
        """

    init(row: any Row) throws {
        let post = row.columns(of: "post")
        number = try post["number"]
        id = try post["id"]
        revision = try post["revision"]
        owner = try post["owner"]
        kind = try post["kind"]
        isSlugChosen = try post["isSlugChosen"]
        language = try post["language"]
        date = try PlannedTime.date(post)
        overrides = try (post["overrides"] as StoredOverrides?)?.overrides ?? [:]
        publication = try post["publication"]
        publishedAt = try post["publishedAt"]
        state = try post["state"]
        createdAt = try post["createdAt"]
        changedAt = try post["changedAt"]
        deletedAt = try post["deletedAt"]
        sortAt = try post["sortAt"]
        slug = try Slug.current(row)
        tags = try Tag.list(row)
        var texts: [TextField: String] = [:]
        for field in TextField.allCases { texts[field] = try post[field.rawValue] as String? }
        self.texts = texts
    }
}

extension PostRow {
    var isDeleted: Bool { deletedAt != nil }

    func draft(body: String) -> Draft {
        var draft = Draft(
            kind: kind, slug: isSlugChosen ? slug : nil, body: body, language: language, tags: tags, date: date,
            overrides: overrides)
        for (field, text) in texts { draft[field] = text }
        return draft
    }

    func stored(_ draft: Draft, formerSlugs: [Slug], formerPaths: [PostPath]) -> StoredPost {
        let post = Post(
            id: id, revision: revision, draft: draft, slug: slug, formerSlugs: formerSlugs, formerPaths: formerPaths,
            owner: owner,
            createdAt: createdAt, changedAt: changedAt, publication: publication, deletedAt: deletedAt)
        return StoredPost(post: post, state: state)
    }
}

// MARK: - Slug and tags

extension Slug {
    static func current(_ row: any Row) throws -> Slug { try row.columns(of: "slug")["text", as: "slug"] }
}

extension Tag {
    static func list(_ row: any Row) throws -> [Tag] {
        try (row.columns(of: "postTag")["tag", as: "tags"] as StoredTags?)?.tags ?? []
    }
}

// MARK: - Posts for callers

/// A post with its state, which follows from its deliveries.
package struct StoredPost: Hashable, Sendable {
    package let post: Post
    package let state: PostState
}

/// A post with the newest generation of each of its deliveries.
package struct PublishedPost: Hashable, Sendable {
    package let stored: StoredPost
    /// The newest generation of the delivery to each target.
    package let deliveries: [Delivery]
    /// The edits and deletions of copies that are not over.
    package let changes: [Delivery]
    package var post: Post { stored.post }
    package var state: PostState { stored.state }
}
