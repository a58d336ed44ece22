import Posts
import Rendering

extension Target {
    /// - Throws: the first unusable setting: first settings that the kind does not have, then invalid values.
    package init(_ settings: TargetSettings) throws(TargetSettingsError) {
        let check = SettingsCheck(settings)
        let name = try check.name()
        let kindName = try check.kindName()
        try check.refuseStrangers(kindName)
        let kind: Kind =
            switch kindName {
            case .site: .site(try SiteTarget(check))
            case .wordpress: .http(try WordPressTarget(check))
            case .mastodon: .http(try MastodonTarget(check))
            case .bluesky: .http(try BlueskyTarget(check))
            case .webhook: .http(try WebhookTarget(check))
            case .articles: throw check.noSuchKind()
            }
        let isBlog = kindName == .site || kindName == .wordpress
        let rules = DeliveryRules(
            idempotency: .searchable,
            retry: RetryPolicy(deadline: try check.span("deadline", settings.deadline) ?? .hours(24)),
            // A webhook starts programs, and those can run at any hour; readers care when a post appears.
            late: try check.late() ?? (kindName.isSocial ? .ask(after: .hours(2)) : .post),
            settle: try check.span("settle", settings.settle) ?? .minutes(5))
        self.init(
            name: name, kind: kind, kindName: kindName, rules: rules, after: try check.after(isBlog: isBlog),
            delay: try check.span("delay", settings.delay) ?? .zero, isRehearsal: settings.rehearsal,
            editPolicy: try check.editPolicy(kindName), deletePolicy: try check.deletePolicy(kindName),
            atproto: try check.atproto(),
            certificateAuthorityFile: try check.certificateAuthorityFile())
    }
}

/// Checks settings one by one. Each error names the target and the setting.
struct SettingsCheck {
    let settings: TargetSettings

    init(_ settings: TargetSettings) { self.settings = settings }

    func error(_ setting: String, _ words: String) -> TargetSettingsError {
        TargetSettingsError(target: settings.name, setting: setting, words: words)
    }

    func name() throws(TargetSettingsError) -> TargetName {
        do { return try TargetName(settings.name) } catch { throw self.error("name", error.description) }
    }

    func kindName() throws(TargetSettingsError) -> Target.KindName {
        guard let kind = Target.KindName(rawValue: settings.kind), Target.KindName.configurable.contains(kind) else {
            throw noSuchKind()
        }
        return kind
    }

    func noSuchKind() -> TargetSettingsError {
        let kinds = Target.KindName.configurable.map(\.rawValue).joined(separator: ", ")
        return error("kind", "There is no kind “\(settings.kind)”. Use one of \(kinds).")
    }

    /// A setting of another kind is an error, not ignored, so that its author notices it.
    func refuseStrangers(_ kind: Target.KindName) throws(TargetSettingsError) {
        let known: [(name: String, isSet: Bool, kinds: [Target.KindName])] = [
            ("username", settings.username != nil, [.wordpress]),
            (
                "credential", settings.secret != nil || settings.secretName != nil,
                [.wordpress, .mastodon, .bluesky, .webhook]
            ),
            ("text", settings.text != nil, [.mastodon, .bluesky]),
            ("visibility", settings.visibility != nil, [.mastodon]),
            ("warning", settings.warning != nil, [.mastodon]),
            ("language", settings.language != nil, [.mastodon, .bluesky, .site]),
            ("account", settings.account != nil, [.bluesky]), ("replies", settings.replies != nil, [.bluesky]),
            ("quotes", settings.quotes != nil, [.bluesky]), ("hashtags", settings.hashtags != nil, [.bluesky]),
            ("card", settings.card != nil, [.bluesky]), ("long", settings.long != nil, [.mastodon, .bluesky]),
            ("numbers", settings.isNumbered != nil, [.mastodon, .bluesky]),
            ("thread_visibility", settings.threadVisibility != nil, [.mastodon]),
            ("method", settings.method != nil, [.webhook]), ("headers", settings.headers != nil, [.webhook]),
            ("body", settings.body != nil, [.webhook]), ("success", settings.success != nil, [.webhook]),
            ("id_pointer", settings.idPointer != nil, [.webhook]),
            ("url_pointer", settings.urlPointer != nil, [.webhook]),
            ("idempotent", settings.idempotent != nil, [.webhook]),
            ("idempotency_window", settings.idempotencyWindow != nil, [.webhook]),
            ("already_done", settings.alreadyDoneStatus != nil, [.webhook]),
            ("edit", settings.edit != nil, [.wordpress, .mastodon, .bluesky, .webhook]),
            ("delete", settings.delete != nil, [.wordpress, .mastodon, .bluesky, .webhook]),
            ("categories", settings.categories != nil, [.wordpress]), ("status", settings.status != nil, [.wordpress]),
            ("format", settings.format != nil, [.wordpress]),
            ("atproto", settings.atproto != nil, [.site, .wordpress]),
        ]
        for setting in known where setting.isSet && !setting.kinds.contains(kind) {
            let kinds = setting.kinds.map(\.rawValue).joined(separator: ", ")
            throw error(setting.name, "A \(kind.rawValue) target has no such setting. It belongs to \(kinds).")
        }
    }

    func after(isBlog: Bool) throws(TargetSettingsError) -> TargetName? {
        guard let after = settings.after else { return nil }
        guard after != settings.name else { throw error("after", "A target cannot wait for itself. Name the blog.") }
        do { return try TargetName(after) } catch { throw self.error("after", error.description) }
    }

    func atproto() throws(TargetSettingsError) -> TargetName? {
        guard let name = settings.atproto else { return nil }
        do { return try TargetName(name) } catch { throw self.error("atproto", error.description) }
    }

    func span(_ setting: String, _ text: String?) throws(TargetSettingsError) -> Span? {
        guard let text else { return nil }
        do { return try Span(text) } catch { throw self.error(setting, error.description) }
    }

    /// `post`, `ask after 2h` or `skip after 2h`.
    func late() throws(TargetSettingsError) -> LatePolicy? {
        guard let text = settings.late else { return nil }
        let words = text.split(separator: " ", maxSplits: 2)
        if words == ["post"] { return .post }
        guard words.count == 3, words[1] == "after", words[0] == "ask" || words[0] == "skip",
            let span = try span("late", String(words[2]))
        else {
            throw error("late", "Found “\(text.shortened(to: 60))”. Write “post”, “ask after 2h” or “skip after 2h”.")
        }
        return words[0] == "ask" ? .ask(after: span) : .skip(after: span)
    }

    /// A program that does not expect edits may treat one as a new post, so webhooks get none by default. Bluesky keeps
    /// an edited record, and its apps show the first.
    func editPolicy(_ kind: Target.KindName) throws(TargetSettingsError) -> EditPolicy {
        let policy: EditPolicy =
            try choice("edit", settings.edit) ?? (kind == .webhook || kind == .bluesky ? .ignore : .update)
        if kind == .bluesky, policy != .ignore {
            throw error("edit", "Bluesky shows no edits of a post. Use “ignore”.")
        }
        return policy
    }

    func deletePolicy(_ kind: Target.KindName) throws(TargetSettingsError) -> DeletePolicy {
        try choice("delete", settings.delete) ?? (kind == .webhook ? .keep : .delete)
    }

    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ setting: String, _ text: String?
    ) throws(TargetSettingsError) -> Choice? {
        guard let text else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(setting, "Found “\(text.shortened(to: 60))”. Use one of \(choices).")
        }
        return choice
    }

    func certificateAuthorityFile() throws(TargetSettingsError) -> String? {
        guard let file = settings.certificateAuthorityFile else { return nil }
        guard file.hasPrefix("/"), !file.utf8.contains(0) else {
            throw error("ca_file", "Found “\(file.shortened(to: 60))”. Write the whole path of a PEM file, from /.")
        }
        return file
    }

    func rawHTML() throws(TargetSettingsError) -> RawHTML {
        try choice("raw_html", settings.rawHTML) ?? .omit
    }
}
