/// `galley config check --json`: whether the settings files are valid.
package struct SettingsCheckBody: Codable, Hashable, Sendable {
    /// The files read, in order; empty when only the defaults apply.
    package let files: [String]
    /// All problems, in the order of the files; empty when there are none.
    package let problems: [SettingsProblemBody]
    /// The number of targets; nil when there is a problem.
    package let targets: Int?
    /// What keeps some deliveries waiting and no daemon from starting, such as a secret that is missing; nil when there is a
    /// problem.
    package let warnings: [String]?

    package init(files: [String], problems: [SettingsProblemBody], targets: Int?, warnings: [String]? = nil) {
        self.files = files
        self.problems = problems
        self.targets = targets
        self.warnings = warnings
    }
}

package struct SettingsProblemBody: Codable, Hashable, Sendable {
    package let file: String
    /// Line and column count from 1.
    package let line: Int
    package let column: Int
    /// The value found, the values allowed and the nearest known name.
    package let words: String

    package init(file: String, line: Int, column: Int, words: String) {
        self.file = file
        self.line = line
        self.column = column
        self.words = words
    }
}
