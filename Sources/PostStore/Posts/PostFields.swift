import JSONTree
import Posts

/// A draft without its text, as the JSON object in `revision.fields`. A key never changes its meaning.
struct PostFields: Codable {
    private var texts: [TextField: String] = [:]
    private var rest: Rest

    private struct Rest: Codable {
        let kind: String
        let slug: String
        let isSlugChosen: Bool
        let language: Language?
        let tags: [String]?
        let wall: String?
        let zone: String?
        let dateAt: Int64?
        let overrides: [TargetName: TargetOverride]?
    }

    init(_ draft: Draft, slug: Slug) {
        for field in TextField.allCases { texts[field] = draft[field] }
        rest = Rest(
            kind: draft.kind.rawValue, slug: slug.text, isSlugChosen: draft.slug != nil, language: draft.language,
            tags: draft.tags.isEmpty ? nil : draft.tags.map(\.text), wall: draft.date?.wall.text,
            zone: draft.date?.zone.text, dateAt: draft.date?.instant.microseconds,
            overrides: draft.overrides.isEmpty ? nil : draft.overrides)
    }

    init(from decoder: any Decoder) throws {
        rest = try Rest(from: decoder)
        let fields = try decoder.container(keyedBy: TextField.self)
        for field in TextField.allCases { texts[field] = try fields.decodeIfPresent(String.self, forKey: field) }
    }

    func encode(to encoder: any Encoder) throws {
        try rest.encode(to: encoder)
        var fields = encoder.container(keyedBy: TextField.self)
        for (field, text) in texts { try fields.encode(text, forKey: field) }
    }

    func draft(body: String) throws -> Draft {
        guard let kind = PostKind(rawValue: rest.kind) else { throw BadWord(word: rest.kind) }
        let slug = rest.isSlugChosen ? Slug(kept: rest.slug) : nil
        guard rest.isSlugChosen == (slug != nil) else { throw BadWord(word: rest.slug) }
        var draft = Draft(
            kind: kind, slug: slug, body: body, language: rest.language,
            tags: (rest.tags ?? []).compactMap { Tag(kept: $0) },
            date: try date,
            overrides: rest.overrides ?? [:])
        for (field, text) in texts { draft[field] = text }
        return draft
    }

    private var date: PlannedTime? {
        get throws {
            guard let wall = rest.wall, let zone = rest.zone, let instant = rest.dateAt else { return nil }
            let found = PlannedTime(
                kept: try WallClock(wall), in: try ZoneName(zone), at: Instant(microseconds: instant))
            guard let found else { throw BadWord(word: "\(wall) in \(zone) at \(instant)") }
            return found
        }
    }

    /// The same draft always gives the same bytes.
    var json: String {
        get throws { try JSONCoding.text(self) }
    }

    init(json: String) throws {
        self = try JSONCoding.decode(PostFields.self, from: Array(json.utf8))
    }
}

/// A word in JSON of the store that stands for nothing.
private struct BadWord: Error, CustomStringConvertible {
    let word: String
    var description: String { "It contains “\(word)”." }
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
        draft = try fields.draft(body: "")
    }
}

extension Draft {
    /// - Throws: `unstorable` for a field with U+0000, at which SQLite's text ends. Only the body is stored as bytes.
    package func checkStorable() throws(StoreError) {
        if let field = unstorableField { throw .unstorable(field: field.words) }
    }
}
