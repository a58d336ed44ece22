package import HTTPValues
import JSONTree
package import Posts

// A status that is there, read back: before an edit leaves, and to settle an edit whose answer was lost.
// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/#get and …/#source

extension MastodonTarget {
    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        let path = "/api/v1/statuses/\(copy.percentEncoded())"
        return Dialogue.run(answers) { dialogue throws(OpenQuestion) in
            let exchange = try dialogue.ask(get(path, authorized: true))
            if [404, 410].contains(exchange.status) { return try goneOrAway(exchange, &dialogue) }
            if let problem = service.problem(exchange, detail: { $0.mastodonError }) { return .failed(problem) }
            guard let answer = exchange.answer, let status = answer.json.flatMap(FoundStatus.init),
                status.isCopy(copy), var standing = standing(in: answer, of: parcel, facts: briefing.facts)
            else {
                let problem = exchange.answer.map { service.unexpected($0, wanted: "the post") }
                return .failed(problem ?? .unknown("\(service.name) did not answer."))
            }
            let source = try dialogue.ask(get(path + "/source", authorized: true))
            if let wait = service.wait(source, detail: { $0.mastodonError }) { return .failed(wait) }
            if source.status == 200, let text = source.answer?.json?["text"]?.text { standing.parts[.source] = text }
            return .there(standing)
        }
    }

    /// Some software says with a page that a status is gone, and a proxy says so of a server that is away. Who knows the
    /// token is the server itself.
    private func goneOrAway(_ exchange: Exchange, _ dialogue: inout Dialogue) throws(OpenQuestion) -> CopyReading {
        let account = try dialogue.ask(get("/api/v1/accounts/verify_credentials", authorized: true))
        if account.status == 200, account.answer?.json?["id"]?.identifier != nil {
            return .gone(
                "The copy at \(service.name) was deleted there. Publish the post there again to send a new one.")
        }
        return .failed(
            accountProblem(account) ?? service.problem(exchange, detail: { $0.mastodonError }) ?? .unknown(""))
    }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let json = answer.json, let content = json["content"]?.text, FoundStatus(json) != nil else { return nil }
        let text = content.textOfHTML
        let warning = json["spoiler_text"]?.text ?? ""
        var standing = Standing([
            .text: NormalizedText.withoutHosts(text), .warning: warning,
            .words: NormalizedText("\(warning) \(text)").letters,
        ])
        standing.parts[.visibility] = json["visibility"]?.text
        if MastodonFacts(encoded: facts)?.keepsPictureIDs ?? true, let media = json["media_attachments"]?.elements {
            standing.parts[.pictures] = media.compactMap { $0["id"]?.identifier }.joined(separator: ", ")
        }
        return standing
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let sent = SentStatus(body, parcel) else { return nil }
        let warning = sent.warning ?? ""
        var standing = Standing([
            .text: NormalizedText.withoutHosts(sent.text), .source: sent.source, .warning: warning,
            .words: NormalizedText("\(warning) \(sent.text)").letters,
        ])
        standing.parts[.visibility] = parcel.identity["visibility"]
        if MastodonFacts(encoded: facts)?.keepsPictureIDs ?? true {
            standing.parts[.pictures] = sent.pictures.joined(separator: ", ")
        }
        return standing
    }

    /// The ids of pictures are known only once they were uploaded.
    package func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool {
        parcel.pictures.isEmpty || MastodonFacts(encoded: facts)?.keepsPictureIDs == false
    }
}

extension MastodonFacts {
    /// snac takes no pictures in an edit and gives those of a status other ids with it.
    var keepsPictureIDs: Bool { software != "snac" }

    /// Which of the author's own posts a look-up can see. What it cannot see it never calls absent. The list of an
    /// account's posts reaches back `MastodonSearch.pagesMax` pages of `MastodonSearch.pageLength`.
    var searchable: [Visibility] {
        switch software {
        case "mastodon", "glitch", "glitch-soc", "glitchsoc", "hometown", "fedibird": Visibility.allCases
        case "pleroma", "akkoma", "gotosocial", "takahe": [.public, .unlisted, .private]
        // Measured at snac; of unknown software nothing better is assumed.
        default: [.public]
        }
    }
}

extension FoundStatus {
    /// Whether it is the status that was kept under `copy`. snac puts the time of the last edit before the 32 digits by which
    /// it knows a status.
    func isCopy(_ copy: String) -> Bool { record.id.map { $0 == copy || $0.stableID == copy.stableID } ?? false }
}

extension String {
    /// Of snac's ids (ten digits of time, then an MD5) what stays over edits; of all others the whole.
    var stableID: String {
        guard utf8.count == 42, utf8.prefix(10).allSatisfy({ (0x30...0x39).contains($0) }),
            utf8.suffix(32).allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return self }
        return String(suffix(32))
    }
}
