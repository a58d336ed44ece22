import Posts
import TOML
import Wire

/// Reads settings by name and records which names were requested. From this it finds unknown keys, suggests the nearest
/// known one, and reports the value of each setting. It collects problems; `finish` throws them together.
final class SettingsReader {
    private(set) var problems: [SettingsProblem] = []
    private(set) var report: [(name: String, value: String, source: String)] = []
    private let root: [String: SettingsNode]
    private var asked: [String: Set<String>] = [:]
    /// Of the tables that the settings have.
    private var tableNames: Set<String> = []
    private var tables: [(name: String, entries: [String: SettingsNode])] = []

    init(files: [SettingsFile]) {
        root = files.reduce(into: [:]) { $0 = SettingsNode.merged($0, $1.root) }
    }

    /// The settings before the first table.
    var top: SettingsSection { section(name: "", entries: root) }

    /// The table `[name]`; empty when no file has it.
    func section(_ name: String) -> SettingsSection {
        asked["", default: []].insert(name)
        tableNames.insert(name)
        guard let node = root[name] else { return section(name: name, entries: [:]) }
        guard case .table(let entries) = node.value else {
            complain(at: node, "“\(name)” is a table, written [\(name)]. Found \(node.found).")
            return section(name: name, entries: [:])
        }
        return section(name: name, entries: entries)
    }

    /// The tables `[[name]]`, in the order of the files.
    func sections(_ name: String) -> [SettingsSection] {
        asked["", default: []].insert(name)
        tableNames.insert(name)
        guard let node = root[name] else { return [] }
        guard case .list(let items) = node.value else {
            complain(at: node, "“\(name)” is a list of tables, each written [[\(name)]]. Found \(node.found).")
            return []
        }
        return items.enumerated().compactMap { index, item in
            guard case .table(let entries) = item.value else {
                complain(at: item, "“\(name)” is a list of tables, each written [[\(name)]]. Found \(item.found).")
                return nil
            }
            return section(name: "\(name).\(index)", entries: entries, origin: item)
        }
    }

    /// - Throws: all problems, including unknown keys.
    func finish() throws(SettingsProblems) {
        _ = top
        for (name, entries) in tables {
            let known = asked[name, default: []]
            for (key, node) in entries where !known.contains(key) {
                let place = name.isEmpty ? "" : " in \(Self.title(name))"
                complain(at: node, "There is no setting “\(key)”\(place). \(advice(on: key, in: name, known))")
            }
        }
        tables = []
        guard problems.isEmpty else {
            let sorted = problems.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
            throw SettingsProblems(problems: sorted)
        }
    }

    func complain(at node: SettingsNode, _ words: String) {
        let problem = SettingsProblem(
            file: node.file, line: node.place.line, column: node.place.column, words: words)
        if !problems.contains(problem) { problems.append(problem) }
    }

    fileprivate func markKnown(_ key: String, in name: String) { asked[name, default: []].insert(key) }

    fileprivate func addToReport(_ key: String, in name: String, _ value: String, _ node: SettingsNode?) {
        let full = name.isEmpty ? key : "\(name).\(key)"
        report.append((full, value, node?.file ?? "default"))
    }

    private func section(
        name: String, entries: [String: SettingsNode], origin: SettingsNode? = nil
    ) -> SettingsSection {
        if !tables.contains(where: { $0.name == name }) { tables.append((name, entries)) }
        return SettingsSection(reader: self, name: name, entries: entries, origin: origin)
    }

    /// What an unknown key may be: a setting of the desk below the first table, another word for one of this table, or one of
    /// another table.
    private func advice(on key: String, in name: String, _ known: Set<String>) -> String {
        if !name.isEmpty, asked[""]?.contains(key) == true, !tableNames.contains(key) {
            return
                "It is a setting of the desk: move it to the beginning of the file, above the first line in brackets."
        }
        if let near = nearest(to: key, among: known) { return "Did you mean “\(near)”?" }
        let homes = asked.filter { !$0.key.isEmpty && $0.value.contains(key) }.map { Self.title($0.key) }
        let others = Set(homes).subtracting([Self.title(name)]).sorted()
        let home = others.isEmpty ? "" : "It is a setting of \(others.joined(separator: " and ")). "
        return "\(home)Known here: \(known.sorted().joined(separator: ", "))."
    }

    /// A table as the file writes it: those of a list have an index here.
    private static func title(_ name: String) -> String {
        let parts = name.split(separator: ".")
        let plain = parts.filter { Int($0) == nil }.joined(separator: ".")
        return plain.utf8.count == name.utf8.count ? "[\(plain)]" : "[[\(plain)]]"
    }
}

/// One table of the configuration.
struct SettingsSection {
    let reader: SettingsReader
    let name: String
    let entries: [String: SettingsNode]
    /// The `[[…]]` line, for problems of the table as a whole.
    let origin: SettingsNode?

    func has(_ key: String) -> Bool { entries[key] != nil }

    func text(_ key: String, default fallback: String) -> String {
        read(key, default: fallback, "a text in quotes", shown: { $0 }) { node in
            if case .text(let text) = node.value { text } else { nil }
        }
    }

    func optionalText(_ key: String) -> String? {
        read(key, default: nil as String?, "a text in quotes", shown: { $0 ?? "" }) { node in
            if case .text(let text) = node.value { .some(text) } else { nil }
        }
    }

    func optionalFlag(_ key: String) -> Bool? { optional(key) { flag(key, default: false) } }

    func optionalTexts(_ key: String) -> [String]? { optional(key) { texts(key) } }

    func optionalWhole(_ key: String, in range: ClosedRange<Int>) -> Int? {
        optional(key) { whole(key, default: range.lowerBound, in: range) }
    }

    func flag(_ key: String, default fallback: Bool) -> Bool {
        read(key, default: fallback, "true or false", shown: { "\($0)" }) { node in
            if case .flag(let flag) = node.value { flag } else { nil }
        }
    }

    func whole(_ key: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return read(key, default: fallback, allowed, shown: { "\($0)" }) { node in
            if case .whole(let number) = node.value, range.contains(number) { number } else { nil }
        }
    }

    /// A duration such as `30s`, `10m`, `2h` or `1d`.
    func span(_ key: String, default fallback: Span, in range: ClosedRange<Span>) -> Span {
        let allowed = "a time such as “30s”, “10m” or “2h”, from \(range.lowerBound.text) to \(range.upperBound.text)"
        return read(key, default: fallback, allowed, shown: \.text) { node in
            guard case .text(let text) = node.value, let span = try? Span(text) else { return nil }
            return range.contains(span) ? span : nil
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, default fallback: Choice
    ) -> Choice where Choice.RawValue == String {
        let words = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return read(key, default: fallback, "one of \(words)", shown: \.rawValue) { node in
            if case .text(let text) = node.value { Choice(rawValue: text) } else { nil }
        }
    }

    func texts(_ key: String) -> [String] {
        read(key, default: [], "a list of texts", shown: { $0.joined(separator: ", ") }) { node in
            guard case .list(let items) = node.value else { return nil }
            let texts = items.compactMap { if case .text(let text) = $0.value { text } else { nil } }
            return texts.count == items.count ? texts : nil
        }
    }

    func optionalWholes(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
        let allowed = "a list of numbers from \(range.lowerBound) to \(range.upperBound)"
        return read(key, default: nil as [Int]?, allowed, shown: { $0.map { "\($0)" } ?? "" }) { node in
            guard case .list(let items) = node.value else { return nil }
            let numbers = items.compactMap { if case .whole(let number) = $0.value { number } else { nil } }
            return numbers.count == items.count && numbers.allSatisfy(range.contains) ? .some(numbers) : nil
        }
    }

    /// A table of texts, such as headers.
    func dictionary(_ key: String) -> [String: String] {
        read(key, default: [:], "a table of texts", shown: { $0.keys.sorted().joined(separator: ", ") }) { node in
            guard case .table(let entries) = node.value else { return nil }
            var texts: [String: String] = [:]
            for (key, entry) in entries {
                guard case .text(let text) = entry.value else { return nil }
                texts[key] = text
            }
            return texts
        }
    }

    /// Reports that the value of `key` is invalid for a reason beyond its type.
    func complain(_ key: String, _ words: String) {
        guard let node = entries[key] ?? origin else { return }
        reader.complain(at: node, words)
    }

    /// Marks every key of the table as known.
    func markAllKnown() {
        for key in entries.keys { reader.markKnown(key, in: name) }
    }

    /// Records a setting without a default, so that it is known even when it is absent.
    private func optional<Value>(_ key: String, _ read: () -> Value) -> Value? {
        if has(key) { return read() }
        reader.markKnown(key, in: name)
        reader.addToReport(key, in: name, "", nil)
        return nil
    }

    private func read<Value>(
        _ key: String, default fallback: Value, _ allowed: String, shown: (Value) -> String,
        _ convert: (SettingsNode) -> Value?
    ) -> Value {
        reader.markKnown(key, in: name)
        guard let node = entries[key] else {
            reader.addToReport(key, in: name, shown(fallback), nil)
            return fallback
        }
        guard let value = convert(node) else {
            reader.complain(at: node, "“\(key)” must be \(allowed). Found \(node.found).")
            return fallback
        }
        reader.addToReport(key, in: name, shown(value), node)
        return value
    }
}
