import ArgumentParser
import FoundationEssentials
import Glibc
import JSONTree
import Posts
import Settings
import Targets
import Wire

/// The implementation of `galley config check`: a daemon with invalid settings does not start.
struct CheckSettings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the settings.")
    @OptionGroup var options: SettingsOptions
    @Flag(help: "Print JSON for programs: one object.")
    var json = false

    func run() async throws {
        var paths: [String] = []
        do {
            let directories = try Directories.checked(environment: ProcessInfo.processInfo.environment)
            let files = SettingsFiles(explicit: options.config, directories: directories)
            paths = files.paths
            let credentials = Credentials(directories: directories, isForNextStart: true)
            let settings = try Settings(files: try files.read(), directories: directories, credentials: credentials)
            var warnings = secretWarnings(settings, credentials)
            // Another file is none that a running daemon would read.
            if options.config == nil { warnings += try await runningWarnings(settings, directories, paths) }
            try show(
                SettingsCheckBody(
                    files: paths, problems: [], targets: settings.targets.count,
                    warnings: warnings.isEmpty ? nil : warnings))
        } catch {
            let problems = (error as? SettingsProblems)?.problems ?? (error as? SettingsProblem).map { [$0] }
            guard json else {
                complain("\(error)")
                throw ExitCode(78)
            }
            if let problems {
                try show(SettingsCheckBody(files: paths, problems: problems.map(\.body), targets: nil))
            } else {
                complain(as: ProblemBody("settings-wrong", "\(error)", status: 422))
            }
            throw ExitCode(78)
        }
    }

    /// Secrets that are missing, and those that the running service cannot know yet.
    private func secretWarnings(_ settings: Settings, _ credentials: Credentials) -> [String] {
        guard credentials.areReadable else {
            let place = "\(credentials.directories.configuration)/credentials"
            return settings.secretNames.isEmpty
                ? []
                : [
                    "Only root can read the secrets in \(place), so they are not checked. Next: sudo galley config check"
                ]
        }
        let missing = settings.targets.filter { $0.kindName != .articles }.compactMap(\.warningOfSecret?.text)
        let unread = settings.secretNames.filter(credentials.isNews)
        guard !unread.isEmpty else { return missing }
        let names = unread.map { "“\($0)”" }.joined(separator: ", ")
        let secrets = unread.count == 1 ? "the secret \(names)" : "the secrets \(names)"
        return missing + [
            "The running service does not have \(secrets) as in the file, and a reload does not pass it on. Next: sudo "
                + "systemctl restart galleyd"
        ]
    }

    /// What only the running daemon knows: what it would refuse, what a reload cannot do, and where it may write.
    /// - Throws: `SettingsProblems`, if the daemon would refuse these files.
    private func runningWarnings(
        _ settings: Settings, _ directories: Directories, _ paths: [String]
    ) async throws -> [String] {
        switch await RunningDaemon.asked(at: [settings.http.socket, directories.socket]) {
        case .plans(let plan):
            guard plan.files == paths else { return [] }
            guard plan.problems.isEmpty else {
                throw SettingsProblems(problems: plan.problems.map(SettingsProblem.init))
            }
            return [plan.changes?.restart].compactMap(\.self) + plan.closedFolders.map { SiteFolders.warning($0).text }
        case .refuses:
            return [
                "The running daemon tells only an administrator what a reload would do. Next: sudo galley config check"
            ]
        case .isAway:
            // A folder in the state directory is the service's own.
            let outside = settings.siteFolders.values.filter { !$0.hasPrefix("\(directories.state)/") }.sorted()
            guard directories.isSystem, !outside.isEmpty else { return [] }
            return [
                "The service does not run, so it is not known whether it may write to \(outside.joined(separator: ", ")). "
                    + "Next: sudo systemctl start galleyd && galley doctor"
            ]
        }
    }

    private func show(_ check: SettingsCheckBody) throws {
        if json { return print(try JSONCoding.text(check)) }
        let names = check.files.isEmpty ? "No settings file; the defaults" : check.files.joined(separator: ", ")
        print("\(names): valid, with \(counted(check.targets ?? 0, "target")).")
        for warning in check.warnings ?? [] { print(warning) }
    }
}
