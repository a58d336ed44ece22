import TOML

/// Reads TOML into entries, in the order of their lines.
enum TOMLBlock {
    static func entries(of block: FrontMatterBlock) throws(FrontMatterError) -> [FrontMatterEntry] {
        try document(block).entries.map(FrontMatterEntry.init)
    }

    static func document(_ block: FrontMatterBlock) throws(FrontMatterError) -> TOMLDocument {
        do {
            return try TOMLDocument(block.text, firstLine: FrontMatterBlock.firstLine)
        } catch {
            throw FrontMatterError(line: error.line, column: error.column, "This is not TOML. \(error.problem)")
        }
    }
}

extension FrontMatterEntry {
    init(_ entry: TOMLEntry) {
        self.init(key: entry.key, value: FrontMatterValue(entry.value), line: entry.place.line)
    }
}

extension FrontMatterValue {
    fileprivate init(_ value: TOMLValue) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .array(let items): .list(items.map { FrontMatterValue($0.value) })
            case .table(let entries): .table(entries.map(FrontMatterEntry.init))
            case .whole, .fraction, .flag, .date, .time, .dateTime: .plain(value.plain ?? "")
            }
    }
}
