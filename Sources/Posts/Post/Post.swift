/// The author's different values for one target. nil means the value of the post or of the configuration.
package struct TargetOverride: Sendable {
    /// Sent as written and never shortened. Scheduling rejects a text that does not fit. At most `textMax`.
    package var text: String?
    /// A content warning, shown before the text. At most `warningMax`.
    package var warning: String?
    package var visibility: Visibility?
    package var language: Language?
    /// What happens to a text that is too long, at targets that have threads.
    package var long: LongText?

    package init(
        text: String? = nil, warning: String? = nil, visibility: Visibility? = nil, language: Language? = nil,
        long: LongText? = nil
    ) {
        self.text = text
        self.warning = warning
        self.visibility = visibility
        self.language = language
        self.long = long
    }

    /// In Unicode scalars. No service takes more in one post or thread.
    package static let textMax = 100_000
    /// In Unicode scalars, as for a title.
    package static let warningMax = TextField.title.charactersMax

    /// The names of the parts that differ, as in front matter.
    package var parts: [String] {
        let all: [(String, Bool)] = [
            ("text", text != nil), ("warning", warning != nil), ("visibility", visibility != nil),
            ("language", language != nil), ("long", long != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}

extension TargetOverride: Codable {
    /// An empty text counts as absent. An unknown word is an error: without a visibility the copy would be public.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            let text = try fields.decodeIfPresent(String.self, forKey: key)
            return text?.isEmpty == true ? nil : text
        }
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            let isEmpty = try? fields.decodeIfPresent(String.self, forKey: key)?.isEmpty
            return isEmpty == true ? nil : try fields.decodeIfPresent(Value.self, forKey: key)
        }
        self.init(
            text: try text(.text), warning: try text(.warning), visibility: try value(.visibility),
            language: try value(.language), long: try value(.long))
    }

    private enum CodingKeys: String, CodingKey { case text, warning, visibility, language, long }
}

extension TargetOverride: Hashable {
    /// By bytes, like drafts.
    package static func == (one: TargetOverride, other: TargetOverride) -> Bool {
        one.text.isIdentical(to: other.text) && one.warning.isIdentical(to: other.warning)
            && one.visibility == other.visibility && one.language == other.language && one.long == other.long
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(warning)
    }
}

/// What a social target gets of a text that does not fit.
package enum LongText: String, CodedWord, Hashable, Sendable, CaseIterable {
    /// Its beginning, with the address of the post.
    case link
    /// All of it, in parts that answer to each other.
    case thread
}

/// Who may see a post on a social service. Servers treat unknown words differently and some harmfully, so Galley checks
/// the words and never passes others through.
package enum Visibility: String, CodedWord, Hashable, Sendable, CaseIterable {
    /// The more private ones last.
    case `public`, unlisted, `private`, direct

    package func isMorePrivate(than other: Visibility) -> Bool {
        let order = Visibility.allCases
        return (order.firstIndex(of: self) ?? 0) > (order.firstIndex(of: other) ?? 0)
    }
}

/// A post as stored.
package struct Post: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    package var draft: Draft
    /// Unique among all posts, including deleted ones that are not yet purged.
    package var slug: Slug
    /// Earlier slugs, newest first; they redirect to this post.
    package var formerSlugs: [Slug]
    /// Earlier paths on sites, newest first; they redirect to this post.
    package let formerPaths: [PostPath]
    package let owner: UserID
    package let createdAt: Instant
    package var changedAt: Instant
    package let publication: Publication
    package var deletedAt: Instant?

    package init(
        id: PostID, revision: Revision, draft: Draft, slug: Slug, formerSlugs: [Slug], formerPaths: [PostPath],
        owner: UserID, createdAt: Instant, changedAt: Instant, publication: Publication, deletedAt: Instant?
    ) {
        self.id = id
        self.revision = revision
        self.draft = draft
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.formerPaths = formerPaths
        self.owner = owner
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.publication = publication
        self.deletedAt = deletedAt
    }

    /// Whether its author wants it to be public, now or at its time.
    package var isWanted: Bool { publication == .wanted && deletedAt == nil }
}

/// The author's latest decision about publishing a post.
package enum Publication: String, Hashable, Sendable, CaseIterable { case none, wanted, withdrawn }

/// A post's state, derived from the author's decision and the deliveries; never stored.
package enum PostState: String, Hashable, Sendable, CaseIterable {
    case draft, scheduled, published, unpublished, deleted

    /// - Parameter deliveries: the state of the newest generation of each of the post's deliveries.
    package init(publication: Publication, isDeleted: Bool, deliveries: [DeliveryState.Word]) {
        if isDeleted {
            self = .deleted
        } else if publication == .withdrawn {
            self = .unpublished
        } else if deliveries.contains(.delivered) || (publication == .wanted && deliveries.isEmpty) {
            // A post to publish without any target was published elsewhere: an imported post.
            self = .published
        } else if publication == .wanted, deliveries.contains(where: { !$0.isFinal }) {
            self = .scheduled
        } else {
            self = .draft
        }
    }
}
