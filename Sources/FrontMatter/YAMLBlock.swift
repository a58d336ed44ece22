import YAML

/// Reads YAML into entries. The field decides the type of a scalar (`FrontMatterValue.plain`), so YAML's rules for
/// guessing types do not apply.
enum YAMLBlock {
    /// - Parameter allowsRepeated: whether a field may be there more than once.
    static func entries(
        of block: FrontMatterBlock, allowsRepeated: Bool = false
    ) throws(FrontMatterError) -> [FrontMatterEntry] {
        let root: YAMLNode?
        do {
            root = try YAMLReader.root(of: block.text, allowsEqualKeys: allowsRepeated)
        } catch {
            throw FrontMatterError(error)
        }
        switch root?.value {
        case nil, .plain("")?, .text("")?: return []
        case .table(let entries)?: return entries.map(FrontMatterEntry.init)
        case .plain?, .text?, .list?:
            throw FrontMatterError(
                line: (root?.line ?? 1) + FrontMatterError.above,
                "The front matter is no list of fields. Write one “name: value” in each line.")
        }
    }
}

extension FrontMatterEntry {
    fileprivate init(_ entry: YAMLEntry) {
        self.init(
            key: entry.key, value: FrontMatterValue(entry.value.value), line: entry.line + FrontMatterError.above)
    }
}

extension FrontMatterValue {
    fileprivate init(_ value: YAMLNode.Value) {
        self =
            switch value {
            case .plain(""), .plain("~"), .plain("null"), .plain("Null"), .plain("NULL"): .empty
            case .plain(let text): .plain(text)
            case .text(let text): .text(text)
            case .list(let items): .list(items.map { FrontMatterValue($0.value) })
            case .table(let entries): .table(entries.map(FrontMatterEntry.init))
            }
    }
}

extension FrontMatterError {
    /// The number of lines in the file above the text of its front matter.
    fileprivate static let above = FrontMatterBlock.firstLine - 1

    fileprivate init(_ error: YAMLError) {
        switch error {
        case .syntax(let words, let line, let column):
            self.init(line: line + Self.above, column: column, Self.inWords(words))
        case .noAnchor(let name, let line):
            self.init(
                line: line + Self.above,
                "“*\(name)” repeats a part that no “&\(name)” above it names. Write the part out.")
        case .tooMany(let line):
            self.init(
                line: line + Self.above,
                "The front matter has more than \(YAMLReader.nodesMax) values, repeated ones included. Shorten it.")
        case .noWord(let line):
            self.init(line: line + Self.above, "The name of a field is no word. Write “name: value”.")
        case .repeated(let key, let line):
            self.init(line: line + Self.above, "The field “\(key)” is there more than once. Keep one.")
        case .tooDeep(let line):
            self.init(
                line: line + Self.above, "The front matter is nested more than \(YAMLReader.depthMax) deep. Flatten it."
            )
        }
    }

    private static func inWords(_ problem: String) -> String {
        switch problem {
        case "mapping values are not allowed in this context":
            "This is not YAML: a second “: ” in one line. Put the value in quotation marks."
        case "found character that cannot start any token":
            "This is not YAML: a value begins with a tab, “@”, “`” or “%”. Indent with spaces, "
                + "and put such a value in quotation marks."
        default: "This is not YAML: \(problem)."
        }
    }
}
