package import Posts

/// One table of the configuration.
package struct SettingsSection {
    package let reader: SettingsReader
    package let name: String
    package let entries: [String: SettingsNode]
    /// The `[[…]]` line, for problems of the table as a whole.
    let origin: SettingsNode?

    /// A text as it is written; empty when it is missing, or is no text.
    package func written(_ key: String) -> String {
        if case .text(let text)? = entries[key]?.value { text } else { "" }
    }

    /// The name of the table in a list, as written.
    package var nameText: String { written("name") }

    package func has(_ key: String) -> Bool { entries[key] != nil }

    package func text(_ key: String, default fallback: String) -> String {
        read(key, default: fallback, "a text in quotes", shown: { $0 }) { node in
            if case .text(let text) = node.value { text } else { nil }
        }
    }

    package func optionalText(_ key: String) -> String? {
        read(key, default: nil as String?, "a text in quotes", shown: { $0 ?? "" }) { node in
            if case .text(let text) = node.value { .some(text) } else { nil }
        }
    }

    package func optionalFlag(_ key: String) -> Bool? { optional(key) { flag(key, default: false) } }

    package func optionalTexts(_ key: String) -> [String]? { optional(key) { texts(key) } }

    package func optionalWhole(_ key: String, in range: ClosedRange<Int>) -> Int? {
        optional(key) { whole(key, default: range.lowerBound, in: range) }
    }

    package func flag(_ key: String, default fallback: Bool) -> Bool {
        read(key, default: fallback, "true or false", shown: { "\($0)" }) { node in
            if case .flag(let flag) = node.value { flag } else { nil }
        }
    }

    package func whole(_ key: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return read(key, default: fallback, allowed, shown: { "\($0)" }) { node in
            if case .whole(let number) = node.value, range.contains(number) { number } else { nil }
        }
    }

    /// A duration such as `30s`, `10m`, `2h` or `1d`.
    package func span(_ key: String, default fallback: Span, in range: ClosedRange<Span>) -> Span {
        let allowed = "a time such as “30s”, “10m” or “2h”, from \(range.lowerBound.text) to \(range.upperBound.text)"
        return read(key, default: fallback, allowed, shown: \.text) { node in
            guard case .text(let text) = node.value, let span = try? Span(text) else { return nil }
            return range.contains(span) ? span : nil
        }
    }

    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, default fallback: Choice
    ) -> Choice where Choice.RawValue == String {
        let words = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return read(key, default: fallback, "one of \(words)", shown: \.rawValue) { node in
            if case .text(let text) = node.value { Choice(rawValue: text) } else { nil }
        }
    }

    package func texts(_ key: String) -> [String] {
        read(key, default: [], "a list of texts", shown: { $0.joined(separator: ", ") }) { node in
            guard case .list(let items) = node.value else { return nil }
            let texts = items.compactMap { if case .text(let text) = $0.value { text } else { nil } }
            return texts.count == items.count ? texts : nil
        }
    }

    package func optionalWholes(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
        let allowed = "a list of numbers from \(range.lowerBound) to \(range.upperBound)"
        return read(key, default: nil as [Int]?, allowed, shown: { $0.map { "\($0)" } ?? "" }) { node in
            guard case .list(let items) = node.value else { return nil }
            let numbers = items.compactMap { if case .whole(let number) = $0.value { number } else { nil } }
            return numbers.count == items.count && numbers.allSatisfy(range.contains) ? .some(numbers) : nil
        }
    }

    /// A table of texts, such as headers.
    package func dictionary(_ key: String) -> [String: String] {
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
    package func complain(_ key: String, _ words: String) {
        guard let node = entries[key] ?? origin else { return }
        reader.complain(at: node, words)
    }

    /// The settings of the table that were not asked for.
    package var unknown: Set<String> { Set(entries.keys).subtracting(reader.known(in: name)) }

    /// The settings that were asked for, in the table or not.
    package var asked: Set<String> { reader.known(in: name) }

    /// Whether the value was found wrong.
    package func isBad(_ key: String) -> Bool { entries[key].flatMap(reader.problem) != nil }

    /// A setting whose value was found wrong, and why; nil if none was.
    package var problem: (setting: String, words: String)? {
        for (key, node) in entries.sorted(by: { $0.key < $1.key }) {
            if let problem = reader.problem(at: node) { return (key, problem.words) }
        }
        return nil
    }

    /// Whether the desk itself has a setting of this name, above the first table.
    package func isOfDesk(_ key: String) -> Bool { reader.known(in: "").contains(key) }

    /// Marks every key of the table as known.
    package func markAllKnown() {
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

extension SettingsSection {
    /// A table that is in no file.
    package init(_ values: [String: SettingsNode.Value]) {
        let origin = SettingsNode(.table([:]))
        // Problems of two settings are two, although neither has a place in a file.
        let entries = values.sorted { $0.key < $1.key }.enumerated().map { index, entry in
            (entry.key, SettingsNode(entry.value, column: index + 1))
        }
        self = SettingsReader(files: []).section(
            name: "target", entries: Dictionary(uniqueKeysWithValues: entries), origin: origin)
    }
}
