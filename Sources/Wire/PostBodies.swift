package import Posts

/// The editable fields of a post, as `POST /v1/posts` and `PUT /v1/posts/{id}` take them. An absent field is empty.
package struct DraftBody: Codable, Hashable, Sendable {
    /// `post` or `page`.
    package var kind: String?
    package var slug: String?
    /// False in a post from a response whose slug follows its title; else nil.
    package var isSlugChosen: Bool?
    package var title: String?
    package var body: String?
    package var summary: String?
    package var language: String?
    package var tags: [String]?
    /// A time that `When` reads, in `zone`; without one, in the daemon's zone. With an offset but without `zone` it keeps
    /// the offset as its zone, unless the daemon's zone has the same.
    package var date: String?
    /// An IANA name, or a fixed offset such as `+05:30`.
    package var zone: String?
    package var canonicalAddress: String?
    package var author: String?
    /// The path of its page on sites, such as `/2014/12/12/old.html`; absent for one by the site's pattern.
    package var path: String?
    /// What the author notes for himself: it reaches no target and no exported file.
    package var privateNotes: String?
    package var overrides: [TargetName: TargetOverride]?

    package init() {}
}

extension DraftBody: EchoedFields {
    package static let echoed: Set = [
        "id", "revision", "state", "formerSlugs", "formerPaths", "createdAt", "changedAt", "deletedAt", "notes",
    ]

    /// A post from a response is accepted as a draft too. Its `date` is then a `DateBody`, and its slug may be derived
    /// from the title.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let texts = try decoder.container(keyedBy: TextField.self)
        for field in TextField.allCases { self[field] = try texts.decodeIfPresent(String.self, forKey: field) }
        kind = try fields.decodeIfPresent(String.self, forKey: .kind)
        slug = try fields.decodeIfPresent(String.self, forKey: .slug)
        isSlugChosen = try fields.decodeIfPresent(Bool.self, forKey: .isSlugChosen) == false ? false : nil
        body = try fields.decodeIfPresent(String.self, forKey: .body)
        language = try fields.decodeIfPresent(String.self, forKey: .language)
        tags = try fields.decodeIfPresent([String].self, forKey: .tags)
        zone = try fields.decodeIfPresent(String.self, forKey: .zone)
        overrides = try fields.decodeIfPresent([TargetName: TargetOverride].self, forKey: .overrides)
        do {
            date = try fields.decodeIfPresent(String.self, forKey: .date)
        } catch let mismatch {
            guard let planned = try? fields.decode(DateBody.self, forKey: .date) else { throw mismatch }
            (date, zone) = (planned.local, planned.zone)
        }
    }
}

extension DraftBody {
    package subscript(field: TextField) -> String? {
        get { self[keyPath: field.inDraft] }
        set { self[keyPath: field.inDraft] = newValue }
    }
}

extension PostBody {
    package subscript(field: TextField) -> String? {
        get { self[keyPath: field.inPost] }
        set { self[keyPath: field.inPost] = newValue }
    }
}

extension TextField {
    fileprivate var inDraft: WritableKeyPath<DraftBody, String?> {
        switch self {
        case .title: \.title
        case .summary: \.summary
        case .author: \.author
        case .canonicalAddress: \.canonicalAddress
        case .path: \.path
        case .privateNotes: \.privateNotes
        }
    }

    fileprivate var inPost: WritableKeyPath<PostBody, String?> {
        switch self {
        case .title: \.title
        case .summary: \.summary
        case .author: \.author
        case .canonicalAddress: \.canonicalAddress
        case .path: \.path
        case .privateNotes: \.privateNotes
        }
    }
}

/// A wall-clock time with its zone and its instant.
package struct DateBody: Codable, Hashable, Sendable {
    /// `2026-12-01T09:00:00`.
    package let local: String
    /// An IANA name, or a fixed offset such as `+05:30`.
    package let zone: String
    /// RFC 3339 with the zone's offset.
    package let instant: String
    /// Present when the clock skips this time or shows it twice.
    package let note: String?

    package init(local: String, zone: String, instant: String, note: String? = nil) {
        self.local = local
        self.zone = zone
        self.instant = instant
        self.note = note
    }
}

/// A complete post.
package struct PostBody: Codable, Hashable, Sendable {
    package let id: String
    package let revision: Int64
    package let state: String
    package let kind: String
    package let slug: String
    package let formerSlugs: [String]
    /// Earlier paths on sites, which redirect to the post.
    package let formerPaths: [String]
    package var title: String?
    package let body: String
    package var summary: String?
    package let language: String?
    package let tags: [String]
    package let date: DateBody?
    package var canonicalAddress: String?
    package var author: String?
    package var path: String?
    package var privateNotes: String?
    package let overrides: [TargetName: TargetOverride]
    package let createdAt: String
    package let changedAt: String
    package let deletedAt: String?
    /// Whether the author chose the slug; otherwise it follows the title.
    package let isSlugChosen: Bool
    /// Further effects of a request, or parts that it could not do; absent when there are none.
    package var notes: [String]?

    /// Leaves the `TextField`s empty.
    package init(
        id: String, revision: Int64, state: String, kind: String, slug: String, formerSlugs: [String],
        formerPaths: [String] = [],
        body: String, language: String?, tags: [String], date: DateBody?, overrides: [TargetName: TargetOverride],
        createdAt: String,
        changedAt: String, deletedAt: String?, isSlugChosen: Bool
    ) {
        self.id = id
        self.revision = revision
        self.state = state
        self.kind = kind
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.formerPaths = formerPaths
        self.body = body
        self.language = language
        self.tags = tags
        self.date = date
        self.overrides = overrides
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.deletedAt = deletedAt
        self.isSlugChosen = isSlugChosen
    }

    /// The editable fields, to be changed and sent back.
    package var draft: DraftBody {
        var draft = DraftBody()
        for field in TextField.allCases { draft[field] = self[field] }
        draft.kind = kind
        draft.slug = isSlugChosen ? slug : nil
        draft.body = body
        draft.language = language
        draft.tags = tags
        draft.date = date?.local
        draft.zone = date?.zone
        draft.overrides = overrides
        return draft
    }
}

/// A post in a list, without its text.
package struct PostSummaryBody: Codable, Hashable, Sendable {
    package let id: String
    package let revision: Int64
    /// The name of the user whose post it is.
    package let owner: String
    package let state: String
    package let kind: String
    package let slug: String
    package let title: String?
    /// The start of the text on one line, for posts without a title.
    package let excerpt: String
    package let tags: [String]
    package let date: DateBody?
    /// When it was last saved.
    package let changedAt: String
    /// When a scheduled post is first sent.
    package let sendsAt: String?

    package init(
        id: String, revision: Int64, owner: String, state: String, kind: String, slug: String, title: String?,
        excerpt: String, tags: [String], date: DateBody?, changedAt: String, sendsAt: String? = nil
    ) {
        self.id = id
        self.revision = revision
        self.owner = owner
        self.state = state
        self.kind = kind
        self.slug = slug
        self.title = title
        self.excerpt = excerpt
        self.tags = tags
        self.date = date
        self.changedAt = changedAt
        self.sendsAt = sendsAt
    }
}

/// A post with all its words for readers, for looking through many.
package struct PostTextBody: Codable, Hashable, Sendable {
    package let id: String
    package let revision: Int64
    package let state: String
    package let title: String?
    package let body: String
    package let summary: String?
    /// By target.
    package let overrides: [TargetName: TargetOverride]?
    /// The targets that have the post, or to which it will be sent.
    package let targets: [String]

    package init(
        id: String, revision: Int64, state: String, title: String?, body: String, summary: String?,
        overrides: [TargetName: TargetOverride]?, targets: [String]
    ) {
        self.id = id
        self.revision = revision
        self.state = state
        self.title = title
        self.body = body
        self.summary = summary
        self.overrides = overrides
        self.targets = targets
    }
}

/// `PUT /v1/posts/{post}/presence`: the caller has the post open.
package struct PresentBody: Codable, Hashable, Sendable {
    /// The caller's own name for the window or program in which it is open.
    package let key: String
    /// Where the caret is, in UTF-16 units from the start of the text.
    package let caret: Int?

    package init(key: String, caret: Int? = nil) {
        self.key = key
        self.caret = caret
    }
}

/// Someone who has a post open, or a program that saved it just now.
package struct PresenceBody: Codable, Hashable, Sendable {
    package let user: String
    /// Such as “Firefox on Linux”, or “galley/0.1.0”.
    package let program: String
    package let caret: Int?

    package init(user: String, program: String, caret: Int?) {
        self.user = user
        self.program = program
        self.caret = caret
    }
}

/// A text that a user keeps by its name.
package struct NamedTextBody: Codable, Hashable, Sendable {
    package let name: String
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// A tag in the list of all, in one of its spellings.
package struct TagBody: Codable, Hashable, Sendable {
    package let tag: String
    /// The number of posts that have it, without deleted ones.
    package let posts: Int

    package init(tag: String, posts: Int) {
        self.tag = tag
        self.posts = posts
    }
}

/// `PATCH /v1/preferences`: the named choices of `Preferences`.
package struct PreferenceChoicesBody: Codable, Hashable, Sendable {
    package let choices: [String: String]

    package init(_ choices: [String: String]) { self.choices = choices }
    package init(from decoder: any Decoder) throws { choices = try [String: String](from: decoder) }
    package func encode(to encoder: any Encoder) throws { try choices.encode(to: encoder) }
}

/// `PUT /v1/snippets/{snippet}`, and so on.
package struct KeptTextBody: Codable, Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}

/// A sitting: a series of saves by one author in quick succession.
package struct SittingBody: Codable, Hashable, Sendable {
    package let firstRevision: Int64
    package let lastRevision: Int64
    package let startedAt: String
    package let endedAt: String
    package let author: String
    /// The number of characters in the text after the sitting.
    package let characters: Int

    package init(
        firstRevision: Int64, lastRevision: Int64, startedAt: String, endedAt: String, author: String, characters: Int
    ) {
        self.firstRevision = firstRevision
        self.lastRevision = lastRevision
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.author = author
        self.characters = characters
    }
}

/// One complete revision.
package struct RevisionBody: Codable, Hashable, Sendable {
    package let revision: Int64
    package let savedAt: String
    package let draft: DraftBody

    package init(revision: Int64, savedAt: String, draft: DraftBody) {
        self.revision = revision
        self.savedAt = savedAt
        self.draft = draft
    }
}
