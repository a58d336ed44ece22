import Copyfitting
import HTTPValues
import JSONTree
import Pictures
import Posts

// The requests before a post: the account, the mentioned accounts and the pictures.

/// The facts about an account.
struct BlueskyFacts: ServerFacts {
    /// `BlueskySession.owner`.
    let owner: String
    /// Its DID.
    let account: String
    let handle: String
    /// The server that holds the account, else the one in the settings; nil if neither is known.
    let server: String?
    let fetchedAt: Int64
}

extension BlueskyTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            let known = BlueskyFacts(freshIn: briefing, of: login.owner)
            let facts = if let known { known } else { try readFacts(&dialogue, briefing) }
            let news = known == nil ? facts.encoded : nil
            let copy = parcel.identity[Parcel.copyIdentity]
            if let copy, !BlueskyPost.isCreated(by: parcel) {
                return try preparedDeletion(of: copy, facts, news: news, &dialogue)
            }
            guard let post = BlueskyPost(parcel) else { return .ended(.refused(ParcelError.unreadable.description)) }
            if let copy {
                return try preparedReplacement(of: copy, by: post, parcel, briefing, facts, news: news, &dialogue)
            }
            if let sent = briefing.lastRequest {
                return try repeated(sent, post, parcel, briefing, facts, news, &dialogue)
            }
            return ready(post, try values(post, parcel, facts, briefing, &dialogue), news: news)
        }
    }

    /// The request decides what is looked for, and is sent again as it is. Its pictures are uploaded again, because the
    /// server may have deleted those that no record uses.
    private func repeated(
        _ sent: [UInt8], _ post: BlueskyPost, _ parcel: Parcel, _ briefing: Briefing, _ facts: BlueskyFacts,
        _ news: [UInt8]?, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Preparation {
        let root = BlueskyPost.records(in: sent).first?.fields
        let account = BlueskyPost.account(in: sent) ?? facts.account
        if let ending = try lookedFor(post, as: root ?? [:], of: account, &dialogue) { return .ended(ending) }
        for picture in parcel.pictures {
            _ = try upload(picture, isThumb: post.parts.showOnCard(picture.address), &dialogue, briefing)
        }
        return .ready(holes: [:], facts: news)
    }

    func readFacts(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> BlueskyFacts {
        let exchange = try dialogue.ask(get("com.atproto.server.getSession"))
        if let problem = problem(exchange) { throw .ended(problem) }
        guard let json = exchange.answer?.json, let account = json["did"]?.identifier, account.hasPrefix("did:") else {
            throw .ended(service.unexpected(exchange, wanted: "the account"))
        }
        let handle = json["handle"]?.identifier ?? login.account
        return BlueskyFacts(
            owner: login.owner, account: account, handle: handle,
            server: json["didDoc"]?.accountServer?.identifier ?? login.origin,
            fetchedAt: briefing.now.microseconds)
    }

    /// The outcome of an exchange that stops a dialogue; nil if it succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        guard let problem = service.problem(exchange, detail: { $0.blueskyError }) else { return nil }
        if let words = exchange.answer?.wrongServerWords { return .misconfigured(service.plain(words)) }
        if exchange.answer?.isTokenRefusal == true { return .denied(problem.words) }
        if exchange.status == 404 || exchange.answer?.json?["error"]?.text == "XRPCNotSupported" {
            return .misconfigured("\(problem.words) Is `url` the server of the account, without a path?")
        }
        return problem
    }

    // MARK: Values

    func values(
        _ post: BlueskyPost, _ parcel: Parcel, _ facts: BlueskyFacts, _ briefing: Briefing, _ dialogue: inout Dialogue
    ) throws(Interruption) -> BlueskyPost.Values {
        let address = parcel.identity[BlueskyPost.addressIdentity] ?? briefing.address
        if post.needsAddress, address == nil {
            throw .ended(.refused(ParcelError.emptyHole(Parcel.addressHole).description))
        }
        let texts = post.texts(address: address)
        if let long = texts.first(where: { $0.count > BlueskyText.limit }) {
            let numbers = "The text has \(long.count) characters with its address; the limit is \(BlueskyText.limit)."
            throw .ended(.refused("Bluesky would not take it. \(numbers) Shorten the text; Galley then sends it."))
        }
        var values = BlueskyPost.Values(
            account: facts.account, address: address, texts: texts, mentioned: [:], blobs: [:])
        if post.parts.contains(where: { $0.card != nil }), let article = briefing.parent?.id.flatMap(ArticleCopy.init) {
            values.references = try references(to: article, &dialogue)
        }
        for handle in texts.handles.prefix(BlueskyTarget.mentionsMax) {
            let exchange = try dialogue.ask(get("com.atproto.identity.resolveHandle", [("handle", handle)]))
            if let did = exchange.answer?.json?["did"]?.identifier, exchange.status == 200 {
                values.mentioned[handle] = did
            } else if exchange.status != 400, exchange.status != 404, let problem = problem(exchange) {
                // The server could not be asked. A handle that it does not know stays plain text.
                throw .ended(problem)
            }
        }
        for picture in parcel.pictures {
            values.blobs[picture.address] = try upload(
                picture, isThumb: post.parts.showOnCard(picture.address), &dialogue, briefing)
        }
        return values
    }

    /// Each takes a request.
    static let mentionsMax = 20

    /// - Parameter there: the records whose place the post takes.
    func ready(
        _ post: BlueskyPost, _ values: BlueskyPost.Values, replacing there: BlueskyRecords? = nil, news: [UInt8]?
    ) -> Preparation {
        do {
            let body = try post.request(values, replacing: there?.deletions, after: there?.commit)
            return .ready(holes: [BlueskyTarget.bodyHole: body.written], facts: news)
        } catch {
            return .ended(.refused("The post cannot be written as a record. \(error)"))
        }
    }

    // MARK: Articles

    /// The article and its publication as they are now. None if the article is no longer there.
    private func references(to article: ArticleCopy, _ dialogue: inout Dialogue) throws(Interruption) -> [JSON] {
        guard let found = try record(ArticleTarget.document, article.key, of: article.account, &dialogue) else {
            return []
        }
        let site = found.answer?.json?.at("value", "site")?.text?.split(separator: "/").map(String.init) ?? []
        guard let document = found.answer?.json?.reference, site.count == 4, site[2] == ArticleTarget.publication else {
            return []
        }
        let publication = try record(ArticleTarget.publication, site[3], of: site[1], &dialogue)
        return [document] + [publication?.answer?.json?.reference].compactMap(\.self)
    }

    // MARK: Pictures

    /// A server deletes a picture that no record uses, so uploading it again is safe.
    func upload(
        _ picture: ParcelPicture, isThumb: Bool, _ dialogue: inout Dialogue, _ briefing: Briefing
    ) throws(Interruption) -> BlueskyPost.Blob {
        let limits = BlueskyTarget.pictureLimits(isThumb: isThumb)
        if let problem = picture.problem(at: "Bluesky", limits, canFit: briefing.canFit) {
            throw .ended(.refused(problem))
        }
        var question = Question(
            HTTPRequest(
                "POST", login.url("com.atproto.repo.uploadBlob"),
                headers: [HTTPHeader("Content-Type", picture.facts.kind.mediaType), .acceptsJSON], isMutation: true,
                carriesCredentials: true))
        question.attachment = HTTPAttachment(digest: picture.digest)
        question.attachment?.facts = picture.facts
        question.attachment?.limits = limits
        let exchange = try dialogue.ask(question)
        if let problem = problem(exchange) {
            if case .refused(let words) = problem {
                throw .ended(.refused("\(picture.refusal) \(words)"))
            }
            throw .ended(problem)
        }
        guard let blob = exchange.answer?.json?["blob"], let link = blob.at("ref", "$link")?.identifier,
            let type = blob["mimeType"]?.identifier, let size = blob["size"]?.integer
        else {
            throw .ended(service.unexpected(exchange, wanted: "the picture's reference"))
        }
        let reference: [String: JSON] = [
            "$type": .text("blob"), "ref": .object(["$link": .text(link)]), "mimeType": .text(type),
            "size": .number(size),
        ]
        return BlueskyPost.Blob(reference: .object(reference), picture)
    }
}

extension JSON {
    /// A reference to the record that an answer contains.
    fileprivate var reference: JSON? {
        guard let uri = self["uri"]?.identifier, let cid = self["cid"]?.identifier else { return nil }
        return .object(["uri": .text(uri), "cid": .text(cid)])
    }
}
