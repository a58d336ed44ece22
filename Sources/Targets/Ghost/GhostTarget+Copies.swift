package import HTTPValues
import JSONTree
package import Posts

// Interprets Ghost's answers, and reads existing posts.

extension GhostTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        if let copy = parcel.deletedCopy {
            if exchange.lacksPost { return .accepted(RemotePost(id: copy)) }
            return problem(exchange) ?? service.outcome(ofDeletionOf: copy, exchange)
        }
        // Ghost compares the version first, and has stored nothing.
        if exchange.status == 409, exchange.answer?.ghostType == "UpdateCollisionError" {
            return .overtaken("\(service.name) has a newer version of the post than the one that Galley looked at.")
        }
        if let problem = problem(exchange) { return problem }
        guard let answer = exchange.answer, let wanted = WantedGhostPost(parcel, body: body),
            let found = exchange.found(in: wanted.collection, at: site)
        else { return service.unexpected(exchange, wanted: "the post") }
        let copy = parcel.identity[Parcel.copyIdentity]
        guard found.isTitled(as: wanted), copy == nil || self.copy(in: parcel)?.number == found.copy.number
        else {
            return .unknown("\(service.name) answered \(answer.status) with a post that is not this one.")
        }
        // A person may have published a draft, or made a post a draft; an edit leaves that.
        if copy == nil, found.status != wanted.status { return .unknown(stateWords(found, wanted)) }
        return .accepted(RemotePost(id: copy ?? found.id, url: found.record.url))
    }

    func stateWords(_ found: FoundGhostPost, _ wanted: WantedGhostPost) -> String {
        "\(service.name) has the post as “\(service.plain(found.status))” instead of “\(wanted.status)”. Look at it there."
    }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        guard let copy = self.copy(copy, of: parcel) else { return .done(.unreadable) }
        return Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            let exchange = try dialogue.ask(get(copy.path, [("formats", "html")]))
            if exchange.answer?.isRehearsed == true { return .unreadable }
            if exchange.lacksPost {
                // Another site has no post with the id, either. A site that moved has it under its new address.
                guard copy.site == site else {
                    return .failed(
                        .misconfigured(
                            "The copy is at \(copy.site), and the target's `url` names \(service.name) now, which has no post "
                                + "with its id. Put the former `url` back, or cancel this."))
                }
                return .gone(service.copyIsGone)
            }
            if let problem = problem(exchange) { return .failed(problem) }
            guard let found = exchange.found(in: copy.collection, at: site), found.copy.number == copy.number else {
                return .failed(service.unexpected(exchange, wanted: "the post"))
            }
            return .there(found.standing)
        }
    }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        let copy = copy(in: parcel)
        let collection = copy?.collection ?? parcel.identity["collection"] ?? "posts"
        return Exchange.success(answer).found(in: collection, at: site)?.standing
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let wanted = WantedGhostPost(parcel, body: body) else { return nil }
        var standing = Standing(
            title: wanted.title, html: wanted.html, excerpt: wanted.excerpt, tags: wanted.tags, state: wanted.status)
        // A draft is there to be published by a person.
        if wanted.status == "draft" { standing.parts[.state] = nil }
        return standing
    }

    /// Why an exchange failed, in Ghost's words; nil if it succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        let problem = service.problem(exchange, detail: { $0.ghostError })
        guard let answer = exchange.answer, let words = problem?.words else { return problem }
        switch answer.status {
        // A staff member without a right, a plan without integrations and a proxy have reasons of their own.
        case 401 where answer.ghostType != nil: return .denied("\(words) \(keyAdvice)")
        case 403 where answer.ghostError?.hasPrefix("Authorization failed") == true:
            return .denied("\(words) \(keyAdvice)")
        case 400 where answer.ghostError?.contains("Invalid token") == true: return .denied("\(words) \(keyAdvice)")
        case 404 where answer.ghostType == nil: return .misconfigured("\(words) Is `url` the address of a Ghost site?")
        // The routes are for integrations, so the key is of something else.
        case 501: return .denied("\(words) \(keyAdvice)")
        default: return problem
        }
    }

    private var keyAdvice: String {
        "Put the Admin API key of a custom integration into the credential: galley target login \(login.holder)"
    }
}

/// The post that a parcel contains, parsed.
struct WantedGhostPost {
    let slug: String
    let title: String
    let status: String
    let collection: String
    let published: Instant
    let html: String
    let excerpt: String
    let tags: [String]
    /// As in the request.
    let sentDate: String?

    /// - Parameter body: as sent; nil for the one that is predicted.
    init?(_ parcel: Parcel, body: [UInt8]? = nil) {
        let identity = parcel.identity
        let copy = identity[Parcel.copyIdentity].flatMap(GhostCopy.init)
        guard let slug = identity["slug"], let status = identity["status"],
            let written = identity["collection"],
            let published = identity["published"].flatMap({ Int64($0) }),
            let json = try? JSON(reading: body ?? Array(parcel.predictedBody.utf8)),
            let post = (json[copy?.collection ?? written] ?? json[written])?.elements?.first,
            let html = post["html"]?.text
        else { return nil }
        (self.slug, self.status, collection) = (slug, status, copy?.collection ?? written)
        (self.published, self.html) = (Instant(microseconds: published), html)
        let title = post["title"]?.text ?? ""
        self.title = title.isEmpty ? GhostPost.untitled : title
        excerpt = post["custom_excerpt"]?.text ?? ""
        tags = post["tags"]?.elements?.compactMap { $0["name"]?.text } ?? []
        sentDate = post["published_at"]?.text
    }

    var words: NormalizedText { NormalizedText(html.textOfHTML) }
}

/// A post as Ghost returns it.
struct FoundGhostPost {
    let copy: GhostCopy
    var id: String { copy.id }
    let title: String
    let slug: String
    let status: String
    let html: String
    let excerpt: String
    let tags: [String]
    /// The time of the last change as Ghost writes it, which an edit has to name.
    let version: String?
    let record: RemotePost

    init?(_ json: JSON, in collection: String, at site: String) {
        guard let number = json["id"]?.identifier, let status = json["status"]?.text, let title = json["title"]?.text
        else {
            return nil
        }
        copy = GhostCopy(site: site, collection: collection, number: number)
        (self.status, self.title) = (status, title)
        slug = json["slug"]?.text ?? ""
        html = json["html"]?.text ?? ""
        excerpt = json["custom_excerpt"]?.text ?? ""
        tags = json["tags"]?.elements?.compactMap { $0["name"]?.text } ?? []
        version = json["updated_at"]?.text
        // The address of a draft is one for people who may see it early.
        let url = json["url"]?.text.flatMap { status == "published" && $0.isWebAddress ? $0 : nil }
        record = RemotePost(id: copy.id, url: url)
    }

    private var words: NormalizedText { NormalizedText(html.textOfHTML) }

    var standing: Standing { Standing(title: title, html: html, excerpt: excerpt, tags: tags, state: status) }

    func isTitled(as wanted: WantedGhostPost) -> Bool { NormalizedText(title) == NormalizedText(wanted.title) }

    func isSame(as wanted: WantedGhostPost) -> Bool { isTitled(as: wanted) && words == wanted.words }

    /// Whether it may be `wanted` with a later text. Its slug shows that it is not just any other post; one that Ghost made
    /// may be that of another post with the same title.
    func mayBeLater(than wanted: WantedGhostPost) -> Bool {
        guard status == wanted.status else { return false }
        let isAlike = words.resembles(wanted.words)
        return slug.isNumbered(besides: wanted.slug) ? isTitled(as: wanted) && isAlike : isTitled(as: wanted) || isAlike
    }

    func isLike(_ wanted: WantedGhostPost) -> Bool { isTitled(as: wanted) && words.resembles(wanted.words) }
}

extension Standing {
    /// Ghost takes a tag of another case for the same.
    fileprivate init(title: String, html: String, excerpt: String, tags: [String], state: String) {
        self.init([
            .title: title, .text: GhostPost.comparable(html), .excerpt: excerpt,
            .tags: tags.map { $0.lowercased() }.joined(separator: ", "), .state: state,
            .words: NormalizedText("\(title) \(html.textOfHTML) \(excerpt)").letters,
        ])
    }
}

extension Exchange {
    /// Whether Ghost itself says that it has no post or page with this id.
    var lacksPost: Bool {
        guard status == 404, let answer, answer.ghostType == "NotFoundError" else { return false }
        let context = answer.ghostFault?["context"]?.text ?? ""
        return ["Post not found.", "Page not found.", "Resource could not be found."].contains(context)
    }

    func found(in collection: String, at site: String) -> FoundGhostPost? {
        answer?.json?[collection]?.elements?.first.flatMap { FoundGhostPost($0, in: collection, at: site) }
    }

    /// - Returns: nil if the answer is no list of posts.
    func all(in collection: String, at site: String) -> [FoundGhostPost]? {
        guard let list = answer?.json?[collection]?.elements else { return nil }
        let found = list.compactMap { FoundGhostPost($0, in: collection, at: site) }
        return found.count == list.count ? found : nil
    }
}

extension HTTPAnswer {
    fileprivate var ghostFault: JSON? { json?["errors"]?.elements?.first }
    var ghostType: String? { ghostFault?["type"]?.text }

    /// Ghost's message in `{"errors": [{"message": …, "context": …}]}`.
    var ghostError: String? {
        guard let fault = ghostFault, let message = fault["message"]?.text else { return nil }
        let context = fault["context"]?.text ?? ""
        return context.isEmpty || context == message ? message : "\(message) \(context)"
    }
}
