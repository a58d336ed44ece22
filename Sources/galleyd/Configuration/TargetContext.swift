import FoundationEssentials
import HTTPValues
import Posts
import Rendering
import Site
import Targets

/// Turns `[[target]]` tables into targets.
struct TargetContext {
    let places: Places
    let credentials: Credentials
    let rawHTML: RawHTML
    let author: String

    /// nil when the table has a problem, which the reader has recorded.
    func target(_ section: SettingsSection) -> (target: Target, secret: Secret?)? {
        guard section.has("name"), section.has("kind") else {
            section.complain("name", "A target needs a “name” and a “kind” (\(kinds)).")
            section.takeAll()
            return nil
        }
        var settings = TargetSettings(name: section.text("name", default: ""), kind: section.text("kind", default: ""))
        readShared(section, into: &settings)
        switch settings.kind {
        case "site": settings.site = site(section)
        case "wordpress": readWordPress(section, into: &settings)
        case "mastodon": readMastodon(section, into: &settings)
        case "bluesky": readBluesky(section, into: &settings)
        case "webhook": readWebhook(section, into: &settings)
        default:
            section.complain("kind", "There is no kind “\(settings.kind)”. Use one of \(kinds).")
            // The other valid keys depend on the kind.
            section.takeAll()
        }
        guard section.reader.problems.isEmpty else { return nil }
        do {
            return (try Target(settings), settings.secret)
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
        settings.late = section.optionalText("late")
        settings.deadline = section.optionalText("deadline")
        settings.settle = section.optionalText("settle")
        settings.edit = section.optionalText("edit")
        settings.delete = section.optionalText("delete")
        settings.rehearsal = section.flag("rehearsal", default: false)
        settings.rawHTML = rawHTML.rawValue
        if settings.kind == "site" || settings.kind == "wordpress" {
            settings.atproto = section.optionalText("atproto")
        }
        guard settings.kind != "site" else { return }
        settings.url = section.optionalText("url")
        settings.certificateAuthorityFile = section.optionalText("ca_file")
        settings.secretName = section.optionalText("credential")
        if let name = settings.secretName {
            do {
                settings.secret = Secret(file: try credentials.secret(name))
            } catch {
                section.complain("credential", error.words)
            }
        }
    }

    private func readMastodon(_ section: SettingsSection, into settings: inout TargetSettings) {
        settings.text = section.optionalText("text")
        settings.visibility = section.optionalText("visibility")
        settings.warning = section.optionalText("warning")
        settings.language = section.optionalText("language")
        settings.long = section.optionalText("long")
        settings.isNumbered = section.optionalFlag("numbers")
        settings.threadVisibility = section.optionalText("thread_visibility")
    }

    private func readBluesky(_ section: SettingsSection, into settings: inout TargetSettings) {
        settings.account = section.optionalText("account")
        settings.text = section.optionalText("text")
        settings.language = section.optionalText("language")
        settings.replies = section.optionalText("replies")
        settings.quotes = section.optionalFlag("quotes")
        settings.hashtags = section.optionalText("hashtags")
        settings.card = section.optionalFlag("card")
        settings.long = section.optionalText("long")
        settings.isNumbered = section.optionalFlag("numbers")
    }

    private func readWordPress(_ section: SettingsSection, into settings: inout TargetSettings) {
        settings.username = section.optionalText("username")
        settings.categories = section.optionalTexts("categories")
        settings.status = section.optionalText("status")
        settings.format = section.optionalText("format")
    }

    private func readWebhook(_ section: SettingsSection, into settings: inout TargetSettings) {
        settings.method = section.optionalText("method")
        settings.body = section.optionalText("body")
        settings.success = section.optionalWholes("success", in: 100...599)
        settings.idPointer = section.optionalText("id_pointer")
        settings.urlPointer = section.optionalText("url_pointer")
        settings.idempotent = section.optionalFlag("idempotent")
        settings.idempotencyWindow = section.optionalText("idempotency_window")
        settings.alreadyDoneStatus = section.optionalWhole("already_done", in: 200...599)
        let headers = section.dictionary("headers")
        settings.headers =
            headers.isEmpty ? nil : headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }
    }

    private func site(_ section: SettingsSection) -> Site? {
        let name = section.text("site_name", default: section.nameText)
        let url = section.text("url", default: "")
        let folder = places.inState(section.text("folder", default: ""))
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
                themeFolder: theme.map(places.inState), afterWrite: section.texts("after_write"),
                afterWriteTimeoutSeconds: Int(
                    section.span("after_write_timeout", default: .seconds(60), in: .seconds(1) ... .hours(24)).seconds),
                tagAuthority: section.optionalText("tag_authority"))
            let theme = try Theme(defaultFolder: Installation().defaultTheme(), folder: settings.themeFolder)
            let highlighter = CodeHighlighter(
                program: highlight, environment: ProcessInfo.processInfo.environment,
                cache: places.inState("highlighted"))
            return Site(settings: settings, theme: theme, highlighter: highlighter)
        } catch let error as SiteSettingsError {
            section.complain(error.setting, error.description)
        } catch {
            section.complain("theme", "\(error)")
        }
        return nil
    }
}
