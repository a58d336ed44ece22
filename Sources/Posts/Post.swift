/// What an author writes: the fields they can change, checked but not yet kept.
package struct Draft: Hashable, Sendable {
    package var kind: PostKind
    /// The address the author asked for. Without one the store derives it from the title, else from the id.
    package var slug: Slug?
    /// A quick note has none.
    package var title: String?
    /// Markdown, as typed: not a byte is normalised.
    package var body: String
    package var summary: String?
    /// A BCP 47 tag such as `en` or `pt-BR`.
    package var language: Language?
    /// In the author's order, without repetition.
    package var tags: [Tag]
    /// The date the author gave. Publishing sets it when there is none.
    package var date: PlannedTime?
    /// Where the post lives when that is not one of Galley's own targets.
    package var canonicalAddress: String?
    package var author: String?
    package var overrides: [TargetName: TargetOverride]

    package init(
        kind: PostKind = .post, slug: Slug? = nil, title: String? = nil, body: String = "", summary: String? = nil,
        language: Language? = nil, tags: [Tag] = [], date: PlannedTime? = nil, canonicalAddress: String? = nil,
        author: String? = nil, overrides: [TargetName: TargetOverride] = [:]
    ) {
        self.kind = kind
        self.slug = slug
        self.title = title
        self.body = body
        self.summary = summary
        self.language = language
        self.tags = tags
        self.date = date
        self.canonicalAddress = canonicalAddress
        self.author = author
        self.overrides = overrides
    }
}

/// A post belongs to the stream (index, feeds, tags); a page stands alone (About).
package enum PostKind: String, Hashable, Sendable, CaseIterable { case post, page }

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
