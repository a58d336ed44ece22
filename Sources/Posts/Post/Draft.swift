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

/// The fields of a post that are one text each. What treats them alike (bounds, storing, front matter, the wire, the
/// command line) goes through this list. `Sources/README.md` says what a new one takes.
package enum TextField: String, CodingKey, CaseIterable, Sendable {
    case title, summary, author, canonicalAddress

    /// In a sentence.
    package var words: String {
        switch self {
        case .title: "title"
        case .summary: "summary"
        case .author: "author's name"
        case .canonicalAddress: "canonical address"
        }
    }

    /// In front matter that people edit and on the command line.
    package var name: String {
        switch self {
        case .title, .summary, .author: rawValue
        case .canonicalAddress: "canonical"
        }
    }

    /// What other programs call it in front matter, the most telling first: lower case, without `_` and `-`.
    package var otherNames: [String] {
        switch self {
        case .title, .author: []
        case .summary: ["description", "excerpt"]
        case .canonicalAddress: ["canonicalurl", "canonicaladdress"]
        }
    }

    /// In Unicode scalars. Lists hold these fields of each post, so a few requests for lists of posts with huge titles
    /// would fill the memory.
    package var charactersMax: Int {
        switch self {
        case .title: 1000
        case .summary: 10_000
        case .author: 200
        case .canonicalAddress: 2000
        }
    }

    /// Whether it has to be an address of the web.
    package var isAddress: Bool { self == .canonicalAddress }

    fileprivate var place: WritableKeyPath<Draft, String?> {
        switch self {
        case .title: \.title
        case .summary: \.summary
        case .author: \.author
        case .canonicalAddress: \.canonicalAddress
        }
    }
}

extension Draft {
    package subscript(field: TextField) -> String? {
        get { self[keyPath: field.place] }
        set { self[keyPath: field.place] = newValue }
    }

    /// The first field with U+0000, which SQLite's text ends at. Only the body is kept as bytes.
    package var unstorableField: TextField? {
        TextField.allCases.first { self[$0]?.utf8.contains(0) ?? false }
    }
}
