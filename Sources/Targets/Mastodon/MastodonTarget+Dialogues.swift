import Copyfitting
import HTTPValues
import JSONTree
import Posts

// The read requests before a send: which software the server runs, its limits, and the account.

extension MastodonTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if parcel.deletedCopy != nil { return .done(.ready(holes: [:], facts: nil)) }
        return Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            var holes = briefing.isRepetition ? [:] : try knownHoles(parcel, briefing)
            if let ending = try previousGone(parcel, briefing, &dialogue) { return .ended(ending) }
            let known = MastodonFacts(freshIn: briefing, of: owner)
            let facts = if let known { known } else { try readFacts(&dialogue, briefing) }
            let pictures = parcel.pictures
            if !pictures.isEmpty { holes[Parcel.picturesHole] = "" }
            // The text first, then the pictures.
            let body = briefing.lastRequest ?? (try? parcel.filled(holes))
            if let problem = problem(with: parcel, body, facts) { return .ended(.refused(problem)) }
            if !pictures.isEmpty, !briefing.isRepetition {
                let ids = try upload(pictures, facts, &dialogue, briefing)
                holes[Parcel.picturesHole] = ids.map(JSON.quoted).joined(separator: ",")
            }
            return .ready(holes: holes, facts: known == nil ? facts.encoded : nil)
        }
    }

    /// Some servers post an answer without its context if the status before it was deleted. So Galley looks for that one
    /// first.
    /// - Returns: nil if it is there, or if this is a first part.
    private func previousGone(
        _ parcel: Parcel, _ briefing: Briefing, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Outcome? {
        guard parcel.holes.contains(Parcel.previousHole), let id = briefing.previousPart?.id else { return nil }
        let exchange = try dialogue.ask(get("/api/v1/statuses/\(id.percentEncoded())"))
        guard [404, 410].contains(exchange.status) else {
            return problem(exchange)
        }
        guard case .failed(let outcome) = try goneOrAway(exchange, briefing, &dialogue) else {
            return .refused(
                "The part before this one was deleted at \(service.name). Take back what is there, then publish the post "
                    + "again.")
        }
        return outcome
    }

    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let facts = try readFacts(&dialogue, briefing)
            guard facts.accountID != nil else { return report(facts, unreadable: "the account") }
            // Only the home timeline needs the right to read statuses everywhere.
            let home = try dialogue.ask(get("/api/v1/timelines/home?limit=1"))
            return report(facts, unreadable: home.answer?.saysRightIsMissing == true ? "its posts" : nil)
        }
    }

    /// Why the frozen text, with the real address filled in, no longer fits the server's limits; nil if it does.
    private func problem(with parcel: Parcel, _ body: [UInt8]?, _ facts: MastodonFacts) -> String? {
        guard let sent = body.flatMap({ SentStatus($0, parcel) }) else {
            return ParcelError.unreadable.description
        }
        if let visibility = parcel.identity["visibility"].flatMap(Visibility.init),
            let problem = problem(with: visibility, facts)
        {
            return problem
        }
        let count = facts.countingRule.count(asSent: sent.source, warning: sent.warning ?? "")
        guard count > facts.charactersMax else { return nil }
        let numbers = "The text has \(count) characters as counted there; the limit is \(facts.charactersMax)."
        return "\(service.name) would not take it. \(numbers) Shorten the text; Galley then sends it."
    }

    /// - Parameter unreadable: what the token may not read.
    private func report(_ facts: MastodonFacts, unreadable: String?) -> CheckReport {
        var details = [
            CheckReport.Detail("software", facts.softwareText),
            CheckReport.Detail("characters", "\(facts.charactersMax)"),
        ]
        if let perURL = facts.charactersPerURL { details.append(.init("per address", "\(perURL)")) }
        details.append(.init("pictures", facts.picturesText))
        details.append(facts.idempotency.detail)
        if let unreadable {
            let words =
                "\(service.name) answers, but the token may not read \(unreadable), so that nothing can be looked "
                + "up when an answer is lost. Give it \(facts.rightsToRead)."
            return CheckReport(isWorking: false, words: words, details: details, facts: facts.encoded)
        }
        let name = facts.accountName ?? "an account without a name"
        details.insert(.init("account", name), at: 0)
        return CheckReport(
            isWorking: true, words: "\(service.name) knows the token as \(name).", details: details,
            facts: facts.encoded)
    }
}

// MARK: - Facts

extension MastodonTarget {
    /// Sends six requests at most.
    private func readFacts(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> MastodonFacts {
        let account = try dialogue.ask(get("/api/v1/accounts/verify_credentials"))
        if account.status == 404 {
            let words = "\(service.name) answered 404, which no server does that speaks Mastodon's API."
            throw .ended(.misconfigured("\(words) Is `url` the server's address, without a path?"))
        }
        // 403: the server knows the token, but the token lacks the right to read the account.
        if let problem = accountProblem(account) { throw .ended(problem) }
        var facts = try readInstance(&dialogue, briefing)
        if account.status != 403, let json = account.answer?.json { facts.learn(account: json) }
        if account.status == 200, facts.accountID == nil {
            throw .ended(service.unexpected(account, wanted: "the account of the token"))
        }
        facts.software = try readSoftware(&dialogue, facts, briefing)
        return facts
    }

    /// - Returns: nil for a readable account, and for a token without the right to read it.
    func accountProblem(_ exchange: Exchange) -> Outcome? {
        let isUnknownAtPleroma = exchange.answer?.mastodonError == "Invalid credentials."
        guard let problem = problem(exchange), exchange.status != 403 || isUnknownAtPleroma else { return nil }
        // The token is the only input of this request, and snac answers 422 to an unknown one.
        if exchange.status == 422, case .refused(let words) = problem { return .denied("\(words) Is the token right?") }
        return problem
    }

    private func readInstance(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> MastodonFacts {
        let second = try dialogue.ask(get("/api/v2/instance"))
        if let facts = facts(in: second, briefing) { return facts }
        // If the server is down or busy, the older path will not work either.
        if let wait = wait(second) { throw .ended(wait) }
        if [nil, 429].contains(second.status), let problem = problem(second) {
            throw .ended(problem)
        }
        let first = try dialogue.ask(get("/api/v1/instance"))
        if let facts = facts(in: first, briefing) { return facts }
        if let problem = problem(first) { throw .ended(problem) }
        throw .ended(service.unexpected(first, wanted: "what a Mastodon server says of itself"))
    }

    private func facts(in exchange: Exchange, _ briefing: Briefing) -> MastodonFacts? {
        guard exchange.status == 200, let json = exchange.answer?.json else { return nil }
        return MastodonFacts(instance: json, of: owner, at: briefing.now)
    }

    /// Keeps the known name if the server temporarily does not report one.
    private func readSoftware(
        _ dialogue: inout Dialogue, _ facts: MastodonFacts, _ briefing: Briefing
    ) throws(Interruption) -> String {
        let links = try dialogue.ask(HTTPRequest("GET", origin + "/.well-known/nodeinfo", headers: [.acceptsJSON]))
        if let wait = service.wait(links, detail: { _ in nil }) { throw .ended(wait) }
        if let address = MastodonFacts.nodeInfoAddress(in: links.answer?.json, at: origin) {
            let info = try dialogue.ask(HTTPRequest("GET", address, headers: [.acceptsJSON]))
            if let wait = service.wait(info, detail: { _ in nil }) { throw .ended(wait) }
            if let name = MastodonFacts.softwareName(in: info.answer?.json) { return name }
        }
        let isAway = links.answer.map { $0.status == 429 || $0.status >= 500 } ?? true
        let former = isAway ? self.facts(briefing.facts)?.software : nil
        return former ?? facts.softwareInVersion
    }

    func get(_ path: String) -> HTTPRequest {
        HTTPRequest("GET", origin + path, headers: [.acceptsJSON, authorization], carriesCredentials: true)
    }
}
