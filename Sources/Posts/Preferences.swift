/// What a user has chosen for the page in which to write.
package struct Preferences: Hashable, Sendable {
    /// A choice, with its possible values; the first one is the default.
    package struct Choice: Hashable, Sendable {
        package let name: String
        package let values: [String]
    }

    /// All choices. The page has a label for each.
    package static let all = [
        Choice(name: "face", values: ["serif", "sans", "mono"]),
        Choice(name: "size", values: ["medium", "small", "large", "largest"]),
        Choice(name: "measure", values: ["medium", "narrow", "wide"]),
        Choice(name: "spacing", values: ["medium", "tight", "loose"]),
        Choice(name: "theme", values: ["system", "light", "dark"]),
        Choice(name: "focus", values: ["off", "sentence", "paragraph"]),
        Choice(name: "typewriter", values: ["off", "on"]),
        Choice(name: "spelling", values: ["on", "off"]),
        Choice(name: "goal", values: ["off", "250", "500", "1000", "2000"]),
        Choice(name: "order", values: ["edited", "date", "title", "state"]),
        Choice(name: "opens", values: ["new", "last"]),
        Choice(name: "tour", values: ["new", "done"]),
    ]

    /// Without those that are at their default.
    private var values: [String: String] = [:]

    package init() {}

    /// From a store. What this version does not know is left out.
    package init(stored: [String: String]) {
        for choice in Self.all {
            if let value = stored[choice.name], choice.values.contains(value) { values[choice.name] = value }
        }
        values = values.filter { name, value in Self.all.first { $0.name == name }?.values.first != value }
    }

    /// Those that differ from the default, in the order of `all`.
    package var chosen: [(name: String, value: String)] {
        Self.all.compactMap { choice in values[choice.name].map { (choice.name, $0) } }
    }

    /// Every choice with its value.
    package var whole: [String: String] {
        Dictionary(Self.all.map { ($0.name, values[$0.name] ?? $0.values.first ?? "") }) { first, _ in first }
    }

    /// - Throws: when there is no such choice, or it has no such value.
    package mutating func choose(_ name: String, _ value: String) throws(PreferenceError) {
        guard let choice = Self.all.first(where: { $0.name == name }) else { throw .noSuchChoice(name) }
        guard choice.values.contains(value) else { throw .badValue(choice, value) }
        values[name] = value == choice.values.first ? nil : value
    }
}

package enum PreferenceError: Error, Hashable, CustomStringConvertible {
    case noSuchChoice(String)
    case badValue(Preferences.Choice, String)

    package var name: String {
        switch self {
        case .noSuchChoice(let name): name
        case .badValue(let choice, _): choice.name
        }
    }

    package var description: String {
        switch self {
        case .noSuchChoice(let name):
            let known = Preferences.all.map { "“\($0.name)”" }.joined(separator: ", ")
            return "There is no preference “\(name.prefix(40))”. There are \(known)."
        case .badValue(let choice, let value):
            let values = choice.values.map { "“\($0)”" }.joined(separator: ", ")
            return "The preference “\(choice.name)” is one of \(values). Found “\(value.prefix(40))”."
        }
    }
}
