import Copyfitting
package import HTTPValues
import JSONTree
package import Posts

// Reads an existing status: before an edit is sent, and to settle an edit whose answer was lost.
// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/#get and …/#source

extension MastodonTarget {
    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        let path = "/api/v1/statuses/\(copy.percentEncoded())"
        return Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            let exchange = try dialogue.ask(get(path))
            if [404, 410].contains(exchange.status) { return try goneOrAway(exchange, briefing, &dialogue) }
            if let problem = problem(exchange) { return .failed(problem) }
            guard let answer = exchange.answer, let status = answer.json.flatMap(FoundStatus.init),
                status.isCopy(copy), var standing = standing(in: answer, of: parcel, facts: briefing.facts)
            else {
                return .failed(service.unexpected(exchange, wanted: "the post"))
            }
            let source = try dialogue.ask(get(path + "/source"))
            if let wait = wait(source) { return .failed(wait) }
            if source.status == 200, let text = source.answer?.json?["text"]?.text { standing.parts[.source] = text }
            return .there(standing)
        }
    }

    /// Some software reports a deleted status with a web page, and so does a proxy whose server is down. The token
    /// tells them apart: only the server itself accepts it, or refuses it the right to read the account.
    func goneOrAway(
        _ exchange: Exchange, _ briefing: Briefing, _ dialogue: inout Dialogue
    ) throws(Interruption) -> CopyReading {
        let account = try dialogue.ask(get("/api/v1/accounts/verify_credentials"))
        let isKnown = account.status == 200 && account.answer?.json?["id"]?.identifier != nil
        guard isKnown || account.answer?.saysRightIsMissing == true else {
            return .failed(accountProblem(account) ?? problem(exchange) ?? .unknown(""))
        }
        if let problem = try strangersView(facts(briefing.facts), &dialogue) { return .failed(problem) }
        return .gone(service.copyIsGone)
    }

    /// Why a post that the server does not show may be there all the same; nil if it is not. Without the right to read
    /// statuses, Pleroma shows what a stranger may see, and refuses only the home timeline.
    func strangersView(_ facts: MastodonFacts?, _ dialogue: inout Dialogue) throws(Interruption) -> Outcome? {
        guard facts?.isPleroma == true else { return nil }
        return problem(try dialogue.ask(get("/api/v1/timelines/home?limit=1")))
    }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let json = answer.json, let content = json["content"]?.text, FoundStatus(json) != nil else { return nil }
        let pictures = json["media_attachments"]?.elements?.compactMap { $0["id"]?.identifier }
        var standing = standing(content.textOfHTML, warning: json["spoiler_text"]?.text, pictures, facts)
        standing.parts[.visibility] = json["visibility"]?.text.map { self.facts(facts)?.told($0) ?? $0 }
        standing.parts[.previous] = json["in_reply_to_id"]?.identifier?.stableID ?? ""
        if self.facts(facts)?.tellsLanguage ?? true {
            standing.parts[.language] = json["language"]?.text?.primarySubtag
        }
        standing.parts[.sensitive] = json["sensitive"]?.flag.map { "\($0)" }
        return standing
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let sent = SentStatus(body, parcel) else { return nil }
        var standing = standing(sent.text, warning: sent.warning, sent.pictures, facts)
        standing.parts[.source] = sent.source
        standing.parts[.visibility] = parcel.identity["visibility"].map { self.facts(facts)?.told($0) ?? $0 }
        standing.parts[.previous] = sent.previous?.stableID
        standing.parts[.language] = sent.language?.primarySubtag
        if sent.isSensitive { standing.parts[.sensitive] = "true" }
        return standing
    }

    private func standing(_ text: String, warning: String?, _ pictures: [String]?, _ facts: [UInt8]?) -> Standing {
        let warning = warning ?? ""
        var standing = Standing([
            .text: NormalizedText.withoutHosts(text), .warning: warning,
            .words: NormalizedText("\(warning) \(text)").letters,
        ])
        if self.facts(facts)?.keepsPictureIDs ?? true { standing.parts[.pictures] = pictures?.joined(separator: ", ") }
        return standing
    }

    /// Picture ids are known only after the upload.
    package func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool {
        parcel.pictures.isEmpty || self.facts(facts)?.keepsPictureIDs == false
    }
}

extension MastodonFacts {
    /// snac ignores pictures in an edit, and the edit changes the ids of the existing ones.
    var keepsPictureIDs: Bool { software != "snac" }

    /// Whether the home timeline has each of the account's own posts as soon as it is made, also those that its list of posts
    /// leaves out.
    var showsOwnPostsAtHome: Bool { ["snac", "takahe"].contains(software) }

    /// Whether a status has its own language. snac says “en” of each.
    var tellsLanguage: Bool { software != "snac" }

    /// A visibility in the words of the server's answers. snac tells public and unlisted posts from all others, and no
    /// more.
    func told(_ visibility: String) -> String {
        guard software == "snac", let known = Visibility(rawValue: visibility) else { return visibility }
        return (known.isMorePrivate(than: .unlisted) ? Visibility.private : .public).rawValue
    }

    /// The visibilities of the author's posts that a look-up can find. Galley never calls a post absent that the
    /// look-up cannot see.
    var searchable: [Visibility] {
        switch software {
        case _ where server.isMastodonFork: Visibility.allCases
        case _ where isPleroma || software == "gotosocial": [.public, .unlisted, .private]
        case "takahe": [.public, .unlisted]
        // Measured with snac; unknown software gets the same, cautious assumption.
        default: [.public]
        }
    }
}

extension FoundStatus {
    /// Whether this status is the one stored as `copy`. snac's ids consist of the time of the last edit and the 32
    /// digits that identify the status.
    func isCopy(_ copy: String) -> Bool { record.id.map { $0 == copy || $0.stableID == copy.stableID } ?? false }
}

extension String {
    /// Services know languages; few know their regions.
    fileprivate var primarySubtag: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }

    /// For snac's ids (ten digits of time, then an MD5), the part that stays the same over edits; for all others the
    /// whole id.
    var stableID: String {
        guard utf8.count == 42, utf8.prefix(10).allSatisfy({ (0x30...0x39).contains($0) }),
            utf8.suffix(32).allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return self }
        return String(suffix(32))
    }
}
