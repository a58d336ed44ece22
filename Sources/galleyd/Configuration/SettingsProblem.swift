import Wire

/// An error in the configuration: its position, the value found and the values allowed.
struct SettingsProblem: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let column: Int
    let words: String

    var description: String { "\(file):\(line):\(column): \(words)" }
    init(file: String, line: Int, column: Int, words: String) {
        (self.file, self.line, self.column, self.words) = (file, line, column, words)
    }

    init(_ body: SettingsProblemBody) {
        self.init(file: body.file, line: body.line, column: body.column, words: body.words)
    }

    var body: SettingsProblemBody { SettingsProblemBody(file: file, line: line, column: column, words: words) }
}

/// All errors in a configuration, so that the operator can correct them together.
struct SettingsProblems: Error, CustomStringConvertible {
    let problems: [SettingsProblem]
    var description: String { problems.map(\.description).joined(separator: "\n") }
}
