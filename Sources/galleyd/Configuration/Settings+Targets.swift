import FoundationEssentials
import Posts
import Settings
import Site
import Targets

extension TargetSurroundings {
    init(_ directories: Directories, _ credentials: Credentials) {
        self.init(
            credential: { TargetSurroundings.credential($0, of: $1, directories, credentials) },
            site: { settings, highlight in
                let theme = try Theme(defaultFolder: Installation().defaultTheme(), folder: settings.themeFolder)
                let highlighter = CodeHighlighter(
                    program: highlight, environment: ProcessInfo.processInfo.environment,
                    cache: directories.inState("highlighted"))
                return Site(settings: settings, theme: theme, highlighter: highlighter)
            })
        inState = directories.inState
        certificateProblem = TargetSurroundings.problem(ofCertificates:)
    }

    private static func credential(
        _ name: String, of target: String, _ directories: Directories, _ credentials: Credentials
    ) -> FoundSecret {
        do throws(CredentialError) { return .secret(Secret(file: try credentials.secret(name))) } catch {
            // Other targets have theirs, and writing needs none.
            guard error.isMissing else { return .unusable(error.words) }
            let login = "galley target login \(target)"
            let command = directories.isSystem ? "sudo \(login) && sudo systemctl restart galleyd" : login
            return .missing(Warning(.secret, "The secret “\(name)” is missing.", next: command, about: target))
        }
    }

    private static func problem(ofCertificates file: String) -> String? {
        // Some authorities have names in other encodings there.
        let text =
            UnreadableFile.isPlain(file)
            ? FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } : nil
        guard text?.contains("-----BEGIN ") != true else { return nil }
        let reason = text == nil ? UnreadableFile.reason(file) : "it has no certificate in PEM form"
        return "\(file) cannot be used: \(reason)."
    }
}

extension [Target] {
    /// Notes each target that waits for one which gives no address, because its posts are drafts there, and articles of such
    /// drafts.
    func checkAddresses(_ sections: [SettingsSection]) {
        for target in self {
            let own = sections.first { $0.nameText == target.name.text }
            if target.isBlog, !target.givesAddress, own?.has("atproto") == true {
                own?.complain(
                    "atproto", "Its posts are drafts, which have no address that an article could name. Leave it out.")
            }
            guard let after = target.after, let blog = first(where: { $0.name == after }), blog.isBlog,
                !blog.givesAddress
            else { continue }
            own?.complain(
                "after",
                "“\(after)” gives a post no address: it gets drafts, which a person publishes there. Name another blog."
            )
        }
    }
}

extension SettingsSection {
    /// The target of a `[[target]]` table; nil when the table has a problem, which the reader has noted.
    func target(in desk: TargetSurroundings) -> Target? {
        guard has("name"), has("kind") else {
            let kinds = Target.KindName.configurable.map(\.rawValue).joined(separator: ", ")
            complain("name", "A target needs a “name” and a “kind” (\(kinds)).")
            markAllKnown()
            return nil
        }
        guard let target = try? Target(self, in: desk) else { return nil }
        for zone in target.slots.zones.sorted() where ZoneFiles().zone(zone) == nil {
            complain("slots", ZoneFiles.missing(zone))
        }
        return target
    }
}
