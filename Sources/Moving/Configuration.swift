import JSONTree
import Posts
import TOML
import YAML

/// The configuration of a blog, or a front matter: a tree of tables, lists and words. Keys are in lower case, and numbers
/// and flags are words, such as `true`.
struct Configuration {
    enum Format { case json, toml, yaml }

    /// An empty table for a text that cannot be read.
    let root: JSON
    /// Why it cannot be read.
    let problem: String?

    init(_ root: JSON) { (self.root, problem) = (root, nil) }

    init(_ text: String, _ format: Format) {
        do {
            root = try Configuration.root(of: text, format) ?? .object([:])
            problem = nil
        } catch {
            root = .object([:])
            problem = (error as? YAMLError).map { "Line \($0.line) is not YAML." } ?? "\(error)"
        }
    }

    private static func root(of text: String, _ format: Format) throws -> JSON? {
        switch format {
        case .json: try JSON(reading: Array(text.utf8)).inWords
        case .toml: .object(try TOMLDocument(text).entries.inWords)
        // Of equal keys the last counts, as in Jekyll.
        case .yaml: try YAMLReader.root(of: text, allowsEqualKeys: true)?.inWords
        }
    }

    /// The words at each key, with those of the tables around it: `permalinks.posts`. Lists are left out.
    var values: [String: String] { root.words }

    subscript(key: String) -> JSON? {
        key.split(separator: ".").reduce(JSON?.some(root)) { value, name in value?[String(name)] }
    }

    /// Whether it looks like the tag of a language.
    static func isTag(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9-]{2,35}/) != nil }

    /// The words of a list, or a single one.
    func words(of key: String) -> [String] { self[key]?.listedWords ?? [] }

    /// The items of a list of tables; one for a table that is no list.
    func tables(of key: String) -> [JSON] { self[key].map { $0.elements ?? [$0] } ?? [] }
}

extension JSON {
    /// The words at each key of a table and of those in it, joined by dots. Lists are left out.
    var words: [String: String] {
        var words: [String: String] = [:]
        for (key, value) in fields ?? [:] {
            if let text = value.text { words[key] = text }
            for (rest, text) in value.words { words[key + "." + rest] = text }
        }
        return words
    }

    /// The members of a table, as far as privacy needs them.
    var sourceEntries: [SourceEntry] {
        (fields ?? [:]).sorted { $0.key < $1.key }.map { SourceEntry(key: $0.key, value: $0.value.sourceValue) }
    }

    private var sourceValue: SourceEntry.Value {
        switch self {
        case .object: .table(sourceEntries)
        case .list: .list
        case .null: .empty
        case .text(let text): .text(text)
        case .bool(let flag): .words("\(flag)")
        case .number, .large: .words(integer.map { "\($0)" } ?? "a number")
        }
    }

    /// The words of a list, or a single one.
    var listedWords: [String] { (elements ?? [self]).compactMap(\.text).filter { !$0.isEmpty } }

    fileprivate var inWords: JSON {
        switch self {
        case .object(let fields):
            .object(Dictionary(fields.map { ($0.lowercased(), $1.inWords) }) { first, _ in first })
        case .list(let items): .list(items.map(\.inWords))
        case .text: self
        case .bool(let flag): .text("\(flag)")
        case .null, .number, .large: .text(integer.map { "\($0)" } ?? "")
        }
    }
}

extension [TOMLEntry] {
    fileprivate var inWords: [String: JSON] {
        Dictionary(map { ($0.key.lowercased(), $0.value.inWords) }) { first, _ in first }
    }
}

extension TOMLValue {
    fileprivate var inWords: JSON {
        switch self {
        case .table(let entries): .object(entries.inWords)
        case .array(let items): .list(items.map(\.value.inWords))
        case .text(let text): .text(text)
        case .whole, .fraction, .flag, .date, .time, .dateTime: .text(plain ?? "")
        }
    }
}

extension YAMLNode {
    fileprivate var inWords: JSON {
        switch value {
        case .table(let entries):
            .object(Dictionary(entries.map { ($0.key.lowercased(), $0.value.inWords) }) { _, last in last })
        case .list(let nodes): .list(nodes.map(\.inWords))
        case .plain(let text), .text(let text): .text(text)
        }
    }
}
