/// The fields of a post that an author can change, checked but not yet stored.
///
/// Two drafts are equal if all their bytes are. Swift takes two encodings of “é” for equal; an author need not, and a
/// target would keep the other one.
package struct Draft: Sendable {
    package var kind: PostKind
    /// The slug that the author asked for. If nil, the store derives it from the title, otherwise from the id.
    package var slug: Slug?
    /// nil for a quick note.
    package var title: String?
    /// Markdown exactly as typed, without normalisation.
    package var body: String
    package var summary: String?
    /// A BCP 47 tag such as `en` or `pt-BR`.
    package var language: Language?
    /// In the author's order, without duplicates.
    package var tags: [Tag]
    /// The author's date. If nil, publishing sets it.
    package var date: PlannedTime?
    /// The post's address if it is not on one of Galley's own targets.
    package var canonicalAddress: String?
    package var author: String?
    /// The path of its page on sites, as `PostPath.text`. If nil, the site's permalink pattern gives one.
    package var path: String?
    /// What the author notes for himself: in no copy, no template and no exported file.
    package var privateNotes: String?
    package var overrides: [TargetName: TargetOverride]

    package init(
        kind: PostKind = .post, slug: Slug? = nil, title: String? = nil, body: String = "", summary: String? = nil,
        language: Language? = nil, tags: [Tag] = [], date: PlannedTime? = nil, canonicalAddress: String? = nil,
        author: String? = nil, path: String? = nil, privateNotes: String? = nil,
        overrides: [TargetName: TargetOverride] = [:]
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
        self.path = path
        self.privateNotes = privateNotes
        self.overrides = overrides
    }

    /// What can reach readers: everything but the private notes.
    package var forReaders: Draft {
        var draft = self
        draft.privateNotes = nil
        return draft
    }
}

extension Draft: Hashable {
    package static func == (one: Draft, other: Draft) -> Bool {
        one.body.isIdentical(to: other.body) && one.hasSameFields(as: other)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(body)
    }

    /// Whether all but the text is equal.
    package func hasSameFields(as other: Draft) -> Bool {
        kind == other.kind && (slug?.text).isIdentical(to: other.slug?.text) && language == other.language
            && TextField.allCases.allSatisfy { self[$0].isIdentical(to: other[$0]) }
            && tags.elementsEqual(other.tags) { $0.text.isIdentical(to: $1.text) } && date?.wall == other.date?.wall
            && date?.zone == other.date?.zone && date?.instant == other.date?.instant && overrides == other.overrides
    }
}

/// A post is part of the stream (index, feeds, tags); a page stands alone (About).
package enum PostKind: String, Hashable, Sendable, CaseIterable { case post, page }

/// The fields of a post that are a single text. All code that treats them alike (limits, storing, front matter, JSON,
/// the command line) uses this list. `Sources/README.md` lists the steps for adding one.
package enum TextField: String, CodingKey, CaseIterable, Sendable {
    case title, summary, author, canonicalAddress, path, privateNotes

    /// Those that stand in exported files and are read from them.
    package static let ofFiles = allCases.filter { $0 != .privateNotes }

    /// The name in a sentence.
    package var words: String {
        switch self {
        case .title: "title"
        case .summary: "summary"
        case .author: "author's name"
        case .canonicalAddress: "canonical address"
        case .path: "path"
        case .privateNotes: "text of the private notes"
        }
    }

    /// The name in front matter and on the command line.
    package var name: String {
        switch self {
        case .title, .summary, .author, .path: rawValue
        case .canonicalAddress: "canonical"
        case .privateNotes: "notes"
        }
    }

    /// Other programs' names for it in front matter, the most specific first: lower case, without `_` and `-`.
    package var otherNames: [String] {
        switch self {
        case .title, .author, .privateNotes: []
        case .summary: ["description", "excerpt"]
        case .canonicalAddress: ["canonicalurl", "canonicaladdress"]
        case .path: ["url", "permalink"]
        }
    }

    /// In Unicode scalars. Lists contain these fields of every post, so a few requests for lists with huge titles would
    /// exhaust the memory.
    package var charactersMax: Int {
        switch self {
        case .title: 1000
        case .summary, .privateNotes: 10_000
        case .author: 200
        case .canonicalAddress: 2000
        case .path: PostPath.charactersMax
        }
    }

    package enum Form: Sendable { case words, webAddress, path }

    /// What its text has to be.
    package var form: Form {
        switch self {
        case .title, .summary, .author, .privateNotes: .words
        case .canonicalAddress: .webAddress
        case .path: .path
        }
    }

    fileprivate var place: WritableKeyPath<Draft, String?> {
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

extension Draft {
    package subscript(field: TextField) -> String? {
        get { self[keyPath: field.place] }
        set { self[keyPath: field.place] = newValue }
    }

    /// The first field with U+0000, where SQLite's text ends. Only the body is stored as bytes.
    package var unstorableField: TextField? {
        TextField.allCases.first { self[$0]?.utf8.contains(0) ?? false }
    }
}
