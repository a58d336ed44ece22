import FoundationEssentials
import Posts

/// Everything of a draft but its text, as JSON keeps it in a revision. A key is never given another meaning.
struct PostFields: Codable {
    var kind: String
    var slug: String
    var isSlugChosen: Bool
    var title: String?
    var summary: String?
    var language: String?
    var tags: [String]?
    var wall: String?
    var zone: String?
    var dateAt: Int64?
    var canonicalAddress: String?
    var author: String?
    var overrides: [String: OverrideFields]?

    init(_ draft: Draft, slug: Slug) {
        kind = draft.kind.rawValue
        self.slug = slug.text
        isSlugChosen = draft.slug != nil
        title = draft.title
        summary = draft.summary
        language = draft.language?.tag
        tags = draft.tags.isEmpty ? nil : draft.tags.map(\.text)
        wall = draft.date?.wall.text
        zone = draft.date?.zone.text
        dateAt = draft.date?.instant.microseconds
        canonicalAddress = draft.canonicalAddress
        author = draft.author
        overrides = OverrideFields.fields(draft.overrides)
    }

    func draft(body: String) throws -> Draft {
        guard let kind = PostKind(rawValue: kind) else { throw StoreError.damaged("A post is of the kind “\(kind)”.") }
        return Draft(
            kind: kind, slug: isSlugChosen ? try Slug(checking: slug) : nil, title: title, body: body,
            summary: summary, language: try language.map { try Language($0) },
            tags: try (tags ?? []).map { try Tag($0) },
            date: try PlannedTime.kept(wall: wall, zone: zone, at: dateAt), canonicalAddress: canonicalAddress,
            author: author, overrides: try OverrideFields.overrides(overrides))
    }

    /// The same draft always gives the same bytes.
    var json: String {
        get throws { try String(decoding: JSONEncoder.stable.encode(self), as: UTF8.self) }
    }

    init(json: String) throws {
        self = try JSONDecoder().decode(PostFields.self, from: Data(json.utf8))
    }
}

/// What is said differently at one target.
struct OverrideFields: Codable {
    var text: String?
    var warning: String?
    var visibility: String?
    var language: String?

    static func fields(_ overrides: [TargetName: TargetOverride]) -> [String: OverrideFields]? {
        guard !overrides.isEmpty else { return nil }
        let pairs = overrides.map { target, said in
            let fields = OverrideFields(
                text: said.text, warning: said.warning, visibility: said.visibility?.rawValue,
                language: said.language?.tag)
            return (target.text, fields)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    static func overrides(_ fields: [String: OverrideFields]?) throws -> [TargetName: TargetOverride] {
        var overrides: [TargetName: TargetOverride] = [:]
        for (target, said) in fields ?? [:] {
            overrides[try TargetName(target)] = TargetOverride(
                text: said.text, warning: said.warning, visibility: said.visibility.flatMap(Visibility.init(rawValue:)),
                language: try said.language.map { try Language($0) })
        }
        return overrides
    }

    static func json(_ overrides: [TargetName: TargetOverride]) throws -> String? {
        try fields(overrides).map { String(decoding: try JSONEncoder.stable.encode($0), as: UTF8.self) }
    }

    static func overrides(json: String?) throws -> [TargetName: TargetOverride] {
        guard let json else { return [:] }
        return try overrides(JSONDecoder().decode([String: OverrideFields].self, from: Data(json.utf8)))
    }
}

extension JSONEncoder {
    static var stable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension PlannedTime {
    /// - Throws: `damaged` when the three do not belong together.
    static func kept(wall: String?, zone: String?, at microseconds: Int64?) throws -> PlannedTime? {
        guard let wall, let zone, let microseconds else { return nil }
        let instant = Instant(microseconds: microseconds)
        guard let time = PlannedTime(kept: try WallClock(wall), in: try ZoneName(zone), at: instant) else {
            throw StoreError.damaged("A post's date is \(wall) in \(zone), which cannot be \(microseconds).")
        }
        return time
    }
}

extension Draft {
    /// Whether both say the same, byte for byte: Swift takes two spellings of “é” for equal, an author need not.
    func isIdentical(to other: Draft) -> Bool { body.isIdentical(to: other.body) && hasSameFields(as: other) }

    func hasSameFields(as other: Draft) -> Bool {
        kind == other.kind && slug == other.slug && title.isIdentical(to: other.title)
            && summary.isIdentical(to: other.summary) && language == other.language
            && tags.map(\.text) == other.tags.map(\.text) && date?.wall == other.date?.wall
            && date?.zone == other.date?.zone && date?.instant == other.date?.instant
            && canonicalAddress.isIdentical(to: other.canonicalAddress) && author.isIdentical(to: other.author)
            && hasSameOverrides(as: other)
    }

    private func hasSameOverrides(as other: Draft) -> Bool {
        guard overrides.count == other.overrides.count else { return false }
        return overrides.allSatisfy { target, said in
            guard let theirs = other.overrides[target] else { return false }
            return said.text.isIdentical(to: theirs.text) && said.warning.isIdentical(to: theirs.warning)
                && said.visibility == theirs.visibility && said.language == theirs.language
        }
    }

    /// - Throws: `unstorable` for a field with U+0000, which SQLite's text ends at. Only the body is kept as bytes.
    func checkStorable() throws(StoreError) {
        let fields = [
            ("title", title), ("summary", summary), ("canonical address", canonicalAddress), ("author", author),
        ]
        for (name, text) in fields where text?.utf8.contains(0) ?? false { throw .unstorable(field: name) }
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
