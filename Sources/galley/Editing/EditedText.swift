import JSONTree
import Posts
import Wire

/// A post as an editable text: a header of `field: value` lines between two lines of `---`, then the Markdown.
///
/// The header is a subset of YAML, so that the daemon reads it too. This type reads one field per line and needs no
/// YAML parser. It reads a value in double quotes as JSON.
enum EditedText {
    private static let fence = "---"

    /// - Returns: the text with the fields that authors change most, and those of the others that have a value.
    static func text(of draft: DraftBody) -> String {
        var lines = [fence]
        func add(_ name: String, _ value: String?, always: Bool = false) {
            guard always || value?.isEmpty == false else { return }
            lines.append("\(name): \(value ?? "")".trimmedAtEnd)
        }
        add("title", draft.title.map(written), always: true)
        add("tags", (draft.tags ?? []).map(written).joined(separator: ", "), always: true)
        add("date", date(of: draft), always: true)
        for field in TextField.allCases where field != .title { add(field.name, draft[field].map(written)) }
        add("slug", draft.slug)
        add("language", draft.language)
        add("kind", draft.kind == "post" ? nil : draft.kind)
        return (lines + [fence, "", draft.body ?? ""]).joined(separator: "\n")
    }

    /// Reads an edited text.
    ///
    /// - Parameter original: the draft from which the text was made. Fields that the header cannot express, such as
    ///   overrides for a target, keep their values. If the header was deleted, all fields do.
    static func draft(from text: String, original: DraftBody) throws(CommandFailure) -> DraftBody {
        var draft = original
        let text = text.replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.trimmed == fence else {
            draft.body = body(text, original)
            return draft
        }
        guard let end = lines.dropFirst().firstIndex(where: { $0.trimmed == fence }) else {
            throw CommandFailure(.refused, "The header is not closed. Add a line with only “---” below it.")
        }
        var header = Header(original)
        for (index, line) in lines[1..<end].enumerated() { try header.read(line, number: index + 2) }
        draft = header.draft
        var rest = lines[(end + 1)...]
        if rest.first?.isEmpty == true { rest = rest.dropFirst() }
        draft.body = body(rest.joined(separator: "\n"), original)
        return draft
    }

    /// Editors add a newline to the last line. That alone is no change.
    private static func body(_ text: String, _ original: DraftBody) -> String {
        text == (original.body ?? "") + "\n" ? original.body ?? "" : text
    }

    fileprivate static func date(of draft: DraftBody) -> String {
        [draft.date, draft.date == nil ? nil : draft.zone].compactMap { $0 }.joined(separator: " ")
    }

    /// Adds quotes where the line would be read differently without them.
    private static func written(_ value: String) -> String {
        let isPlain = value.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x7F || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " .!?()/_-".unicodeScalars.contains(scalar)
        }
        let isEven = !value.hasPrefix(" ") && !value.hasSuffix(" ") && !value.hasPrefix("-") && !value.isEmpty
        let isWord =
            isEven && (value.first?.isLetter ?? false) && !["true", "false", "null", "yes", "no"].contains(value)
        if isPlain, isWord, !value.contains(where: \.isNewline) { return value }
        return (try? JSONCoding.text(value)) ?? value
    }
}

/// The fields from the lines of the header. A field without a line is empty.
private struct Header {
    private(set) var draft = DraftBody()
    private let original: DraftBody
    private var seen: Set<String> = []
    private static let names =
        TextField.allCases.map(\.name).joined(separator: ", ") + ", tags, date, slug, language and kind"

    init(_ original: DraftBody) {
        self.original = original
        draft.overrides = original.overrides
        draft.kind = "post"
    }

    mutating func read(_ line: Substring, number: Int) throws(CommandFailure) {
        let line = line.trimmed
        guard !line.isEmpty, line.first != "#" else { return }
        guard let colon = line.firstIndex(of: ":") else {
            throw CommandFailure(.refused, "Line \(number) has no colon: “\(line)”. Write it as “title: My post”.")
        }
        let (name, value) = (line[..<colon].trimmed, line[line.index(after: colon)...].trimmed)
        guard seen.insert(name).inserted else {
            throw CommandFailure(.refused, "Line \(number) repeats “\(name)”. Keep one.")
        }
        try set(name, to: value[...], line: number)
    }

    private mutating func set(_ name: String, to value: Substring, line: Int) throws(CommandFailure) {
        switch name {
        case "slug": draft.slug = try Self.word(value, line)
        case "language": draft.language = try Self.word(value, line)
        case "kind": draft.kind = try Self.word(value, line) ?? "post"
        case "tags": draft.tags = try Self.list(value, line)
        case "date": setDate(try Self.word(value, line))
        default:
            if let field = TextField.allCases.first(where: { $0.name == name }) {
                draft[field] = try Self.word(value, line)
                return
            }
            throw CommandFailure(.refused, "Line \(line) has an unknown field, “\(name)”. There are \(Self.names).")
        }
    }

    private mutating func setDate(_ text: String?) {
        guard text != EditedText.date(of: original) else {
            (draft.date, draft.zone) = (original.date, original.zone)
            return
        }
        draft.date = text
        // A zone in the text takes precedence; otherwise the post keeps its zone.
        let hasZone = text?.namesZone ?? false
        draft.zone = text == nil || hasZone ? nil : original.zone
    }

    private static func list(_ value: Substring, _ line: Int) throws(CommandFailure) -> [String] {
        var value = value
        if value.first == "[", value.last == "]" { value = value.dropFirst().dropLast() }
        var words: [String] = []
        for part in separated(value) {
            if let word = try word(part.trimmed[...], line) { words.append(word) }
        }
        return words
    }

    /// Splits at commas outside quotes.
    private static func separated(_ value: Substring) -> [Substring] {
        var (parts, start, isQuoted, isEscaped) = ([Substring](), value.startIndex, false, false)
        for index in value.indices {
            switch value[index] {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                parts.append(value[start..<index])
                start = value.index(after: index)
            default: break
            }
        }
        return parts + [value[start...]]
    }

    private static func word(_ value: Substring, _ line: Int) throws(CommandFailure) -> String? {
        if value.isEmpty { return nil }
        if value.first == "'", value.last == "'", value.count >= 2 {
            return String(value.dropFirst().dropLast()).replacing("''", with: "'")
        }
        guard value.first == "\"" else { return String(value) }
        guard let text = try? JSONCoding.decode(String.self, from: Array(value.utf8)) else {
            throw CommandFailure(
                .refused, "Line \(line) has a text whose quotes do not match: \(value). Close it with “\"”.")
        }
        return text.isEmpty ? nil : text
    }
}

extension String {
    /// Whether it is a time that names its zone or its offset from UTC.
    var namesZone: Bool { (try? When(self))?.zone != nil }
}
