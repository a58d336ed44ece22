package import Posts

/// A post as it was read, with what follows from its deliveries.
package struct StoredPost: Hashable, Sendable {
    package let post: Post
    package let state: PostState
    /// Whether it was asked for by a slug that it no longer has: readers of that address are to be sent on.
    package let wasFoundByFormerSlug: Bool

    init(post: Post, state: PostState, wasFoundByFormerSlug: Bool = false) {
        self.post = post
        self.state = state
        self.wasFoundByFormerSlug = wasFoundByFormerSlug
    }
}

/// A post in a list: everything but its text.
package struct PostSummary: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    package let state: PostState
    package let kind: PostKind
    package let slug: Slug
    package let title: String?
    /// The beginning of the text on one line, at most 140 characters.
    package let excerpt: String
    package let summary: String?
    package let language: Language?
    package let tags: [Tag]
    package let date: PlannedTime?
    package let author: String?
    package let owner: UserID
    package let publication: Publication
    package let createdAt: Instant
    package let changedAt: Instant
    package let deletedAt: Instant?
    /// What lists are ordered by: the date, or else when the post was made.
    let sortAt: Int64
    let number: Int64
}

/// A post with the newest generation of each of its deliveries.
package struct PublishedPost: Hashable, Sendable {
    package let stored: StoredPost
    /// What brings it to each target, the newest generation.
    package let deliveries: [Delivery]
    /// The edits and deletions of copies that are still to come.
    package let changes: [Delivery]
    package var post: Post { stored.post }
    package var state: PostState { stored.state }
}
