import Posts
import Rendering

extension Target {
    /// - Throws: the first unusable setting: first settings that the kind does not have, then invalid values.
    package init(_ settings: TargetSettings) throws(TargetSettingsError) {
        let check = SettingsCheck(settings)
        let name = try check.name()
        let kindName = try check.kindName()
        try check.refuseUnknownSettings(kindName)
        let kind = try kindName.declaration.make(check)
        let rules = DeliveryRules(
            idempotency: .searchable,
            retry: RetryPolicy(deadline: try check.span("deadline", settings.deadline) ?? .hours(24)),
            // A webhook starts programs, and those can run at any hour; readers care when a post appears.
            late: try check.late() ?? (kindName.isSocial ? .ask(after: .hours(2)) : .post),
            settle: try check.span("settle", settings.settle) ?? .minutes(5))
        self.init(
            name: name, kind: kind, kindName: kindName, baseRules: rules, after: try check.after(),
            delay: try check.span("delay", settings.delay) ?? .zero, slots: try check.slots(),
            isRehearsal: settings.rehearsal,
            editPolicy: try check.editPolicy(kindName), deletePolicy: try check.deletePolicy(kindName),
            atproto: try check.atproto(),
            certificateAuthorityFile: try check.certificateAuthorityFile())
        if !isRehearsal { missingSecret = settings.missingSecret }
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
        try targetName(settings.name, "name")
    }

    private func targetName(_ name: String, _ setting: String) throws(TargetSettingsError) -> TargetName {
        do { return try TargetName(name) } catch { throw self.error(setting, error.description) }
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
    func refuseUnknownSettings(_ kind: Target.KindName) throws(TargetSettingsError) {
        let known = kind.declaration.settings
        for name in settings.names.sorted() where !known.contains(name) {
            let kinds = Target.KindName.allCases.filter { $0.declaration.settings.contains(name) }.map(\.rawValue)
            let owners = kinds.joined(separator: ", ")
            throw error(name, "A \(kind.rawValue) target has no such setting. It belongs to \(owners).")
        }
    }

    func after() throws(TargetSettingsError) -> TargetName? {
        guard let after = settings.after else { return nil }
        guard after != settings.name else { throw error("after", "A target cannot wait for itself. Name the blog.") }
        return try targetName(after, "after")
    }

    func atproto() throws(TargetSettingsError) -> TargetName? {
        guard let name = settings.atproto else { return nil }
        return try targetName(name, "atproto")
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

    func slots() throws(TargetSettingsError) -> WeeklySlots {
        do { return try WeeklySlots(settings.slots) } catch { throw self.error("slots", error.description) }
    }

    func editPolicy(_ kind: Target.KindName) throws(TargetSettingsError) -> EditPolicy {
        try policy("edit", settings.edit, of: kind.declaration.edits, kind) ?? .update
    }

    func deletePolicy(_ kind: Target.KindName) throws(TargetSettingsError) -> DeletePolicy {
        try policy("delete", settings.delete, of: kind.declaration.deletions, kind) ?? .delete
    }

    /// - Parameter allowed: what the kind can do; the first is the default.
    private func policy<Policy: CaseIterable & RawRepresentable<String> & Equatable>(
        _ setting: String, _ text: String?, of allowed: [Policy], _ kind: Target.KindName
    ) throws(TargetSettingsError) -> Policy? {
        guard let chosen: Policy = try choice(setting, text) else { return allowed.first }
        guard allowed.contains(chosen) else {
            let words = allowed.map(\.rawValue).joined(separator: ", ")
            throw error(setting, "\(kind.declaration.title) cannot do “\(chosen.rawValue)”. Use \(words).")
        }
        return chosen
    }

    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ setting: String, _ text: String?
    ) throws(TargetSettingsError) -> Choice? {
        try oneOf(setting, text, Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    func certificateAuthorityFile() throws(TargetSettingsError) -> String? {
        guard let file = settings.certificateAuthorityFile else { return nil }
        guard file.hasPrefix("/"), !file.utf8.contains(0) else {
            throw error("ca_file", "Found “\(file.shortened(to: 60))”. Write the whole path of a PEM file, from /.")
        }
        return file
    }

    func rawHTML() throws(TargetSettingsError) -> RawHTMLPolicy {
        try choice("raw_html", settings.rawHTML) ?? .filter
    }
}
