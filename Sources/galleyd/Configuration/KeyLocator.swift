/// Finds where a key stands in a TOML text. The parser does not say once it has read the text; an operator wants to know.
struct KeyLocator {
    private var positions: [[String]: (line: Int, column: Int)] = [:]

    init(text: String) {
        var table: [String] = []
        var tables: [String: Int] = [:]
        var depth = 0
        var quote: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let isContinuation = depth > 0 || quote != nil
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            let column = line.count - trimmed.count + 1
            if !isContinuation, trimmed.hasPrefix("[[") {
                let name = Self.keys(trimmed.dropFirst(2).prefix { $0 != "]" })
                let count = tables[name.joined(separator: "\u{0}"), default: 0]
                tables[name.joined(separator: "\u{0}")] = count + 1
                table = name + ["\(count)"]
                note(table, index, column)
            } else if !isContinuation, trimmed.hasPrefix("[") {
                let name = Self.keys(trimmed.dropFirst().prefix { $0 != "]" })
                table = Self.inLatest(name, tables)
                note(table, index, column)
            } else {
                if !isContinuation, let equals = trimmed.firstIndex(of: "="), !trimmed.hasPrefix("#") {
                    note(table + Self.keys(trimmed[..<equals]), index, column)
                }
                Self.follow(line, &depth, &quote)
            }
        }
    }

    /// Line and column, counted from 1, of the deepest part of `path` that has a place of its own.
    func position(of path: [String]) -> (line: Int, column: Int) {
        var path = path[...]
        while !path.isEmpty {
            if let found = positions[Array(path)] { return found }
            path = path.dropLast()
        }
        return (1, 1)
    }

    private mutating func note(_ path: [String], _ index: Int, _ column: Int) {
        if positions[path] == nil { positions[path] = (index + 1, column) }
    }

    /// The parts of a dotted key, quotes taken off.
    private static func keys(_ text: Substring) -> [String] {
        text.split(separator: ".").map { part in
            let word = part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
            return String(String(word).filter { $0 != "\"" && $0 != "'" })
        }
    }

    /// `[target.headers]` belongs to the latest `[[target]]`.
    private static func inLatest(_ name: [String], _ tables: [String: Int]) -> [String] {
        for length in stride(from: name.count, to: 0, by: -1) {
            let start = name.prefix(length)
            if let count = tables[start.joined(separator: "\u{0}")] {
                return start + ["\(count - 1)"] + name.dropFirst(length)
            }
        }
        return name
    }

    /// Whether the next line still belongs to this one's value: inside brackets or a string of several lines.
    private static func follow(_ line: Substring, _ depth: inout Int, _ quote: inout String?) {
        var rest = line
        while let character = rest.first {
            if let open = quote {
                if character == "\\", open.hasPrefix("\"") {
                    rest = rest.dropFirst(2)
                } else if rest.hasPrefix(open) {
                    rest = rest.dropFirst(open.count)
                    quote = nil
                } else {
                    rest = rest.dropFirst()
                }
                continue
            }
            if character == "#" { break }
            if let open = ["\"\"\"", "'''", "\"", "'"].first(where: rest.hasPrefix) {
                quote = open
                rest = rest.dropFirst(open.count)
                continue
            }
            if character == "[" || character == "{" { depth += 1 }
            if character == "]" || character == "}" { depth = max(0, depth - 1) }
            rest = rest.dropFirst()
        }
        // A string in single quotes ends with its line, closed or not.
        if quote?.count == 1 { quote = nil }
    }
}
