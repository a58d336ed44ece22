import Courier
import HTTPValues
import Posts
import Rendering
import Settings
import Site
import Targets
import Transfer
import Wire

/// The complete and checked configuration.
struct Settings {
    var timeZone: ZoneName?
    var author: String
    var store: StoreSettings
    var logLevel: LogLevel
    var http: HTTPSettings
    var rawHTML: RawHTMLPolicy
    var smartPunctuation: Bool
    var defaultTargets: [TargetName]
    var undoWindow: Span
    var courier: Courier.Limits
    var transfer: TransferLimits
    var notify: NotifierSettings
    var keepDeleted: Span
    var keepEvents: Span
    var mediaBytesMax: Int
    /// The program that turns and shrinks pictures: a name or a path; empty for none.
    var vipsthumbnail: String
    var targets: [Target]
    /// The input of each target, including its secret. Only used for comparison.
    var targetOrigins: [TargetName: TargetOrigin]
    /// Where the files say `feed_paths`.
    var feedPlaces: [TargetName: SettingsNode]
    /// Every setting with its value and its source, for `galley config show`.
    var report: [(name: String, value: String, source: String)]

    enum LogLevel: String, CaseIterable { case debug, info, notice, warning, error }
}

extension Settings {
    /// Reads the settings from the files; later files override earlier ones.
    /// - Throws: all problems, each with its position.
    init(files: [SettingsFile], directories: Directories, credentials: Credentials) throws(SettingsProblems) {
        let reader = SettingsReader(files: files)
        self.init(reader, directories: directories, credentials: credentials)
        try reader.finish()
        report = reader.report.filter { !$0.name.hasSuffix(".name") }.map { line in
            // Report targets by name rather than by position in the file.
            let parts = line.name.split(separator: ".").map(String.init)
            guard parts.count == 3, let index = Int(parts[1]), targets.indices.contains(index) else { return line }
            return ("target.\(targets[index].name).\(parts[2])", line.value, line.source)
        }
    }

    /// The names of all secrets that the settings use.
    var secretNames: [String] {
        let lines = report.filter { $0.name.hasSuffix(".credential") || $0.name == "notify.webhook_credential" }
        let own = store.password == nil ? [] : [StoreServer.credential]
        return Set(lines.map(\.value) + own).subtracting([""]).sorted()
    }

    /// The settings as every user of the desk may see them. A webhook's address is reduced to its host, because the
    /// rest often contains the key. Headers are not shown.
    var readersReport: [(name: String, value: String, source: String)] {
        report.map { line in
            let parts = line.name.split(separator: ".").map(String.init)
            let target = parts.count == 3 && parts[0] == "target" ? targets.first { $0.name.text == parts[1] } : nil
            let value =
                if line.name == "notify.webhook" {
                    notify.webhook?.shown(line.value) ?? line.value
                } else if let target, parts[2] == "url" {
                    target.shown(line.value)
                } else if line.name == "notify.webhook_headers" || (target != nil && parts[2] == "headers") {
                    line.value.isEmpty || line.value == "{}" ? line.value : "(set)"
                } else {
                    line.value
                }
            return (line.name, value, line.source)
        }
    }

    /// Reads the files and the secrets that they name.
    /// - Parameter file: a file to read in place of the usual ones.
    init(_ file: String?, directories: Directories) throws {
        let files = try SettingsFiles(explicit: file, directories: directories).read()
        try self.init(files: files, directories: directories, credentials: Credentials(directories: directories))
    }

    /// Reads every setting and discards the values, for `SettingsCatalogue`.
    static func readEverything(_ reader: SettingsReader, directories: Directories) {
        _ = Settings(reader, directories: directories, credentials: Credentials(directories: directories))
    }

    private init(_ reader: SettingsReader, directories: Directories, credentials: Credentials) {
        let top = reader.top
        timeZone = Self.zone(top)
        author = top.text("author", default: "")
        store = StoreSettings(reader.section("store"), directories: directories, credentials: credentials)
        logLevel = reader.section("log").choice("level", default: LogLevel.info)
        http = HTTPSettings(reader.section("http"), directories: directories)
        let render = reader.section("render")
        rawHTML = render.choice("raw_html", default: RawHTMLPolicy.filter)
        smartPunctuation = render.flag("smart_punctuation", default: true)
        let defaults = reader.section("defaults")
        let names = defaults.texts("targets")
        undoWindow = defaults.span("undo_window", default: .seconds(30), in: .zero ... .hours(24))
        let limits = reader.section("courier")
        courier = Courier.Limits(
            underWayMax: limits.whole("under_way_max", default: 256, in: 1...4096),
            perTargetMax: limits.whole("per_target_max", default: 6, in: 1...256))
        transfer = Self.transfer(limits)
        notify = Self.notify(reader.section("notify"), credentials: credentials)
        let keep = reader.section("keep")
        keepDeleted = keep.span("deleted_posts", default: .days(30), in: .days(1) ... .days(3650))
        keepEvents = keep.span("events", default: .days(7), in: .hours(1) ... .days(365))
        let media = reader.section("media")
        mediaBytesMax = media.whole("bytes_max", default: 32_000_000, in: 100_000...64_000_000)
        vipsthumbnail = media.text("vipsthumbnail", default: "vipsthumbnail")
        var desk = TargetSurroundings(directories, credentials)
        (desk.rawHTML, desk.smartPunctuation, desk.author) = (rawHTML, smartPunctuation, author)
        let sections = reader.sections("target")
        let shared = [author, rawHTML.rawValue, smartPunctuation ? "smart" : "straight"]
        var origins: [TargetName: TargetOrigin] = [:]
        let written = sections.compactMap { [desk] section -> Target? in
            guard let target = section.target(in: desk) else { return nil }
            let written = SettingsNode.fingerprint(of: section.entries)
            origins[target.name] = TargetOrigin(
                written: written, shared: shared, secret: target.credential, theme: target.site?.themeFingerprint
            )
            return target
        }
        written.checkAddresses(sections)
        targets = Self.withArticles(written, sections, &origins)
        targetOrigins = origins
        let feeds = sections.compactMap { section in section.entries["feed_paths"].map { (section.nameText, $0) } }
        feedPlaces = Dictionary(feeds.compactMap { name, node in (try? TargetName(name)).map { ($0, node) } }) { $1 }
        defaultTargets = names.isEmpty ? written.map(\.name) : names.compactMap { try? TargetName($0) }
        report = []
        Self.checkNames(sections, defaults: defaults, names: names)
        Self.checkFolders(
            sections, written,
            own: store.ownPaths + [directories.state, directories.configuration].map { "\($0)/credentials" })
    }

    /// Adds the targets that the setting `atproto` implies. The ones before them stay in the order of the file.
    private static func withArticles(
        _ targets: [Target], _ sections: [SettingsSection], _ origins: inout [TargetName: TargetOrigin]
    ) -> [Target] {
        // A target with a problem is missing here.
        guard targets.count == sections.count else { return targets }
        do {
            let all = try Target.withArticles(targets)
            for articles in all.dropFirst(targets.count) {
                guard let blog = articles.after.flatMap({ origins[$0] }) else { continue }
                origins[articles.name] = blog
            }
            return all
        } catch {
            sections.first { $0.nameText == error.target }?.complain(error.setting, error.words)
            return targets
        }
    }

    /// A zone name; nil when the setting is absent or invalid.
    private static func zone(_ top: SettingsSection) -> ZoneName? {
        guard let text = top.optionalText("time_zone") else { return nil }
        guard let name = try? ZoneName(text) else {
            top.complain("time_zone", "“\(text)” is not a time zone. Use one such as “Europe/Lisbon” or “+05:30”.")
            return nil
        }
        if let zone = ZoneFiles().zone(name) { return zone.name }
        top.complain("time_zone", ZoneFiles.missing(name))
        return nil
    }

    private static func transfer(_ section: SettingsSection) -> TransferLimits {
        func milliseconds(_ key: String, default fallback: Span, max: Span) -> Int {
            Int(section.span(key, default: fallback, in: .milliseconds(100)...max).microseconds / 1000)
        }
        var limits = TransferLimits()
        limits.connectMilliseconds = milliseconds("connect_timeout", default: .seconds(10), max: .minutes(5))
        limits.firstByteMilliseconds = milliseconds("first_byte_timeout", default: .seconds(60), max: .minutes(30))
        limits.stallMilliseconds = milliseconds("stall_timeout", default: .seconds(20), max: .minutes(30))
        limits.wholeMilliseconds = milliseconds("whole_timeout", default: .minutes(2), max: .hours(2))
        limits.downloadBytesMax = section.whole("answer_bytes_max", default: 8_388_608, in: 1024...268_435_456)
        return limits
    }

    private static func notify(_ section: SettingsSection, credentials: Credentials) -> NotifierSettings {
        let settings = NotifierSettings(
            command: section.texts("command"),
            commandTimeLimit: section.span("command_timeout", default: .seconds(30), in: .seconds(1) ... .minutes(10)),
            webhook: notifyWebhook(section, credentials: credentials))
        for name in settings.unknownValues {
            section.complain("command", "There is no value “\(name)”. Use {{subject}} or {{text}}.")
        }
        if settings.fillsAProgram {
            section.complain(
                "command",
                "“-c” is followed by a program that contains {{subject}} or {{text}}, so a shell would run what a title or a "
                    + "server says. Use \"$GALLEY_SUBJECT\" and standard input in it, or give it an argument of its own."
            )
        }
        return settings
    }

    private static func notifyWebhook(_ section: SettingsSection, credentials: Credentials) -> NotificationWebhook? {
        let url = section.text("webhook", default: "")
        let headers = section.dictionary("webhook_headers").sorted { $0.key < $1.key }
            .map { HTTPHeader($0.key, $0.value) }
        let body = section.choice("webhook_body", default: NoticeBody.json)
        let secretName = section.text("webhook_credential", default: "")
        guard !url.isEmpty else { return nil }
        do {
            let secret = secretName.isEmpty ? nil : Secret(file: try credentials.secret(secretName))
            return try NotificationWebhook(
                url: url, headers: headers, secret: secret, secretName: secretName, isText: body == .text)
        } catch let error as CredentialError {
            section.complain("webhook_credential", error.words)
        } catch let error as TargetSettingsError {
            let key = ["headers": "webhook_headers", "credential": "webhook_credential"][error.setting] ?? "webhook"
            section.complain(key, error.words)
        } catch {
            section.complain("webhook", "\(error)")
        }
        return nil
    }

    private enum NoticeBody: String, CaseIterable { case json, text }

    /// Checks that names are unique, that `after` leads to a blog without a cycle, and that the default targets exist.
    private static func checkNames(_ sections: [SettingsSection], defaults: SettingsSection, names: [String]) {
        var kinds: [String: String] = [:]
        for section in sections {
            let name = section.nameText
            guard !name.isEmpty else { continue }
            if kinds[name] != nil {
                section.complain("name", "Two targets are named “\(name)”. Rename one.")
            }
            if case .text(let kind)? = section.entries["kind"]?.value { kinds[name] = kind }
        }
        for section in sections {
            guard case .text(let after)? = section.entries["after"]?.value else { continue }
            switch kinds[after] {
            case nil: section.complain("after", "There is no target “\(after)”. \(hint(after, kinds.keys))")
            case let kind? where Target.KindName(rawValue: kind)?.isBlog == true: break
            case let kind?:
                section.complain("after", "“\(after)” is a \(kind), which gives a post no address. Name a blog.")
            }
            if kinds[section.nameText] == "site" {
                section.complain("after", "A blog cannot wait for another target. Leave out “after”.")
            }
        }
        for name in names where kinds[name] == nil {
            defaults.complain("targets", "There is no target “\(name)”. \(hint(name, kinds.keys))")
        }
    }

    /// Checks that each site has a folder of its own and without Galley's files, because everyone can read what is in it.
    /// - Parameter own: the files and folders that only Galley may read.
    private static func checkFolders(_ sections: [SettingsSection], _ targets: [Target], own: [String]) {
        var taken: [String: String] = [:]
        for target in targets {
            guard let written = target.site?.settings.folder,
                let section = sections.first(where: { $0.nameText == target.name.text })
            else { continue }
            let folder = SiteFolders.resolved(written)
            if let inside = own.first(where: { "\(SiteFolders.resolved($0))/".hasPrefix("\(folder)/") }) {
                section.complain(
                    "folder",
                    "Everyone can read a site's folder, and \(written) has \(inside) in it. Use another folder.")
            } else if let other = taken.updateValue(target.name.text, forKey: folder) {
                section.complain(
                    "folder",
                    "The sites “\(other)” and “\(target.name)” would overwrite each other in \(written). Use another folder."
                )
            }
        }
    }

    private static func hint(_ name: String, _ known: some Collection<String>) -> String {
        if let near = nearest(to: name, among: known) { return "Did you mean “\(near)”?" }
        return known.isEmpty ? "There are none." : "There are: \(known.sorted().joined(separator: ", "))."
    }
}

extension Settings {
    var siteFolders: [TargetName: String] {
        var folders: [TargetName: String] = [:]
        for target in targets { folders[target.name] = target.site?.settings.folder }
        return folders
    }
}

extension Directories {
    /// A relative `path` is inside the state directory.
    func inState(_ path: String) -> String { path.hasPrefix("/") ? path : "\(state)/\(path)" }
}
