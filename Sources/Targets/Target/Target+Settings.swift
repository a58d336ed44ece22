import Posts
package import Settings

extension Target {
    /// Reads a table. The table's reader notes all of its problems, with their places.
    /// - Throws: the first problem.
    package init(_ table: SettingsSection, in desk: TargetSurroundings) throws(TargetSettingsError) {
        let section = TargetSection(table, in: desk)
        guard let kindName = section.kindName() else {
            // The other settings depend on the kind.
            table.markAllKnown()
            throw section.firstProblem
        }
        let isSite = kindName == .site
        let (after, delay, slots) = (section.after(), section.span("delay") ?? .zero, section.slots())
        let rules = DeliveryRules(
            idempotency: .searchable,
            retry: RetryPolicy(deadline: section.span("deadline") ?? .hours(24)),
            // A webhook starts programs, and those can run at any hour; readers care when a post appears.
            late: section.late() ?? (kindName.isSocial ? .ask(after: .hours(2)) : .post),
            settle: section.span("settle") ?? .minutes(5))
        let authority = isSite ? nil : section.certificateAuthorityFile()
        let kind = kindName.declaration.make(section)
        let edits =
            isSite ? kindName.declaration.edits.first : section.policy("edit", of: kindName.declaration.edits, kindName)
        let deletions =
            isSite
            ? kindName.declaration.deletions.first
            : section.policy("delete", of: kindName.declaration.deletions, kindName)
        let atproto = kindName.isBlog ? section.targetName("atproto") : nil
        section.refuseSettingsOfOthers(kindName)
        guard section.isSound, let kind, let name = try? TargetName(section.name) else {
            throw section.firstProblem
        }
        self.init(
            name: name, kind: kind, kindName: kindName, baseRules: rules, after: after, delay: delay, slots: slots,
            isRehearsal: section.isRehearsal, editPolicy: edits ?? .update, deletePolicy: deletions ?? .delete,
            atproto: atproto, certificateAuthorityFile: authority)
        credential = section.given
        if !isRehearsal { missingSecret = section.missingSecret }
    }
}

extension Target.KindName {
    /// The names of all settings that a target of the kind has: those that it asks for.
    package var settings: Set<String> {
        let table = SettingsSection(["name": "target", "kind": .text(rawValue)])
        _ = try? Target(table, in: .none)
        return table.asked
    }
}

extension TargetSurroundings {
    /// Without credentials, for a look at the settings of a kind.
    static let none = TargetSurroundings(
        credential: { _, _ in .unusable("There are no credentials.") }, site: { _, _ in throw NoSites() })

    private struct NoSites: Error {}
}

extension TargetSection {
    var firstProblem: TargetSettingsError {
        if let problem = problems.first { return problem }
        let (setting, words) = table.problem ?? ("name", "The table has a wrong value.")
        return TargetSettingsError(target: name, setting: setting, words: words)
    }

    func kindName() -> Target.KindName? {
        do throws(TargetNameError) { _ = try TargetName(name) } catch { complain("name", error.description) }
        let text = text("kind") ?? ""
        guard let kind = Target.KindName(rawValue: text), Target.KindName.configurable.contains(kind) else {
            let kinds = Target.KindName.configurable.map(\.rawValue).joined(separator: ", ")
            complain("kind", "There is no kind “\(text)”. Use one of \(kinds).")
            return nil
        }
        return kind
    }

    /// A setting of another kind is an error, not ignored, so that its author notices it.
    fileprivate func refuseSettingsOfOthers(_ kind: Target.KindName) {
        for name in table.unknown.sorted() where !table.isOfDesk(name) {
            let owners = Target.KindName.configurable.filter { $0.settings.contains(name) }.map(\.rawValue)
            guard !owners.isEmpty else { continue }
            complain(
                name,
                "A \(kind.rawValue) target has no such setting. It belongs to \(owners.joined(separator: ", ")).")
        }
    }

    func after() -> TargetName? {
        guard let after = targetName("after") else { return nil }
        if after.text == name { complain("after", "A target cannot wait for itself. Name the blog.") }
        return after
    }

    /// `post`, `ask after 2h` or `skip after 2h`.
    func late() -> LatePolicy? {
        guard let text = text("late") else { return nil }
        let words = text.split(separator: " ", maxSplits: 2)
        if words == ["post"] { return .post }
        guard words.count == 3, words[1] == "after", words[0] == "ask" || words[0] == "skip" else {
            complain("late", "Found “\(text.shortened(to: 60))”. Write “post”, “ask after 2h” or “skip after 2h”.")
            return nil
        }
        do {
            let span = try Span(String(words[2]))
            return words[0] == "ask" ? .ask(after: span) : .skip(after: span)
        } catch {
            complain("late", error.description)
            return nil
        }
    }

    func slots() -> WeeklySlots {
        do { return try WeeklySlots(table.texts("slots")) } catch { complain("slots", error.description) }
        return .none
    }

    /// - Parameter allowed: what the kind can do; the first is the default.
    func policy<Policy: CaseIterable & RawRepresentable<String> & Equatable>(
        _ setting: String, of allowed: [Policy], _ kind: Target.KindName
    ) -> Policy? {
        guard let chosen: Policy = choice(setting) else { return allowed.first }
        if !allowed.contains(chosen) {
            let words = allowed.map(\.rawValue).joined(separator: ", ")
            complain(setting, "\(kind.declaration.title) cannot do “\(chosen.rawValue)”. Use \(words).")
        }
        return chosen
    }

    func certificateAuthorityFile() -> String? {
        guard let file = text("ca_file") else { return nil }
        if !file.hasPrefix("/") || file.utf8.contains(0) {
            complain("ca_file", "Found “\(file.shortened(to: 60))”. Write the whole path of a PEM file, from /.")
        } else if let problem = desk.certificateProblem(file) {
            complain("ca_file", problem)
        }
        return file
    }
}
