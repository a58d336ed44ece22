/// `galley config check --json`: whether the settings files are valid.
package struct SettingsCheckBody: Codable, Hashable, Sendable {
    /// The files read, in order; empty when only the defaults apply.
    package let files: [String]
    /// All problems, in the order of the files; empty when there are none.
    package let problems: [SettingsProblemBody]
    /// The number of targets; nil when there is a problem.
    package let targets: Int?

    package init(files: [String], problems: [SettingsProblemBody], targets: Int?) {
        self.files = files
        self.problems = problems
        self.targets = targets
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
