import TOML
import Wire

/// Reads settings by name and records which names were requested. From this it finds unknown keys, suggests the nearest
/// known one, and reports the value of each setting. It collects problems; `finish` throws them together.
package final class SettingsReader {
    package private(set) var problems: [SettingsProblem] = []
    package private(set) var report: [(name: String, value: String, source: String)] = []
    /// A setting that is asked for twice is reported once.
    private var reported: Set<String> = []
    private let root: [String: SettingsNode]
    private var asked: [String: Set<String>] = [:]
    /// Of the tables that the settings have.
    private var tableNames: Set<String> = []
    private var tables: [(name: String, entries: [String: SettingsNode])] = []

    package init(files: [SettingsFile]) {
        root = files.reduce(into: [:]) { $0 = SettingsNode.merged($0, $1.root) }
    }

    /// The settings before the first table.
    package var top: SettingsSection { section(name: "", entries: root) }

    /// The table `[name]`; empty when no file has it.
    package func section(_ name: String) -> SettingsSection {
        asked["", default: []].insert(name)
        tableNames.insert(name)
        guard let node = root[name] else { return section(name: name, entries: [:]) }
        guard case .table(let entries) = node.value else {
            complain(at: node, "“\(name)” is a table, written [\(name)]. Found \(node.found).")
            return section(name: name, entries: [:])
        }
        return section(name: name, entries: entries)
    }

    /// A table that was found elsewhere.
    package func section(of node: SettingsNode, named name: String) -> SettingsSection? {
        guard case .table(let entries) = node.value else { return nil }
        return section(name: name, entries: entries, origin: node)
    }

    /// The tables `[[name]]`, in the order of the files.
    package func sections(_ name: String) -> [SettingsSection] {
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
    package func finish() throws(SettingsProblems) {
        _ = top
        for (name, entries) in tables {
            let known = asked[name, default: []]
            for (key, node) in entries where !known.contains(key) && problem(at: node) == nil {
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

    package func complain(at node: SettingsNode, _ words: String) {
        let problem = SettingsProblem(
            file: node.file, line: node.place.line, column: node.place.column, words: words)
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// The settings of a table that were asked for.
    func known(in name: String) -> Set<String> { asked[name, default: []] }

    func problem(at node: SettingsNode) -> SettingsProblem? {
        problems.first { ($0.file, $0.line, $0.column) == (node.file, node.place.line, node.place.column) }
    }

    func markKnown(_ key: String, in name: String) { asked[name, default: []].insert(key) }

    func addToReport(_ key: String, in name: String, _ value: String, _ node: SettingsNode?) {
        let full = name.isEmpty ? key : "\(name).\(key)"
        if reported.insert(full).inserted { report.append((full, value, node?.file ?? "default")) }
    }

    func section(
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
