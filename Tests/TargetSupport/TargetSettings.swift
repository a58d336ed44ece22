package import HTTPValues
package import Posts
import Rendering
package import Settings
package import Site
package import Targets

/// A `[[target]]` table, and what the daemon adds to it.
package struct TargetSettings: Sendable {
    package var name, kind: String
    package var url, username, after, delay, late, deadline, settle, edit, delete, certificateAuthorityFile: String?
    package var text, visibility, warning, language, long, threadVisibility, account, replies, hashtags, chat: String?
    package var method, body, idPointer, urlPointer, idempotencyWindow, atproto, status, format: String?
    package var isNumbered, quotes, card, idempotent: Bool?
    package var rehearsal = false
    package var slots: [String] = []
    package var categories: [String]?
    package var headers: [HTTPHeader]?
    package var success: [Int]?
    package var alreadyDoneStatus: Int?

    /// The settings of one kind only that tests of other kinds never name.
    package var own: [String: String] = [:]

    package var secret: Secret?
    package var missingSecret: Warning?
    package var site: Site?
    package var rawHTML: String?
    package var smartPunctuation: Bool?

    package init(name: String, kind: String) { (self.name, self.kind) = (name, kind) }

    private var texts: [(String, String?)] {
        [
            ("url", url), ("username", username), ("after", after), ("delay", delay), ("late", late),
            ("deadline", deadline), ("settle", settle), ("edit", edit), ("delete", delete),
            ("ca_file", certificateAuthorityFile), ("text", text), ("visibility", visibility), ("warning", warning),
            ("language", language), ("long", long), ("thread_visibility", threadVisibility), ("account", account),
            ("replies", replies), ("hashtags", hashtags), ("chat", chat), ("method", method), ("body", body),
            ("id_pointer", idPointer), ("url_pointer", urlPointer), ("idempotency_window", idempotencyWindow),
            ("atproto", atproto), ("status", status), ("format", format),
            ("credential", secret == nil && missingSecret == nil ? nil : "\(name)-token"),
        ]
    }

    package var table: SettingsSection {
        var values: [String: SettingsNode.Value] = ["name": .text(name), "kind": .text(kind)]
        for (name, text) in texts { values[name] = text.map { .text($0) } }
        for (name, text) in own { values[name] = .text(text) }
        for (name, flag) in [
            ("numbers", isNumbered), ("quotes", quotes), ("card", card), ("idempotent", idempotent),
            ("rehearsal", rehearsal ? true : nil),
        ] {
            values[name] = flag.map { .flag($0) }
        }
        if !slots.isEmpty { values["slots"] = .texts(slots) }
        values["categories"] = categories.map { .texts($0) }
        values["success"] = success.map { .wholes($0) }
        values["already_done"] = alreadyDoneStatus.map { .whole($0) }
        values["headers"] = headers.map { .table(of: Dictionary($0.map { ($0.name, $0.value) }) { $1 }) }
        if let site {
            values["url"] = .text(site.settings.address)
            values["folder"] = .text(site.settings.folder)
        }
        return SettingsSection(values)
    }

    private struct NoSite: Error {}

    package var desk: TargetSurroundings {
        let (secret, missing, site) = (secret, missingSecret, site)
        var desk = TargetSurroundings(
            credential: { _, _ in
                secret.map { .secret($0) } ?? missing.map { .missing($0) } ?? .unusable("There is none.")
            },
            site: { settings, _ in
                guard let site else { throw NoSite() }
                return site
            })
        desk.rawHTML = rawHTML.flatMap(RawHTMLPolicy.init) ?? desk.rawHTML
        desk.smartPunctuation = smartPunctuation ?? desk.smartPunctuation
        return desk
    }
}

extension Target {
    package init(_ settings: TargetSettings) throws(TargetSettingsError) {
        try self.init(settings.table, in: settings.desk)
    }
}

extension TargetLogin {
    package init(_ settings: TargetSettings) throws(TargetSettingsError) { try self.init(settings.table) }
}
