import Copyfitting
import HTTPValues
import JSONTree
package import Posts

// Interprets the server's answers, to a posted status and to a look-up.

extension MastodonTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        if let copy = parcel.deletedCopy { return outcome(ofDeletion: exchange, of: copy) }
        if let problem = problem(exchange) { return problem }
        guard let answer = exchange.answer, let status = answer.json.flatMap(FoundStatus.init) else {
            return service.unexpected(exchange, wanted: "the post")
        }
        // Some servers have answered with another author's post.
        guard let sent = SentStatus(body, parcel), sent.forms.contains(where: status.resembles) else {
            return .unknown("\(service.name) answered \(answer.status) with a post that is not this one.")
        }
        if let copy = parcel.identity[Parcel.copyIdentity], !status.isCopy(copy) {
            return .unknown("\(service.name) answered \(answer.status) with another post than the one that was edited.")
        }
        return .accepted(status.record)
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let sent = SentStatus(body, parcel), let firstSentAt = briefing.firstSentAt else {
            return .done(.textIsLost)
        }
        let facts = self.facts(briefing.facts)
        let visibility = parcel.identity["visibility"].flatMap(Visibility.init) ?? .public
        let isListed = (facts?.searchable ?? [.public]).contains(visibility)
        let isAtHome = !isListed && facts?.showsOwnPostsAtHome == true
        let search = MastodonSearch(
            target: self, sent: sent, briefing: briefing, firstSentAt: firstSentAt, facts: facts,
            list: isAtHome ? .home : .own)
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            let finding = try search.run(&dialogue)
            guard finding == .absent, !isAtHome else { return finding }
            if isListed { return try strangersView(facts, &dialogue).map(LookUpResult.unclear) ?? .absent }
            return .unseeable(
                "\(service.name) does not list \(visibility.rawValue) posts, so Galley cannot see whether it arrived. Look "
                    + "there yourself.")
        }
    }
}

extension MastodonTarget {
    /// `https://social.example/@ada/123`; GoToSocial and Takahē have a word before the id, Pleroma has no account. snac's
    /// addresses have no id.
    package func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String? {
        var parts = address.pathParts[...]
        if parts.first == "web" || parts.first == "deck" { parts.removeFirst() }
        let isOfOtherServer = parts.count == 2 && parts.first?.dropFirst().contains("@") == true
        guard address.hostText.lowercased() == origin.hostText.lowercased(), !isOfOtherServer else {
            throw CopyAddressError(address, of: "post", at: service.name, example: "\(origin)/@ada/123")
        }
        guard let id = parts.popLast(), id.utf8.count <= 64,
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        let words = Array(parts)
        let hasID =
            switch words.count {
            case 1: words[0].hasPrefix("@") || words[0] == "notice"
            case 2: words[0].hasPrefix("@") && ["statuses", "posts"].contains(words[1])
            case 3: words[0] == "users" && words[2] == "statuses"
            default: false
            }
        return hasID ? String(id) : nil
    }

    /// The outcome of an exchange that stops a dialogue; nil if it succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        let problem = service.problem(exchange, detail: { $0.mastodonError })
        guard case .refused(let words)? = problem, exchange.answer?.isUnknownTokenAtTakahe == true else {
            return problem
        }
        return .denied(words)
    }

    /// See `Service.wait`.
    func wait(_ exchange: Exchange) -> Outcome? { service.wait(exchange, detail: { $0.mastodonError }) }
}

/// The status that an attempt sent, parsed from its bytes.
struct SentStatus: Hashable, Sendable {
    /// The text that readers see.
    private(set) var text: String
    /// The text as sent, which may be escaped.
    private(set) var source: String
    private(set) var warning: String?
    let language: String?
    /// Whether it says that the pictures are hidden until a reader asks for them.
    let isSensitive: Bool
    /// The ids of the attached pictures.
    let pictures: [String]
    /// The id of the status that it answers to.
    let previous: String?

    init?(_ body: [UInt8], _ parcel: Parcel? = nil) {
        guard let json = try? JSON(reading: body), let text = json["status"]?.text else { return nil }
        source = text
        let escaping = parcel?.identity[Parcel.guardedIdentity].flatMap(TextEscaping.init)
        self.text = escaping?.plain(text) ?? text
        warning = json["spoiler_text"]?.text
        language = json["language"]?.text
        isSensitive = json["sensitive"]?.flag == true
        pictures = json["media_ids"]?.elements?.compactMap(\.identifier) ?? []
        previous = json["in_reply_to_id"]?.identifier
    }

    var normalized: NormalizedText { NormalizedText(text) }

    /// How the server may have stored it. Mastodon makes the warning of a status without words its text.
    var forms: [SentStatus] {
        guard text.trimmed.isEmpty, let warning else { return [self] }
        var moved = self
        (moved.text, moved.source, moved.warning) = (warning, warning, nil)
        return [self, moved]
    }
}

/// A status as the server returns it.
struct FoundStatus: Hashable, Sendable {
    let record: RemotePost
    let normalized: NormalizedText
    /// The addresses that its text links to.
    let links: [String]
    let warning: String
    let createdAt: Instant?
    /// The id of the status that it answers to; nil also if the server does not say.
    let previous: String?

    /// - Returns: nil if `json` is not a status with an id.
    init?(_ json: JSON) {
        guard let id = json["id"]?.identifier, let content = json["content"]?.text,
            json["uri"]?.text != nil || json["url"]?.text != nil || json["created_at"]?.text != nil
        else { return nil }
        let address = [json["url"]?.text, json["uri"]?.text].compactMap(\.self).first(where: \.isWebAddress)
        record = RemotePost(id: id, url: address)
        normalized = NormalizedText(content.textOfHTML)
        links = content.matches(of: /href="([^"]*)"/).map { String($0.1).referencesResolved }
        warning = json["spoiler_text"]?.text ?? ""
        previous = json["in_reply_to_id"]?.identifier
        createdAt = json["created_at"]?.text.flatMap { try? RFC3339.instant($0) }
    }

    func resembles(_ sent: SentStatus) -> Bool { normalized.resembles(sent.normalized) }
}

extension HTTPAnswer {
    fileprivate var isUnknownTokenAtTakahe: Bool {
        status == 400 && body.elementsEqual("Invalid Bearer token".utf8)
    }

    /// Whether the server knows the token and refuses what was asked for lack of a right. Pleroma answers an unknown
    /// token with 403, too.
    var saysRightIsMissing: Bool {
        status == 403 && ["scope", "permission"].contains { mastodonError?.contains($0) == true }
    }

    /// The server's message in `{"error": "…", "error_description": "…"}`.
    var mastodonError: String? {
        guard let json else { return nil }
        let words = [json["error"]?.text, json["error_description"]?.text].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ": ")
    }
}
