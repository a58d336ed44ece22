import Posts
import Testing

/// One equality of drafts: by bytes.
@Suite struct DraftEqualityTests {
    private static let composed = "caf\u{E9}", decomposed = "cafe\u{301}"

    private static func draft(_ word: String) throws -> Draft {
        var draft = Draft(
            slug: try Slug(checking: "slug"), body: word, language: try Language("de"), tags: [try Tag("tag")],
            date: PlannedTime(try WallClock("2026-11-30T09:00"), in: .utc),
            overrides: [TargetName(kept: "blog"): TargetOverride(text: word, warning: word, visibility: .unlisted)])
        for field in TextField.allCases where field.form == .words { draft[field] = word }
        return draft
    }

    @Test("two encodings of one character are two texts, in every field", arguments: TextField.allCases)
    func texts(field: TextField) throws {
        var (one, other) = (Draft(), Draft())
        (one[field], other[field]) = (Self.composed, Self.decomposed)
        #expect(one != other)
        #expect((one.forReaders == other.forReaders) == (field == .privateNotes))
        other[field] = Self.composed
        #expect(one == other && one.hashValue == other.hashValue)
    }

    @Test("a change of any property makes another draft")
    func properties() throws {
        let whole = try Self.draft(Self.composed)
        let (same, decomposed) = (try Self.draft(Self.composed), try Self.draft(Self.decomposed))
        #expect(whole == same && whole != decomposed)
        let changes: [String: (inout Draft) throws -> Void] = [
            "kind": { $0.kind = .page }, "slug": { $0.slug = nil }, "title": { $0.title = nil },
            "body": { $0.body = Self.decomposed }, "summary": { $0.summary = nil },
            "language": { $0.language = try Language("en") }, "tags": { $0.tags = [try Tag("Tag")] },
            "date": { $0.date = PlannedTime(try WallClock("2026-11-30T09:01"), in: .utc) },
            "canonicalAddress": { $0.canonicalAddress = "x" }, "author": { $0.author = nil },
            "path": { $0.path = "/x/" },
            "privateNotes": { $0.privateNotes = nil },
            "overrides": { $0.overrides[TargetName(kept: "blog")]?.warning = Self.decomposed },
        ]
        #expect(Set(Mirror(reflecting: whole).children.compactMap(\.label)) == Set(changes.keys))
        for (name, change) in changes {
            var other = whole
            try change(&other)
            #expect(other != whole, "\(name)")
        }
        let parts: [String: (inout TargetOverride) throws -> Void] = [
            "text": { $0.text = Self.decomposed }, "warning": { $0.warning = nil },
            "visibility": { $0.visibility = nil },
            "language": { $0.language = try Language("en") }, "long": { $0.long = .thread },
        ]
        let said = TargetOverride(text: Self.composed, warning: "w", visibility: .private)
        #expect(Set(Mirror(reflecting: said).children.compactMap(\.label)) == Set(parts.keys))
        for (name, change) in parts {
            var other = said
            try change(&other)
            #expect(other != said, "\(name)")
        }
    }
}
