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
        kind = try fields.decodeIfPresent(String.self, forKey: .kind)
        slug = try decoder.says("isSlugChosen", false) ? nil : fields.decodeIfPresent(String.self, forKey: .slug)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        body = try fields.decodeIfPresent(String.self, forKey: .body)
        summary = try fields.decodeIfPresent(String.self, forKey: .summary)
        language = try fields.decodeIfPresent(String.self, forKey: .language)
        tags = try fields.decodeIfPresent([String].self, forKey: .tags)
        zone = try fields.decodeIfPresent(String.self, forKey: .zone)
        canonicalAddress = try fields.decodeIfPresent(String.self, forKey: .canonicalAddress)
        author = try fields.decodeIfPresent(String.self, forKey: .author)
        overrides = try fields.decodeIfPresent([String: OverrideBody].self, forKey: .overrides)
        do {
            date = try fields.decodeIfPresent(String.self, forKey: .date)
        } catch let mismatch {
            guard let planned = try? fields.decode(DateBody.self, forKey: .date) else { throw mismatch }
            (date, zone) = (planned.local, planned.zone)
        }
    }
}

/// What is said differently at one target.
package struct OverrideBody: Codable, Hashable, Sendable {
    package var text: String?
    package var warning: String?
    package var visibility: String?
    package var language: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case text, warning, visibility, language
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseOthers(than: CodingKeys.self)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        text = try fields.decodeIfPresent(String.self, forKey: .text)
        warning = try fields.decodeIfPresent(String.self, forKey: .warning)
        visibility = try fields.decodeIfPresent(String.self, forKey: .visibility)
        language = try fields.decodeIfPresent(String.self, forKey: .language)
    }

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

extension DateBody: JSONWritable {
    func write(to object: inout JSONObject) {
        object.add("instant", instant)
        object.add("local", local)
        object.add("note", note)
        object.add("zone", zone)
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
    package let title: String?
    package let body: String
    package let summary: String?
    package let language: String?
    package let tags: [String]
    package let date: DateBody?
    package let canonicalAddress: String?
    package let author: String?
    package let overrides: [String: OverrideBody]
    package let createdAt: String
    package let changedAt: String
    package let deletedAt: String?
    /// Whether the author chose the slug, rather than the title.
    package let isSlugChosen: Bool
    /// What a request did beside what was asked, or could not do; absent when there is nothing to say.
    package var notes: [String]?

    package init(
        id: String, revision: Int64, state: String, kind: String, slug: String, formerSlugs: [String], title: String?,
        body: String, summary: String?, language: String?, tags: [String], date: DateBody?, canonicalAddress: String?,
        author: String?, overrides: [String: OverrideBody], createdAt: String, changedAt: String, deletedAt: String?,
        isSlugChosen: Bool
    ) {
        self.id = id
        self.revision = revision
        self.state = state
        self.kind = kind
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.title = title
        self.body = body
        self.summary = summary
        self.language = language
        self.tags = tags
        self.date = date
        self.canonicalAddress = canonicalAddress
        self.author = author
        self.overrides = overrides
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.deletedAt = deletedAt
        self.isSlugChosen = isSlugChosen
    }

    /// The fields an author may change, to be sent back changed.
    package var draft: DraftBody {
        var draft = DraftBody()
        draft.kind = kind
        draft.slug = isSlugChosen ? slug : nil
        draft.title = title
        draft.body = body
        draft.summary = summary
        draft.language = language
        draft.tags = tags
        draft.date = date?.local
        draft.zone = date?.zone
        draft.canonicalAddress = canonicalAddress
        draft.author = author
        draft.overrides = overrides
        return draft
    }
}

extension PostBody: JSONWritable {
    func write(to object: inout JSONObject) throws {
        object.add("author", author)
        object.add("body", body)
        object.add("canonicalAddress", canonicalAddress)
        object.add("changedAt", changedAt)
        object.add("createdAt", createdAt)
        try object.add("date", date)
        object.add("deletedAt", deletedAt)
        object.add("formerSlugs", formerSlugs)
        object.add("id", id)
        object.add("isSlugChosen", isSlugChosen)
        object.add("kind", kind)
        object.add("language", language)
        object.add("notes", notes)
        try object.add("overrides", overrides)
        object.add("revision", revision)
        object.add("slug", slug)
        object.add("state", state)
        object.add("summary", summary)
        object.add("tags", tags)
        object.add("title", title)
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

extension PostSummaryBody: JSONWritable {
    func write(to object: inout JSONObject) throws {
        object.add("changedAt", changedAt)
        try object.add("date", date)
        object.add("excerpt", excerpt)
        object.add("id", id)
        object.add("kind", kind)
        object.add("revision", revision)
        object.add("sendsAt", sendsAt)
        object.add("slug", slug)
        object.add("state", state)
        object.add("tags", tags)
        object.add("title", title)
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
