package import HTTPValues
import JSONTree
package import Posts

// Sends posts, reads them, and interprets the answers.

extension WriteFreelyTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if parcel.deletedCopy != nil { return .done(.ready(holes: [:], facts: nil)) }
        let isEdit = parcel.identity[Parcel.copyIdentity] != nil
        return Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            let facts = try knownFacts(&dialogue, briefing)
            let new = briefing.facts == facts.encoded ? nil : facts.encoded
            if isEdit { return .ready(holes: [:], facts: new) }
            guard let wanted = WriteFreelyPost(parcel, body: briefing.lastRequest) else {
                return .ended(.refused(ParcelError.unreadable.description))
            }
            let exchange = try dialogue.ask(get(path(of: wanted)))
            if let ending = slugProblem(exchange, wanted, facts, briefing) { return .ended(ending) }
            let serverNow = (exchange.answer?.receivedAt ?? briefing.now) + (exchange.answer?.clockLead ?? .zero)
            let date = Self.date(min(wanted.published, max(serverNow, Instant(seconds: 0))))
            return .ready(holes: [Self.dateHole: JSON.quoted(date)], facts: new)
        }
    }

    private func path(of wanted: WriteFreelyPost) -> String {
        blogPath("/posts/\(wanted.slug.percentEncoded())")
    }

    /// Why the post cannot be sent: the answer is an error, or another post has the slug.
    private func slugProblem(
        _ exchange: Exchange, _ wanted: WriteFreelyPost, _ facts: WriteFreelyFacts, _ briefing: Briefing
    ) -> Outcome? {
        if exchange.isMissingPost { return nil }
        var title = "a post that was emptied"
        if exchange.status != 410 {
            if let problem = problem(exchange) { return problem }
            guard let found = exchange.found(at: facts) else { return service.unexpected(exchange, wanted: "a post") }
            // An earlier attempt that seemed lost has arrived.
            if briefing.firstSentAt != nil, !briefing.taken.contains(found.id), found.isSame(as: wanted) {
                return .accepted(found.record)
            }
            title = found.title.isEmpty ? "another post" : "“\(service.plain(found.title))”"
        }
        return .refused(
            "\(service.name) already uses the slug “\(wanted.slug)” for \(title) at "
                + "\(facts.address)\(wanted.slug.percentEncoded()). Change the slug of this post or of that one.")
    }

    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        if let copy = parcel.deletedCopy {
            // Another's post; one that is gone is a 500, and the next look finds it gone.
            if exchange.status == 403 || exchange.status == 404 { return .refused(problem(exchange)?.words ?? "") }
            return problem(exchange) ?? service.outcome(ofDeletionOf: copy, exchange)
        }
        let copy = parcel.identity[Parcel.copyIdentity]
        if copy != nil, exchange.status == 401, exchange.answer?.writeFreelyError == "Invalid editing credentials." {
            // The post is gone, or it is another's. Reading it shows which.
            return .refused("\(service.name) has no such post of this account.")
        }
        // An edit to nothing at all is carried out, and the answer is that the post is not published.
        if let problem = problem(exchange) { return exchange.status == 410 ? .unknown(problem.words) : problem }
        guard let answer = exchange.answer, let found = exchange.found(at: nil),
            let wanted = WriteFreelyPost(parcel, body: body)
        else { return service.unexpected(exchange, wanted: "the post") }
        guard found.isSame(as: wanted), copy == nil || copy == found.id else {
            return .unknown("\(service.name) answered \(answer.status) with a post that is not this one.")
        }
        return .accepted(found.record)
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let wanted = WriteFreelyPost(parcel, body: body) else { return .done(.textIsLost) }
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            let facts = try knownFacts(&dialogue, briefing)
            let exchange = try dialogue.ask(get(path(of: wanted)))
            var similar: FoundEntry?
            if !exchange.isMissingPost, exchange.status != 410 {
                if let problem = problem(exchange) { return .unclear(problem) }
                guard let found = exchange.found(at: facts) else {
                    return .unclear(service.unexpected(exchange, wanted: "a post"))
                }
                if !briefing.taken.contains(found.id) {
                    if found.isSame(as: wanted) || briefing.isRestored && found.isLike(wanted) {
                        return .found(found.record)
                    }
                    similar = found.isLike(wanted) ? found : nil
                }
            }
            // The slug was free before, and may have been taken in between: then the post has another.
            if let found = try listed(wanted, facts, &dialogue, briefing) { return .found(found.record) }
            return similar.map { service.similarPost(at: $0.record.url) } ?? .absent
        }
    }

    /// Each page has ten posts.
    private static let pagesMax = 20

    /// Searches the blog's list, as far back as the post's own time where the newest post comes first.
    private func listed(
        _ wanted: WriteFreelyPost, _ facts: WriteFreelyFacts, _ dialogue: inout Dialogue, _ briefing: Briefing
    ) throws(Interruption) -> FoundEntry? {
        guard let created = wanted.created else { return nil }
        for page in 1...Self.pagesMax {
            let exchange = try dialogue.ask(get(blogPath("/posts?page=\(page)")))
            if let problem = problem(exchange) { throw .ended(problem) }
            guard let list = exchange.answer?.json?.at("data", "posts")?.elements else {
                throw .ended(service.unexpected(exchange, wanted: "a list of posts"))
            }
            let entries = list.compactMap { FoundEntry($0, at: facts) }
            if let found = entries.first(where: { $0.isCopy(of: wanted) && !briefing.taken.contains($0.id) }) {
                return found
            }
            let times = entries.compactMap(\.created)
            let isNewestFirst = zip(times, times.dropFirst()).contains { $0 > $1 }
            if list.isEmpty || isNewestFirst && times.allSatisfy({ $0 < created }) { return nil }
        }
        throw .ended(
            .unknown("\(service.name) has more posts since then than Galley looks through. Look there yourself."))
    }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            let exchange = try dialogue.ask(get("/api/posts/\(copy.percentEncoded())"))
            if exchange.answer?.isRehearsed == true { return .unreadable }
            // A blog with a password shows nothing to programs, and lets its owner delete.
            if parcel.deletedCopy != nil, exchange.status == 401, !isTokenRefused(exchange) { return .unreadable }
            if exchange.isMissingPost {
                if try isHidden(copy, &dialogue) {
                    if parcel.deletedCopy != nil { return .unreadable }
                    return .failed(
                        .misconfigured(
                            "\(service.name) has the post and shows it to no one. It may have silenced the account: ask its "
                                + "administrator."))
                }
                // Another server has no post with the id, either.
                let facts = try knownFacts(&dialogue, briefing)
                if let address = briefing.parent?.url, !address.hasPrefix(facts.address) {
                    return .failed(
                        .misconfigured(
                            "The copy is \(address), and the target's settings name \(facts.address) now. Put the former "
                                + "settings back, or cancel this."))
                }
                return .gone(service.copyIsGone)
            }
            // Title and text were taken out there, which hides the post.
            if exchange.status == 410 { return .there(WriteFreelyTarget.standing(title: "", body: "")) }
            if let problem = problem(exchange) { return .failed(problem) }
            guard let found = exchange.found(at: nil), found.id == copy else {
                return .failed(service.unexpected(exchange, wanted: "the post"))
            }
            return .there(WriteFreelyTarget.standing(title: found.title, body: found.body))
        }
    }

    private func isTokenRefused(_ exchange: Exchange) -> Bool {
        exchange.answer?.writeFreelyError != "You don't have permission to access this collection."
    }

    /// Whether the account has a post that the server denies to have, as it does with those of a silenced account.
    private func isHidden(_ copy: String, _ dialogue: inout Dialogue) throws(Interruption) -> Bool {
        let own = try dialogue.ask(get("/api/me/posts"))
        if let wait = problem(own), wait.patienceUntil != nil { throw .ended(wait) }
        // It has every text of the account, and may be longer than Galley reads. Then the first answer counts.
        return own.answer?.json?["data"]?.elements?.contains { $0["id"]?.text == copy } ?? false
    }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        answer.json?["data"].flatMap { FoundEntry($0, at: nil) }
            .map { WriteFreelyTarget.standing(title: $0.title, body: $0.body) }
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let json = try? JSON(reading: body), let text = json["body"]?.text else { return nil }
        return WriteFreelyTarget.standing(title: json["title"]?.text ?? "", body: text)
    }

    /// The server keeps each byte, and in Markdown blanks mean something: line ends and indents are compared as signs.
    private static func standing(title: String, body: String) -> Standing {
        var text = ""
        var isAtStart = true
        for character in body {
            switch character {
            case "\n", "\r\n":
                text += "¶\n"
                isAtStart = true
            case " " where isAtStart: text += "·"
            default:
                text.append(character)
                isAtStart = false
            }
        }
        return Standing([.title: title, .text: text])
    }
}

/// The post that a parcel contains, parsed.
private struct WriteFreelyPost {
    let slug: String
    let title: String
    let body: String
    let published: Instant
    /// As in the request; nil if that is not known.
    let created: Instant?

    /// - Parameter body: as sent; nil for the one that is predicted.
    init?(_ parcel: Parcel, body: [UInt8]? = nil) {
        guard let slug = parcel.identity["slug"], let published = parcel.identity["published"].flatMap({ Int64($0) }),
            let json = try? JSON(reading: body ?? Array(parcel.predictedBody.utf8)), let text = json["body"]?.text
        else { return nil }
        (self.slug, self.published) = (slug, Instant(microseconds: published))
        (title, self.body) = (json["title"]?.text ?? "", text)
        created = json["created"]?.text.flatMap { try? RFC3339.instant($0) }
    }
}

/// A post as WriteFreely returns it.
private struct FoundEntry {
    let id: String
    let title: String
    let body: String
    /// Servers with MySQL tell it in their own zone.
    let created: Instant?
    let record: RemotePost

    /// - Parameter facts: for the address, which only the answer to a creation has.
    init?(_ json: JSON, at facts: WriteFreelyFacts?) {
        guard let id = json["id"]?.identifier, let body = json["body"]?.text else { return nil }
        (self.id, self.body) = (id, body)
        title = json["title"]?.text ?? ""
        created = json["created"]?.text.flatMap { try? RFC3339.instant($0) }
        let slug = json["slug"]?.text.map { $0.percentEncoded() }
        let told = json["url"]?.text.flatMap { $0.isWebAddress ? $0 : nil }
        let made = slug.flatMap { slug in facts.map { $0.address + slug } }
        record = RemotePost(id: id, url: told ?? made)
    }

    func isSame(as wanted: WriteFreelyPost) -> Bool {
        NormalizedText(title) == NormalizedText(wanted.title) && NormalizedText(body) == NormalizedText(wanted.body)
    }

    /// Of an entry of the list, whose slug says nothing: the time is the mark. The text may end with the blog's signature.
    func isCopy(of wanted: WriteFreelyPost) -> Bool {
        guard created != nil, created == wanted.created, title == wanted.title else { return false }
        return isSame(as: wanted) || body.hasPrefix(wanted.body + "\n\n")
    }

    func isLike(_ wanted: WriteFreelyPost) -> Bool {
        NormalizedText(title) == NormalizedText(wanted.title)
            || NormalizedText(body).resembles(NormalizedText(wanted.body))
    }
}

extension Exchange {
    /// Whether WriteFreely itself says that it has no such post.
    fileprivate var isMissingPost: Bool {
        status == 404
            && ["Post not found.", "Collection page doesn't exist."].contains(answer?.writeFreelyError ?? "")
    }

    fileprivate func found(at facts: WriteFreelyFacts?) -> FoundEntry? {
        answer?.json?["data"].flatMap { FoundEntry($0, at: facts) }
    }
}
