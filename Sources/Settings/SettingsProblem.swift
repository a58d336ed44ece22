package import Wire

/// An error in the configuration: its position, the value found and the values allowed.
package struct SettingsProblem: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int
    package let words: String

    package var description: String { "\(file):\(line):\(column): \(words)" }
    package init(file: String, line: Int, column: Int, words: String) {
        (self.file, self.line, self.column, self.words) = (file, line, column, words)
    }

    package init(_ body: SettingsProblemBody) {
        self.init(file: body.file, line: body.line, column: body.column, words: body.words)
    }

    package var body: SettingsProblemBody { SettingsProblemBody(file: file, line: line, column: column, words: words) }
}

/// All errors in a configuration, so that the operator can correct them together.
package struct SettingsProblems: Error, CustomStringConvertible {
    package let problems: [SettingsProblem]

    package init(problems: [SettingsProblem]) { self.problems = problems }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
