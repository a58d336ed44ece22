import FrontMatter
import TOMLKit

/// One configuration file: its text, for positions, and its values.
struct SettingsFile {
    let path: String
    let text: String
    let root: [String: SettingsNode]

    init(path: String, text: String) throws(SettingsProblem) {
        self.path = path
        self.text = text
        do {
            // The parser ends the process on some texts that are not TOML, so it sees none of those.
            try TOMLSyntax.check(text)
            root = SettingsNode.entries(of: try TOMLTable(string: text), path: [], file: path)
        } catch let error as TOMLSyntaxError {
            throw SettingsProblem(
                file: path, line: error.line, column: error.column, words: "This is not TOML: \(error.problem)")
        } catch let error as TOMLParseError {
            throw SettingsProblem(
                file: path, line: error.source.begin.line, column: error.source.begin.column,
                words: "This is not TOML: \(error.description)")
        } catch {
            throw SettingsProblem(file: path, line: 1, column: 1, words: "This is not TOML: \(error)")
        }
    }
}

/// A value of a configuration file, with the place it came from.
struct SettingsNode {
    enum Value {
        case text(String)
        case whole(Int)
        case flag(Bool)
        case list([SettingsNode])
        case table([String: SettingsNode])
        /// Dates and fractions, which no setting takes.
        case other(String)
    }

    var value: Value
    /// Keys and indices from the root of its own file.
    let path: [String]
    let file: String

    static func entries(of table: TOMLTable, path: [String], file: String) -> [String: SettingsNode] {
        var entries: [String: SettingsNode] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            entries[key] = SettingsNode(value, path: path + [key], file: file)
        }
        return entries
    }

    private init(_ toml: any TOMLValueConvertible, path: [String], file: String) {
        self.path = path
        self.file = file
        switch toml.type {
        case .string: value = .text(toml.string ?? "")
        case .int: value = .whole(toml.int ?? 0)
        case .bool: value = .flag(toml.bool ?? false)
        case .table: value = .table(toml.table.map { Self.entries(of: $0, path: path, file: file) } ?? [:])
        case .array:
            let items = toml.array.map(Array.init) ?? []
            value = .list(items.enumerated().map { SettingsNode($1, path: path + ["\($0)"], file: file) })
        case .double, .date, .time, .dateTime: value = .other(toml.debugDescription)
        }
    }

    /// What was found, as a person would call it.
    var found: String {
        switch value {
        case .text(let text): "“\(text)”"
        case .whole(let number): "the number \(number)"
        case .flag(let flag): "\(flag)"
        case .list(let items): "a list of \(items.count)"
        case .table: "a table"
        case .other(let text): text
        }
    }

    /// Lays `later` over `earlier`: tables join key by key, lists of tables join end to end, all else is replaced.
    static func merged(_ earlier: [String: SettingsNode], _ later: [String: SettingsNode]) -> [String: SettingsNode] {
        earlier.merging(later) { old, new in
            var node = new
            switch (old.value, new.value) {
            case (.table(let one), .table(let other)): node.value = .table(merged(one, other))
            case (.list(let one), .list(let other)) where one.contains(where: \.isTable):
                node.value = .list(one + other)
            default: break
            }
            return node
        }
    }

    /// The value alone, whatever file it stands in: equal texts are equal values.
    var fingerprint: String {
        switch value {
        case .text(let text): "\(text.debugDescription)"
        case .whole(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let items): "[\(items.map(\.fingerprint).joined(separator: ","))]"
        case .table(let entries): Self.fingerprint(of: entries)
        case .other(let text): text
        }
    }

    static func fingerprint(of entries: [String: SettingsNode]) -> String {
        let lines = entries.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\($0.value.fingerprint)" }
        return "{\(lines.joined(separator: ","))}"
    }

    private var isTable: Bool { if case .table = value { true } else { false } }
}
