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
        let language: String?
        let tags: [String]?
        let wall: String?
        let zone: String?
        let dateAt: Int64?
        let overrides: [String: OverrideFields]?
    }

    init(_ draft: Draft, slug: Slug) {
        for field in TextField.allCases { texts[field] = draft[field] }
        rest = Rest(
            kind: draft.kind.rawValue, slug: slug.text, isSlugChosen: draft.slug != nil, language: draft.language?.tag,
            tags: draft.tags.isEmpty ? nil : draft.tags.map(\.text), wall: draft.date?.wall.text,
            zone: draft.date?.zone.text, dateAt: draft.date?.instant.microseconds,
            overrides: OverrideFields.fields(draft.overrides))
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
        var draft = Draft(
            kind: kind, slug: rest.isSlugChosen ? try Slug(checking: rest.slug) : nil, body: body,
            language: try rest.language.map { try Language($0) }, tags: try (rest.tags ?? []).map { try Tag($0) },
            date: try date,
            overrides: try OverrideFields.overrides(rest.overrides))
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

/// The override of one target, in `post.overrides`.
struct OverrideFields: Codable {
    var text: String?
    var warning: String?
    var visibility: String?
    var language: String?
    var long: String?

    static func fields(_ overrides: [TargetName: TargetOverride]) -> [String: OverrideFields]? {
        guard !overrides.isEmpty else { return nil }
        let pairs = overrides.map { target, said in
            let fields = OverrideFields(
                text: said.text, warning: said.warning, visibility: said.visibility?.rawValue,
                language: said.language?.tag, long: said.long?.rawValue)
            return (target.text, fields)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    static func overrides(_ fields: [String: OverrideFields]?) throws -> [TargetName: TargetOverride] {
        var overrides: [TargetName: TargetOverride] = [:]
        for (target, said) in fields ?? [:] {
            overrides[try TargetName(target)] = TargetOverride(
                text: said.text, warning: said.warning, visibility: try said.visibility.map(OverrideFields.word),
                language: try said.language.map { try Language($0) }, long: try said.long.map(OverrideFields.word))
        }
        return overrides
    }

    /// An unknown one is an error: without a visibility the copy would be public.
    private static func word<Word: RawRepresentable<String>>(_ text: String) throws -> Word {
        guard let word = Word(rawValue: text) else { throw BadWord(word: text) }
        return word
    }

    static func json(_ overrides: [TargetName: TargetOverride]) throws -> String? {
        try fields(overrides).map { try JSONCoding.text($0) }
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
        let fields = try? JSONCoding.decode([String: OverrideFields].self, from: Array(json.utf8))
        guard let fields else { return nil }
        overrides = try OverrideFields.overrides(fields)
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
    /// Whether both are equal byte for byte: Swift takes two encodings of “é” for equal, an author need not.
    func isIdentical(to other: Draft) -> Bool { body.isIdentical(to: other.body) && hasSameFields(as: other) }

    func hasSameFields(as other: Draft) -> Bool {
        kind == other.kind && slug == other.slug && language == other.language
            && TextField.allCases.allSatisfy { self[$0].isIdentical(to: other[$0]) }
            && tags.map(\.text) == other.tags.map(\.text) && date?.wall == other.date?.wall
            && date?.zone == other.date?.zone && date?.instant == other.date?.instant
            && hasSameOverrides(as: other)
    }

    private func hasSameOverrides(as other: Draft) -> Bool {
        guard overrides.count == other.overrides.count else { return false }
        return overrides.allSatisfy { target, said in
            guard let theirs = other.overrides[target] else { return false }
            return said.text.isIdentical(to: theirs.text) && said.warning.isIdentical(to: theirs.warning)
                && said.visibility == theirs.visibility && said.language == theirs.language && said.long == theirs.long
        }
    }

    /// - Throws: `unstorable` for a field with U+0000, at which SQLite's text ends. Only the body is stored as bytes.
    package func checkStorable() throws(StoreError) {
        if let field = unstorableField { throw .unstorable(field: field.words) }
    }
}

extension String {
    fileprivate func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    fileprivate func isIdentical(to other: String?) -> Bool {
        switch (self, other) {
        case (let one?, let other?): one.isIdentical(to: other)
        case (nil, nil): true
        case (nil, .some), (.some, nil): false
        }
    }
}
