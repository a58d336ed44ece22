import Yams

/// Reads YAML into entries. Libyaml parses; what a scalar means is left to the field (`FrontMatterValue.plain`), so
/// that none of YAML's guesses at types is made.
enum YAMLBlock {
    /// - Throws: what libyaml refuses, a root that is no mapping, keys that are no words, and aliases: an alias of an
    ///   alias of an alias makes gigabytes of a few lines.
    static func entries(of block: FrontMatterBlock) throws(FrontMatterError) -> [FrontMatterEntry] {
        try refuseAliases(block.text)
        let root: Node?
        do {
            root = try Yams.compose(yaml: block.text, .basic, .default, .utf8)
        } catch {
            throw FrontMatterError(error)
        }
        switch root {
        case nil: return []
        case .scalar(let scalar)? where scalar.string.isEmpty: return []
        case .mapping(let mapping)?: return try entries(of: mapping, depth: 1)
        default:
            throw FrontMatterError(
                line: line(of: root), "The front matter is no list of fields. Write one “name: value” in each line.")
        }
    }

    private static func entries(of mapping: Node.Mapping, depth: Int) throws(FrontMatterError) -> [FrontMatterEntry] {
        var entries: [FrontMatterEntry] = []
        for (key, value) in mapping {
            guard case .scalar(let name) = key else {
                throw FrontMatterError(line: line(of: key), "The name of a field is no word. Write “name: value”.")
            }
            entries.append(
                FrontMatterEntry(key: name.string, value: try self.value(value, depth: depth), line: line(of: key)))
        }
        return entries
    }

    private static func value(_ node: Node, depth: Int) throws(FrontMatterError) -> FrontMatterValue {
        guard depth < 32 else {
            throw FrontMatterError(line: line(of: node), "The front matter is nested more than 32 deep. Flatten it.")
        }
        switch node {
        case .scalar(let scalar): return self.scalar(scalar)
        case .mapping(let mapping): return .table(try entries(of: mapping, depth: depth + 1))
        case .sequence(let sequence):
            var values: [FrontMatterValue] = []
            for node in sequence { values.append(try value(node, depth: depth + 1)) }
            return .list(values)
        case .alias: throw FrontMatterError(line: line(of: node), aliasProblem)
        }
    }

    private static func scalar(_ scalar: Node.Scalar) -> FrontMatterValue {
        guard scalar.style == .plain else { return .text(scalar.string) }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string) ? .empty : .plain(scalar.string)
    }

    private static func line(of node: Node?) -> Int {
        (node?.mark?.line ?? 1) + FrontMatterBlock.firstLine - 1
    }

    private static let aliasProblem =
        "The front matter repeats a part by “&name” and “*name”. That is not supported: write the part out."

    /// Finds a name that stands both behind `&` and behind `*` where a value could begin. Yams resolves aliases while
    /// it parses, so afterwards it would be too late; text that happens to look the same is refused too.
    private static func refuseAliases(_ text: String) throws(FrontMatterError) {
        var anchors: Set<String> = []
        var aliases: [(name: String, line: Int)] = []
        var line = FrontMatterBlock.firstLine
        var isInWord = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\n" { line += 1 }
            if scalar == "&" || scalar == "*", !isInWord {
                let name = String(String.UnicodeScalarView(rest.prefix { $0.isAnchorName }))
                if scalar == "&" { anchors.insert(name) } else { aliases.append((name, line)) }
            }
            isInWord = scalar.isAnchorName
        }
        if let alias = aliases.first(where: { !$0.name.isEmpty && anchors.contains($0.name) }) {
            throw FrontMatterError(line: alias.line, aliasProblem)
        }
    }
}

extension Unicode.Scalar {
    /// Libyaml's alphabet for the names of anchors.
    fileprivate var isAnchorName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}

extension FrontMatterError {
    /// What libyaml or Yams said, with its place in the file.
    fileprivate init(_ error: any Error) {
        let above = FrontMatterBlock.firstLine - 1
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line + above, column: mark.column, FrontMatterError.inWords(problem))
        case .reader(let problem, let offset, _, let yaml):
            // The offset counts bytes.
            let line = yaml.utf8.prefix(offset ?? 0).count { $0 == 0x0A }
            self.init(line: line + 1 + above, FrontMatterError.inWords(problem))
        case .duplicatedKeysInMapping(let names, let context):
            let found = names.map { "“\($0)”" }.joined(separator: ", ")
            self.init(line: context.mark.line + above, "The field \(found) is there more than once. Keep one.")
        default:
            self.init(line: 1, "The front matter cannot be read as YAML.")
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
