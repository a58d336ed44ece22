/// The values in the configuration of a blog, or in a front matter, in YAML or TOML.
///
/// It recognises single lines by their form, and tables, lists of tables and lists of words around them. It expands no
/// aliases, and nothing inside of several brackets.
struct ConfigurationText {
    /// Keys are in lower case, with those of the tables around them: `permalinks.posts`. A list is `[a, b]`.
    private(set) var values: [String: String] = [:]
    /// The same for each item of a list of tables at the top, by the number of the item.
    private var items: [String: [Int: [String: String]]] = [:]
    /// The keys of all tables, also of empty ones.
    private(set) var tableNames: Set<String> = []

    private static let linesMax = 5000

    init(_ text: String, isTOML: Bool) {
        var scanner = ConfigurationScanner(isTOML: isTOML)
        for line in text.split(whereSeparator: \.isNewline).prefix(ConfigurationText.linesMax) {
            guard let found = scanner.read(line) else { continue }
            add(found)
            guard found.value.hasPrefix("{") else { continue }
            for part in found.value.dropFirst().prefix(while: { $0 != "}" }).split(separator: ",") {
                guard let (key, value) = ConfigurationScanner.pair(in: part.drop { $0 == " " }) else { continue }
                add(ConfigurationLine(keys: found.keys + [key], value: value, item: found.item))
            }
        }
        tableNames = scanner.names
    }

    private mutating func add(_ line: ConfigurationLine) {
        func joined(_ old: String?) -> String {
            guard line.isWord else { return line.value }
            return "[" + (old.map { $0.dropFirst().dropLast() + ", " } ?? "") + line.value + "]"
        }
        let key = line.keys.joined(separator: ".")
        values[key] = joined(values[key])
        guard let first = line.keys.first, line.keys.count > 1 else { return }
        let rest = line.keys.dropFirst().joined(separator: ".")
        let old = items[first]?[line.item]?[rest]
        items[first, default: [:]][line.item, default: [:]][rest] = joined(old)
    }

    subscript(key: String) -> String? { values[key] }

    /// The items of a list of tables; one for a table that is no list.
    func tables(of key: String) -> [[String: String]] {
        (items[key] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    func words(of key: String) -> [String] { values[key].map(ConfigurationText.words) ?? [] }

    /// The words of a list, or the only one.
    static func words(_ value: String) -> [String] {
        guard value.hasPrefix("[") else { return value.isEmpty ? [] : [value] }
        return value.dropFirst().prefix { $0 != "]" }.split(separator: ",").map {
            ConfigurationScanner.value($0.drop { $0 == " " })
        }
        .filter { !$0.isEmpty }
    }
}

/// A value with its keys.
private struct ConfigurationLine {
    let keys: [String]
    let value: String
    /// The number of the item in a list of tables; 0 outside of one.
    let item: Int
    /// Whether it is a word of a list in YAML, each of which has a line of its own.
    var isWord = false
}

/// Reads a configuration line by line.
private struct ConfigurationScanner {
    let isTOML: Bool
    private var tables: [(indent: Int, name: String)] = []
    private(set) var names: Set<String> = []
    /// The current item of each list of tables at the top.
    private var items: [String: Int] = [:]
    /// Where the hyphens of that list stand.
    private var itemIndent: Int?
    /// A list whose bracket is still open.
    private var open: (keys: [String], text: String)?

    init(isTOML: Bool) { self.isTOML = isTOML }

    /// - Returns: nil if the line ends no value.
    mutating func read(_ line: Substring) -> ConfigurationLine? {
        let bare = line.drop { $0 == " " || (!isTOML && $0 == "-") }
        if let (keys, text) = open {
            let whole = text + bare.prefix { $0 != "#" }
            open = bare.contains("]") ? nil : (keys, whole)
            return open == nil ? found(keys, whole) : nil
        }
        if isTOML, bare.hasPrefix("["), let end = bare.firstIndex(of: "]") {
            let name = bare[..<end].drop { $0 == "[" }.lowercased()
            tables = [(0, name)]
            names.insert(name)
            if bare.hasPrefix("[[") { items[name, default: 0] += 1 }
            return nil
        }
        let indent = line.count - bare.count
        let hyphen = isTOML ? nil : line.firstIndex { $0 != " " }.flatMap { line[$0] == "-" ? $0 : nil }
        if let hyphen { beginItem(at: line.distance(from: line.startIndex, to: hyphen)) }
        guard let (key, value) = ConfigurationScanner.pair(in: bare) else {
            guard hyphen != nil, !bare.isEmpty else { return nil }
            // A word belongs to the table above it, which may stand as far to the left as its hyphen.
            tables.removeAll { $0.indent >= indent }
            return found(tables.map(\.name), ConfigurationScanner.value(bare), isWord: !bare.hasPrefix("{"))
        }
        if !isTOML { tables.removeAll { $0.indent >= indent } }
        if indent == 0 { itemIndent = nil }
        let keys = tables.map(\.name) + [key]
        if value.isEmpty, !isTOML {
            tables.append((indent, key))
            names.insert(keys.joined(separator: "."))
            return nil
        }
        if value.hasPrefix("["), !value.contains("]") {
            open = (keys, value)
            return nil
        }
        return found(keys, value)
    }

    private mutating func beginItem(at indent: Int) {
        guard let top = tables.first?.name, itemIndent == nil || itemIndent == indent else { return }
        itemIndent = indent
        items[top, default: 0] += 1
    }

    private func found(_ keys: [String], _ value: String, isWord: Bool = false) -> ConfigurationLine {
        let parts = isTOML ? keys.flatMap { $0.split(separator: ".").map(String.init) } : keys
        return ConfigurationLine(
            keys: parts, value: value, item: parts.first.flatMap { items[$0] } ?? 0, isWord: isWord)
    }

    /// A key in lower case, and its value.
    static func pair(in text: Substring) -> (key: String, value: String)? {
        guard let match = text.firstMatch(of: /^["']?([A-Za-z0-9_\/.-]+)["']?\s*[=:]\s*(.*)$/) else { return nil }
        return (match.1.lowercased(), value(match.2))
    }

    /// Without quotation marks, and without the comment after it.
    static func value(_ text: Substring) -> String {
        if let mark = text.first, mark == "\"" || mark == "'" {
            return String(text.dropFirst().prefix { $0 != mark })
        }
        let value = text.hasPrefix("#") ? "" : text.firstRange(of: " #").map { text[..<$0.lowerBound] } ?? text
        return String(value.reversed().drop { $0 == " " }.reversed())
    }
}
