import ArgumentParser
import FoundationEssentials
import Settings
import TOML
import Targets

/// The implementation of `galley target login`: only the daemon's program reads the settings, and the target may have
/// no credential yet, so that no daemon runs.
struct Login: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Get the credential of a target and store it.")
    @OptionGroup var options: SettingsOptions
    @Argument(help: "The target's name.") var target: String

    func run() async throws {
        do {
            let directories = try Directories.checked(environment: ProcessInfo.processInfo.environment)
            let files = try SettingsFiles(explicit: options.config, directories: directories).read()
            let found = try LoginTarget(named: target, in: files)
            let folder = CredentialFolder(directories)
            try folder.checkRights()
            let secret = try await LoginDialogue(target: found, folder: folder).run()
            let path = try folder.write(secret, to: found.credential)
            Terminal.say("Stored in \(path), which only its owner can read.")
        } catch {
            complain("\(error)")
            throw ExitCode(after: error)
        }
    }
}

/// What the settings say of one target, whose credential need not exist.
struct LoginTarget {
    let name: String
    let login: TargetLogin
    /// The name of the credential's file.
    let credential: String
    let certificateAuthorityFile: String?

    /// - Throws: `SettingsProblem` with the place.
    init(named name: String, in files: [SettingsFile]) throws(SettingsProblem) {
        var names: [String] = []
        for file in files.reversed() {
            guard case .list(let tables)? = file.root["target"]?.value else { continue }
            for node in tables {
                let section = SettingsReader(files: []).section(of: node, named: "target")
                guard let section, !section.nameText.isEmpty else { continue }
                names.append(section.nameText)
                guard section.nameText == name else { continue }
                self = try LoginTarget(section, at: node)
                return
            }
        }
        let known = names.isEmpty ? "There are no targets." : "There are \(names.sorted().joined(separator: ", "))."
        throw SettingsProblem(
            file: files.last?.path ?? "galley.toml", line: 1, column: 1,
            words: "There is no target “\(name)”. \(known) Add it with name, kind, url and credential first.")
    }

    private init(_ section: SettingsSection, at node: SettingsNode) throws(SettingsProblem) {
        func problem(_ words: String) -> SettingsProblem {
            SettingsProblem(file: node.file, line: node.place.line, column: node.place.column, words: words)
        }
        name = section.nameText
        do throws(TargetSettingsError) { login = try TargetLogin(section) } catch { throw problem(error.description) }
        credential = section.written("credential")
        guard Credentials.isName(credential) else {
            throw problem("Target “\(name)” names no credential. Add credential = \"\(name)-token\" and try again.")
        }
        certificateAuthorityFile = section.optionalText("ca_file")
    }
}
