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
            overrides: try Draft.overrides(body.overrides ?? [:]))
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

    static func overrides(_ bodies: [String: OverrideBody]) throws -> [TargetName: TargetOverride] {
        var overrides: [TargetName: TargetOverride] = [:]
        for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
            let field = "overrides.\(name)"
            do {
                let said = TargetOverride(
                    text: body.text.said, warning: body.warning.said,
                    visibility: try body.visibility.said.map { try word($0, field, "visibility") },
                    language: try body.language.said.map { try Language($0) },
                    long: try body.long.said.map { try word($0, field, "long") })
                overrides[try TargetName(name)] = said
            } catch let error as Problem {
                throw error
            } catch {
                throw Problem.badField(field, "\(error)")
            }
        }
        return overrides
    }

    private static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ text: String, _ target: String, _ field: String
    ) throws -> Word {
        guard let word = Word(rawValue: text) else {
            let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badField("\(target).\(field)", "“\(field)” is “\(text.shortened())”. Use one of \(allowed).")
        }
        return word
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
        overrides = OverrideBody.bodies(draft.overrides)
        for field in TextField.allCases { self[field] = draft[field] }
    }
}

extension OverrideBody {
    static func bodies(_ overrides: [TargetName: TargetOverride]) -> [String: OverrideBody] {
        let pairs = overrides.map { name, said in
            let body = OverrideBody(
                text: said.text, warning: said.warning, visibility: said.visibility?.rawValue,
                language: said.language?.tag, long: said.long?.rawValue)
            return (name.text, body)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
