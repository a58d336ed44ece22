import FrontMatter
import Posts
import Wire

/// A post as an editable text: a Markdown file with a front matter, as `FrontMatter` writes and reads it.
enum EditedText {
    private static let names =
        TextField.allCases.map(\.name).joined(separator: ", ") + ", tags, date, slug, language and kind"

    /// - Returns: the text with the fields that authors change most, and those of the others that have a value.
    static func text(of draft: DraftBody) -> String {
        var fields: [(name: String, value: HeadedText.Value)] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { fields.append((name, .words(value))) }
        }
        fields.append(("title", (draft.title?.isEmpty == false ? draft.title : nil).map { .words($0) } ?? .empty))
        fields.append(("tags", .list(draft.tags ?? [])))
        fields.append(("date", draft.date == nil ? .empty : .plain(date(of: draft))))
        for field in TextField.allCases where field != .title { add(field.name, draft[field]) }
        add("slug", draft.slug)
        add("language", draft.language)
        add("kind", draft.kind == "post" ? nil : draft.kind)
        return HeadedText.text(fields, body: draft.body ?? "")
    }

    /// Reads an edited text. Its lines end as the editor left them.
    ///
    /// - Parameter original: the draft from which the text was made. Fields that the head cannot express, such as
    ///   overrides for a target, keep their values. If the head was deleted, all fields do.
    static func draft(from text: String, original: DraftBody) throws -> DraftBody {
        do {
            let file = try HeadedText(text)
            var draft = original
            if let fields = file.fields {
                draft = DraftBody()
                draft.overrides = original.overrides
                draft.kind = "post"
                for field in fields { try read(field, into: &draft, original) }
            }
            draft.body = isSame(file.body, original.body ?? "") ? original.body ?? "" : file.body
            return draft
        } catch let error as FrontMatterError {
            throw CommandFailure(.refused, error.description)
        }
    }

    private static func read(_ field: HeadedText.Field, into draft: inout DraftBody, _ original: DraftBody) throws {
        switch field.name {
        case "slug": draft.slug = try field.words
        case "language": draft.language = try field.words
        case "kind": draft.kind = try field.words ?? "post"
        case "tags": draft.tags = try field.list
        case "date": setDate(of: &draft, to: try field.words, original)
        default:
            guard let known = TextField.allCases.first(where: { $0.name == field.name }) else {
                throw CommandFailure(
                    .refused, "Line \(field.line) has an unknown field, “\(field.name.oneLine)”. There are \(names).")
            }
            let words = try field.words
            // The head has no blanks around a value.
            draft[known] = (words ?? "") == (original[known] ?? "").trimmed ? original[known] : words
        }
    }

    private static func setDate(of draft: inout DraftBody, to text: String?, _ original: DraftBody) {
        guard text != date(of: original) else {
            (draft.date, draft.zone) = (original.date, original.zone)
            return
        }
        draft.date = text
        // A zone in the text takes precedence; otherwise the post keeps its zone.
        let hasZone = text?.namesZone ?? false
        draft.zone = text == nil || hasZone ? nil : original.zone
    }

    private static func date(of draft: DraftBody) -> String {
        [draft.date, draft.date == nil ? nil : draft.zone].compactMap { $0 }.joined(separator: " ")
    }

    /// Editors add a newline to the last line. That alone is no change.
    private static func isSame(_ text: String, _ original: String) -> Bool {
        text == original || text == original + "\n" || text == original + "\r\n"
    }
}

extension String {
    /// Whether it is a time that names its zone or its offset from UTC.
    var namesZone: Bool { (try? When(self))?.zone != nil }
}
