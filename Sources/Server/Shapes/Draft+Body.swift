import Posts
import Rendering
import Wire

extension Draft {
    /// Checks the fields of a request one by one and names the first wrong one. An empty text counts as absent, except
    /// in `body`.
    init(_ body: DraftBody, times: Times, now: Instant) throws {
        self.init(
            kind: try body.kind.said.map(Draft.kind) ?? .post, slug: try body.slug.said.map { try Slug(checking: $0) },
            body: body.body ?? "", language: try body.language.said.map { try Language($0) },
            tags: Tag.unique(try (body.tags ?? []).map { try Tag($0) }),
            date: try body.date.said.map { try times.planned($0, zone: body.zone.said, now: now, field: "date") },
            overrides: try Draft.checked(body.overrides ?? [:]))
        for field in TextField.allCases {
            self[field] = try body[field].said.map { try Draft.checked($0, field) }
        }
        try checkLength()
    }

    func checkLength() throws {
        let size = body.utf8.count
        guard size <= bodyBytesMax else {
            throw Problem.tooLarge("The text has \(size) bytes. The limit is \(bodyBytesMax). Split it in two.")
        }
    }

    private static func kind(_ text: String) throws -> PostKind {
        guard let kind = PostKind(rawValue: text) else {
            throw Problem.badField("kind", "The kind is “\(text.shortened())”. Use post or page.")
        }
        return kind
    }

    /// The text as the store keeps it.
    static func checked(_ text: String, _ field: TextField) throws -> String {
        switch field.form {
        case .words: text
        case .webAddress: try address(text, field.rawValue, field.words)
        case .path: try PostPath(text).text
        }
    }

    static func address(_ text: String, _ field: String, _ name: String) throws -> String {
        let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
        guard isAddress, text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem.badField(
                field,
                "The \(name) is “\(text.shortened())”. Use one that begins with https:// or http://, "
                    + "in the form that a browser copies.")
        }
        return text
    }

    /// - Throws: for a name that no target can have.
    static func checked(_ overrides: [TargetName: TargetOverride]) throws -> [TargetName: TargetOverride] {
        for name in overrides.keys.sorted() {
            do { _ = try TargetName(name.text) } catch { throw Problem.badField("overrides.\(name)", "\(error)") }
        }
        return overrides
    }
}

extension String? {
    /// nil for an empty text.
    var said: String? { flatMap { $0.isEmpty ? nil : $0 } }
}

extension DraftBody {
    init(_ draft: Draft) {
        self.init()
        kind = draft.kind.rawValue
        slug = draft.slug?.text
        body = draft.body
        language = draft.language?.tag
        tags = draft.tags.map(\.text)
        date = draft.date?.wall.text
        zone = draft.date?.zone.text
        overrides = draft.overrides
        for field in TextField.allCases { self[field] = draft[field] }
    }
}
