package import TOML

/// One configuration file.
package struct SettingsFile {
    package let path: String
    package let root: [String: SettingsNode]

    package init(path: String, text: String) throws(SettingsProblem) {
        self.path = path
        do {
            root = SettingsNode.entries(try TOMLDocument(text).entries, file: path)
        } catch {
            throw SettingsProblem(
                file: path, line: error.line, column: error.column, words: "This is not TOML: \(error.problem)")
        }
    }
}

/// A value of a configuration file, with the position of its key.
package struct SettingsNode: Sendable {
    package enum Value: Sendable {
        case text(String)
        case whole(Int)
        case flag(Bool)
        case list([SettingsNode])
        case table([String: SettingsNode])
        /// Dates and floating-point numbers, which no setting accepts.
        case other(String)
    }

    package var value: Value
    package let place: TOMLPlace
    package let file: String

    static func entries(_ entries: [TOMLEntry], file: String) -> [String: SettingsNode] {
        entries.reduce(into: [:]) { $0[$1.key] = SettingsNode($1.value, $1.place, file: file) }
    }

    /// A value that is in no file.
    init(_ value: Value, column: Int = 0) {
        (self.value, file) = (value, "")
        place = TOMLPlace(line: 0, column: column, range: 0..<0)
    }

    private init(_ toml: TOMLValue, _ place: TOMLPlace, file: String) {
        self.place = place
        self.file = file
        value =
            switch toml {
            case .text(let text): .text(text)
            case .whole(let number): .whole(number)
            case .flag(let flag): .flag(flag)
            case .array(let items): .list(items.map { SettingsNode($0.value, $0.place, file: file) })
            case .table(let entries): .table(Self.entries(entries, file: file))
            case .fraction, .date, .time, .dateTime: .other(toml.plain ?? "")
            }
    }

    /// The value as an error message names it.
    package var found: String {
        switch value {
        case .text(let text): "“\(text)”"
        case .whole(let number): "the number \(number)"
        case .flag(let flag): "\(flag)"
        case .list(let items): "a list of \(items.count)"
        case .table: "a table"
        case .other(let text): text
        }
    }

    /// Merges `later` into `earlier`: tables by key, lists of tables by concatenation. Other values are replaced.
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

    /// The value without its position: equal texts mean equal values.
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

    package static func fingerprint(of entries: [String: SettingsNode]) -> String {
        let lines = entries.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\($0.value.fingerprint)" }
        return "{\(lines.joined(separator: ","))}"
    }

    private var isTable: Bool { if case .table = value { true } else { false } }
}

extension SettingsNode.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(integerLiteral number: Int) { self = .whole(number) }

    package static func texts(_ texts: [String]) -> SettingsNode.Value {
        .list(texts.map { SettingsNode(.text($0)) })
    }

    package static func wholes(_ numbers: [Int]) -> SettingsNode.Value {
        .list(numbers.map { SettingsNode(.whole($0)) })
    }

    package static func table(of texts: [String: String]) -> SettingsNode.Value {
        .table(texts.mapValues { SettingsNode(.text($0)) })
    }
}
