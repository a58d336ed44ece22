import Wire

/// Why the configuration cannot be used: where, what was found, what is allowed.
struct SettingsProblem: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let column: Int
    let words: String

    var description: String { "\(file):\(line):\(column): \(words)" }
    var body: SettingsProblemBody { SettingsProblemBody(file: file, line: line, column: column, words: words) }
}

/// All that is wrong with a configuration, so that an operator mends it in one go.
struct SettingsProblems: Error, CustomStringConvertible {
    let problems: [SettingsProblem]
    var description: String { problems.map(\.description).joined(separator: "\n") }
}
