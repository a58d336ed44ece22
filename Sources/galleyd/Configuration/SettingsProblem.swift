/// Why the configuration cannot be used: where, what was found, what is allowed.
struct SettingsProblem: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let column: Int
    let words: String

    var description: String { "\(file):\(line):\(column): \(words)" }
}

/// All that is wrong with a configuration, so that an operator mends it in one go.
struct SettingsProblems: Error, CustomStringConvertible {
    let problems: [SettingsProblem]
    var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// The known key that looks most like `key`, when one is near: at most a third of its letters differ.
func nearest(to key: String, among known: some Sequence<String>) -> String? {
    known.map { (editDistance(key, $0), $0) }.filter { $0.0 <= max(1, key.count / 3) }.min { $0 < $1 }?.1
}

/// Levenshtein's distance: insertions, deletions and replacements.
private func editDistance(_ one: String, _ other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (i, character) in one.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in other.indices {
            let replaced = diagonal + (character == other[j] ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
        }
    }
    return row[other.count]
}
