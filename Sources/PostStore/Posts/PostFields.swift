import JSONTree
import Posts

/// A draft without its text, as the JSON object in `revision.fields`. It has the slug that the post had, also if the
/// author did not choose it.
struct PostFields: Codable {
    private let fields: Draft
    private let slug: Slug
    private let isSlugChosen: Bool

    private enum Key: String, CodingKey { case slug, isSlugChosen }

    init(_ draft: Draft, slug: Slug) { (fields, self.slug, isSlugChosen) = (draft, slug, draft.slug != nil) }

    init(from decoder: any Decoder) throws {
        let own = try decoder.container(keyedBy: Key.self)
        isSlugChosen = try own.decode(Bool.self, forKey: .isSlugChosen)
        fields = try Draft(from: decoder)
        guard let slug = fields.slug else {
            throw DecodingError.dataCorruptedError(forKey: .slug, in: own, debugDescription: "There is none.")
        }
        self.slug = slug
    }

    func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var own = encoder.container(keyedBy: Key.self)
        try own.encode(slug.text, forKey: .slug)
        try own.encode(isSlugChosen, forKey: .isSlugChosen)
    }

    func draft(body: String) -> Draft {
        var draft = fields
        (draft.body, draft.slug) = (body, isSlugChosen ? slug : nil)
        return draft
    }

    /// The same draft always gives the same bytes.
    var json: String {
        get throws { try JSONCoding.text(self) }
    }

    init(json: String) throws {
        self = try JSONCoding.decode(PostFields.self, from: Array(json.utf8))
    }
}

/// `post.overrides`.
struct StoredOverrides: StoredText {
    let overrides: [TargetName: TargetOverride]

    init?(storedText json: String) throws {
        let found = try? JSONCoding.decode([TargetName: TargetOverride].self, from: Array(json.utf8))
        guard let found else { return nil }
        overrides = found
    }
}

/// `revision.fields`: a draft without its text.
struct StoredFields: StoredText {
    let draft: Draft

    init?(storedText json: String) throws {
        guard let fields = try? PostFields(json: json) else { return nil }
        draft = fields.draft(body: "")
    }
}

extension Draft {
    /// - Throws: `unstorable` for a field with U+0000, at which SQLite's text ends. Only the body is stored as bytes.
    package func checkStorable() throws(StoreError) {
        if let field = unstorableField { throw .unstorable(field: field.words) }
    }
}
