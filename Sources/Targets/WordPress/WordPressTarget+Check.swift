import JSONTree
import Posts

// Checks in advance whether the account has the rights that its posts need.

extension WordPressTarget {
    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let account = try dialogue.ask(get("users/me", [("context", "edit")]))
            if let problem = problem(account) { return CheckReport(isWorking: false, words: problem.words) }
            guard let json = account.answer?.json, json["id"]?.identifier != nil else {
                let words = "\(service.name) answers, but not as WordPress does. Is `url` the site's address?"
                return CheckReport(isWorking: false, words: words)
            }
            let root = try dialogue.ask(get("", [("_fields", "name")], root: "/"))
            let details = details(account: json, site: root.answer?.json?["name"]?.text)
            if let words = try missingRights(json, &dialogue) {
                return CheckReport(isWorking: false, words: words, details: details)
            }
            return CheckReport(
                isWorking: true, words: "\(service.name) knows \(name(of: json)).", details: details)
        }
    }

    private func name(of account: JSON) -> String { service.plain(account["name"]?.text ?? username) }

    private func details(account: JSON, site: String?) -> [CheckReport.Detail] {
        var details = [CheckReport.Detail("account", name(of: account)), CheckReport.Detail("software", "WordPress")]
        if let site = site.map({ service.plain($0.referencesResolved) }), !site.isEmpty {
            details.append(.init("site", site))
        }
        let roles = account["roles"]?.elements?.compactMap(\.text).map(service.plain) ?? []
        if !roles.isEmpty { details.append(.init("roles", roles.joined(separator: ", "))) }
        if account.may("upload_files") == false { details.append(.init("pictures", "the account may not add any")) }
        details.append(IdempotencyClass.searchable.detail)
        return details
    }

    /// The missing rights that every post of this target needs; nil if there are none.
    private func missingRights(_ account: JSON, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        if account.may("publish_posts") == false {
            return "\(service.name) knows \(name(of: account)), who may not publish posts. "
                + "Give the account the role of an author there."
        }
        guard account.may("manage_categories") == false else { return nil }
        for name in categories {
            let search = try dialogue.ask(termSearch(name, in: "categories"))
            guard let list = search.answer?.json?.elements else { continue }
            if !list.contains(where: { WordPressTarget.isTerm($0, named: name) }) { return missingCategory(name) }
        }
        return nil
    }

    func missingCategory(_ name: String) -> String {
        "\(service.name) has no category “\(service.plain(name))” and does not let \(username) make one. "
            + "Make it there, or take it out of the target's `categories`. Then `galley target check` lets posts go on."
    }
}

extension JSON {
    /// Whether an account has a right; nil if the answer lists no rights. WordPress lists only the rights that an
    /// account has.
    fileprivate func may(_ right: String) -> Bool? {
        self["capabilities"]?.fields.map { $0[right] == .bool(true) }
    }
}
