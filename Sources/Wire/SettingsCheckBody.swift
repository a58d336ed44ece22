/// `galley config check --json`: whether the settings files can be used.
package struct SettingsCheckBody: Codable, Hashable, Sendable {
    /// What was read, in its order; empty when there are only the defaults.
    package let files: [String]
    /// All that is wrong, in the order of the files; empty when all is well.
    package let problems: [SettingsProblemBody]
    /// How many targets the files name; nil when something is wrong.
    package let targets: Int?

    package init(files: [String], problems: [SettingsProblemBody], targets: Int?) {
        self.files = files
        self.problems = problems
        self.targets = targets
    }
}

package struct SettingsProblemBody: Codable, Hashable, Sendable {
    package let file: String
    /// Line and column are counted from 1.
    package let line: Int
    package let column: Int
    /// What was found, what is allowed, what is near.
    package let words: String

    package init(file: String, line: Int, column: Int, words: String) {
        self.file = file
        self.line = line
        self.column = column
        self.words = words
    }
}
