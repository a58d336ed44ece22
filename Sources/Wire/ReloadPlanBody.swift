/// `GET /v1/reload`: what a reload would do now.
package struct ReloadPlanBody: Codable, Hashable, Sendable {
    /// The files that the daemon would read, in order.
    package let files: [String]
    /// Why the daemon would refuse it; empty if it would not.
    package let problems: [SettingsProblemBody]
    /// What the reload would change, and what would wait for a restart; nil if the daemon would refuse it.
    package let changes: ReloadBody?
    /// The folders of sites that the service may not write to.
    package let closedFolders: [String]

    package init(
        files: [String], problems: [SettingsProblemBody] = [], changes: ReloadBody? = nil, closedFolders: [String] = []
    ) {
        self.files = files
        self.problems = problems
        self.changes = changes
        self.closedFolders = closedFolders
    }

    package static let nothing = ReloadPlanBody(files: [], changes: .nothing)
}
