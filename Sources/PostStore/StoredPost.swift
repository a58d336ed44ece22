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
