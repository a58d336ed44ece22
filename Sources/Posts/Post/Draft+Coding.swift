// A draft as JSON, without its text: what stands in a revision. A key never changes its meaning, and what an earlier
// version has kept is read by no rule that is younger.

extension Draft: Codable {
    private enum Key: String, CodingKey { case kind, slug, language, tags, overrides }

    /// - Throws: for a kind, a slug or a date that no version has kept.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let slug = try fields.decodeIfPresent(String.self, forKey: .slug)
        self.init(
            kind: try fields.decode(PostKind.self, forKey: .kind), slug: slug.flatMap { Slug(kept: $0) },
            language: try fields.decodeIfPresent(Language.self, forKey: .language),
            tags: (try fields.decodeIfPresent([String].self, forKey: .tags) ?? []).compactMap { Tag(kept: $0) },
            date: try PlannedTime(ifIn: decoder),
            overrides: try fields.decodeIfPresent([TargetName: TargetOverride].self, forKey: .overrides) ?? [:])
        guard slug == nil || self.slug != nil else {
            throw DecodingError.dataCorruptedError(forKey: .slug, in: fields, debugDescription: "It is no slug.")
        }
        let texts = try decoder.container(keyedBy: TextField.self)
        for field in TextField.allCases { self[field] = try texts.decodeIfPresent(String.self, forKey: field) }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encodeIfPresent(slug?.text, forKey: .slug)
        try fields.encodeIfPresent(language, forKey: .language)
        if !tags.isEmpty { try fields.encode(tags.map(\.text), forKey: .tags) }
        if !overrides.isEmpty { try fields.encode(overrides, forKey: .overrides) }
        try date?.encode(to: encoder)
        var texts = encoder.container(keyedBy: TextField.self)
        for field in TextField.allCases { try texts.encodeIfPresent(self[field], forKey: field) }
    }
}

extension PostKind: CodedWord {}

extension PlannedTime {
    /// A stored date: `wall` in `zone` was `instant` when the post was saved or its date last recomputed. It uses rules with
    /// one fixed offset, the difference of the two.
    /// - Returns: nil when the difference cannot be the offset of a zone.
    package init?(kept wall: WallClock, in zone: ZoneName, at instant: Instant) {
        let offset = wall.asIfUTC - instant
        guard let clocks = ZoneRules(fixed: offset) else { return nil }
        self.init(wall, in: Zone(name: zone, rules: clocks))
        guard self.instant == instant else { return nil }
    }
}

/// Among the fields of what has the time.
extension PlannedTime: Encodable {
    private enum Key: String, CodingKey { case wall, zone, dateAt }

    /// - Returns: nil if one of the fields is absent.
    /// - Throws: for a time that no version has kept.
    package init?(ifIn decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let wall = try fields.decodeIfPresent(String.self, forKey: .wall),
            let zone = try fields.decodeIfPresent(String.self, forKey: .zone),
            let instant = try fields.decodeIfPresent(Int64.self, forKey: .dateAt)
        else { return nil }
        let found = PlannedTime(
            kept: try WallClock(wall), in: try ZoneName(zone), at: Instant(microseconds: instant))
        guard let found else {
            throw DecodingError.dataCorruptedError(
                forKey: .wall, in: fields, debugDescription: "Found “\(wall)” in \(zone) at \(instant).")
        }
        self = found
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(wall.text, forKey: .wall)
        try fields.encode(zone.text, forKey: .zone)
        try fields.encode(instant.microseconds, forKey: .dateAt)
    }
}
