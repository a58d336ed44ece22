/// What the author wants said differently at one target. What is `nil` follows the post and the configuration.
package struct TargetOverride: Hashable, Sendable {
    /// Sent as written and never cut: a text that does not fit is refused at scheduling.
    package var text: String?
    /// A content warning, shown before the text.
    package var warning: String?
    package var visibility: Visibility?
    package var language: Language?

    package init(
        text: String? = nil, warning: String? = nil, visibility: Visibility? = nil, language: Language? = nil
    ) {
        self.text = text
        self.warning = warning
        self.visibility = visibility
        self.language = language
    }
}

/// Who may see a post on a social service. Servers treat unknown words differently, some of them harmfully, so the
/// words are checked here and never passed through.
package enum Visibility: String, Hashable, Sendable, CaseIterable { case `public`, unlisted, `private`, direct }

/// A post as the store keeps it.
package struct Post: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    package let draft: Draft
    /// Unique among all posts, those deleted and not yet forgotten included.
    package let slug: Slug
    /// Earlier slugs, newest first: they lead here.
    package let formerSlugs: [Slug]
    package let owner: UserID
    package let createdAt: Instant
    package let changedAt: Instant
    package let publication: Publication
    package let deletedAt: Instant?

    package init(
        id: PostID, revision: Revision, draft: Draft, slug: Slug, formerSlugs: [Slug], owner: UserID,
        createdAt: Instant, changedAt: Instant, publication: Publication, deletedAt: Instant?
    ) {
        self.id = id
        self.revision = revision
        self.draft = draft
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.owner = owner
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.publication = publication
        self.deletedAt = deletedAt
    }
}

/// What the author last said about publishing a post.
package enum Publication: String, Hashable, Sendable, CaseIterable { case none, wanted, withdrawn }

/// A post's state, derived from what was said about it and what happened; never stored by itself.
package enum PostState: String, Hashable, Sendable, CaseIterable {
    case draft, scheduled, published, unpublished, deleted

    /// - Parameter deliveries: the states of the newest generation of each of the post's deliveries.
    package init(publication: Publication, isDeleted: Bool, deliveries: [DeliveryState.Word]) {
        if isDeleted {
            self = .deleted
        } else if publication == .withdrawn {
            self = .unpublished
        } else if deliveries.contains(.delivered) || (publication == .wanted && deliveries.isEmpty) {
            // What is to be out and has nowhere to go was out before it came here: an imported post.
            self = .published
        } else if publication == .wanted, deliveries.contains(where: { !$0.isFinal }) {
            self = .scheduled
        } else {
            self = .draft
        }
    }
}
