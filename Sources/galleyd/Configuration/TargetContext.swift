import FoundationEssentials
import HTTPValues
import Posts
import Rendering
import Site
import Targets

/// Turns `[[target]]` tables into targets.
struct TargetContext {
    let directories: Directories
    let credentials: Credentials
    let rawHTML: RawHTMLPolicy
    let smartPunctuation: Bool
    let author: String

    /// nil when the table has a problem, which the reader has recorded.
    func target(_ section: SettingsSection) -> (target: Target, secret: Secret?)? {
        guard section.has("name"), section.has("kind") else {
            section.complain("name", "A target needs a “name” and a “kind” (\(kinds)).")
            section.markAllKnown()
            return nil
        }
        let problemsBefore = section.reader.problems.count
        var settings = TargetSettings(name: section.text("name", default: ""), kind: section.text("kind", default: ""))
        readShared(section, into: &settings)
        if let kind = Target.KindName(rawValue: settings.kind) {
            if kind == .site { settings.site = site(section) }
            read(kind, section, into: &settings)
        } else {
            section.complain("kind", "There is no kind “\(settings.kind)”. Use one of \(kinds).")
            // The other valid keys depend on the kind.
            section.markAllKnown()
        }
        guard section.reader.problems.count == problemsBefore else { return nil }
        do {
            let target = try Target(settings)
            for zone in target.slots.zones.sorted() where ZoneFiles().zone(zone) == nil {
                section.complain("slots", ZoneFiles.missing(zone))
            }
            return (target, settings.secret)
        } catch {
            section.complain(error.setting, error.words)
            return nil
        }
    }

    // MARK: - Kinds of targets

    private var kinds: String { Target.KindName.configurable.map(\.rawValue).joined(separator: ", ") }

    private func readShared(_ section: SettingsSection, into settings: inout TargetSettings) {
        settings.after = section.optionalText("after")
        settings.delay = section.optionalText("delay")
        settings.slots = section.texts("slots")
        settings.late = section.optionalText("late")
        settings.deadline = section.optionalText("deadline")
        settings.settle = section.optionalText("settle")
        settings.rehearsal = section.flag("rehearsal", default: false)
        settings.rawHTML = rawHTML.rawValue
        settings.smartPunctuation = smartPunctuation
        guard settings.kind != "site" else { return }
        settings.url = section.optionalText("url")
        settings.certificateAuthorityFile = section.optionalText("ca_file")
        if let file = settings.certificateAuthorityFile, file.hasPrefix("/") {
            // Some authorities have names in other encodings there.
            let text =
                UnreadableFile.isPlain(file)
                ? FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } : nil
            if text?.contains("-----BEGIN ") != true {
                let reason = text == nil ? UnreadableFile.reason(file) : "it has no certificate in PEM form"
                section.complain("ca_file", "\(file) cannot be used: \(reason).")
            }
        }
        settings.secretName = section.optionalText("credential")
        if let name = settings.secretName {
            do {
                settings.secret = Secret(file: try credentials.secret(name))
            } catch  where error.isMissing {
                // Other targets have theirs, and writing needs none.
                settings.missingSecret = missing(name, of: settings.name)
            } catch {
                section.complain("credential", error.words)
            }
        }
    }

    private func missing(_ secret: String, of target: String) -> Warning {
        let command =
            directories.isSystem
            ? "sudo galley target login \(target) && sudo systemctl restart galleyd" : "galley target login \(target)"
        return Warning(.secret, "The secret “\(secret)” is missing.", next: command, about: target)
    }

    /// Reads the settings that the kind declares.
    private func read(_ kind: Target.KindName, _ section: SettingsSection, into settings: inout TargetSettings) {
        // `SiteSettings` checks the language, which all pages have.
        if kind == .site {
            settings.atproto = section.optionalText("atproto")
            return
        }
        let known = kind.declaration.settings
        for (name, path) in TargetSettings.texts where known.contains(name) {
            settings[keyPath: path] = section.optionalText(name)
        }
        for (name, path) in TargetSettings.flags where known.contains(name) {
            settings[keyPath: path] = section.optionalFlag(name)
        }
        if known.contains("categories") { settings.categories = section.optionalTexts("categories") }
        if known.contains("success") { settings.success = section.optionalWholes("success", in: 100...599) }
        if known.contains("already_done") {
            settings.alreadyDoneStatus = section.optionalWhole("already_done", in: 200...599)
        }
        if known.contains("headers") {
            let headers = section.dictionary("headers").sorted { $0.key < $1.key }
            settings.headers = headers.isEmpty ? nil : headers.map { HTTPHeader($0.key, $0.value) }
        }
    }

    private func site(_ section: SettingsSection) -> Site? {
        let name = section.text("site_name", default: section.nameText)
        let url = section.text("url", default: "")
        let written = section.text("folder", default: "")
        // A missing folder must not become the state directory.
        let folder = written.isEmpty ? written : directories.inState(written)
        let author = section.text("author", default: author)
        let theme = section.optionalText("theme")
        let highlight = section.text("highlight", default: "highlight")
        do {
            let settings = try SiteSettings(
                name: name, address: url, folder: folder,
                language: section.text("language", default: "en"), author: author.isEmpty ? nil : author,
                description: section.text("description", default: ""), relMe: section.texts("rel_me"),
                permalink: section.text("permalink", default: "/{year}/{month}/{slug}/"),
                navigation: section.optionalTexts("navigation"),
                postsPerPage: section.whole("posts_per_page", default: 10, in: 1...1000),
                feedLength: section.whole("feed_length", default: 20, in: 1...1000),
                feedPaths: section.texts("feed_paths"), themeFolder: theme.map(directories.inState),
                afterWrite: section.texts("after_write"),
                afterWriteTimeoutSeconds: Int(
                    section.span("after_write_timeout", default: .seconds(60), in: .seconds(1) ... .hours(24)).seconds),
                tagAuthority: section.optionalText("tag_authority"))
            let theme = try Theme(defaultFolder: Installation().defaultTheme(), folder: settings.themeFolder)
            let highlighter = CodeHighlighter(
                program: highlight, environment: ProcessInfo.processInfo.environment,
                cache: directories.inState("highlighted"))
            let site = Site(settings: settings, theme: theme, highlighter: highlighter)
            if let problem = site.feedProblem { throw problem }
            return site
        } catch let error as SiteSettingsError {
            section.complain(error.setting, error.description)
        } catch {
            section.complain("theme", "\(error)")
        }
        return nil
    }
}
