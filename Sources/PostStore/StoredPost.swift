package import Posts

/// A post with its state, which follows from its deliveries.
package struct StoredPost: Hashable, Sendable {
    package let post: Post
    package let state: PostState
    /// Whether it was found by a former slug: readers of that address must be redirected.
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
    /// The newest generation of the delivery to each target.
    package let deliveries: [Delivery]
    /// The edits and deletions of copies that are not over.
    package let changes: [Delivery]
    package var post: Post { stored.post }
    package var state: PostState { stored.state }
}
