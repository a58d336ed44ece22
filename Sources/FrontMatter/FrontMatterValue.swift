import Posts

/// A value in a front matter of either syntax.
package enum FrontMatterValue: Hashable, Sendable {
    case empty
    /// A word without quotation marks as written: a number, a truth value, a date, or in YAML any text. The field
    /// decides its type, so that `title: 1984` and `language: no` mean what the author means.
    case plain(String)
    /// Text in quotation marks or in a block.
    case text(String)
    case list([FrontMatterValue])
    case table([FrontMatterEntry])

    static func words(_ words: [String]) -> FrontMatterValue { .list(words.map { .text($0) }) }

    /// Whether it is empty or a text.
    var isWords: Bool {
        switch self {
        case .empty, .plain, .text: true
        case .list, .table: false
        }
    }

    /// The names of persons or things: words, those of lists, and of a table what it is called (`{name: Ada}`,
    /// `{label: Boats, permalink: /boats}`).
    var names: [String] {
        switch self {
        case .empty: return []
        case .plain(let text), .text(let text): return [text.trimmed].filter { !$0.isEmpty }
        case .list(let values): return values.flatMap(\.names)
        case .table(let entries):
            let keys = ["name", "label", "title", "id", "slug"]
            return keys.lazy.compactMap { key in entries.first { $0.name == key && $0.isText } }.first?.value.names
                ?? []
        }
    }

    /// The name of the value's kind, for error messages.
    var kindName: String {
        switch self {
        case .empty: "empty"
        case .plain, .text: "text"
        case .list: "a list"
        case .table: "a table"
        }
    }
}

/// One key with its value.
package struct FrontMatterEntry: Hashable, Sendable {
    package let key: String
    package let value: FrontMatterValue
    /// The line of the key, counted from 1 at the top of the file; for a TOML table, the line of its header.
    package let line: Int

    /// Hugo and Jekyll differ in case and separators: `publishDate`, `publish_date` and `publish-date` are one key.
    var name: String { key.lowercased().filter { $0 != "_" && $0 != "-" } }
}
