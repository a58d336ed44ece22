/// A value of a front matter, whichever syntax it was written in.
package indirect enum FrontMatterValue: Hashable, Sendable {
    case empty
    /// Words without quotation marks, as they stand: a number, a truth value, a date, or in YAML any text. What they
    /// are is decided by the field that wants them, so that `title: 1984` and `language: no` mean what the author
    /// means.
    case plain(String)
    /// Text in quotation marks or in a block.
    case text(String)
    case list([FrontMatterValue])
    case table([FrontMatterEntry])

    /// For error messages: what was found where something else belongs.
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
    /// Of the key, counted from 1 at the top of the file; of a table in TOML, of its header.
    package let line: Int

    /// Hugo and Jekyll differ in case and dividers: `publishDate`, `publish_date` and `publish-date` are one key.
    var name: String { key.lowercased().filter { $0 != "_" && $0 != "-" } }
}
