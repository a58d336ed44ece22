package import Posts

/// What an author may write, as `POST /v1/posts` and `PUT /v1/posts/{id}` take it. A field that is absent is empty.
package struct DraftBody: Codable, Hashable, Sendable {
    /// `post` or `page`.
    package var kind: String?
    package var slug: String?
    package var title: String?
    package var body: String?
    package var summary: String?
    package var language: String?
    package var tags: [String]?
    /// What `When` understands, kept in `zone`, else in the daemon's own.
    package var date: String?
    package var zone: String?
    package var canonicalAddress: String?
    package var author: String?
    package var overrides: [String: OverrideBody]?

    package init() {}
}

extension DraftBody: SaidBack {
    package static let alsoSaid: Set = [
        "id", "revision", "state", "formerSlugs", "createdAt", "changedAt", "deletedAt", "isSlugChosen", "notes",
    ]

    /// A post as it was given is a draft, too: its `date` is then a `DateBody`, and its slug may be one that follows the title.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let texts = try decoder.container(keyedBy: TextField.self)
        for field in TextField.allCases { self[field] = try texts.decodeIfPresent(String.self, forKey: field) }
        kind = try fields.decodeIfPresent(String.self, forKey: .kind)
        slug = try decoder.says("isSlugChosen", false) ? nil : fields.decodeIfPresent(String.self, forKey: .slug)
        body = try fields.decodeIfPresent(String.self, forKey: .body)
        language = try fields.decodeIfPresent(String.self, forKey: .language)
        tags = try fields.decodeIfPresent([String].self, forKey: .tags)
        zone = try fields.decodeIfPresent(String.self, forKey: .zone)
        overrides = try fields.decodeIfPresent([String: OverrideBody].self, forKey: .overrides)
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
        }
    }

    fileprivate var inPost: WritableKeyPath<PostBody, String?> {
        switch self {
        case .title: \.title
        case .summary: \.summary
        case .author: \.author
        case .canonicalAddress: \.canonicalAddress
        }
    }
}

/// What is said differently at one target.
package struct OverrideBody: Codable, Hashable, Sendable {
    package var text: String?
    package var warning: String?
    package var visibility: String?
    package var language: String?

    package init(text: String? = nil, warning: String? = nil, visibility: String? = nil, language: String? = nil) {
        self.text = text
        self.warning = warning
        self.visibility = visibility
        self.language = language
    }
}

/// A wall-clock time with its zone, and the instant it comes to.
package struct DateBody: Codable, Hashable, Sendable {
    /// `2026-12-01T09:00:00`.
    package let local: String
    /// An IANA name.
    package let zone: String
    /// RFC 3339 with the zone's offset.
    package let instant: String
    /// Said when the clock skips this time or shows it twice.
    package let note: String?

    package init(local: String, zone: String, instant: String, note: String? = nil) {
        self.local = local
        self.zone = zone
        self.instant = instant
        self.note = note
    }
}

/// A post, whole.
package struct PostBody: Codable, Hashable, Sendable {
    package let id: String
    package let revision: Int64
    package let state: String
    package let kind: String
    package let slug: String
    package let formerSlugs: [String]
    package var title: String?
    package let body: String
    package var summary: String?
    package let language: String?
    package let tags: [String]
    package let date: DateBody?
    package var canonicalAddress: String?
    package var author: String?
    package let overrides: [String: OverrideBody]
    package let createdAt: String
    package let changedAt: String
    package let deletedAt: String?
    /// Whether the author chose the slug, rather than the title.
    package let isSlugChosen: Bool
    /// What a request did beside what was asked, or could not do; absent when there is nothing to say.
    package var notes: [String]?

    /// Without its `TextField`s.
    package init(
        id: String, revision: Int64, state: String, kind: String, slug: String, formerSlugs: [String], body: String,
        language: String?, tags: [String], date: DateBody?, overrides: [String: OverrideBody], createdAt: String,
        changedAt: String, deletedAt: String?, isSlugChosen: Bool
    ) {
        self.id = id
        self.revision = revision
        self.state = state
        self.kind = kind
        self.slug = slug
        self.formerSlugs = formerSlugs
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

    /// The fields an author may change, to be sent back changed.
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

/// A post in a list: everything but its text.
package struct PostSummaryBody: Codable, Hashable, Sendable {
    package let id: String
    package let revision: Int64
    package let state: String
    package let kind: String
    package let slug: String
    package let title: String?
    /// The beginning of the text, one line, for posts without a title.
    package let excerpt: String
    package let tags: [String]
    package let date: DateBody?
    /// When it was saved last.
    package let changedAt: String
    /// When it is sent first, while it is scheduled.
    package let sendsAt: String?

    package init(
        id: String, revision: Int64, state: String, kind: String, slug: String, title: String?, excerpt: String,
        tags: [String], date: DateBody?, changedAt: String, sendsAt: String? = nil
    ) {
        self.id = id
        self.revision = revision
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

/// A sitting: saves by one author that follow each other closely.
package struct SittingBody: Codable, Hashable, Sendable {
    package let firstRevision: Int64
    package let lastRevision: Int64
    package let startedAt: String
    package let endedAt: String
    package let author: String
    /// Characters in the text at the end of the sitting.
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

/// One revision, whole.
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
